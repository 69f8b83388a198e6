// place: along curves, at their corners and ends.

#include "support/catch.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/math/math.h"
#include "methods/curve/arc.h"
#include "methods/curve/nearest.h"
#include "placing.h"

using namespace weald;
using namespace weald::scene;
using namespace weald::test;

namespace {

/// Length along the road from its start to the point of it that is nearest to `p`, by bisection of a fine table of
/// Simpson's rule. Each of its segments is monotone enough that the nearest sample starts the search.
double length_to(const curve::Curve& road, const Vec3& p) {
  double before = 0, best = 1e300, length = 0;
  for (const curve::Segment& segment : road.paths[0].segments) {
    const auto distance = [&](double t) { return glm::length(curve::evaluate(segment, t) - p); };
    double t = 0;
    for (int i = 0; i <= 2000; ++i) {
      if (distance(i / 2000.0) < distance(t)) t = i / 2000.0;
    }
    double low = std::max(0.0, t - 1 / 2000.0), high = std::min(1.0, t + 1 / 2000.0);
    for (int i = 0; i < 200; ++i) {  // ternary search
      const double a = low + (high - low) / 3, b = high - (high - low) / 3;
      (distance(a) < distance(b) ? high : low) = distance(a) < distance(b) ? b : a;
    }
    if (distance(low) < best) {
      best = distance(low);
      length = before + simpson_length(segment, low);
    }
    before += simpson_length(segment, 1);
  }
  REQUIRE(best < 1e-6);
  return length;
}

curve::Curve circle(double radius) {
  return curve_of({curve::arc_path({{0, 0, 0}, radius, 0, 360, curve::Plane::xz})});
}

curve::Curve square(double side, bool closed) {
  const Vec3 a{0, 0, 0}, b{side, 0, 0}, c{side, 0, side}, d{0, 0, side};
  std::vector<std::vector<Vec3>> segments{{a, b}, {b, c}, {c, d}};
  if (closed) segments.push_back({d, a});
  return curve_of({path_of(segments, closed)});
}

}  // namespace

TEST_CASE("place: copies stand at equal arc lengths, as Simpson's rule measures them") {
  const curve::Curve road = winding_road();
  PlaceParams params = placing(Arrangement::along);
  params.spacing = 7;
  params.start = 2;
  const auto copies = placed({&road}, params, {});
  REQUIRE(copies.size() > 15);
  for (std::size_t i = 0; i < copies.size(); ++i)
    CHECK(std::abs(length_to(road, foot_of(copies[i])) - (2 + 7.0 * static_cast<double>(i))) < 1e-6);
}

TEST_CASE("place: a fitted spacing and a count put copies at both ends, evenly") {
  const curve::Curve road = winding_road();
  const double total = simpson_length(road.paths[0].segments[0], 1) + simpson_length(road.paths[0].segments[1], 1);
  PlaceParams params = placing(Arrangement::along);
  params.start = 3;
  params.end = 5;
  SECTION("spacing") {
    params.spacing = 7;
    params.fit = true;
  }
  SECTION("count") { params.count = 11; }
  const auto copies = placed({&road}, params, {});
  const double usable = total - 8, intervals = params.count ? 10 : std::floor(usable / 7 + 0.5);
  REQUIRE(copies.size() == static_cast<std::size_t>(intervals) + 1);
  for (std::size_t i = 0; i < copies.size(); ++i) {
    const double wanted = 3 + usable * static_cast<double>(i) / intervals;
    CHECK(std::abs(length_to(road, foot_of(copies[i])) - wanted) < 1e-6);
  }
}

TEST_CASE("place: a spacing that divides a line exactly has a copy at its end") {
  const curve::Curve line = curve_of({path_of({{{0, 0, 0}, {0.3, 0, 0}}})});
  PlaceParams params = placing(Arrangement::along);
  params.spacing = 0.1;
  const auto copies = placed({&line}, params, {});
  REQUIRE(copies.size() == 4);
  CHECK(foot_of(copies.back()).x == Approx(0.3).margin(1e-12));
}

