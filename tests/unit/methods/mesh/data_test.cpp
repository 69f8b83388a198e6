// Real models, read by tinyobjloader. Their counts and what check says of them are pinned.

#include <tiny_obj_loader.h>
#include "support/catch.h"

#include "methods/mesh/analysis.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "methods/mesh/triangulate.h"
#include "methods/mesh/weld.h"
#include "stages/shapes/subdivide.h"

using namespace weald;
using namespace weald::mesh;

namespace {

Soup read_obj(const std::string& name) {
  tinyobj::ObjReader reader;
  tinyobj::ObjReaderConfig config;
  config.triangulate = false;
  const std::string path = WEALD_SOURCE_DIR "/tests/data/" + name;
  REQUIRE(reader.ParseFromFile(path, config));
  Soup soup;
  const auto& xyz = reader.GetAttrib().vertices;
  for (std::size_t i = 0; i + 2 < xyz.size(); i += 3) soup.positions.push_back({xyz[i], xyz[i + 1], xyz[i + 2]});
  for (const auto& shape : reader.GetShapes()) {
    std::size_t at = 0;
    for (const auto corners : shape.mesh.num_face_vertices) {
      std::vector<std::uint32_t> face;
      for (std::size_t i = 0; i < corners; ++i)
        face.push_back(static_cast<std::uint32_t>(shape.mesh.indices[at++].vertex_index));
      soup.add_face(face);
    }
  }
  return soup;
}

std::size_t count_of(const BuildReport& report, SoupFault fault) {
  std::size_t n = 0;
  for (const auto& item : report.items) n += item.fault == fault ? 1 : 0;
  return n;
}

}  // namespace

TEST_CASE("data: the bunny is one closed triangle mesh of genus 0") {
  const BuildResult built = build_mesh(read_obj("bunny.obj"), NonManifold::refuse);
  REQUIRE_FALSE(built.refused);
  CHECK(check(built.mesh).ok());
  const MeshAnalysis a = analyse(built.mesh);
  CHECK(a.vertices == 1839);
  CHECK(a.edges == 5511);
  CHECK(a.faces == 3674);
  CHECK(a.triangles == 3674);
  CHECK(a.closed());
  REQUIRE(a.components.size() == 1);
  CHECK(a.components[0].genus() == 0);
  CHECK(a.degenerate_faces == 0);
  CHECK(a.volume.value() > 0);
}

TEST_CASE("data: the teapot is read as 32 separate patches") {
  const BuildResult built = build_mesh(read_obj("teapot.obj"), NonManifold::refuse);
  REQUIRE_FALSE(built.refused);
  const MeshAnalysis a = analyse(built.mesh);
  CHECK(a.vertices == 792);
  CHECK(a.edges == 1752);
  CHECK(a.faces == 992);
  CHECK(a.boundary_edges == 528);
  CHECK(a.boundary_loops == 32);
  CHECK(a.components.size() == 32);
  CHECK_FALSE(a.volume.has_value());
}

TEST_CASE("data: the welded teapot is body, lid, handle and spout, open, and touches itself at one vertex") {
  const WeldResult welded = weld(read_obj("teapot.obj"), 0);
  CHECK(welded.positions_merged == 263);
  CHECK(welded.faces_dropped == 0);
  CHECK(build_mesh(welded.soup, NonManifold::refuse).refused);
  const BuildResult built = build_mesh(welded.soup);
  CHECK(built.report.count == 1);
  CHECK(count_of(built.report, SoupFault::non_manifold_vertex) == 1);
  CHECK(built.report.vertices_split == 1);
  CHECK(check(built.mesh).ok());
  const MeshAnalysis a = analyse(built.mesh);
  CHECK(a.vertices == 530);
  CHECK(a.edges == 1520);
  CHECK(a.boundary_edges == 64);
  CHECK(a.boundary_loops == 6);
  CHECK(a.components.size() == 4);
}

TEST_CASE("data: the subdivided bunny is still closed and somewhat smaller") {
  const Mesh mesh = build_checked(read_obj("bunny.obj"));
  const double volume = analyse(mesh).volume.value();
  for (const auto scheme : {SubdivisionScheme::loop, SubdivisionScheme::catmull_clark}) {
    const Mesh fine = subdivide(mesh, {scheme, 1}, RunContext{});
    CHECK(check(fine).ok());
    const MeshAnalysis a = analyse(fine);
    CHECK(a.closed());
    CHECK(a.euler() == 2);
    CHECK(a.volume.value() / volume == Approx(0.985).margin(0.015));
  }
}
