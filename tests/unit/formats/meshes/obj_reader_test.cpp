// Reading OBJ: accept it right or refuse it with its place; never change it silently.

#include <string>

#include "support/catch.h"

#include "base/error.h"
#include "base/rng.h"
#include "formats/meshes/detail/obj_reader.h"
#include "formats/meshes/mesh_file.h"
#include "formats/meshes/obj_writer.h"
#include "methods/mesh/build.h"
#include "stages/shapes/shapes.h"
#include "support/files.h"

using namespace weald;
using namespace weald::io;
using Catch::Contains;
using weald::test::TemporaryFolder;
using weald::test::write_text;

namespace {

const std::string kThree = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

ObjFile parse(const std::string& text) { return parse_obj(text, "x.obj", "/nowhere"); }

std::string refusal(const std::string& text) {
  try {
    parse(text);
  } catch (const IoError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("obj reader: plain faces of all four forms") {
  const mesh::Soup soup =
      parse(kThree + "vt 0 0\nvt 1 0\nvn 0 0 1\nf 1 2 3\nf 1/1 2/2 3/1\nf 1//1 2//1 3//1\nf 1/1/1 2/2/1 3/1/1\n").soup;
  REQUIRE(soup.face_count() == 4);
  CHECK(soup.corners == std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2});
  // Faces without texture coordinates get (0, 0), without normals that of their plane.
  CHECK(soup.uvs.size() == 3);
  CHECK(soup.uvs[soup.corner_uvs[0]] == Vec2f(0, 0));
  CHECK(soup.corner_uvs[4] == 1);
  for (const std::uint32_t index : soup.corner_normals) CHECK(soup.normals.at(index) == Vec3f(0, 0, 1));
}

TEST_CASE("obj reader: a file without texture coordinates and normals in its faces has none") {
  const mesh::Soup soup = parse(kThree + "vt 0 0\nvn 0 0 1\nf 1 2 3\n").soup;
  CHECK(soup.uvs.empty());
  CHECK(soup.normals.empty());
  CHECK(soup.corner_uvs.empty());
}

TEST_CASE("obj reader: negative indices count back from the element read last") {
  const mesh::Soup soup = parse("v 9 9 9\n" + kThree + "f -3 -2 -1\nv 2 2 2\nf -2 -3 -1\n").soup;
  CHECK(soup.corners == std::vector<std::uint32_t>{1, 2, 3, 3, 2, 4});
}

TEST_CASE("obj reader: a face may come before its vertices") {
  CHECK(parse("f 1 2 3\n" + kThree).soup.corners == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("obj reader: numbers in every legal form are read exactly") {
  const mesh::Soup soup = parse("v +1.5 -.25 3.\nv 1e2 1E-2 -1.25e+1\nv 0.1 1e-46 16777217\nf 1 2 3\n").soup;
  CHECK(soup.positions[0] == Vec3f(1.5f, -0.25f, 3));
  CHECK(soup.positions[1] == Vec3f(100, 0.01f, -12.5f));
  CHECK(soup.positions[2] == Vec3f(0.1f, 0, 16777216));
}

TEST_CASE("obj reader: numbers that are not finite decimal numbers are refused with their place") {
  CHECK(refusal("v 0 0 0\nv 1 nan 0\n") == "x.obj:2:5: 'nan' is not a finite number");
  CHECK_THAT(refusal("v inf 0 0\n"), Contains("x.obj:1:3: 'inf'"));
  CHECK_THAT(refusal("v 0 -INF 0\n"), Contains("x.obj:1:5:"));
  CHECK_THAT(refusal("v 0 0 1.#IND\n"), Contains("x.obj:1:7: '1.#IND' is not a number"));
  CHECK_THAT(refusal("v 0,5 0 0\n"), Contains("x.obj:1:3:") && Contains("decimal point"));
  CHECK_THAT(refusal("v 0x10 0 0\n"), Contains("x.obj:1:3: '0x10'"));
  CHECK_THAT(refusal("v 1e400 0 0\n"), Contains("too large"));
  CHECK_THAT(refusal("v -1e39 0 0\n"), Contains("too large"));
  CHECK_THAT(refusal(kThree + "vt 0 nan\n"), Contains("x.obj:4:6:"));
  CHECK_THAT(refusal(kThree + "vn 0 0 -\n"), Contains("x.obj:4:8:"));
}

TEST_CASE("obj reader: vertices take 3, 4 or 6 numbers") {
  CHECK(parse("v 0 0 0 1\nv 1 0 0 1.0\nv 0 1 0\nf 1 2 3\n").soup.colours.empty());
  const mesh::Soup soup = parse("v 0 0 0\nv 1 0 0 1 0 0.2\nv 0 1 0\nf 1 2 3\n").soup;
  CHECK(soup.colours == std::vector<Rgba8>{{255, 255, 255, 255}, {255, 0, 51, 255}, {255, 255, 255, 255}});
  CHECK_THAT(refusal("v 0 0\n"), Contains("x.obj:1:1: 'v' has 2 numbers"));
  CHECK_THAT(refusal("v 0 0 0 0 0\n"), Contains("x.obj:1:1: 'v' has 5 numbers"));
  CHECK_THAT(refusal("v 0 0 0 1 1 1 1 1\n"), Contains("x.obj:1:17:"));
  CHECK_THAT(refusal("v 0 0 0 0.5\n"), Contains("x.obj:1:9:") && Contains("weight"));
  CHECK_THAT(refusal("v 0 0 0 0 200 0\n"), Contains("x.obj:1:11:") && Contains("colour"));
}

TEST_CASE("obj reader: line continuation, CRLF, CR, blanks, comments and a byte order mark") {
  CHECK(parse("v 0 0 \\\n0\nv 1 0 0\nv 0 1 0\nf 1 \\\n2 3\n").soup.corners == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(parse("v 0 0 0\\\r\n\r\nv 1 0 0\r\nv 0 1 0\r\nf 1 2 3\r\n").soup.face_count() == 1);
  CHECK(parse("v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r").soup.face_count() == 1);
  CHECK(parse("\xEF\xBB\xBF# comment \\\n  v\t0 0   0 # here\nv 1 0 0\n\n\nv 0 1 0\n\t f 1 2 3").soup.face_count() ==
        1);
  CHECK_THAT(refusal("v 0 0 \\\n nan\n"), Contains("x.obj:2:2:"));  // the place is on the physical line
  CHECK_THAT(refusal("v 0 0 0\nv 1 0 0 \\"), Contains("x.obj:2:9:"));
}

TEST_CASE("obj reader: faces mean the same however they are written") {
  const std::string points = kThree + "v 1 1 0\nvt 0 0\nvt 1 0\nvn 0 0 1\n";
  const auto corners_of = [&](const std::string& faces) { return parse(points + faces).soup.corners; };
  const std::vector<std::uint32_t> both{0, 1, 2, 1, 3, 2};
  const std::string second = "f 2 4 3\n";
  for (const std::string first :
       {"f 1 2 3\n", "f 1 2 3\r\n", "f 1 2 3\r", "f\t1\t2  3 \t\n", "f\v1 2\f3\n", "  f 1 2 3\n", "f 1 2 3 # 4\n",
        "f 1 2 3#\n\n\n", "f 1 \\\n2 3\n", "f 1 2 3 \\\n\n", "fo 1 2 3\n", "f 1/ 2/ 3/\n", "f 1// 2// 3//\n",
        "f 01 002 3\n", "f -4 -3 -2\n", "f 1 -3 3\n", "g a\nf 1 2 3\ng\n", "f 1 2 3\nusemtl 9 9 9\n",
        "v 5 5 5\nf 1 -4 3\n"}) {
    CAPTURE(first);
    if (first.find("3#") != std::string::npos) {
      CHECK_THAT(refusal(points + first + second), Contains("'3#' is not a corner"));
      continue;
    }
    CHECK(corners_of(first + second) == both);
    CHECK(corners_of(second + first) == std::vector<std::uint32_t>{1, 3, 2, 0, 1, 2});
  }
  // A slash without an index behind it does not take the next corner's.
  const mesh::Soup soup = parse(points + "f 1/2/ 2/2/ 3/2/\nf 1/1 2/1 3/1\n").soup;
  CHECK(soup.corner_uvs == std::vector<std::uint32_t>{1, 1, 1, 0, 0, 0});
  CHECK(soup.normals.empty());
}

TEST_CASE("obj reader: negative indices count from their own face, among faces that have none") {
  const std::string text = kThree + "vt 0 0\nvt 1 1\nf -3/-1 -2/-1 -1/-1\nf 1/1 2/1 3/1\nv 7 7 7\nf 1/1 2/1 3/1\n" +
                           "f -3/-2 -2/-2 -1/-2\nvt 5 5\nf -1/-1 -2/-1 -3/-1\nf 4/3 3/3 2/3\n";
  const mesh::Soup soup = parse(text).soup;
  CHECK(soup.corners == std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2, 0, 1, 2, 1, 2, 3, 3, 2, 1, 3, 2, 1});
  CHECK(soup.corner_uvs == std::vector<std::uint32_t>{1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2});
}

TEST_CASE("obj reader: indices that are 0, out of range or no numbers are refused with their place") {
  CHECK(refusal(kThree + "f 1 2 4\n") == "x.obj:4:7: index 4 is out of range: there are 3 positions");
  CHECK_THAT(refusal(kThree + "f 1 2 -4\n"), Contains("x.obj:4:7: index -4"));
  CHECK_THAT(refusal(kThree + "f 0 1 2\n"), Contains("x.obj:4:3: index 0"));
  CHECK_THAT(refusal(kThree + "f 1/0 2/1 3/1\n"), Contains("x.obj:4:3:"));
  CHECK_THAT(refusal(kThree + "vt 0 0\nf 1/1 2/2 3/1\n"),
             Contains("x.obj:5:7:") && Contains("there is 1 texture coordinate"));
  CHECK_THAT(refusal(kThree + "f 1//1 2//1 3//1\n"), Contains("there are 0 normals"));
  CHECK_THAT(refusal(kThree + "f 1 2 3.5\n"), Contains("x.obj:4:7: '3.5' is not a corner"));
  CHECK_THAT(refusal(kThree + "f 1 2 3/1/1/1\n"), Contains("x.obj:4:7:"));
  CHECK_THAT(refusal(kThree + "f 1 2 99999999999999999999\n"), Contains("x.obj:4:7:"));
  CHECK_THAT(refusal(kThree + "f 1 2 4294967297\n"), Contains("x.obj:4:7: index 4294967297 is out of range"));
  CHECK_THAT(refusal(kThree + "vt 0 0\nf 1/1 2 3\n"), Contains("x.obj:5:7:") && Contains("same form"));
  CHECK_THAT(refusal(kThree + "f 1 2\n"), Contains("x.obj:4:1: a face has 2 corners"));
  CHECK_THAT(refusal(kThree + "f\n"), Contains("x.obj:4:1: a face has 0 corners"));
}

TEST_CASE("obj reader: repeated vertices and crowded edges are kept for the builder to judge") {
  const ObjFile repeated = parse(kThree + "f 1 2 2 3\n");
  CHECK(repeated.soup.corners == std::vector<std::uint32_t>{0, 1, 1, 2});
  const ObjFile crowded = parse(kThree + "v 0 0 1\nv 0 0 -1\nf 1 2 3\nf 1 2 4\nf 1 2 5\n");
  CHECK(crowded.soup.face_count() == 3);
  CHECK(crowded.face_lines == std::vector<std::uint32_t>{6, 7, 8});
  CHECK(mesh::build_mesh(crowded.soup, mesh::NonManifold::refuse).refused);
  CHECK(mesh::build_mesh(crowded.soup, mesh::NonManifold::split).mesh.face_count() == 3);
}

TEST_CASE("obj reader: a polygon of 300 corners stays one") {
  std::string text, face = "f";
  for (int i = 1; i <= 300; ++i) {
    text += "v " + std::to_string(i) + " 0 " + std::to_string(i * i) + "\n";
    face += " " + std::to_string(i);
  }
  const mesh::Soup soup = parse(text + face + "\n").soup;
  REQUIRE(soup.face_count() == 1);
  CHECK(soup.face(0).size() == 300);
  CHECK(soup.face(0)[299] == 299);
}

TEST_CASE("obj reader: files without a face and files that are not OBJ are refused") {
  CHECK(refusal("") == "'x.obj' has no faces");
  CHECK(refusal("# only a comment") == "'x.obj' has no faces");
  CHECK(refusal(kThree) == "'x.obj' has no faces");
  CHECK_THAT(refusal("hello world\n"), Contains("x.obj:1:1: 'hello' is not an OBJ element"));
  CHECK_THAT(refusal(kThree + "ff 1 2 3\n"), Contains("x.obj:4:1: 'ff'"));
  CHECK_THAT(refusal(std::string("\x7F"
                                 "ELF\x02\x01\x01\x00",
                                 8)),
             Contains("x.obj:1:1: byte 0x7F is not text"));
  CHECK_THAT(refusal(std::string("v 0 0 \x00 0\n", 10)), Contains("x.obj:1:7: byte 0x00"));
  CHECK_THROWS_WITH(read_mesh_file("/nowhere/x.obj"), Contains("/nowhere/x.obj") && Contains("no such file"));
  CHECK_THROWS_WITH(read_mesh_file("/"), Contains("folder"));
}

TEST_CASE("obj reader: what is passed over is said, once per kind") {
  const ObjFile file = parse(kThree + "s 1\nl 1 2\nl 2 3\np 1\nf 1 2 3\n");
  CHECK(file.warnings == std::vector<std::string>{"x.obj:5: 'l' is ignored (2 times)", "x.obj:7: 'p' is ignored"});
}

TEST_CASE("obj reader: groups are the faces of one name and one material") {
  TemporaryFolder folder;
  write_text(folder / "m.mtl", "newmtl red paint\nKd 1 0 0\nNs 250\n\nnewmtl blue\nKd 0 0 nan\nPr 0.25\n");
  write_text(folder / "x.obj",
             "mtllib m.mtl\n" + kThree +
                 "f 1 2 3\ng left side\nusemtl red paint\nf 1 2 3\nusemtl blue\nf 1 2 3\ng right\nf 1 2 3\n"
                 "g left side\nf 1 2 3\nusemtl none\nf 1 2 3\n");
  const MeshFile file = read_mesh_file(folder / "x.obj");
  const mesh::Soup& soup = file.soup;
  CHECK(soup.face_groups == std::vector<std::uint16_t>{0, 1, 2, 3, 2, 4});
  REQUIRE(soup.groups.size() == 5);
  CHECK(soup.groups[0].name == "mesh");
  CHECK(soup.groups[1].name == "left side");
  CHECK(soup.groups[3].name == "right");
  CHECK(soup.materials.at(soup.groups[0].material) == mesh::Material{});
  const mesh::Material& red = soup.materials.at(soup.groups[1].material);
  CHECK(red.name == "red paint");
  CHECK(red.colour == Vec3f(1, 0, 0));
  CHECK(red.roughness == 0.5f);
  CHECK(soup.materials.at(soup.groups[2].material).roughness == 0.25f);
  CHECK(soup.materials.at(soup.groups[4].material).name == "none");
  REQUIRE(file.warnings.size() == 2);
  CHECK_THAT(file.warnings[0], Contains("m.mtl:6:8: 'nan' is not a finite number"));
  CHECK_THAT(file.warnings[1], Contains("material 'none'"));
}

TEST_CASE("obj reader: a missing material file is a warning") {
  const ObjFile file = parse("mtllib gone.mtl\n" + kThree + "usemtl bark\nf 1 2 3\n");
  REQUIRE(file.warnings.size() == 2);
  CHECK_THAT(file.warnings[0], Contains("gone.mtl") && Contains("no such file"));
  CHECK(file.soup.materials.at(0).name == "bark");
}

TEST_CASE("obj reader: what weald writes is read back to the last bit") {
  for (const auto& mesh : {mesh::make_shape({.shape = mesh::Shape::icosphere, .radius = 0.7, .levels = 4}),
                           mesh::make_shape({.shape = mesh::Shape::torus})}) {
    StringSink sink;
    write_obj(std::array{ObjPart{&mesh}}, "", sink);
    const mesh::Soup soup = parse(sink.text).soup;
    CHECK(soup.positions == mesh.positions);
    CHECK(soup.uvs == mesh.uvs.values);
    CHECK(soup.face_count() == mesh.face_count());
    REQUIRE(soup.normals.size() == mesh.normals.values.size());
    for (std::size_t i = 0; i < soup.normals.size(); ++i)
      CHECK(glm::distance(soup.normals[i], mesh.normals.values[i]) < 1e-6f);
  }
}

TEST_CASE("obj reader: the bunny and the teapot are read with their known counts") {
  const std::string data = std::string(WEALD_SOURCE_DIR) + "/tests/data/";
  const MeshFile bunny = read_mesh_file(data + "bunny.obj");
  CHECK(bunny.soup.positions.size() == 1839);
  CHECK(bunny.soup.face_count() == 3674);
  const MeshFile teapot = read_mesh_file(data + "teapot.obj");
  CHECK(teapot.soup.positions.size() == 792);
  CHECK(teapot.soup.face_count() == 992);
}

TEST_CASE("obj reader: damaged files are read or refused, never anything else") {
  StringSink sink;
  const mesh::Mesh mesh = mesh::make_shape({.shape = mesh::Shape::icosphere, .levels = 1});
  write_obj(std::array{ObjPart{&mesh, Mat4(1.0), "ball"}}, "ball.mtl", sink);
  const std::string whole = "mtllib ball.mtl\n" + sink.text;
  const Rng rng(17);
  std::size_t refused = 0;
  for (std::uint64_t round = 0; round < 3000; ++round) {
    std::string text = whole;
    if (round % 3 == 0) text.resize(rng.below(static_cast<std::uint32_t>(text.size()), round, 0));
    for (std::uint32_t i = 0; i < 1 + rng.below(4, round, 1) && !text.empty(); ++i) {
      const std::uint32_t at = rng.below(static_cast<std::uint32_t>(text.size()), round, 2 + 3 * i);
      const std::uint32_t kind = rng.below(3, round, 3 + 3 * i);
      const std::uint32_t value = rng.below(256, round, 4 + 3 * i);
      if (kind == 0) text[at] = static_cast<char>(static_cast<unsigned char>(text[at]) ^ (1u << value % 8));
      if (kind == 1) text[at] = "/\\-.e#\n 09"[value % 10];
      if (kind == 2) text.erase(at, value % 20);
    }
    try {
      const mesh::Soup soup = parse(text).soup;
      for (const std::uint32_t corner : soup.corners) REQUIRE(corner < soup.positions.size());
      for (const std::uint32_t corner : soup.corner_uvs) REQUIRE(corner < soup.uvs.size());
      for (const std::uint32_t corner : soup.corner_normals) REQUIRE(corner < soup.normals.size());
    } catch (const IoError&) {
      ++refused;
    }
  }
  CHECK(refused > 300);
  CHECK(refused < 3000);
}