TEST_CASE("place: closed curves are divided all round") {
  const curve::Curve ring = circle(10);
  PlaceParams params = placing(Arrangement::along);
  params.count = 12;
  const auto copies = placed({&ring}, params, {});
  REQUIRE(copies.size() == 12);
  for (int i = 0; i < 12; ++i) {
    const Vec3 wanted{10 * math::cos_deg(30 * i), 0, 10 * math::sin_deg(30 * i)};
    CHECK(glm::length(foot_of(copies[static_cast<std::size_t>(i)]) - wanted) < 1e-7);
  }
  params.count.reset();
  params.spacing = 10;  // 6.28 times round
  CHECK(placed({&ring}, params, {}).size() == 6);
  params.fit = true;
  CHECK(placed({&ring}, params, {}).size() == 6);
  params.fit = false;
  params.start = 1;  // no longer closed
  CHECK(placed({&ring}, params, {}).size() == 7);
}

TEST_CASE("place: the sides of a road are the offset away from it, and level") {
  const curve::Curve road = winding_road();
  PlaceParams params = placing(Arrangement::along);
  params.spacing = 3;
  const auto middle = placed({&road}, params, {});
  params.sides = Sides::both;
  params.offset = 4;
  const auto copies = placed({&road}, params, {});
  const std::size_t count = middle.size();
  REQUIRE(copies.size() == 2 * count);
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 ahead = axis_of(middle[i], 2);
    const Vec3 left = foot_of(copies[i]) - foot_of(middle[i]);
    const Vec3 right = foot_of(copies[count + i]) - foot_of(middle[i]);
    CHECK(glm::length(left) == Approx(4).epsilon(1e-12));
    CHECK(glm::length(left + right) < 1e-12);
    CHECK(left.y == Approx(0).margin(1e-12));
    CHECK(glm::dot(left, ahead) == Approx(0).margin(kAxisPrecision));
    CHECK(glm::cross(ahead, right).y < 0);  // to the right, seen from above
  }
}

TEST_CASE("place: upright copies are vertical, orthonormal and turned along the course") {
  const curve::Curve road = winding_road();
  PlaceParams params = placing(Arrangement::along);
  params.count = 50;
  const auto copies = placed({&road}, params, {});
  for (std::size_t i = 0; i < copies.size(); ++i) {
    const Mat3 axes{copies[i].axes};
    CHECK(axes[1] == Vec3{0, 1, 0});
    const Mat3 unit = glm::transpose(axes) * axes;
    for (int k = 0; k < 3; ++k) CHECK(glm::length(unit[k] - Mat3{1.0}[k]) < kAxisPrecision);
    CHECK(glm::determinant(axes) == Approx(1));
    if (i == 0 || i + 1 == copies.size()) continue;
    Vec3 chord = foot_of(copies[i + 1]) - foot_of(copies[i - 1]);
    chord.y = 0;
    CHECK(glm::dot(glm::normalize(chord), axes[2]) > 0.99);
  }
}

TEST_CASE("place: normals of a helix turn as little as possible") {
  // The frame of least twist turns against the Frenet frame by the torsion, b / (r^2 + b^2) per metre of arc.
  constexpr double kRadius = 3, kRise = 2;  // metres per radian
  curve::Path path;
  for (int i = 0; i < 360; ++i) {  // cubics through exact ends with exact tangents: error 1e-9
    const double a = math::radians(4.0 * i), b = math::radians(4.0 * (i + 1)), third = (b - a) / 3;
    const auto at = [&](double t) { return Vec3{kRadius * std::cos(t), kRise * t, kRadius * std::sin(t)}; };
    const auto rate = [&](double t) { return Vec3{-kRadius * std::sin(t), kRise, kRadius * std::cos(t)}; };
    path.segments.push_back(
        curve::make_segment(std::vector<Vec3>{at(a), at(a) + rate(a) * third, at(b) - rate(b) * third, at(b)}));
  }
  const curve::Curve helix = curve_of({path});
  PlaceParams params = placing(Arrangement::along);
  params.count = 9;
  params.up = SiteUp::normal;
  const auto copies = placed({&helix}, params, {});
  const double whole = math::radians(4.0 * 360);
  const double torsion = kRise / (kRadius * kRadius + kRise * kRise);
  const double length = whole * std::sqrt(kRadius * kRadius + kRise * kRise);
  double first = 0;
  for (int i = 0; i < 9; ++i) {
    const double t = whole * i / 8.0;
    const Vec3 principal{-std::cos(t), 0, -std::sin(t)};
    const Vec3 tangent = glm::normalize(Vec3{-kRadius * std::sin(t), kRise, kRadius * std::cos(t)});
    const Vec3 binormal = glm::cross(tangent, principal);
    const Vec3 up = axis_of(copies[static_cast<std::size_t>(i)], 1);
    CHECK(std::abs(glm::dot(up, tangent)) < 1e-6);
    const double angle = std::atan2(glm::dot(up, binormal), glm::dot(up, principal));
    if (i == 0) first = angle;
    // The torsion of this helix is negative: it climbs clockwise seen from above.
    const double wanted = torsion * length * i / 8.0;
    CHECK(std::abs(std::remainder(angle - first - wanted, 2 * math::kPi)) < 1e-4);
  }
}

