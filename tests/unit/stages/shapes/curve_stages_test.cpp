#include "support/catch.h"

#include <cmath>

#include "base/error.h"
#include "base/math/math.h"
#include "methods/curve/bezier.h"
#include "stages/shapes/bezier_curve.h"
#include "stages/shapes/string_art.h"

using namespace weald;
using namespace weald::curve;

namespace {

schema::Node number(double value) { return {schema::Scalar{schema::number_text(value), false}, {}}; }
schema::Node text(std::string value) { return {schema::Scalar{std::move(value), false}, {}}; }
schema::Node list(std::vector<schema::Node> items) { return {std::move(items), {}}; }
schema::Node map(std::vector<schema::Entry> entries) { return {std::move(entries), {}}; }
schema::Node point(double x, double y) { return list({number(x), number(y)}); }

/// The first error of decoding `node`, empty when there is none.
template <class P>
std::string error_of(const schema::Node& node, P& params) {
  Diagnostics diagnostics;
  schema::Decoder decoder(diagnostics, "stage 'x'", "");
  const bool ok = schema::decode_fields(node, decoder, params);
  CHECK(ok == !diagnostics.has_errors());
  return ok ? std::string{} : diagnostics.all().front().message;
}

std::string bezier_error(const schema::Node& node) {
  BezierCurveParams params;
  return error_of(node, params);
}

schema::Node points(int count) {
  std::vector<schema::Node> all;
  for (int i = 0; i < count; ++i) all.push_back(point(i, i * i));
  return list(std::move(all));
}

std::size_t lines(double width, double height, double distance) {
  StringArtParams params;
  params.width = width;
  params.height = height;
  params.distance = distance;
  const Curve curve = string_art(params);
  REQUIRE(curve.paths.size() == 1);
  return curve.paths[0].segments.size();
}

Vec2 end_of(const Segment& s) { return Vec2{Vec3{s.points[1]}}; }

}  // namespace

TEST_CASE("bezier: points of two or three numbers, in either plane") {
  BezierCurveParams params;
  const auto node =
      map({{"points", {}, list({point(1, 2), list({number(3), number(4), number(5)})})}, {"plane", {}, text("xz")}});
  REQUIRE(error_of(node, params).empty());
  const Curve curve = bezier_curve(params);
  CHECK(curve.plane == Plane::xz);
  CHECK(curve.paths[0].segments[0].points[0] == Vec4(1, 0, 2, 1));
  CHECK(curve.paths[0].segments[0].points[1] == Vec4(3, 4, 5, 1));
  CHECK(schema::canonical_text(schema::Codec<Point>::to_node(params.points[1])) == "[3, 4, 5]");
  CHECK(schema::to_text(schema::Codec<Point>::type({})) == "[number, number] or [number, number, number]");
}

TEST_CASE("bezier: a degree cuts the points into segments that share their ends") {
  BezierCurveParams params;
  for (int i = 0; i < 7; ++i) params.points.push_back({static_cast<double>(i), 0, {}});
  CHECK(bezier_curve(params).paths[0].segments.size() == 1);
  params.degree = 3;
  const Curve curve = bezier_curve(params);
  REQUIRE(curve.paths[0].segments.size() == 2);
  CHECK(curve.paths[0].segments[0].points.back() == curve.paths[0].segments[1].points.front());
  params.points.pop_back();
  params.closed = true;
  const Path closed = bezier_curve(params).paths[0];
  REQUIRE(closed.segments.size() == 2);
  CHECK(closed.segments[1].points.back() == closed.segments[0].points.front());
}

TEST_CASE("bezier: counts that do not fit are refused") {
  using E = std::vector<schema::Entry>;
  CHECK(bezier_error(map({})) == "a curve needs one of 'points', 'through' and 'arc'");
  CHECK(bezier_error(map(E{{"points", {}, points(3)}, {"through", {}, points(3)}})) != "");
  CHECK(bezier_error(map(E{{"points", {}, points(1)}})) == "'points' needs at least 2 points, not 1");
  CHECK(bezier_error(map(E{{"points", {}, points(34)}})) == "34 points make one segment of degree 33, above 32");
  CHECK(bezier_error(map(E{{"points", {}, points(33)}})).empty());
  CHECK(bezier_error(map(E{{"points", {}, points(6)}, {"degree", {}, number(3)}})) ==
        "6 points do not make joined segments of degree 3");
  CHECK(bezier_error(map(E{{"points", {}, points(7)}, {"degree", {}, number(3)}})).empty());
  CHECK(bezier_error(map(E{{"points", {}, points(3)}, {"weights", {}, list({number(1)})}})) == "1 weight for 3 points");
  CHECK(bezier_error(map(E{{"points", {}, points(3)}, {"weights", {}, list({number(1), number(0), number(1)})}})) !=
        "");
  CHECK(bezier_error(map(E{{"points", {}, list({list({number(1)})})}})) ==
        "'points' in stage 'x' needs points of two or three numbers, not a list");
  CHECK(bezier_error(map(E{{"through", {}, list({point(1, 1), point(1, 1)})}})) ==
        "points 1 and 2 of 'through' are identical");
  CHECK(bezier_error(map(E{{"arc", {}, map({{"sweep", {}, number(0)}})}})) == "the 'sweep' of an arc must not be 0");
}

