// PLY: what is written is read back, and what is no PLY file is refused with its place.

#include <array>
#include <bit>
#include <limits>

#include "support/catch.h"

#include "base/error.h"
#include "base/parallel.h"
#include "formats/meshes/detail/ply_reader.h"
#include "formats/meshes/ply_writer.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "methods/mesh/normals.h"
#include "stages/shapes/shapes.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::io;
using Catch::Contains;

namespace {

std::string ply_of(std::span<const PlacedMesh> parts) {
  StringSink sink;
  write_ply(parts, sink);
  return sink.text;
}

std::string ply_of(const mesh::Mesh& mesh) { return ply_of(std::array{PlacedMesh{&mesh}}); }

MeshFile from_ply(const std::string& text) { return parse_ply(text, "x.ply"); }

/// A cube with flat normals, a UV seam, colours with alpha, and wind.
mesh::Mesh painted_cube() {
  mesh::Mesh mesh = mesh::build_checked(test::cube());
  mesh::set_crease_normals(mesh, 30);
  mesh.uvs.values = {{0, 0}, {1, 0}};
  mesh.uvs.index.assign(mesh.topology.halfedge_count(), 0);
  const mesh::HalfedgeId first = mesh.topology.halfedge(mesh::FaceId{2});
  mesh.uvs.index[first.index] = 1;
  for (std::uint8_t i = 0; i < 8; ++i)
    mesh.colours.push_back({i, static_cast<std::uint8_t>(255 - i), 7, static_cast<std::uint8_t>(100 + i)});
  for (std::uint8_t i = 0; i < 8; ++i) mesh.wind.push_back({9, i, 0, static_cast<std::uint8_t>(50 - i)});
  return mesh;
}

constexpr const char* kTrianglePly =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
    "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";

std::string ply_with(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  REQUIRE(at != std::string::npos);
  return text.replace(at, what.size(), by);
}

/// A binary square: doubles and shorts, an unknown property, an unknown element in between, 16-bit colours.
std::string binary_square(bool big) {
  std::string text =
      std::string("ply\r\nformat binary_") + (big ? "big" : "little") +
      "_endian 1.0\r\ncomment a\\\r\nelement vertex 4\r\nproperty double x\r\nproperty short y\r\n"
      "property float z\r\nproperty float quality\r\nproperty ushort red\r\nproperty ushort green\r\n"
      "property ushort blue\r\nelement edge 2\r\nproperty list uchar short ends\r\nproperty char kind\r\n"
      "element face 1\r\nproperty uchar flags\r\nproperty list ushort uint vertex_index\r\nend_header\r\n";
  const auto put = [&](std::uint64_t value, int size) {
    for (int i = 0; i < size; ++i) text += static_cast<char>(value >> 8 * (big ? size - 1 - i : i) & 0xFF);
  };
  const std::array<std::array<double, 2>, 4> corners{{{0, 0}, {1.5, 0}, {1.5, -2}, {0, -2}}};
  for (const auto& [x, y] : corners) {
    put(std::bit_cast<std::uint64_t>(x), 8);
    put(static_cast<std::uint16_t>(static_cast<std::int16_t>(y)), 2);
    put(std::bit_cast<std::uint32_t>(0.25f), 4);
    put(std::bit_cast<std::uint32_t>(std::numeric_limits<float>::quiet_NaN()), 4);
    for (const unsigned channel : {0u, 32768u, 65535u}) put(channel, 2);
  }
  for (int edge = 0; edge < 2; ++edge) {
    put(2, 1);
    put(0, 2);
    put(1, 2);
    put(9, 1);
  }
  put(1, 1);
  put(4, 2);
  for (const unsigned index : {3u, 2u, 1u, 0u}) put(index, 4);
  return text;
}

}  // namespace

TEST_CASE("ply: sound meshes of all kinds come back with the same faces and places") {
  for (const test::NamedSoup& named : test::sound_soups()) {
    INFO(named.name);
    if (named.soup.face_count() == 0) continue;  // refused when it is read
    const mesh::Mesh mesh = mesh::build_checked(named.soup);
    const MeshFile file = from_ply(ply_of(mesh));
    CHECK(file.warnings.empty());
    CHECK(file.soup.positions == mesh.positions);
    CHECK(file.soup.corners == mesh::to_soup(mesh).corners);
    CHECK(file.soup.face_begin == mesh::to_soup(mesh).face_begin);
  }
}