TEST_CASE("place: corners of a square, halfway between its sides") {
  PlaceParams params = placing(Arrangement::corners);
  const curve::Curve open = square(10, false), closed = square(10, true);
  CHECK(placed({&open}, params, {}).size() == 2);
  const auto copies = placed({&closed}, params, {});
  REQUIRE(copies.size() == 4);
  for (const Instance& copy : copies) {
    const Vec3 p = foot_of(copy), ahead = axis_of(copy, 2);
    CHECK((std::abs(p.x - 5) == 5 && std::abs(p.z - 5) == 5));
    CHECK(std::abs(ahead.x) == Approx(std::sqrt(0.5)));
    CHECK(std::abs(ahead.z) == Approx(std::sqrt(0.5)));
    CHECK(glm::dot(ahead, p - Vec3{5, 0, 5}) == Approx(0).margin(1e-12));
  }
  params.corner_angle = 91;
  CHECK(placed({&closed}, params, {}).empty());
}

TEST_CASE("place: both ends of open paths, facing away") {
  const curve::Curve open = square(10, false), closed = square(10, true);
  PlaceParams params = placing(Arrangement::ends);
  params.facing = Facing::outward;
  const auto copies = placed({&open}, params, {});
  REQUIRE(copies.size() == 2);
  CHECK(foot_of(copies[0]) == Vec3{0, 0, 0});
  CHECK(axis_of(copies[0], 2) == Vec3{-1, 0, 0});
  CHECK(foot_of(copies[1]) == Vec3{0, 0, 10});
  CHECK(axis_of(copies[1], 2) == Vec3{-1, 0, 0});
  CHECK(placed({&closed}, params, {}).empty());
}

TEST_CASE("place: a spacing that is far too small ends at once, and gaps may leave nothing") {
  const curve::Curve line = curve_of({path_of({{{0, 0, 0}, {1e5, 0, 0}}})});
  PlaceParams params = placing(Arrangement::along);
  params.spacing = 1e-3;
  CHECK_THROWS_AS(placed({&line}, params, {}), StageError);
  params.spacing = 1;
  params.start = 6e4;
  params.end = 6e4;
  RunContext context;
  std::string warning;
  context.on_warning = [&](const std::string& message, std::string_view) { warning = message; };
  CHECK(placed({&line}, params, context).empty());
  CHECK(warning.find("shorter than the gaps") != std::string::npos);
}

TEST_CASE("place: a curve that turns back on itself, and one of a single point") {
  const curve::Curve there_and_back = curve_of({path_of({{{0, 0, 0}, {10, 0, 0}}, {{10, 0, 0}, {0, 0, 0}}})});
  const curve::Curve point = curve_of({path_of({{{1, 2, 3}, {1, 2, 3}}})});
  PlaceParams params = placing(Arrangement::along);
  params.count = 21;
  for (const SiteUp up : {SiteUp::vertical, SiteUp::normal}) {
    params.up = up;
    for (const Instance& copy : placed({&there_and_back}, params, {})) CHECK(std::abs(foot_of(copy).x - 5) <= 5);
    CHECK(placed({&point}, params, {}).empty());
  }
}
