// STL: what is written is read back, and what is no STL file is refused with its place.

#include <array>
#include <limits>

#include "support/catch.h"

#include "base/error.h"
#include "base/parallel.h"
#include "formats/files/raw_words.h"
#include "formats/meshes/detail/stl_reader.h"
#include "formats/meshes/stl_writer.h"
#include "methods/mesh/analysis.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "methods/mesh/triangulate.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::io;
using Catch::Contains;

namespace {

std::string stl_of(std::span<const PlacedMesh> parts) {
  StringSink sink;
  write_stl(parts, sink);
  return sink.text;
}

std::string stl_of(const mesh::Mesh& mesh) { return stl_of(std::array{PlacedMesh{&mesh}}); }

MeshFile from_stl(const std::string& text) { return parse_stl(text, "x.stl"); }

mesh::BuildResult welded_stl(MeshFile file) {
  weld_equal_positions(file, "x.stl");
  return mesh::build_mesh(std::move(file.soup), mesh::NonManifold::split);
}

/// An L of six corners, concave, seen from +z.
mesh::Soup ell() {
  return test::soup_of({{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}}, {{0, 1, 2, 3, 4, 5}});
}

constexpr const char* kTextStl =
    "solid first one\n facet normal nan nan nan\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   vertex 0 1 0\n"
    "  endloop\n endfacet\nendsolid first one\nSOLID\nFACET NORMAL 0 0 1 OUTER LOOP\nVERTEX 1 0 0 VERTEX 1 1 0 VERTEX "
    "0 1 "
    "0\nENDLOOP ENDFACET\nENDSOLID\n";

std::string stl_with(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

}  // namespace

TEST_CASE("stl: sound meshes of all kinds come back as their triangles, closed where they were") {
  for (const test::NamedSoup& named : test::sound_soups()) {
    INFO(named.name);
    if (named.soup.face_count() == 0) continue;  // refused when it is read
    const mesh::Mesh mesh = mesh::build_checked(named.soup);
    const std::string text = stl_of(mesh);
    const mesh::Soup triangles = mesh::triangulate(mesh::to_soup(mesh));
    CHECK(text.size() == 84 + 50 * triangles.face_count());
    CHECK_FALSE(text.starts_with("solid"));
    const MeshFile file = from_stl(text);
    REQUIRE(file.soup.face_count() == triangles.face_count());
    for (std::size_t i = 0; i < triangles.corners.size(); ++i)
      REQUIRE(file.soup.positions[i] == triangles.positions[triangles.corners[i]]);
    const mesh::BuildResult built = welded_stl(file);
    CHECK(mesh::is_closed(built.mesh.topology) == mesh::is_closed(mesh.topology));
  }
}

TEST_CASE("stl: concave polygons are cut inside, and normals follow the corners") {
  const mesh::Mesh mesh = mesh::build_checked(ell());
  Mat4 mirror{1.0};
  mirror[0][0] = -1;
  for (const Mat4& matrix : {Mat4{1.0}, mirror}) {
    const std::string text = stl_of(std::array{PlacedMesh{&mesh, matrix}});
    CHECK(word_at<std::uint32_t>(text.data() + 80) == 4);
    double area = 0;
    for (std::size_t at = 84; at < text.size(); at += 50) {
      std::array<Vec3, 4> v{};  // the normal, and the corners
      for (std::size_t i = 0; i < 12; ++i) v[i / 3][static_cast<int>(i % 3)] = float_at(text.data() + at + 4 * i);
      CHECK(v[0] == Vec3(0, 0, 1));  // a mirrored face is turned around to keep its outside
      const Vec3 cross = glm::cross(v[2] - v[1], v[3] - v[1]);
      CHECK(cross.z > 0);
      area += cross.z / 2;
    }
    CHECK(area == 3);
  }
}

TEST_CASE("stl: the bytes do not depend on the number of threads") {
  const mesh::Mesh mesh = mesh::build_checked(test::torus(300, 200));
  std::vector<std::string> texts;
  for (const int threads : {1, 2, 8}) {
    const ThreadLimit limit(threads);
    texts.push_back(stl_of(mesh));
  }
  CHECK(texts[0] == texts[1]);
  CHECK(texts[0] == texts[2]);
}

TEST_CASE("stl: positions that are not finite are refused by their vertex") {
  mesh::Mesh mesh = mesh::build_checked(test::cube());
  mesh.positions[5].z = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_WITH(stl_of(mesh), "cannot write the mesh as STL: the position of vertex 5 is not finite");
}

TEST_CASE("stl: texts are read with their solids as groups, in any case and whatever normals they have") {
  const MeshFile file = from_stl(kTextStl);
  CHECK(file.face_places == std::vector<std::uint32_t>{2, 11});
  REQUIRE(file.soup.groups.size() == 2);
  CHECK(file.soup.groups[0].name == "first one");
  CHECK(file.soup.groups[1].name == "mesh");
  CHECK(file.soup.normals == std::vector<Vec3f>{{0, 0, 1}, {0, 0, 1}});
  const mesh::BuildResult built = welded_stl(file);
  CHECK(built.mesh.vertex_count() == 4);
  CHECK(built.report.count == 0);
  struct WrongStl {
    const char *what, *by, *message;
  };
  constexpr WrongStl kWrong[] = {{"vertex 1 0 0", "vertex 1 inf 0", "x.stl:5:13: 'inf' is not a finite number"},
                                 {"vertex 1 0 0", "vertex 1 0", "x.stl:6:4: 'vertex' is not a number"},
                                 {"endloop", "vertex 1 1 1", "x.stl:7:3: found 'vertex' where 'endloop' is expected"},
                                 {"ENDSOLID\n", "", "x.stl:13:17: the file ends where 'facet' is expected"},
                                 {"SOLID\n", "facet", "x.stl:10:1: found 'facetFACET' where 'solid' is expected"}};
  for (const WrongStl& wrong : kWrong)
    CHECK_THROWS_WITH(from_stl(stl_with(kTextStl, wrong.what, wrong.by)), wrong.message);
  CHECK_THROWS_WITH(from_stl("solid nothing\nendsolid"), "'x.stl' has no faces");
}

TEST_CASE("stl: binary files may begin with solid; what is cut or too short is refused at its byte") {
  std::string whole = stl_of(mesh::build_checked(test::tetrahedron()));
  whole.replace(0, 5, "solid");
  CHECK(from_stl(whole).soup.face_count() == 4);
  CHECK(from_stl(whole).place == "face");
  whole.replace(0, 5, "other");
  for (std::size_t size = 0; size < whole.size(); ++size) CHECK_THROWS_AS(from_stl(whole.substr(0, size)), IoError);
  CHECK_THROWS_WITH(from_stl(whole.substr(0, 60)), Contains("'x.stl', byte 60: this is not an STL file"));
  CHECK_THROWS_WITH(from_stl(whole.substr(0, 283)),
                    "'x.stl', byte 80: expected 4 triangles, but the file has room for 3");
  CHECK(from_stl(whole + "ab").warnings == std::vector<std::string>{"'x.stl': the last 2 bytes are ignored"});
  std::string nan = whole;
  nan.replace(84 + 12 + 4, 4, "\xFF\xFF\xFF\xFF");
  CHECK_THROWS_WITH(from_stl(nan), "'x.stl', byte 100: the number is not finite");
}

TEST_CASE("stl: triangles with two equal corners go, and the others keep their places") {
  MeshFile file = from_stl(stl_with(kTextStl, "vertex 1 0 0", "vertex 0 0 0"));
  weld_equal_positions(file, "x.stl");
  CHECK(file.soup.face_count() == 1);
  CHECK(file.face_places == std::vector<std::uint32_t>{11});
  CHECK(file.warnings.back() == "'x.stl': a face is dropped for having fewer than three distinct corners");
}