TEST_CASE("ply: a vertex is written once for each normal and UV, and every corner keeps its own") {
  const mesh::Mesh mesh = painted_cube();
  const MeshFile file = from_ply(ply_of(mesh));
  const mesh::Soup& soup = file.soup;
  CHECK(soup.positions.size() == 24);  // three flat normals at each of eight corners
  REQUIRE(soup.normals.size() == 24);
  REQUIRE(soup.uvs.size() == 24);
  REQUIRE(soup.colours.size() == 24);
  REQUIRE(soup.wind.size() == 24);
  REQUIRE(soup.face_count() == 6);
  std::size_t corner = 0, wrong = 0;
  for (std::uint32_t f = 0; f < 6; ++f) {
    mesh::HalfedgeId h = mesh.topology.halfedge(mesh::FaceId{f});
    for (int i = 0; i < 4; ++i, ++corner, h = mesh.topology.next(h)) {
      const mesh::VertexId v = mesh.topology.origin(h);
      const std::uint32_t read = soup.corners[corner];
      wrong += soup.positions[read] == mesh.positions[v.index] && soup.colours[read] == mesh.colours[v.index] &&
                       soup.wind[read] == mesh.wind[v.index] &&
                       soup.normals[read] == mesh.normals.values[mesh.normals.index_of(h, v)] &&
                       soup.uvs[read] == mesh.uvs.values[mesh.uvs.index_of(h, v)]
                   ? 0
                   : 1;
    }
  }
  CHECK(wrong == 0);
  MeshFile welded = file;
  weld_equal_positions(welded, "x.ply");
  CHECK(welded.soup.positions.size() == 8);
  CHECK(mesh::build_mesh(welded.soup, mesh::NonManifold::refuse).report.count == 0);
}

TEST_CASE("ply: only the vertices on a seam are copied, and equal values at different indices are no seam") {
  mesh::Mesh mesh = painted_cube();
  mesh::set_smooth_normals(mesh);
  CHECK(from_ply(ply_of(mesh)).soup.positions.size() == 9);  // one corner has another UV
  mesh.uvs.values[1] = mesh.uvs.values[0];
  CHECK(from_ply(ply_of(mesh)).soup.positions.size() == 8);
}

