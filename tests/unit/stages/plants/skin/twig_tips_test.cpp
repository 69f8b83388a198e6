// Ends of twigs, sharp bends, and what both leave to shading.

#include "support/catch.h"

#include <algorithm>
#include <cmath>

#include "methods/mesh/triangulate.h"
#include "stages/plants/skin/detail/bark_shading.h"
#include "stages/plants/skin/detail/ring_tangents.h"
#include "unit/stages/plants/skin/skeletons.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

namespace {

Stem only_stem(Sketch& sketch, const StemParams& params) {
  const AxisNetwork network = trace_axes(sketch.skeleton(), {});
  return sample_stem(network, network.axes[0], params, {});
}

/// Share of the corners of triangles whose normal lies behind them.
double share_behind(const mesh::Soup& soup) {
  const mesh::Soup triangles = mesh::triangulate(soup);
  std::size_t behind = 0;
  for (std::uint32_t f = 0; f < triangles.face_count(); ++f) {
    const Vec3 across = normalized_or(face_area(triangles, f), Vec3{0});
    for (std::uint32_t c = triangles.face_begin[f]; c < triangles.face_begin[f + 1]; ++c) {
      const std::uint32_t number =
          triangles.corner_normals.empty() ? triangles.corners[c] : triangles.corner_normals[c];
      behind += glm::dot(across, Vec3(triangles.normals[number])) < -0.05 ? 1 : 0;
    }
  }
  return static_cast<double>(behind) / static_cast<double>(triangles.corners.size());
}

}  // namespace

TEST_CASE("tips: a blunt twig keeps its share of the radius up to a cap as long as it is wide") {
  for (const double radius : {0.002, 0.01, 0.05}) {
    Sketch sketch;
    sketch.root({0, 0, 0}, {0, 1, 0}, radius, radius);
    StemParams params;
    params.tip_share = 0.6;
    const Stem stem = only_stem(sketch, params);
    REQUIRE(stem.apex);
    CHECK(stem.rings.back().radius == 0);
    CHECK(stem.rings.back().centre.y == Approx(1));
    for (const Ring& ring : stem.rings) {
      const double to_end = 1 - ring.centre.y;
      if (to_end > 1.61 * 0.6 * radius) CHECK(ring.radius >= 0.6 * radius);
      CHECK(ring.radius <= radius);
    }
    const bool has_cap = std::any_of(stem.rings.begin(), stem.rings.end(), [&](const Ring& ring) {
      return ring.radius > 0.55 * radius && ring.centre.y > 1 - 2 * radius;
    });
    CHECK(has_cap);
  }
}

TEST_CASE("tips: the cap of a thick branch is round, that of a twig of few sides closes in one band") {
  Sketch sketch;
  sketch.root({0, 0, 0}, {0, 1, 0}, 0.05, 0.05);
  StemParams params;
  params.sides = 16;
  CHECK(only_stem(sketch, params).rings.size() == 4);
  params.sides = 5;
  CHECK(only_stem(sketch, params).rings.size() == 3);
  params.tip = TipShape::point;
  CHECK(only_stem(sketch, params).rings.size() == 2);
}

TEST_CASE("tips: wood that tapers to nothing is nowhere thinner than the share of its twigs") {
  Sketch sketch;  // as a model of trees gives it: cones
  const auto s = sketch.root({0, 0, 0}, {0, 1, 0}, 0.02, 0.01);
  sketch.extend(s, {0, 2, 0}, 0.01, 0.0);
  StemParams params;
  const Stem stem = only_stem(sketch, params);
  for (std::size_t i = 0; i + 1 < stem.rings.size(); ++i) {
    if (stem.rings[i].centre.y < 1.97) CHECK(stem.rings[i].radius >= 0.6 * 0.02 - 1e-12);
  }
  params.tip_share = 0;
  CHECK(only_stem(sketch, params).rings[1].radius < 0.6 * 0.02);
}

