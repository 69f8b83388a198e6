// transform, displace, merge, weld.

#include "support/catch.h"

#include <cmath>

#include "data/circulators.h"
#include "methods/mesh/analysis.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "methods/mesh/normals.h"
#include "methods/mesh/triangulate.h"
#include "methods/mesh/weld.h"
#include "stages/shapes/displace.h"
#include "stages/shapes/merge.h"
#include "stages/shapes/shapes.h"
#include "stages/shapes/transform.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::mesh;
using namespace weald::test;

namespace {

Heightmap ramp(int width, int height) {  // value = column
  Heightmap map(GridSpec{width, height});
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) map.heights.at(x, y) = static_cast<float>(x);
  }
  return map;
}

Mesh merged_mesh(std::initializer_list<const Mesh*> parts, std::optional<double> tolerance = {}) {
  MergeParams params;
  schema::Inputs inputs;
  params.weld = tolerance;
  for (const Mesh* part : parts) {
    const std::string name = "part" + std::to_string(params.parts.size());
    inputs.add(name, *part);
    params.parts.push_back({name, {}});
  }
  return Merge::run(params, inputs, RunContext{});
}

}  // namespace

TEST_CASE("transform: scale, then turn about x, y, z, then move; right angles are exact") {
  const auto apply = [](const PlacementParams& params, const Vec3& p) { return Vec3{matrix_of(params) * Vec4{p, 1}}; };
  CHECK(apply({.rotate = {90, 0, 0}}, {0, 1, 0}) == Vec3{0, 0, 1});
  CHECK(apply({.rotate = {0, 90, 0}}, {0, 0, 1}) == Vec3{1, 0, 0});
  CHECK(apply({.rotate = {0, 0, 90}}, {1, 0, 0}) == Vec3{0, 1, 0});
  CHECK(apply({.rotate = {90, 90, 0}}, {0, 1, 0}) == Vec3{1, 0, 0});  // x first: y -> z, then z -> x
  CHECK(apply({.scale = {2, 3, 4}, .rotate = {0, 0, 90}, .translate = {10, 0, 0}}, {1, 1, 1}) == Vec3{7, 2, 4});
}

TEST_CASE("transform: volume scales with the determinant, also where it mirrors") {
  const Mesh mesh = make_shape({.shape = Shape::cone, .segments = 12});
  const double volume = analyse(mesh).volume.value();
  for (const Vec3 scale : {Vec3{2, 3, 4}, Vec3{-2, 3, 4}, Vec3{-2, -3, -4}, Vec3{2, -3, -4}}) {
    const Mesh result = transformed(mesh, matrix_of({.scale = scale, .rotate = {20, 30, 40}, .translate = {1, 2, 3}}));
    CHECK(check(result).ok());
    CHECK(analyse(result).volume.value() == Approx(24 * volume).epsilon(1e-5));
  }
}

TEST_CASE("transform: normals stay at right angles to the surface and point out") {
  const Mesh mesh = make_shape({.shape = Shape::cylinder, .segments = 16});
  for (const Vec3 scale : {Vec3{1, 5, 1}, Vec3{4, 1, 1}, Vec3{-1, 2, 3}}) {
    Mesh result = transformed(mesh, matrix_of({.scale = scale, .rotate = {10, 200, -35}}));
    const auto faces = face_normals(result);
    for (std::uint32_t f = 0; f < result.face_count(); ++f) {
      Vec3f mean{0};
      for (const HalfedgeId h : halfedges_of(result.topology, FaceId{f})) {
        mean += result.normals.values[result.normals.index_of(h, result.topology.origin(h))];
      }
      CHECK(glm::dot(glm::normalize(mean), faces[f]) > 0.97f);
    }
  }
}

TEST_CASE("transform: mirroring keeps UVs and groups with their corners") {
  const Mesh mesh = make_shape({.shape = Shape::box});
  const Mesh mirrored = transformed(mesh, matrix_of({.scale = {-1, 1, 1}}));
  const Soup a = to_soup(mesh);
  const Soup b = to_soup(mirrored);
  CHECK(a.corners[0] == b.corners[0]);
  CHECK(a.corners[1] == b.corners[3]);
  CHECK(a.corner_uvs[1] == b.corner_uvs[3]);
  CHECK(a.corner_normals[1] == b.corner_normals[3]);
}