TEST_CASE("ply: a fan of faces with normals of their own takes linear time") {
  mesh::Mesh mesh = mesh::build_checked(test::wheel(100'000));
  mesh.normals.index.assign(mesh.topology.halfedge_count(), 0);
  for (std::uint32_t h = 0; h < mesh.topology.halfedge_count(); ++h) {
    mesh.normals.index[h] = h;
    mesh.normals.values.emplace_back(0, 1, static_cast<float>(h));
  }
  CHECK(from_ply(ply_of(mesh)).soup.positions.size() == 300'000);  // all corners differ
}

TEST_CASE("ply: instances are moved, mirrored ones turn their faces, and normals stay outside") {
  mesh::Mesh mesh = mesh::build_checked(test::tetrahedron());
  mesh::set_smooth_normals(mesh);
  Mat4 mirror{1.0};
  mirror[0][0] = -2;
  mirror[3] = {10, 0, 0, 1};
  const MeshFile file = from_ply(ply_of(std::array{PlacedMesh{&mesh}, PlacedMesh{&mesh, mirror}}));
  const mesh::BuildResult built = mesh::build_mesh(file.soup, mesh::NonManifold::refuse);
  REQUIRE_FALSE(built.refused);
  REQUIRE(file.soup.positions.size() == 8);
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec3f& p = mesh.positions[i];
    CHECK(file.soup.positions[4 + i] == Vec3f(10 - 2 * p.x, p.y, p.z));
  }
  const std::vector<Vec3f> normals = mesh::vertex_normals(built.mesh);
  for (std::size_t i = 0; i < 8; ++i) CHECK(glm::dot(normals[i], file.soup.normals[i]) > 0);
}

TEST_CASE("ply: what only some meshes of a scene have is filled for the others, normals are left out") {
  const mesh::Mesh painted = painted_cube();
  mesh::Mesh plain = mesh::build_checked(test::tetrahedron());
  plain.normals = {};
  const MeshFile file = from_ply(ply_of(std::array{PlacedMesh{&plain}, PlacedMesh{&painted}}));
  CHECK(file.soup.normals.empty());
  CHECK(file.soup.uvs.at(0) == Vec2f(0, 0));
  CHECK(file.soup.colours.at(0) == Rgba8{255, 255, 255, 255});
  CHECK(file.soup.colours.at(4 + 3) == painted.colours[3]);
}

TEST_CASE("ply: faces with more than 255 corners get longer lengths") {
  const MeshFile small = from_ply(ply_of(mesh::build_checked(test::polygon(255))));
  const std::string large = ply_of(mesh::build_checked(test::polygon(256)));
  CHECK(small.soup.corners.size() == 255);
  CHECK_THAT(large, Contains("property list uint uint vertex_indices"));
  CHECK(from_ply(large).soup.corners.size() == 256);
}

TEST_CASE("ply: the bytes do not depend on the number of threads") {
  const mesh::Mesh mesh = mesh::build_checked(test::torus(300, 200));
  const mesh::Mesh small = mesh::build_checked(test::tetrahedron());
  std::vector<PlacedMesh> parts{{&mesh}};
  for (int i = 0; i < 5000; ++i) parts.push_back({&small});
  std::vector<std::string> texts;
  for (const int threads : {1, 2, 8}) {
    const ThreadLimit limit(threads);
    texts.push_back(ply_of(parts));
  }
  CHECK(texts[0] == texts[1]);
  CHECK(texts[0] == texts[2]);
  CHECK(from_ply(texts[0]).soup.positions.size() == 60'000 + 20'000);
}

TEST_CASE("ply: a mesh without faces has a head and its vertices") {
  mesh::Mesh nothing;
  CHECK_THAT(ply_of(nothing), Contains("element vertex 0\n") && Contains("element face 0\n"));
  CHECK_THROWS_WITH(from_ply(ply_of(nothing)), "'x.ply' has no faces");
}

TEST_CASE("ply: numbers that are not finite are refused by their vertex, the first whatever the threads do") {
  mesh::Mesh mesh = mesh::build_checked(test::torus(300, 200));
  for (const std::size_t i : {40'000u, 30'000u}) mesh.positions[i].y = std::numeric_limits<float>::infinity();
  CHECK_THROWS_WITH(ply_of(mesh), "cannot write the mesh as PLY: the position of vertex 30000 is not finite");
}

TEST_CASE("ply: binary files of either byte order, with what is unknown passed over") {
  for (const bool big : {false, true}) {
    const MeshFile file = from_ply(binary_square(big));
    CHECK(file.soup.positions ==
          std::vector<Vec3f>{{0, 0, 0.25f}, {1.5f, 0, 0.25f}, {1.5f, -2, 0.25f}, {0, -2, 0.25f}});
    CHECK(file.soup.corners == std::vector<std::uint32_t>{3, 2, 1, 0});
    CHECK(file.soup.colours.at(1) == Rgba8{0, 128, 255, 255});
    CHECK(file.place == "face");
    CHECK(file.warnings == std::vector<std::string>{"'x.ply': property 'quality' of 'vertex' is ignored",
                                                    "'x.ply': element 'edge' is ignored",
                                                    "'x.ply': property 'flags' of 'face' is ignored"});
  }
}

TEST_CASE("ply: a binary file that is cut anywhere is refused") {
  const std::string whole = binary_square(false);
  for (std::size_t size = 0; size < whole.size(); ++size) CHECK_THROWS_AS(from_ply(whole.substr(0, size)), IoError);
  CHECK(from_ply(whole + "abc").warnings.back() == "'x.ply': what follows the last element is ignored");
}

TEST_CASE("ply: texts keep the line of each face, and their mistakes have a place") {
  CHECK(from_ply(kTrianglePly).face_places == std::vector<std::uint32_t>{13});
  CHECK(from_ply(ply_with(kTrianglePly, "3 0 1 2\n", "3 0 1 2\nmore")).warnings.at(0) ==
        "'x.ply': what follows on line 14 is ignored");
  struct WrongPly {
    const char *what, *by, *message;
  };
  constexpr WrongPly kWrong[] = {
      {"ply\n", "plx\n", "x.ply:1:1: this is not a PLY file: it does not begin with the line 'ply'"},
      {"end_header", "comment", "x.ply:10:1: '0' is not a line of a PLY header"},
      {"ascii 1.0", "ascii 2.0", "x.ply:2:14: only version 1.0 of PLY is supported"},
      {"ascii", "text",
       "x.ply:2:8: 'text' is not one of the formats ascii, binary_little_endian and "
       "binary_big_endian"},
      {"format ascii 1.0\n", "", "x.ply:8:1: the header names no format"},
      {"vertex 3", "vertex -3", "x.ply:3:16: '-3' is not a number of elements"},
      {"vertex 3", "vertex 3000000", "x.ply:3:9: expected 3000000 of 'vertex', but only 26 bytes follow the header"},
      {"face 1", "face 4294967296000",
       "x.ply:7:9: expected 4294967296000 of 'face', but only 26 bytes follow the header"},
      {"element face 1", "element vertex 1", "x.ply:7:9: there are two elements 'vertex'"},
      {"float y", "float x", "x.ply:5:16: 'vertex' has two properties 'x'"},
      {"float y", "real y", "x.ply:5:10: 'real' is not a PLY type"},
      {"float y", "float w", "x.ply:3:9: vertices have no 'x', 'y' and 'z'"},
      {"list uchar", "list float", "x.ply:8:15: the length of a list must be a whole number"},
      {"vertex_indices", "corners", "x.ply:7:9: faces have no list 'vertex_indices', or two"},
      {"1 0 0", "1 nan 0", "x.ply:11:3: 'nan' is not a finite number"},
      {"1 0 0", "1 1e99 0", "x.ply:11:3: '1e99' is too large"},
      {"1 0 0", "1 a 0", "x.ply:11:3: 'a' is not a number"},
      {"3 0 1 2", "3 0 1 3", "x.ply:13:7: index 3 of face 0 is out of range: there are 3 vertices"},
      {"3 0 1 2", "3 0 -1 2", "x.ply:13:5: index -1 of face 0 is out of range: there are 3 vertices"},
      {"3 0 1 2", "3 0 1.5 2", "x.ply:13:5: '1.5' is not a whole number"},
      {"3 0 1 2", "2 0 1", "x.ply:13:1: face 0 has 2 corners; it needs at least 3"},
      {"3 0 1 2", "-1", "x.ply:13:1: a list has a negative length"},
      {"3 0 1 2\n", "3 0 1", "x.ply:13:6: the file ends before its last element"},
      {"3 0 1 2\n", "", "x.ply:12:6: the file ends before its last element"},
      {"3 0 1 2", "9999999999 0 1 2", "x.ply:13:17: the file ends before its last element"},
      {"face 1", "face 0", "'x.ply' has no faces"}};
  for (const WrongPly& wrong : kWrong) {
    INFO(wrong.by);
    CHECK_THROWS_WITH(from_ply(ply_with(kTrianglePly, wrong.what, wrong.by)), wrong.message);
  }
}

TEST_CASE("ply: colours are bytes, shares or shorts, and may not lie outside") {
  const auto coloured = [](const std::string& type, const std::string& value) {
    std::string text = ply_with(
        kTrianglePly, "property float z\n",
        "property float z\nproperty " + type + " red\nproperty " + type + " green\nproperty " + type + " blue\n");
    for (const char* place : {"0 0 0\n", "1 0 0\n", "0 1 0\n"})
      text = ply_with(text, place, std::string(place).substr(0, 5) + " " + value + " 0 1\n");
    return from_ply(text).soup.colours.at(1);
  };
  CHECK(coloured("uchar", "255") == Rgba8{255, 0, 1, 255});
  CHECK(coloured("float", "0.5") == Rgba8{128, 0, 255, 255});
  CHECK(coloured("ushort", "65535") == Rgba8{255, 0, 0, 255});
  CHECK_THROWS_WITH(coloured("uchar", "256"), Contains("a colour is outside 0 .. 255"));
  CHECK_THROWS_WITH(coloured("float", "1.5"), Contains("a colour is outside 0 .. 1"));
}

TEST_CASE("ply: the colours of a part are multiplied by its tint, and are the tint where a mesh has none") {
  const mesh::Mesh painted = painted_cube(), plain = mesh::build_checked(test::cube());
  const scene::Tint tint{128, 255, 0};
  const std::array parts{PlacedMesh{&painted, Mat4{1.0}, tint}, PlacedMesh{&plain, Mat4{1.0}, tint},
                         PlacedMesh{&plain}};
  const MeshFile read = from_ply(ply_of(parts));
  const std::vector<Rgba8>& colours = read.soup.colours;
  const std::size_t count = colours.size();
  REQUIRE(count > 16);
  for (std::size_t i = 0; i < count - 16; ++i) {
    CHECK((colours[i].b == 0 && colours[i].g >= 248 && colours[i].a >= 100));
    CHECK(colours[i].r <= 7);
  }
  for (std::size_t i = count - 16; i < count - 8; ++i) CHECK(colours[i] == Rgba8{128, 255, 0, 255});
  for (std::size_t i = count - 8; i < count; ++i) CHECK(colours[i] == Rgba8{255, 255, 255, 255});
}
