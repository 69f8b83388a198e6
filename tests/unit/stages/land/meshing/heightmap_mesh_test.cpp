#include "support/catch.h"

#include <cmath>
#include <map>

#include "base/error.h"
#include "engine/graph/stage.h"
#include "methods/mesh/check.h"
#include "stages/land/meshing/heightmap_mesh.h"

using namespace weald;
using namespace weald::terrain;

static_assert(pipeline::WholeStage<HeightmapMesh>);

namespace {

Heightmap hills(int width, int height, double cell_size = 2.0, Vec2 origin = {-5, 7}) {
  Heightmap map(GridSpec{width, height, cell_size, origin});
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) map.heights.at(x, y) = static_cast<float>((x * 7 + y * 5) % 11);
  }
  return map;
}

Heightmap plane(int width, int height, double slope_x, double slope_z) {
  Heightmap map(GridSpec{width, height, 2.0, {0, 0}});
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) map.heights.at(x, y) = static_cast<float>(2.0 * (slope_x * x + slope_z * y));
  }
  return map;
}

Vec3 face_normal(const mesh::Mesh& m, mesh::FaceId f) {
  const mesh::Dcel& t = m.topology;
  const mesh::HalfedgeId h = t.halfedge(f);
  const Vec3 a(m.positions[t.origin(h).index]);
  const Vec3 b(m.positions[t.target(h).index]);
  const Vec3 c(m.positions[t.target(t.next(h)).index]);
  return glm::cross(b - a, c - a);
}