TEST_CASE("transform: a position beyond float is an error") {
  const Mesh mesh = make_shape({.shape = Shape::box, .size = {1e6, 1, 1}});
  CHECK_THROWS_AS(transformed(mesh, matrix_of({.scale = {1e36, 1, 1}})), StageError);
}

TEST_CASE("flipped: the volume changes sign and normals follow") {
  const Mesh mesh = make_shape({.shape = Shape::icosphere, .radius = 1, .levels = 1});
  const Mesh result = flipped(mesh);
  CHECK(check(result).ok());
  CHECK(analyse(result).volume.value() == Approx(-analyse(mesh).volume.value()));
  CHECK(result.normals.values[0] == Vec3f{0, -1, 0});
}

TEST_CASE("displace: a grid under a ramp from above becomes the ramp") {
  const Mesh grid = make_shape({.shape = Shape::grid, .size = {10, 1, 10}, .cells = {10, 1, 10}});
  const DisplaceOptions options{.amplitude = 3, .midlevel = 0, .mapping = FieldMapping::xz, .scale = 10};
  const Mesh result = displace(grid, ramp(11, 7), options);
  for (const Vec3f& p : result.positions) CHECK(p.y == Approx(3 * (p.x + 5) / 10).margin(1e-6));
  CHECK(check(result).ok());
  const Mesh by_uv = displace(grid, ramp(11, 7), {.amplitude = 3, .midlevel = 0, .mapping = FieldMapping::uv});
  for (const Vec3f& p : by_uv.positions) CHECK(p.y == Approx(3 * (p.x + 5) / 10).margin(1e-6));
}

TEST_CASE("displace: the first row of the field lies north under xz and at v = 1 under uv") {
  Heightmap field(GridSpec{2, 2});
  field.heights.at(0, 0) = field.heights.at(1, 0) = 1;
  const Mesh grid = make_shape({.shape = Shape::grid});
  for (const FieldMapping mapping : {FieldMapping::xz, FieldMapping::uv}) {
    const Mesh result = displace(grid, field, {.amplitude = 1, .midlevel = 0, .mapping = mapping});
    for (const Vec3f& p : result.positions) CHECK(p.y == (p.z < 0 ? 1.0f : 0.0f));
  }
}

TEST_CASE("displace: outside the field, mirrored copies join without a step and repeated ones start again") {
  const Mesh grid = make_shape({.shape = Shape::grid, .size = {4, 1, 4}, .cells = {8, 1, 8}});
  const auto height_at_x = [&](FieldWrap wrap, double x) {
    const Mesh result = displace(
        grid, ramp(5, 5), {.amplitude = 1, .midlevel = 0, .mapping = FieldMapping::xz, .scale = 1, .wrap = wrap});
    for (const Vec3f& p : result.positions) {
      if (std::abs(p.x - x) < 1e-6) return static_cast<double>(p.y);
    }
    return -1.0;
  };
  CHECK(height_at_x(FieldWrap::mirror, 0.5) == Approx(1));
  CHECK(height_at_x(FieldWrap::mirror, 1) == Approx(0.5));
  CHECK(height_at_x(FieldWrap::mirror, 1.5) == Approx(0).margin(1e-9));
  CHECK(height_at_x(FieldWrap::mirror, -1.5) == Approx(1));
  CHECK(height_at_x(FieldWrap::repeat, 0) == Approx(2.5 / 4));
  CHECK(height_at_x(FieldWrap::repeat, 1) == Approx(2.5 / 4));
  CHECK(height_at_x(FieldWrap::repeat, 0.5) == Approx(0).margin(1e-9));
}

