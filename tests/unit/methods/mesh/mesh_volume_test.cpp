#include "methods/mesh/mesh_volume.h"

#include "support/catch.h"

#include <array>
#include <cmath>

#include "base/rng.h"
#include "methods/mesh/build.h"
#include "methods/mesh/icosphere.h"
#include "stages/shapes/shapes.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::mesh;

namespace {

// Points whose coordinates are often those of vertices and edges.
Vec3 lattice_point(const Rng& rng, std::uint64_t i) {
  return Vec3{rng.below(9, i, 0), rng.below(9, i, 1), rng.below(9, i, 2)} / 4.0 - Vec3{1, 1, 1};
}

}  // namespace

TEST_CASE("mesh volume: a box holds the points between its sides, also in line with its vertices and edges") {
  ShapesParams params{.shape = Shape::box, .size = {1, 1, 1}};
  params.cells = {2, 2, 4};  // vertices on the quarters and halves that are asked below
  const MeshVolume volume(make_shape(params));
  const Rng rng(1);
  int inside = 0;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const Vec3 p = lattice_point(rng, i);
    const double farthest = std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    if (farthest == 0.5) continue;  // on the surface
    INFO(p.x << " " << p.y << " " << p.z);
    CHECK(volume.contains(p) == (farthest < 0.5));
    inside += farthest < 0.5 ? 1 : 0;
  }
  CHECK(inside > 100);
}

TEST_CASE("mesh volume: under the pole of a sphere, where all faces meet, points are inside") {
  for (const int levels : {0, 1, 3}) {
    const MeshVolume volume(make_icosphere(1, levels));
    for (const double y : {-0.9, -0.5, 0.0, 0.25, 0.9}) CHECK(volume.contains({0, y, 0}));
    for (const double y : {-2.0, -1.01, 1.01, 2.0}) CHECK(!volume.contains({0, y, 0}));
  }
}

TEST_CASE("mesh volume: a fine sphere and a torus agree with their formulas") {
  const MeshVolume ball(make_icosphere(1, 5));
  ShapesParams params{.shape = Shape::torus};
  params.segments = 96;
  params.tube_segments = 64;
  const MeshVolume ring(make_shape(params));
  const Rng rng(2);
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    const Vec3 p{rng.uniform_in(-1.2, 1.2, i, 0), rng.uniform_in(-1.2, 1.2, i, 1), rng.uniform_in(-1.2, 1.2, i, 2)};
    const double radius = glm::length(p);
    if (std::abs(radius - 1) > 2e-3) CHECK(ball.contains(p) == (radius < 1));
    const double around = std::hypot(std::hypot(p.x, p.z) - params.radius, p.y / 1.0);
    if (std::abs(around - params.tube_radius) > 2e-3) CHECK(ring.contains(p) == (around < params.tube_radius));
  }
}

TEST_CASE("mesh volume: a mesh turned inside out holds the same points, an empty one none") {
  const auto holds = [](const test::Faces& faces) {
    const MeshVolume volume(build_mesh(test::soup_of({{-1, -1, -1}, {1, -1, -1}, {0, -1, 1}, {0, 1, 0}}, faces)).mesh);
    return volume.contains({0, -0.5, 0}) && !volume.contains({0, 1.5, 0}) && !volume.contains({2, 0, 0});
  };
  CHECK(holds({{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}));
  CHECK(holds({{2, 1, 0}, {1, 3, 0}, {2, 3, 1}, {0, 3, 2}}));
  CHECK(!MeshVolume(Mesh{}).contains({0, 0, 0}));
}

TEST_CASE("mesh volume: a surface is open where it ends, but not along seams and edges of many faces") {
  ShapesParams params{.shape = Shape::cylinder, .segments = 12};
  CHECK(open_edges(make_shape(params)) == 0);
  params.capped = false;
  CHECK(open_edges(make_shape(params)) == 24);
  CHECK(open_edges(make_shape({.shape = Shape::torus})) == 0);
  CHECK(open_edges({}) == 0);
  // A tetrahedron whose faces have corners of their own, and without the last; then two that share an edge.
  const std::vector<Vec3f> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, -1}};
  const auto apart = [&](const test::Faces& faces) {
    Soup soup;
    for (const auto& face : faces) {
      std::vector<std::uint32_t> corners;
      for (const std::uint32_t corner : face) {
        corners.push_back(static_cast<std::uint32_t>(soup.positions.size()));
        soup.positions.push_back(points[corner]);
      }
      soup.add_face(corners);
    }
    return build_checked(std::move(soup));
  };
  CHECK(open_edges(apart({{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}})) == 0);
  CHECK(open_edges(apart({{0, 2, 1}, {0, 1, 3}, {0, 3, 2}})) == 3);
  const test::Faces two{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}, {0, 1, 2}, {0, 4, 1}, {1, 4, 2}, {2, 4, 0}};
  CHECK(open_edges(apart(two)) == 0);
  // A face that looks the wrong way leaves its edges open, twice each.
  CHECK(open_edges(apart({{0, 1, 2}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}})) == 6);
}

TEST_CASE("mesh volume: long triangles that lie aslant take memory in proportion to their number") {
  // A fan of slivers, each as long as the box around all of them.
  Soup soup;
  const int blades = 20'000;
  for (int i = 0; i < blades; ++i) {
    const double angle = 2 * 3.14159265358979 * i / blades;
    const Vec3f tip(Vec3{std::cos(angle), 0, std::sin(angle)});
    const auto first = static_cast<std::uint32_t>(soup.positions.size());
    soup.positions.insert(soup.positions.end(), {tip, Vec3f(-tip.x, 0.001F, -tip.z), Vec3f(-tip.x, 0.002F, -tip.z)});
    soup.add_face(std::array{first, first + 1, first + 2});
  }
  const MeshVolume volume(build_mesh(std::move(soup)).mesh);
  CHECK(volume.entry_count() >= blades);
  CHECK(volume.entry_count() <= std::size_t{32} * blades);
}