TEST_CASE("string art: line counts of the worked sheets") {
  CHECK(lines(10, 10, 1) == 43);
  CHECK(lines(10, 10, 0.5) == 84);
  CHECK(lines(10, 10, 0.1) == 405);
  CHECK(lines(10, 10, 0.01) == 4008);
  CHECK(lines(11, 8.5, 0.5) == 80);
}

TEST_CASE("string art: the first five lines of the 10 x 10 sheet") {
  StringArtParams params;
  params.distance = 1;
  const Path path = string_art(params).paths[0];
  const Vec2 ends[] = {{10, 9}, {9, 0}, {0, 1}, {.995037, 9.900496}, {9.889568, 8.006116}};
  const double lengths[] = {10.049876, 9.055385, 9.055385, 8.955944, 9.094029};
  CHECK(Vec2{Vec3{path.segments[0].points[0]}} == Vec2(0, 10));
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(glm::length(end_of(path.segments[i]) - ends[i]) < 1e-6);
    CHECK(glm::length(end_of(path.segments[i]) - Vec2{Vec3{path.segments[i].points[0]}}) ==
          Approx(lengths[i]).epsilon(1e-7));
  }
}

TEST_CASE("string art: distance times rounds tends to the length of the pursuit, side / (1 - cos(360 / m))") {
  for (const int m : {3, 4, 6}) {
    StringArtParams params;
    params.outline = StringOutline::polygon;
    params.sides = m;
    params.radius = 1;
    params.distance = 1e-4;
    const double side = 2 * math::sin_deg(180.0 / m);
    const double rounds = static_cast<double>(string_art(params).paths[0].segments.size()) / m;
    CHECK(params.distance * rounds == Approx(side / (1 - math::cos_deg(360.0 / m))).epsilon(0.005));
  }
}

TEST_CASE("string art: too many lines are refused, as is a distance longer than a side") {
  StringArtParams params;
  params.distance = 1e-6;
  CHECK_THROWS_AS(string_art(params), StageError);
  CHECK(error_of(map({{"distance", {}, number(10)}}), params) ==
        "'distance' must be less than the shortest side, 10 m");
}

TEST_CASE("string art: a rosette has one spiral per triangle, and neighbours mirror each other") {
  StringArtParams params;
  params.outline = StringOutline::rosette;
  params.sides = 6;
  params.frame = true;
  const Curve curve = string_art(params);
  REQUIRE(curve.paths.size() == 7);
  CHECK(curve.paths.back().closed);
  const Vec2 first = end_of(curve.paths[0].segments[0]);
  const Vec2 second = end_of(curve.paths[1].segments[0]);
  CHECK(glm::length(first) == Approx(glm::length(second)));
}

TEST_CASE("string art: what is told of its paths is true near the longest distance, where it has no line") {
  for (const StringOutline outline : {StringOutline::rectangle, StringOutline::polygon, StringOutline::rosette}) {
    for (const int sides : {3, 5, 7, 12}) {
      StringArtParams params;
      params.outline = outline;
      params.sides = sides;
      const double side = std::min(params.radius, 2 * params.radius * math::sin_deg(180.0 / sides));
      const double shortest = outline == StringOutline::rectangle ? params.width
                              : outline == StringOutline::rosette ? side
                                                                  : 2 * params.radius * math::sin_deg(180.0 / sides);
      for (const double gap : {0.0, 1e-15, 9.99999e-7, 1e-6, 1.0000001e-6, 2.1e-6, 0.1}) {
        params.distance = shortest * (1 - gap);
        const bool is_told = StringArt::estimate(params, {}).paths.open;
        CAPTURE(static_cast<int>(outline), sides, gap);
        CHECK((!is_told || !string_art(params).paths.empty()));
        CHECK(is_told == (gap > 2e-6));
      }
    }
  }
}