TEST_CASE("displace: a sphere stays closed and inside its relief, in every mapping") {
  const Mesh sphere = make_shape({.shape = Shape::icosphere, .radius = 1, .levels = 3});
  for (const FieldMapping mapping : {FieldMapping::triplanar, FieldMapping::uv, FieldMapping::xz}) {
    const Mesh result = displace(sphere, ramp(9, 9), {.amplitude = 0.2, .mapping = mapping, .scale = 0.7});
    CHECK(check(result).ok());
    CHECK(is_closed(result.topology));
    double least = 9, greatest = 0;
    for (const Vec3f& p : result.positions) {
      least = std::min(least, static_cast<double>(glm::length(p)));
      greatest = std::max(greatest, static_cast<double>(glm::length(p)));
    }
    CHECK(least > 0.9 - 1e-4);
    CHECK(greatest < 1.1 + 1e-4);
    CHECK(greatest - least > 0.05);
  }
}

TEST_CASE("displace: triplanar blending weighs the axes by the normal") {
  // On the flat sides of a cube one axis has all the weight.
  Mesh box = make_shape({.shape = Shape::box, .size = {2, 2, 2}, .cells = {2, 2, 2}});
  const Mesh result = displace(box, ramp(3, 3), {.amplitude = 1, .midlevel = 0, .scale = 2});
  for (std::size_t v = 0; v < box.positions.size(); ++v) {
    if (box.positions[v] == Vec3f{0, 1, 0}) CHECK(glm::length(result.positions[v] - Vec3f{0, 1.5f, 0}) < 1e-6f);
    if (box.positions[v] == Vec3f{1, 0, 0}) CHECK(glm::length(result.positions[v] - Vec3f{1.5f, 0, 0}) < 1e-6f);
  }
}

TEST_CASE("displace: a flat field moves nothing") {
  const Mesh box = make_shape({.shape = Shape::box});
  CHECK(displace(box, Heightmap(GridSpec{4, 4}), {.amplitude = 5}).positions == box.positions);
}

TEST_CASE("displace: errors name the parameter") {
  Mesh box = make_shape({.shape = Shape::box});
  box.uvs = {};
  CHECK_THROWS_AS(displace(box, ramp(3, 3), {.mapping = FieldMapping::uv}), StageError);
  CHECK_THROWS_AS(displace(box, Heightmap{}, {}), StageError);
}

TEST_CASE("merge: parts follow each other, materials and groups are kept and equal ones shared") {
  Mesh a = make_shape({.shape = Shape::box});
  Mesh b = make_shape({.shape = Shape::cone, .segments = 5});
  Mesh c = a;
  a.materials = {{"stone", {1, 0, 0}}};
  b.materials = {{"stone", {1, 0, 0}}};
  c.materials = {{"stone", {0, 1, 0}}};
  const Mesh mesh = merged_mesh({&a, &b, &c});
  CHECK(check(mesh).ok());
  CHECK(mesh.face_count() == a.face_count() + b.face_count() + c.face_count());
  CHECK(mesh.vertex_count() == a.vertex_count() + b.vertex_count() + c.vertex_count());
  REQUIRE(mesh.materials.size() == 2);
  CHECK(mesh.materials[0].name == "stone");
  CHECK(mesh.materials[1].name == "stone.2");
  CHECK(mesh.materials[1].colour == Vec3f{0, 1, 0});
  CHECK(mesh.groups == std::vector<mesh::Group>{{"box", 0}, {"cone", 0}, {"box", 1}});
  CHECK(mesh.group_of(FaceId{0}) == 0);
  CHECK(mesh.group_of(FaceId{6}) == 1);
  CHECK(mesh.group_of(FaceId{mesh.face_count() - 1}) == 2);
  CHECK(merged_mesh({&a, &a}).groups.size() == 1);
}

TEST_CASE("merge: attributes that a part lacks are filled in") {
  const Mesh with = make_shape({.shape = Shape::icosphere, .levels = 1});
  Mesh without = build_checked(cube());
  without.colours.assign(8, Rgba8{1, 2, 3, 255});
  const Mesh mesh = merged_mesh({&without, &with});
  CHECK(check(mesh).ok());
  CHECK(mesh.uvs.values[mesh.uvs.index[mesh.topology.halfedge(FaceId{0}).index]] == Vec2f{0, 0});
  CHECK(glm::length(mesh.normals.values[0] - glm::normalize(mesh.positions[0])) < 1e-6f);
  CHECK(mesh.colours[0] == Rgba8{1, 2, 3, 255});
  CHECK(mesh.colours[8] == Rgba8{255, 255, 255, 255});
}

