#include <algorithm>
#include <cmath>

#include "support/catch.h"

#include "base/math/math.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "front/compare/detail/meshes.h"
#include "front/compare/pictures.h"
#include "front/compare/verdict_text.h"
#include "methods/mesh/icosphere.h"
#include "methods/mesh/triangulate.h"
#include "stages/shapes/transform.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::compare;
using mesh::build_checked;
using mesh::Mesh;

namespace {

/// Without pictures, which take longer than all the rest.
MeshDifference measured(const Mesh& a, const Mesh& b) {
  MeshTolerance tolerance;
  tolerance.flip_max = tolerance.flip_p99 = std::nullopt;
  return compare_meshes(a, b, tolerance);
}

Mesh moved(const Mesh& mesh, const Vec3& by) {
  Mesh result = mesh;
  for (Vec3f& p : result.positions) p = Vec3f{Vec3{p} + by};
  return result;
}

TEST_CASE("meshes: a mesh compared with itself is identical") {
  for (const test::NamedSoup& named : test::sound_soups()) {
    INFO(named.name);
    const Mesh mesh = build_checked(named.soup);
    const MeshDifference difference = measured(mesh, mesh);
    CHECK(difference.identical);
    CHECK(difference.same_faces);
    CHECK(difference.attributes->max_position == 0);
  }
}

TEST_CASE("meshes: the distance of a surface from itself is 0") {
  const Mesh torus = build_checked(test::torus());
  CHECK(surface_distance(torus, torus).hausdorff < 1e-6);
  CHECK(surface_distance(torus, torus).mean < 1e-7);
}

TEST_CASE("meshes: concentric spheres are as far apart as their radii differ") {
  const SurfaceDistance distance = surface_distance(mesh::make_icosphere(1, 4), mesh::make_icosphere(1.25, 4));
  CHECK(distance.hausdorff == Approx(0.25).margin(2e-3));
  CHECK(distance.mean == Approx(0.25).margin(2e-3));
  CHECK(distance.upper_bound >= distance.hausdorff);
  CHECK(distance.upper_bound < 0.28);
  CHECK(distance.samples > 20'000);
}

TEST_CASE("meshes: a cube moved along an axis is that far away at most, and half of its sides not at all") {
  const Mesh cube = build_checked(test::cube());
  const SurfaceDistance distance = surface_distance(cube, moved(cube, {0.25, 0, 0}));
  CHECK(distance.hausdorff == Approx(0.25).margin(1e-6));
  CHECK(distance.upper_bound < 0.3);
  CHECK(distance.mean > 0.25 / 3);  // two of six sides, and the strips that stand out
  CHECK(distance.mean < 0.25 / 2);
}

TEST_CASE("meshes: the distance is that of the worse direction") {
  // A part of a surface lies on it; the whole is far from the part.
  const Mesh whole = build_checked(test::two_tetrahedra());
  const Mesh part = build_checked(test::tetrahedron());
  CHECK(surface_distance(whole, part).hausdorff == surface_distance(part, whole).hausdorff);
  CHECK(surface_distance(part, whole).hausdorff > 0.5);
}

TEST_CASE("meshes: a moved vertex is found, with its distance") {
  const Mesh sphere = mesh::make_icosphere(2, 2);
  Mesh dented = sphere;
  dented.positions[17] *= 0.9f;
  const MeshDifference difference = measured(sphere, dented);
  CHECK_FALSE(difference.identical);
  CHECK(difference.same_faces);
  CHECK(difference.first_vertex == 17u);
  CHECK(difference.attributes->max_position == Approx(0.2).epsilon(1e-5));
  CHECK(difference.attributes->max_position_vertex == 17);
  CHECK(difference.distance->hausdorff > 0.1);
  CHECK(difference.distance->hausdorff < 0.2 + 1e-6);
}

TEST_CASE("meshes: uvs, normals and colours are compared at the corners") {
  Mesh a = build_checked(test::cube());
  a.normals.values.assign(a.vertex_count(), Vec3f{0, 1, 0});
  a.uvs.values.assign(a.vertex_count(), Vec2f{0.5f, 0.5f});
  a.colours.assign(a.vertex_count(), Rgba8{10, 20, 30, 255});
  Mesh b = a;
  b.normals.values[2] = Vec3f{0, static_cast<float>(math::cos_deg(10)), static_cast<float>(math::sin_deg(10))};
  b.uvs.values[1].y = 0.75f;
  b.colours[3].g = 25;
  const MeshDifference difference = measured(a, b);
  CHECK_FALSE(difference.identical);
  CHECK(difference.attributes->max_normal == Approx(10).epsilon(1e-5));
  CHECK(difference.attributes->max_uv == 0.25);
  CHECK(difference.attributes->max_colour == 5);
  CHECK(difference.attributes->max_position == 0);
  b.colours.clear();
  CHECK_FALSE(measured(a, b).same_attributes);
}

TEST_CASE("meshes: groups and materials that differ are named") {
  const Mesh a = build_checked(test::cube());
  Mesh b = a;
  b.materials[0].colour.x = 0.1f;
  CHECK(measured(a, b).materials.find("material 'default'") != std::string::npos);
  b = a;
  b.groups[0].name = "other";
  CHECK(measured(a, b).materials.find("'other' instead of 'mesh'") != std::string::npos);
  CHECK_FALSE(measured(a, b).identical);
}

TEST_CASE("meshes: other faces and empty meshes are a difference, not an error") {
  const Mesh cube = build_checked(test::cube()), torus = build_checked(test::torus());
  const MeshDifference difference = measured(cube, torus);
  CHECK_FALSE(difference.same_faces);
  CHECK(difference.first_face);
  CHECK_FALSE(difference.attributes);
  CHECK(difference.distance);
  CHECK_FALSE(measured(cube, Mesh{}).distance);
  CHECK(measured(Mesh{}, Mesh{}).identical);
  Mesh broken = cube;
  broken.positions[0].x = NAN;
  CHECK_FALSE(measured(cube, broken).distance);
}

TEST_CASE("meshes: pictures tell apart what lies at the same place, and only where a limit asks for them") {
  // One square cut along other edges: no distance, and no vertex or corner to compare attributes at.
  Mesh a = build_checked(test::triangle_grid(4)), b = build_checked(test::quad_grid(4));
  MeshTolerance tolerance;
  tolerance.counts = false;
  const Verdict same = judge(compare_meshes(a, b, tolerance), tolerance);
  INFO(gates_text(same));
  CHECK(same.outcome == Outcome::within);
  a.colours.assign(a.vertex_count(), Rgba8{200, 60, 40, 255});
  b.colours.assign(b.vertex_count(), Rgba8{40, 60, 200, 255});
  const MeshDifference difference = compare_meshes(a, b, tolerance);
  CHECK(difference.distance->hausdorff < 1e-6);
  REQUIRE(difference.picture);
  CHECK(difference.picture->max > 0.5);
  CHECK(summary_text(judge(difference, tolerance)).find("different: flip max, flip p99;") == 0);
  tolerance.flip_max = std::nullopt;
  CHECK(judge(difference, tolerance).outcome == Outcome::different);
  tolerance.flip_p99 = std::nullopt;
  CHECK(judge(difference, tolerance).outcome == Outcome::within);
  CHECK_FALSE(compare_meshes(a, b, tolerance).picture);
}

TEST_CASE("meshes: the camera of the pictures is fitted to the expected mesh alone") {
  const Mesh cube = build_checked(test::cube());
  Mesh larger = cube;
  for (Vec3f& p : larger.positions) p *= 40.0f;
  const auto alone = mesh_pictures(cube, cube, mesh_view(cube)), beside = mesh_pictures(cube, larger, mesh_view(cube));
  CHECK(compare_images(alone[0], beside[0]).identical());
  CHECK(compare_images(alone[0], beside[1]).errors->changed > 0.5);
  CHECK(mesh_view(Mesh{}).size == mesh_view(cube).size);
  CHECK_FALSE(compare_meshes(cube, Mesh{}).picture);
}

TEST_CASE("meshes: needles and huge triangles are sampled in bounded numbers") {
  const Mesh needle = build_checked(test::soup_of({{0, 0, 0}, {1e4f, 0, 0}, {1e4f, 0, 1e-3f}}, {{0, 1, 2}}));
  CHECK(surface_distance(needle, moved(needle, {0, 1, 0})).samples < 2 * 80'100);
  CHECK(surface_distance(needle, moved(needle, {0, 1, 0})).hausdorff == Approx(1));
  const Mesh point = build_checked(test::soup_of({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}, {{0, 1, 2}}));
  CHECK(surface_distance(point, moved(point, {3, 4, 0})).hausdorff == Approx(5));
}

TEST_CASE("meshes: the number of threads changes no bit") {
  const Mesh a = mesh::make_icosphere(1, 3), b = mesh::make_icosphere(1.1, 2);
  const SurfaceDistance many = surface_distance(a, b);
  const ThreadLimit limit(1);
  const SurfaceDistance one = surface_distance(a, b);
  CHECK(many.mean == one.mean);
  CHECK(many.hausdorff_at == one.hausdorff_at);
  CHECK(many.upper_bound == one.upper_bound);
}

}  // namespace
