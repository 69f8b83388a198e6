#include "support/catch.h"

#include <cmath>

#include "base/error.h"
#include "base/math/math.h"
#include "methods/curve/bezier.h"
#include "stages/plants/skin/detail/cross_section.h"
#include "stages/plants/skin/detail/rings.h"
#include "stages/plants/skin/detail/tube.h"
#include "unit/stages/plants/skin/skeletons.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

namespace {

/// A closed polygon in the xy plane.
curve::Curve polygon(const std::vector<Vec2>& corners) {
  curve::Path path;
  path.closed = true;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec2 &a = corners[i], &b = corners[(i + 1) % corners.size()];
    const std::array points{Vec3{a.x, a.y, 0}, Vec3{b.x, b.y, 0}};
    path.segments.push_back(curve::make_segment(points));
  }
  return {{path}, curve::Plane::xy};
}

PlantMeshParams ribbed(int ribs, RibShape shape, double depth) {
  PlantMeshParams params;
  params.stem.contour.ribs = ribs;
  params.stem.contour.shape = shape;
  params.stem.contour.depth = depth;
  params.stem.tip = TipShape::flat;
  return params;
}

lsystem::Skeleton cone(double length, double r0, double r1) {
  Sketch sketch;
  sketch.root({0, 0, 0}, {0, length, 0}, r0, r1);
  return sketch.skeleton();
}

/// A ring about the y axis with the whole of a contour.
Ring contoured_ring(const CrossSection& section, double contour, double contour_slope) {
  Ring ring;
  ring.tangent = {0, 1, 0};
  ring.side = {0, 0, 1};
  ring.radius = 0.5;
  ring.slope = -0.1;
  ring.section = &section;
  ring.contour = static_cast<float>(contour);
  ring.contour_slope = static_cast<float>(contour_slope);
  ring.sides = 64;
  return ring;
}

}  // namespace

TEST_CASE("contour: ribs reach the radius at their crests and lose their depth in the grooves") {
  for (const RibShape shape : {RibShape::wave, RibShape::bulge, RibShape::crest}) {
    const CrossSection section({.outline = {}, .ribs = 5, .shape = shape, .depth = 0.3, .turn = 0, .fade = {}});
    for (int rib = 0; rib < 5; ++rib) {
      CHECK(section.at(72 * rib).share == Approx(1));
      CHECK(section.at(72 * rib + 36).share == Approx(0.7));
      CHECK(section.at(72 * rib).around == Approx(0).margin(1e-9));
      CHECK(section.at(72 * rib + 36).around == Approx(0).margin(1e-9));
    }
  }
}

TEST_CASE("contour: the derivative of ribs is that of finite differences") {
  for (const RibShape shape : {RibShape::wave, RibShape::bulge, RibShape::crest}) {
    const CrossSection section({.outline = {}, .ribs = 7, .shape = shape, .depth = 0.2, .turn = 11, .fade = {}});
    for (const double degrees : {3.0, 17.0, 100.0, 211.0, 340.0}) {
      const double step = 1e-4;
      const double difference =
          (section.at(degrees + step).share - section.at(degrees - step).share) / math::radians(2 * step);
      CHECK(section.at(degrees).around == Approx(difference).epsilon(1e-5));
    }
  }
}

TEST_CASE("contour: normals are those of the surface, by finite differences around and along it") {
  const CrossSection section({.outline = {}, .ribs = 3, .shape = RibShape::wave, .depth = 0.3, .turn = 0, .fade = {}});
  const double slope = -0.8, step = 1e-5;
  const Ring ring = contoured_ring(section, 0.7, slope);
  Ring above = ring, below = ring;
  above.centre.y += step, above.radius += ring.slope * step, above.contour += static_cast<float>(slope * step);
  below.centre.y -= step, below.radius -= ring.slope * step, below.contour -= static_cast<float>(slope * step);
  for (std::uint32_t j = 0; j < 64; ++j) {
    // The positions beside a corner around the ring: those of a ring that is turned a little.
    const auto turned = [&](double degrees) {
      const LobeShape shape = contour_shape(ring, 360.0 * j / 64 + degrees);
      const double angle = 360.0 * j / 64 + degrees;
      return ring.radius * shape.share * Vec3{math::sin_deg(angle), 0, math::cos_deg(angle)};
    };
    const Vec3 around = turned(0.01) - turned(-0.01);
    const Vec3 along = RingCorners(above, {}).position(j) - RingCorners(below, {}).position(j);
    const Vec3 normal = glm::normalize(glm::cross(along, around));
    const Vec3 given = RingCorners(ring, {}).normal(j);
    CHECK(std::abs(glm::dot(normal, given)) > 0.9999);
    CHECK(glm::dot(given, turned(0)) > 0);
  }
}

TEST_CASE("contour: a square keeps its corners and the middles of its sides") {
  const auto square = polygon({{1, 1}, {-1, 1}, {-1, -1}, {1, -1}});
  const auto section = cross_section({}, &square);
  REQUIRE(section);
  for (int i = 0; i < 4; ++i) {
    CHECK(section->at(90 * i + 45).share == Approx(1).epsilon(1e-6));
    CHECK(section->at(90 * i).share == Approx(std::sqrt(0.5)).epsilon(1e-6));
    CHECK(section->at(90 * i + 20).share == Approx(std::sqrt(0.5) / math::cos_deg(20)).epsilon(1e-4));
  }
  CHECK(section->sides(3, 0.01) % 8 == 0);
}