TEST_CASE("tips: a branch shorter than it is thick is closed, with every tip") {
  for (const TipShape tip : {TipShape::blunt, TipShape::point, TipShape::flat, TipShape::round}) {
    for (const double length : {1e-5, 1e-3, 0.1}) {
      Sketch sketch;
      sketch.root({0, 0, 0}, {0, length, 0}, 0.3, 0.3);
      PlantMeshParams params;
      params.stem.tip = tip;
      const mesh::Soup soup = soup_of(sketch.skeleton(), params);
      CHECK(is_closed(soup));
      CHECK(volume(soup) > 0);
    }
  }
}

TEST_CASE("rings: where a branch bends sharply no two rings cross") {
  for (const double step : {0.03, 0.06, 0.1, 0.2, 0.5}) {
    for (const double turn : {40.0, 80.0, 120.0, 160.0}) {
      Sketch sketch;
      auto segment = sketch.root({0, 0, 0}, {0, 1, 0}, 0.1, 0.1);
      Vec3 at{0, 1, 0};
      double angle = 0;
      for (int i = 0; i < 8; ++i) {
        angle += i % 3 == 2 ? -turn : turn;
        at += step * Vec3{math::sin_deg(angle), math::cos_deg(angle), 0.3};
        segment = sketch.extend(segment, at, 0.1, 0.1);
      }
      sketch.extend(segment, at + Vec3{0, 2, 0}, 0.1, 0.1);
      StemParams params;
      params.tip = TipShape::flat;
      const Stem stem = only_stem(sketch, params);
      CAPTURE(step, turn, stem.rings.size());
      for (std::size_t i = 0; i + 1 < stem.rings.size(); ++i) CHECK_FALSE(is_folded(stem.rings[i], stem.rings[i + 1]));
    }
  }
}

TEST_CASE("rings: where the axis turns back nothing is left of a bend that was there before") {
  const auto ring_at = [](const Vec3& centre) {
    Ring ring;
    ring.centre = centre;
    ring.radius = 0.1;
    return ring;
  };
  std::vector<Ring> rings{ring_at({0, 0, 0}), ring_at({0, 1, 0}), ring_at({1, 1, 0})};
  set_tangents(rings);
  CHECK(rings[1].stretch > 1.4);
  rings[2].centre = {0, 0, 0};
  set_tangents(rings);
  CHECK(rings[1].stretch == 1);
  CHECK(rings[1].bend == Vec3{0, 0, 0});
  CHECK(std::abs(rings[1].tangent.y) < 1e-12);
}

TEST_CASE("shading: no normal of bark lies behind its face, but for 2 of 1000 corners of twisted quads") {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    for (const JointKind joint : {JointKind::overlap, JointKind::weld}) {
      PlantMeshParams params;
      params.stem.joint = joint;
      params.stem.sides = 4 + static_cast<int>(seed);
      params.stem.min_sides = 3;
      params.flare.amount = seed % 2 == 0 ? 0.5 : 0;
      CAPTURE(seed, static_cast<int>(joint));
      CHECK(share_behind(soup_of(random_tree(seed, 6), params)) < 0.002);
    }
  }
}

TEST_CASE("shading: a normal turns no farther than it takes, and a fold gets an edge") {
  mesh::Soup roof;  // two faces that meet at a ridge, whose normals lean to the side
  roof.positions = {{0, 0, 0}, {0, 0, 1}, {1, -0.2f, 0}, {-1, -0.2f, 0}};
  roof.normals = {{-0.995f, 0.0995f, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}};
  roof.add_face(std::vector<std::uint32_t>{0, 1, 2});
  roof.add_face(std::vector<std::uint32_t>{1, 0, 3});
  turn_normals_outward(roof.face_count(), {}, roof);
  CHECK(roof.corner_normals.empty());
  CHECK(roof.normals[0].x < -0.8f);  // it still leans
  CHECK(share_behind(roof) == 0);
  CHECK(roof.normals[1] == Vec3f{0, 1, 0});
  mesh::Soup fold = roof;  // both faces of a sheet: no direction is before both
  fold.positions[3] = {1, -0.2f, 0.1f};
  turn_normals_outward(fold.face_count(), {}, fold);
  CHECK(fold.corner_normals.size() == fold.corners.size());
  CHECK(share_behind(fold) == 0);
}