// Volume enclosed by a closed mesh, by fans of tetrahedra from the origin.
double volume(const mesh::Mesh& m) {
  double sum = 0;
  for (std::uint32_t f = 0; f < m.face_count(); ++f) {
    const mesh::Dcel& t = m.topology;
    const mesh::HalfedgeId first = t.halfedge(mesh::FaceId{f});
    const Vec3 a(m.positions[t.origin(first).index]);
    for (mesh::HalfedgeId h = t.next(first); t.next(h) != first; h = t.next(h)) {
      sum += glm::dot(a, glm::cross(Vec3(m.positions[t.origin(h).index]), Vec3(m.positions[t.target(h).index]))) / 6;
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("heightmap mesh: counts of vertices, edges and faces of a w x h grid", "[terrain]") {
  for (const auto& [w, h] : {std::pair{2, 2}, std::pair{5, 3}, std::pair{33, 17}}) {
    const auto uw = static_cast<std::uint32_t>(w);
    const auto uh = static_cast<std::uint32_t>(h);
    HeightmapMeshParams params;
    params.faces = CellFaces::quads;
    const mesh::Mesh quads = mesh_heightmap(hills(w, h), params);
    CHECK(quads.vertex_count() == uw * uh);
    CHECK(quads.face_count() == (uw - 1) * (uh - 1));
    CHECK(quads.topology.edge_count() == uw * (uh - 1) + uh * (uw - 1));
    for (const CellFaces faces : {CellFaces::alternating, CellFaces::shortest}) {
      params.faces = faces;
      const mesh::Mesh triangles = mesh_heightmap(hills(w, h), params);
      CHECK(triangles.vertex_count() == uw * uh);
      CHECK(triangles.face_count() == 2 * (uw - 1) * (uh - 1));
      CHECK(triangles.topology.edge_count() == uw * (uh - 1) + uh * (uw - 1) + (uw - 1) * (uh - 1));
      CHECK(mesh::check(triangles).ok());
    }
  }
}

TEST_CASE("heightmap mesh: inner vertices of a quad mesh have valence four", "[terrain]") {
  HeightmapMeshParams params;
  params.faces = CellFaces::quads;
  const mesh::Mesh m = mesh_heightmap(hills(6, 5), params);
  std::map<std::uint32_t, int> valence;
  for (std::uint32_t h = 0; h < m.topology.halfedge_count(); ++h)
    ++valence[m.topology.origin(mesh::HalfedgeId{h}).index];
  for (std::uint32_t r = 0; r < 5; ++r) {
    for (std::uint32_t c = 0; c < 6; ++c) {
      const bool edge_c = c == 0 || c == 5;
      const bool edge_r = r == 0 || r == 4;
      CHECK(valence[r * 6 + c] == 4 - int{edge_c} - int{edge_r});
    }
  }
}

TEST_CASE("heightmap mesh: positions are world positions, faces look up, UVs start in the south-west", "[terrain]") {
  for (const CellFaces faces : {CellFaces::quads, CellFaces::alternating, CellFaces::shortest}) {
    HeightmapMeshParams params;
    params.faces = faces;
    const Heightmap map = hills(9, 5);
    const mesh::Mesh m = mesh_heightmap(map, params);
    CHECK(m.positions[0] == Vec3f(-5, map.heights.at(0, 0), 7));
    CHECK(m.positions[4 * 9 + 8] == Vec3f(-5 + 16, map.heights.at(8, 4), 7 + 8));
    for (std::uint32_t f = 0; f < m.face_count(); ++f) CHECK(face_normal(m, mesh::FaceId{f}).y > 0);
    REQUIRE(m.uvs.values.size() == 45);
    CHECK(m.uvs.values[0] == Vec2f(0, 1));
    CHECK(m.uvs.values[8] == Vec2f(1, 1));
    CHECK(m.uvs.values[4 * 9] == Vec2f(0, 0));
    CHECK(m.uvs.values[2 * 9 + 4] == Vec2f(0.5f, 0.5f));
  }
  HeightmapMeshParams params;
  params.texture_size = 4;
  const mesh::Mesh m = mesh_heightmap(hills(9, 5), params);
  CHECK(m.uvs.values[8] == Vec2f(4, 2));
}

TEST_CASE("heightmap mesh: normals of a plane are exact everywhere, borders too", "[terrain]") {
  const mesh::Mesh m = mesh_heightmap(plane(7, 6, 0.5, -0.25), {});
  const Vec3 expected = glm::normalize(Vec3{-0.5, 1, 0.25});
  for (const Vec3f& n : m.normals.values) CHECK(glm::length(Vec3(n) - expected) < 1e-6);
}

TEST_CASE("heightmap mesh: the shortest diagonal joins the samples of closer height, in either direction",
          "[terrain]") {
  for (const bool main : {true, false}) {
    Heightmap map(GridSpec{2, 2, 1.0, {0, 0}});
    map.heights.at(0, main ? 0 : 1) = 5;
    map.heights.at(1, main ? 1 : 0) = 4;
    map.heights.at(0, main ? 1 : 0) = 2;
    const mesh::Mesh m = mesh_heightmap(map, {});
    // The inner edge is the only one with two faces.
    int inner = 0;
    for (std::uint32_t h = 0; h < m.topology.halfedge_count(); h += 2) {
      const mesh::HalfedgeId edge{h};
      if (m.topology.is_boundary(edge) || m.topology.is_boundary(mesh::Dcel::twin(edge))) continue;
      ++inner;
      CHECK(m.positions[m.topology.origin(edge).index].y + m.positions[m.topology.target(edge).index].y == 9);
    }
    CHECK(inner == 1);
  }
}

TEST_CASE("heightmap mesh: a step keeps every n-th sample and the last ones", "[terrain]") {
  HeightmapMeshParams params;
  params.step = 4;
  params.faces = CellFaces::quads;
  const mesh::Mesh m = mesh_heightmap(hills(11, 9), params);  // columns 0 4 8 10, rows 0 4 8
  CHECK(m.vertex_count() == 12);
  CHECK(m.face_count() == 6);
  CHECK(m.positions[3].x == -5 + 20);
  CHECK(m.positions[11] == Vec3f(-5 + 20, hills(11, 9).heights.at(10, 8), 7 + 16));
  const mesh::Mesh sloped = mesh_heightmap(plane(11, 9, 0.5, -0.25), params);
  for (const Vec3f& n : sloped.normals.values) CHECK(glm::length(Vec3(n) - glm::normalize(Vec3{-0.5, 1, 0.25})) < 1e-6);
}

TEST_CASE("heightmap mesh: a base closes it to a solid with the volume under the surface", "[terrain]") {
  HeightmapMeshParams params;
  params.base = 3;
  params.faces = CellFaces::alternating;
  const Heightmap map = plane(9, 5, 0.5, 0.25);
  const mesh::Mesh m = mesh_heightmap(map, params);
  CHECK(mesh::check(m).ok());
  for (std::uint32_t h = 0; h < m.topology.halfedge_count(); ++h)
    REQUIRE_FALSE(m.topology.is_boundary(mesh::HalfedgeId{h}));
  CHECK(m.vertex_count() == 45 + 24 + 1);
  CHECK(m.face_count() == 64 + 24 + 24);
  CHECK(m.vertex_count() + m.face_count() == m.topology.edge_count() + 2);
  // A plane: the mean height above the bottom is that of its middle.
  const double middle = 2 * (0.5 * 4 + 0.25 * 2) + 3;
  CHECK(volume(m) == Approx(16.0 * 8.0 * middle).epsilon(1e-6));
  CHECK(m.groups.size() == 2);
  CHECK(m.groups[1].name == "base");
  CHECK(m.group_of(mesh::FaceId{0}) == 0);
  CHECK(m.group_of(mesh::FaceId{64}) == 1);
}

TEST_CASE("heightmap mesh: corner normals of walls agree with the faces they stand on", "[terrain]") {
  HeightmapMeshParams params;
  params.base = 1;
  const mesh::Mesh m = mesh_heightmap(hills(5, 4), params);
  for (std::uint32_t h = 0; h < m.topology.halfedge_count(); ++h) {
    const mesh::HalfedgeId half{h};
    const mesh::FaceId f = m.topology.face(half);
    if (m.group_of(f) != 1) continue;
    const Vec3 n(m.normals.values[m.normals.index_of(half, m.topology.origin(half))]);
    CHECK(glm::dot(n, glm::normalize(face_normal(m, f))) > 0.999);
  }
}

TEST_CASE("heightmap mesh: a skirt hangs straight down from the border", "[terrain]") {
  HeightmapMeshParams params;
  params.skirt = 2.5;
  const Heightmap map = hills(6, 4);
  const mesh::Mesh m = mesh_heightmap(map, params);
  CHECK(m.vertex_count() == 24 + 16);
  CHECK(m.face_count() == 2 * 15 + 16);
  CHECK(mesh::check(m).ok());
  CHECK(m.positions[24] == m.positions[0] - Vec3f(0, 2.5f, 0));
  CHECK(m.groups[1].name == "skirt");
}

TEST_CASE("heightmap mesh: a skirt is shaded and coloured as the border above it", "[terrain]") {
  HeightmapMeshParams params;
  params.skirt = 2.5;
  params.tint.emplace();
  const mesh::Mesh m = mesh_heightmap(hills(6, 4), params);
  REQUIRE(m.vertex_count() == 24 + 16);
  CHECK(m.normals.values.size() == 24);
  for (std::uint32_t h = 0; h < m.topology.halfedge_count(); ++h) {
    const mesh::HalfedgeId half{h};
    if (m.topology.is_boundary(half) || m.group_of(m.topology.face(half)) != 1) continue;
    const std::uint32_t vertex = m.topology.origin(half).index;
    const std::uint32_t above = m.normals.index_of(half, m.topology.origin(half));
    REQUIRE(above < 24);
    CHECK(m.positions[vertex].x == m.positions[above].x);
    CHECK(m.positions[vertex].z == m.positions[above].z);
    CHECK(m.colours[vertex] == m.colours[above]);
  }
}

TEST_CASE("heightmap mesh: what would be too large is refused before any work", "[terrain]") {
  const Heightmap map(GridSpec{5001, 4001, 1.0, {0, 0}});
  try {
    (void)mesh_heightmap(map, {});
    FAIL("was not refused");
  } catch (const StageError& error) {
    CHECK(error.key() == "step");
    CHECK_THAT(error.what(), Catch::Contains("40000000 faces"));
  }
}

TEST_CASE("heightmap mesh: a height that is not finite is an error that names the sample", "[terrain]") {
  Heightmap map = hills(4, 4);
  map.heights.at(2, 1) = INFINITY;
  CHECK_THROWS_WITH(mesh_heightmap(map, {}), Catch::Contains("sample (2, 1)"));
}