TEST_CASE("contour: a curve in the other direction gives the same outline") {
  const auto one = polygon({{2, 0}, {0, 1}, {-1, 0}, {0, -1}}), other = polygon({{2, 0}, {0, -1}, {-1, 0}, {0, 1}});
  const auto a = cross_section({}, &one), b = cross_section({}, &other);
  for (int degrees = 0; degrees < 360; degrees += 7) CHECK(a->at(degrees).share == Approx(b->at(degrees).share));
}

TEST_CASE("contour: curves that rays from the origin miss, or meet twice, are refused") {
  const auto aside = polygon({{1, 0}, {2, 0}, {2, 1}});
  const auto folded = polygon({{1, 0}, {0, 1}, {-1, 0}, {-0.5, -1}, {-1, -0.4}, {0, -1}});
  auto open = polygon({{1, 0}, {0, 1}, {-1, -1}});
  open.paths[0].closed = false;
  CHECK_THROWS_AS(cross_section({}, &aside), StageError);
  CHECK_THROWS_AS(cross_section({}, &folded), StageError);
  CHECK_THROWS_AS(cross_section({}, &open), StageError);
}

TEST_CASE("contour: tubes have enough sides to stay near their outline, and coarse ones fewer") {
  for (const int ribs : {5, 8, 13, 15, 21}) {
    const CrossSection section(
        {.outline = {}, .ribs = ribs, .shape = RibShape::bulge, .depth = 0.15, .turn = 0, .fade = {}});
    const std::uint32_t fine = section.sides(8, 0.02), coarse = section.sides(8, 0.08);
    CHECK(fine >= coarse);
    CHECK(coarse >= 8);
    CHECK(fine <= kMaxSides);
    if (ribs <= 15) CHECK(fine % static_cast<std::uint32_t>(2 * ribs) == 0);  // with corners on crests and in grooves
  }
}

TEST_CASE("contour: a ribbed column is closed, with the volume of its outline") {
  const lsystem::Skeleton column = cone(2, 0.5, 0.5);
  const mesh::Soup soup = soup_of(column, ribbed(8, RibShape::wave, 0.2));
  CHECK(is_closed(soup));
  // The area of r = R (1 - d sin^2) is pi R^2 ((1 - d/2)^2 + d^2/8).
  CHECK(volume(soup) == Approx(2 * math::kPi * 0.25 * (0.81 + 0.005)).epsilon(0.03));
  for (const TipShape tip : {TipShape::blunt, TipShape::point, TipShape::flat, TipShape::round}) {
    PlantMeshParams params = ribbed(5, RibShape::bulge, 0.3);
    params.stem.tip = tip;
    CHECK(is_closed(soup_of(random_tree(3, 4), params)));
    params.stem.joint = JointKind::weld;
    CHECK(is_closed(soup_of(random_tree(3, 4), params)));
    params.stem.joint = JointKind::collar;
    CHECK(is_closed(soup_of(random_tree(3, 4), params)));
  }
}

TEST_CASE("contour: the outline fades along the stem, and thin stems are round") {
  PlantMeshParams params = ribbed(4, RibShape::crest, 0.5);
  params.stem.contour.fade = 4;
  const mesh::Soup soup = soup_of(cone(4, 0.5, 0.5), params);
  double foot = 1, top = 1;
  for (const Vec3f& p : soup.positions) {
    const double radius = std::hypot(static_cast<double>(p.x), static_cast<double>(p.z));
    if (radius < 0.01) continue;
    if (p.y < 1e-6f) foot = std::min(foot, radius);
    if (p.y > 2.001f) top = std::min(top, radius);
  }
  CHECK(std::abs(foot - 0.25) < 0.02 * 0.5);  // the tolerance of the outline
  CHECK(top == Approx(0.5).epsilon(1e-4));
  params.stem.contour.thinnest = 0.5;
  Sketch sketch;
  const auto s = sketch.root({0, 0, 0}, {0, 2, 0}, 0.5, 0.5);
  sketch.extend(s, {0, 4, 0}, 0.5, 0.5);
  sketch.fork(s, {2, 3, 0}, 0.1, 0.1);
  const AxisNetwork network = trace_axes(sketch.skeleton(), {});
  params.stem.section = cross_section(params.stem.contour, nullptr);
  CHECK_FALSE(sample_stem(network, network.axes[0], params.stem, {}).rings[0].is_round());
  CHECK(sample_stem(network, network.axes[1], params.stem, {}).rings[0].is_round());
}

TEST_CASE("contour: u closes a whole number apart at the seam of a ribbed stem") {
  PlantMeshParams params = ribbed(15, RibShape::bulge, 0.15);
  params.bark.texture_width = 0.5;
  const mesh::Soup soup = soup_of(cone(1, 0.5, 0.5), params);
  float low = 0, high = 0;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    if (soup.face(f).size() != 4) continue;
    for (std::uint32_t c = soup.face_begin[f]; c < soup.face_begin[f + 1]; ++c) {
      low = std::min(low, soup.uvs[soup.corner_uvs[c]].x);
      high = std::max(high, soup.uvs[soup.corner_uvs[c]].x);
    }
  }
  CHECK(low == 0.0f);
  CHECK(high == 6.0f);  // round(2 pi 0.5 / 0.5)
}