TEST_CASE("merge: welding closes the seam between two open halves") {
  const Mesh half = make_shape({.shape = Shape::cylinder, .segments = 10, .capped = false});
  const Mesh other = transformed(half, matrix_of({.translate = {0, 1.00001, 0}}));
  CHECK(analyse(merged_mesh({&half, &other})).boundary_loops == 4);
  const Mesh joined = merged_mesh({&half, &other}, 1e-3);
  CHECK(check(joined).ok());
  CHECK(analyse(joined).boundary_loops == 2);
  CHECK(analyse(joined).components.size() == 1);
}

TEST_CASE("weld: triangles without shared vertices become a closed mesh, UVs stay with their corners") {
  const Soup whole = cube();
  Soup loose;
  for (std::uint32_t f = 0; f < whole.face_count(); ++f) {
    std::vector<std::uint32_t> face;
    for (const std::uint32_t v : whole.face(f)) {
      face.push_back(static_cast<std::uint32_t>(loose.positions.size()));
      loose.positions.push_back(whole.positions[v]);
      loose.uvs.push_back({static_cast<float>(f), static_cast<float>(v)});
    }
    loose.add_face(face);
  }
  const WeldResult result = weld(loose, 0);
  CHECK(result.positions_merged == 16);
  CHECK(result.soup.positions.size() == 8);
  const Mesh mesh = build_checked(result.soup);
  CHECK(is_closed(mesh.topology));
  CHECK(to_soup(mesh).corner_uvs.size() == 24);
  for (std::uint32_t c = 0; c < 24; ++c) CHECK(to_soup(mesh).corner_uvs[c] == c);
}

TEST_CASE("weld: joins within the tolerance across cell borders, to the nearest, and no farther") {
  Soup soup;
  soup.positions = {{0, 0, 0}, {0.99f, 0, 0}, {1.01f, 0, 0}, {-0.05f, 0, 0}, {5, 5, 5}, {1.11f, 0, 0}, {-0.0f, 0, 0}};
  const WeldResult result = weld(soup, 0.1);
  CHECK(result.soup.positions == std::vector<Vec3f>{{0, 0, 0}, {0.99f, 0, 0}, {5, 5, 5}, {1.11f, 0, 0}});
  CHECK(result.positions_merged == 3);
  CHECK(weld(soup, 0).positions_merged == 1);  // -0 equals 0
}

TEST_CASE("weld: corners that fall together go, faces that vanish are counted") {
  const Soup soup =
      soup_of({{0, 0, 0}, {1, 0, 0}, {1, 0.001f, 0}, {0, 1, 0}, {1.001f, 0, 0}}, {{0, 1, 2, 3}, {1, 4, 2}});
  const WeldResult result = weld(soup, 0.01);
  CHECK(result.soup.corners == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(result.faces_dropped == 1);
}

TEST_CASE("weld: a tolerance below every float stays linear and exact") {
  Soup soup = quad_grid(100);
  CHECK(weld(soup, 1e-300).positions_merged == 0);
  CHECK(weld(soup, 1e-30).positions_merged == 0);
}

TEST_CASE("weld: a tolerance larger than the mesh leaves a mesh without faces, which every stage can take") {
  const Mesh box = make_shape(ShapesParams{});
  const Mesh* parts[] = {&box, &box};
  const Mesh empty = build_mesh(weld(merged(parts), 100).soup).mesh;
  CHECK(empty.face_count() == 0);
  CHECK(empty.vertex_count() == 1);
  CHECK(check(empty).ok());
  const Mesh* both[] = {&empty, &box};
  CHECK(check(build_checked(merged(both))).ok());
  CHECK(build_checked(merged(both)).face_count() == box.face_count());
  const Mesh* alone[] = {&empty, &empty};
  CHECK(check(build_checked(merged(alone))).ok());
  CHECK(check(build_checked(triangulate(to_soup(empty)))).ok());
}
