#include "methods/mesh/normals.h"

#include "support/catch.h"

#include "data/circulators.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "methods/mesh/triangulate.h"
#include "stages/shapes/shapes.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::mesh;
using namespace weald::test;

TEST_CASE("normals: those of a cube's corners are its diagonals, however the faces are cut") {
  for (const bool cut : {false, true}) {
    Mesh mesh = build_checked(cube());
    if (cut) mesh = triangulate(mesh, RunContext{});
    const auto normals = vertex_normals(mesh);
    for (std::uint32_t v = 0; v < 8; ++v) {
      CHECK(glm::length(normals[v] - glm::normalize(mesh.positions[v])) < 1e-6f);
    }
  }
}

TEST_CASE("normals: on an icosphere they tend to the radius") {
  const Mesh mesh = make_shape({.shape = Shape::icosphere, .radius = 2, .levels = 4});
  const auto normals = vertex_normals(mesh);
  for (std::uint32_t v = 0; v < mesh.vertex_count(); ++v) {
    CHECK(glm::dot(normals[v], mesh.positions[v]) / 2 > 0.9999f);
  }
}

TEST_CASE("normals: faces without area and isolated vertices look up") {
  Soup soup = soup_of({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {5, 5, 5}}, {{0, 1, 2}});
  const Mesh mesh = build_checked(soup);
  CHECK(face_normals(mesh)[0] == Vec3f{0, 1, 0});
  for (const Vec3f& n : vertex_normals(mesh)) CHECK(n == Vec3f{0, 1, 0});
}

TEST_CASE("normals: with a crease angle below 90 degrees a cube is flat, above it is smooth") {
  Mesh mesh = build_checked(cube());
  set_crease_normals(mesh, 89);
  CHECK(check(mesh).ok());
  CHECK(mesh.normals.values.size() == 24);
  const auto faces = face_normals(mesh);
  for (std::uint32_t f = 0; f < 6; ++f) {
    for (const HalfedgeId h : halfedges_of(mesh.topology, FaceId{f}))
      CHECK(mesh.normals.values[mesh.normals.index[h.index]] == faces[f]);
  }
  set_crease_normals(mesh, 91);
  CHECK(mesh.normals.values.size() == 8);
  set_crease_normals(mesh, 90);  // an edge of exactly the angle is not a crease
  CHECK(mesh.normals.values.size() == 8);
}

TEST_CASE("normals: crease normals of a cylinder equal those it is made with") {
  const Mesh made = make_shape({.shape = Shape::cylinder, .segments = 24, .rows = 2});
  Mesh computed = made;
  set_crease_normals(computed, 40);
  CHECK(check(computed).ok());
  for (std::uint32_t h = 0; h < made.topology.halfedge_count(); ++h) {
    const VertexId v = made.topology.origin(HalfedgeId{h});
    const Vec3f a = made.normals.values[made.normals.index_of(HalfedgeId{h}, v)];
    const Vec3f b = computed.normals.values[computed.normals.index_of(HalfedgeId{h}, v)];
    CHECK(glm::length(a - b) < 1e-5f);
  }
}

TEST_CASE("normals: a vertex whose fan is open groups its corners between the gap and the creases") {
  // Two quads that meet at a right angle along 1-2; the vertices of that edge lie on the boundary.
  const Soup soup =
      soup_of({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {1, 0, -1}, {1, 1, -1}}, {{0, 1, 2, 3}, {1, 4, 5, 2}});
  Mesh mesh = build_checked(soup);
  set_crease_normals(mesh, 30);
  CHECK(mesh.normals.values.size() == 8);
  set_crease_normals(mesh, 180);
  CHECK(mesh.normals.values.size() == 6);
  set_smooth_normals(mesh);
  CHECK(mesh.normals.index.empty());
  CHECK(glm::length(mesh.normals.values[1] - glm::normalize(Vec3f{1, 0, 1})) < 1e-6f);
}
