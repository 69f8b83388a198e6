// OBJ and MTL, read back by tinyobjloader.

#include <cmath>
#include <limits>
#include <sstream>

#include <tiny_obj_loader.h>
#include "support/catch.h"

#include "base/error.h"
#include "base/math/math.h"
#include "base/parallel.h"
#include "formats/meshes/obj_writer.h"
#include "methods/mesh/build.h"
#include "stages/shapes/shapes.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::io;
using Catch::Contains;

namespace {

struct Loaded {
  tinyobj::attrib_t attributes;
  std::vector<tinyobj::shape_t> shapes;
  std::vector<tinyobj::material_t> materials;
  std::string complaints;

  std::size_t faces() const {
    std::size_t sum = 0;
    for (const auto& shape : shapes) sum += shape.mesh.num_face_vertices.size();
    return sum;
  }
  std::size_t corners() const {
    std::size_t sum = 0;
    for (const auto& shape : shapes) sum += shape.mesh.indices.size();
    return sum;
  }
};

Loaded load(const std::string& obj, const std::string& mtl = {}) {
  Loaded loaded;
  std::istringstream obj_stream(obj), mtl_stream(mtl);
  tinyobj::MaterialStreamReader reader(mtl_stream);
  std::string warnings, errors;
  const bool ok = tinyobj::LoadObj(&loaded.attributes, &loaded.shapes, &loaded.materials, &warnings, &errors,
                                   &obj_stream, &reader, false, false);
  loaded.complaints = (ok ? "" : "failed ") + warnings + errors;
  return loaded;
}

std::string obj_text(std::span<const ObjPart> parts, const std::string& materials = "") {
  StringSink sink;
  write_obj(parts, materials, sink);
  return sink.text;
}

std::string mtl_text(std::span<const ObjPart> parts) {
  StringSink sink;
  write_mtl(parts, sink);
  return sink.text;
}

/// Two quads side by side with per-corner attributes, two groups and two materials, given in an order that alternates.
mesh::Mesh two_groups() {
  mesh::Soup soup;
  for (int x = 0; x < 4; ++x) {
    for (int z = 0; z < 2; ++z) soup.positions.emplace_back(x, 0.25f, z);
  }
  for (std::uint32_t i = 0; i < 3; ++i) soup.add_face(std::array{2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2});
  soup.uvs = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  soup.normals = {{0, 1, 0}};
  for (int f = 0; f < 3; ++f) soup.corner_uvs.insert(soup.corner_uvs.end(), {0, 1, 2, 3});
  soup.corner_normals.assign(12, 0);
  soup.face_groups = {1, 0, 1};
  soup.groups = {{"road", 0}, {"grass verge", 1}};
  soup.materials = {{"asphalt", {0.1f, 0.1f, 0.1f}, 0.5f, false}, {"grass", {0.2f, 0.6f, 0.1f}, 1.0f, true}};
  return mesh::build_checked(std::move(soup));
}

mesh::Mesh icosphere(double radius, int levels) {
  return mesh::make_shape({.shape = mesh::Shape::icosphere, .radius = radius, .levels = levels});
}

mesh::Mesh grid(int columns, int rows) {
  return mesh::make_shape({.shape = mesh::Shape::grid, .size = {33.3, 1, 17.7}, .cells = {columns, 1, rows}});
}

mesh::Mesh triangle() {
  mesh::Soup soup;
  soup.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  soup.add_face(std::array{0u, 1u, 2u});
  return mesh::build_checked(std::move(soup));
}

}  // namespace

TEST_CASE("obj: a triangle is written as expected, byte for byte") {
  mesh::Mesh mesh = triangle();
  CHECK(obj_text(std::array{ObjPart{&mesh}}) == "# weald\nv 0 0 0\nv 1 0 0\nv 0 1 0\ng mesh\nf 1 2 3\n");
  mesh.normals.values.assign(3, {0, 0, 1});
  CHECK_THAT(obj_text(std::array{ObjPart{&mesh}}), Contains("vn 0 0 1\n") && Contains("\nf 1//1 2//2 3//3\n"));
  mesh.uvs.values = {{0, 0}, {1, 0}, {0, 1}};
  CHECK_THAT(obj_text(std::array{ObjPart{&mesh}}), Contains("vt 1 0\n") && Contains("\nf 1/1/1 2/2/2 3/3/3\n"));
  mesh.normals.values.clear();
  CHECK_THAT(obj_text(std::array{ObjPart{&mesh}}), Contains("\nf 1/1 2/2 3/3\n"));
}

TEST_CASE("obj: groups, materials and per-corner attributes come back from tinyobjloader") {
  const mesh::Mesh mesh = two_groups();
  const std::array parts{ObjPart{&mesh}};
  const Loaded loaded = load(obj_text(parts, "x.mtl"), mtl_text(parts));
  CHECK(loaded.complaints.empty());
  CHECK(loaded.attributes.vertices.size() == 3 * 8);
  CHECK(loaded.attributes.texcoords.size() == 2 * 4);
  CHECK(loaded.attributes.normals.size() == 3);
  REQUIRE(loaded.shapes.size() == 2);
  CHECK(loaded.shapes[0].name == "road");
  CHECK(loaded.shapes[0].mesh.num_face_vertices.size() == 1);
  CHECK(loaded.shapes[1].name == "grass_verge");
  CHECK(loaded.shapes[1].mesh.num_face_vertices.size() == 2);
  CHECK(loaded.shapes[1].mesh.indices[2].vertex_index == 3);
  CHECK(loaded.shapes[1].mesh.indices[2].texcoord_index == 2);
  CHECK(loaded.shapes[1].mesh.indices[2].normal_index == 0);
  REQUIRE(loaded.materials.size() == 2);
  CHECK(loaded.materials[0].name == "asphalt");
  CHECK(loaded.materials[0].diffuse[0] == 0.1f);
  CHECK(loaded.materials[0].shininess == 250.0f);
  CHECK(loaded.materials[0].roughness == 0.5f);
  CHECK(loaded.materials[loaded.shapes[1].mesh.material_ids[0]].name == "grass");
}

TEST_CASE("obj: every shape comes back with its counts and its positions to the last bit") {
  for (const auto& mesh : {icosphere(0.7, 3), grid(40, 30), mesh::make_shape({.shape = mesh::Shape::torus})}) {
    const Loaded loaded = load(obj_text(std::array{ObjPart{&mesh}}));
    CHECK(loaded.complaints.empty());
    CHECK(loaded.attributes.vertices.size() == 3 * mesh.positions.size());
    CHECK(loaded.attributes.texcoords.size() == 2 * mesh.uvs.values.size());
    CHECK(loaded.attributes.normals.size() == 3 * mesh.normals.values.size());
    CHECK(loaded.faces() == mesh.face_count());
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
      for (int axis = 0; axis < 3; ++axis) {
        // tinyobjloader's own parsing is off by an ulp now and then; the exact reading is tested with number text.
        wrong += std::abs(loaded.attributes.vertices[3 * i + static_cast<std::size_t>(axis)] -
                          mesh.positions[i][axis]) > 1e-6f
                     ? 1
                     : 0;
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("obj: a face of 300 corners is one line") {
  mesh::Soup soup;
  std::vector<std::uint32_t> face;
  for (std::uint32_t i = 0; i < 300; ++i) {
    soup.positions.emplace_back(math::cos_deg(i * 1.2), 0, -math::sin_deg(i * 1.2));
    face.push_back(i);
  }
  soup.add_face(face);
  const mesh::Mesh mesh = mesh::build_checked(std::move(soup));
  const std::string text = obj_text(std::array{ObjPart{&mesh}});
  const std::string line = text.substr(text.find("\nf ") + 1);
  CHECK(std::count(line.begin(), line.end(), ' ') == 300);
  CHECK_THAT(line, Catch::EndsWith(" 299 300\n"));
}

TEST_CASE("obj: instances are flattened with their own indices, names and transforms") {
  const mesh::Mesh mesh = two_groups();
  Mat4 moved(1.0);
  moved[3] = Vec4(10, 0, -5, 1);
  const std::array parts{ObjPart{&mesh, Mat4(1.0), "fence 1"}, ObjPart{&mesh, moved, "fence 2"}};
  const std::string text = obj_text(parts, "x.mtl");
  CHECK_THAT(text, Contains("o fence_1\n") && Contains("g fence_1_road\n") && Contains("g fence_2_grass_verge\n"));
  const Loaded loaded = load(text, mtl_text(parts));
  CHECK(loaded.complaints.empty());
  CHECK(loaded.attributes.vertices.size() == 2 * 3 * 8);
  CHECK(loaded.faces() == 6);
  CHECK(loaded.materials.size() == 2);  // equal materials are written once
  REQUIRE(loaded.shapes.size() == 4);
  CHECK(loaded.shapes[2].mesh.indices[0].vertex_index == 8 + 2);
  CHECK(loaded.shapes[2].mesh.indices[0].texcoord_index == 4);
  CHECK(loaded.shapes[2].mesh.indices[0].normal_index == 1);
  CHECK(loaded.attributes.vertices[3 * 8] == 10.0f);
  CHECK(loaded.attributes.vertices[3 * 8 + 2] == -5.0f);
}

TEST_CASE("obj: a tinted copy has materials of its own, multiplied in linear light") {
  const mesh::Mesh mesh = two_groups();
  const std::array parts{ObjPart{&mesh}, ObjPart{&mesh, Mat4(1.0), {}, {}, {255, 128, 0}}};
  const Loaded loaded = load(obj_text(parts, "x.mtl"), mtl_text(parts));
  CHECK(loaded.complaints.empty());
  REQUIRE(loaded.materials.size() == 4);
  CHECK(loaded.materials[2].name == "asphalt_ff8000");
  CHECK(loaded.materials[3].name == "grass_ff8000");
  CHECK(loaded.materials[3].diffuse[0] == Approx(0.2).margin(1e-6));
  // Green 0.6 is 0.318547 in linear light; times 0.2158605 that is 0.068762, in sRGB 0.29079.
  CHECK(loaded.materials[3].diffuse[1] == Approx(0.29079).margin(2e-5));
  CHECK(loaded.materials[3].diffuse[2] == 0);
}

TEST_CASE("obj: normals are transformed by the inverse transpose and stay unit length") {
  mesh::Mesh mesh = triangle();
  const double s = std::sqrt(0.5);
  mesh.normals.values.assign(3, Vec3f(s, s, 0));
  Mat4 squash(1.0);
  squash[0][0] = 4;  // a plane x + y = c becomes x / 4 + y = c
  const Loaded loaded = load(obj_text(std::array{ObjPart{&mesh, squash}}));
  const double length = std::sqrt(1.0 / 16 + 1);
  CHECK(loaded.attributes.normals[0] == Approx(0.25 / length).epsilon(1e-6));
  CHECK(loaded.attributes.normals[1] == Approx(1 / length).epsilon(1e-6));
}

TEST_CASE("obj: a mirrored instance keeps its faces outwards") {
  const mesh::Mesh mesh = icosphere(1, 1);
  Mat4 mirror(1.0);
  mirror[0][0] = -1;
  const Loaded loaded = load(obj_text(std::array{ObjPart{&mesh, mirror}}));
  const auto& v = loaded.attributes.vertices;
  const auto point = [&](int i) {
    return Vec3(v[3 * static_cast<std::size_t>(i)], v[3 * static_cast<std::size_t>(i) + 1],
                v[3 * static_cast<std::size_t>(i) + 2]);
  };
  double volume = 0;
  std::size_t inwards = 0;
  const auto& indices = loaded.shapes.at(0).mesh.indices;
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    const Vec3 a = point(indices[i].vertex_index), b = point(indices[i + 1].vertex_index),
               c = point(indices[i + 2].vertex_index);
    volume += glm::dot(a, glm::cross(b, c)) / 6;
    const int n = indices[i].normal_index;
    if (n < 0) continue;
    const Vec3 normal(loaded.attributes.normals[3 * static_cast<std::size_t>(n)],
                      loaded.attributes.normals[3 * static_cast<std::size_t>(n) + 1],
                      loaded.attributes.normals[3 * static_cast<std::size_t>(n) + 2]);
    inwards += glm::dot(normal, a) < 0 ? 1 : 0;
  }
  CHECK(volume > 3);
  CHECK(inwards == 0);
}

TEST_CASE(
    "obj: numbers that are not finite are refused by element, in the positions, UVs and normals, and after "
    "transforming") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  mesh::Mesh mesh = two_groups();
  mesh.positions[5].y = std::numeric_limits<float>::infinity();
  CHECK_THROWS_WITH(obj_text(std::array{ObjPart{&mesh, Mat4(1.0), "oak"}}), Contains("'oak'") && Contains("vertex 5"));
  mesh = two_groups();
  mesh.uvs.values[2].x = nan;
  CHECK_THROWS_WITH(obj_text(std::array{ObjPart{&mesh}}), Contains("texture coordinate 2"));
  mesh = two_groups();
  mesh.normals.values[0].z = nan;
  CHECK_THROWS_WITH(obj_text(std::array{ObjPart{&mesh}}), Contains("normal 0"));
  mesh = two_groups();
  CHECK_THROWS_AS(obj_text(std::array{ObjPart{&mesh, Mat4(1e39)}}), StageError);
}

TEST_CASE("obj: the first faulty vertex is named whatever the threads do") {
  mesh::Mesh mesh = grid(300, 300);
  for (std::size_t i = 12345; i < mesh.positions.size(); i += 777)
    mesh.positions[i].x = std::numeric_limits<float>::quiet_NaN();
  for (int round = 0; round < 20; ++round)
    CHECK_THROWS_WITH(obj_text(std::array{ObjPart{&mesh}}), Contains("vertex 12345 "));
}

TEST_CASE("obj: the same bytes for 1, 2 and 8 threads") {
  const mesh::Mesh large = grid(250, 250);
  const mesh::Mesh small = two_groups();
  std::vector<ObjPart> parts{{&large, Mat4(1.0), "land"}};
  for (int i = 0; i < 100; ++i) parts.push_back({&small, Mat4(1.0 + i), "part_" + std::to_string(i)});
  std::vector<std::string> texts;
  for (const int threads : {1, 2, 8}) {
    const ThreadLimit limit(threads);
    texts.push_back(obj_text(parts, "m.mtl"));
  }
  CHECK(texts[0] == texts[1]);
  CHECK(texts[0] == texts[2]);
  const Loaded loaded = load(texts[0]);
  CHECK(loaded.faces() == large.face_count() + 300);
}

TEST_CASE("obj: wind data are written as vertex colours where there are none, and else not") {
  mesh::Mesh mesh = mesh::build_checked(test::soup_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}));
  mesh.wind = {{255, 0, 51, 7}, {0, 255, 0, 7}, {0, 0, 255, 7}};
  mesh::Mesh coloured = mesh;
  coloured.colours = std::exchange(coloured.wind, {});
  const std::string expected = obj_text(std::array{ObjPart{&coloured}});
  CHECK(obj_text(std::array{ObjPart{&mesh}}) == expected);
  coloured.wind.assign(3, Rgba8{1, 2, 3, 4});
  CHECK(obj_text(std::array{ObjPart{&coloured}}) == expected);
}

TEST_CASE("obj: vertex colours follow the position") {
  mesh::Mesh mesh = triangle();
  mesh.colours = {{255, 0, 51, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}};
  const std::string text = obj_text(std::array{ObjPart{&mesh}});
  CHECK_THAT(text, Contains("v 0 0 0 1 0 0.2\n"));
  CHECK(load(text).attributes.colors.size() == 9);
}

TEST_CASE("obj: each of the 256 values of a channel reads back as itself") {
  mesh::Mesh mesh = triangle();
  for (int value = 0; value < 256; value += 3) {
    const auto channel = [value](int i) { return static_cast<std::uint8_t>(std::min(value + i, 255)); };
    mesh.colours.assign(3, {channel(0), channel(1), channel(2), 255});
    const auto colours = load(obj_text(std::array{ObjPart{&mesh}})).attributes.colors;
    REQUIRE(colours.size() == 9);
    for (int i = 0; i < 3; ++i) CHECK(std::lround(colours[static_cast<std::size_t>(i)] * 255) == channel(i));
  }
}

TEST_CASE("mtl: different materials of one name get names of their own") {
  mesh::Mesh a = triangle(), b = triangle(), c = triangle();
  a.materials[0] = {"bark # old", {1, 0, 0}, 1, false};
  b.materials[0] = {"bark # old", {0, 1, 0}, 1, false};
  c.materials[0] = a.materials[0];
  const std::array parts{ObjPart{&a, Mat4(1.0), "a"}, ObjPart{&b, Mat4(1.0), "b"}, ObjPart{&c, Mat4(1.0), "c"}};
  const Loaded loaded = load(obj_text(parts, "x.mtl"), mtl_text(parts));
  REQUIRE(loaded.materials.size() == 2);
  CHECK(loaded.materials[0].name == "bark___old");
  CHECK(loaded.materials[1].name == "bark___old_2");
  CHECK(loaded.shapes[1].mesh.material_ids[0] == 1);
  CHECK(loaded.shapes[2].mesh.material_ids[0] == 0);
  a.materials[0].colour.r = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_AS(mtl_text(parts), StageError);
}

TEST_CASE("obj lines: open and closed lines come back, short ones are left out") {
  const std::vector<Polyline> lines{
      {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}, false}, {{{5, 5, 5}}, false}, {{{2, 0, 0}, {3, 0, 0}, {3, 1, 0}}, true}};
  StringSink sink;
  write_obj_lines(lines, "my curve", sink);
  CHECK(sink.text == "# weald\no my_curve\nv 0 0 0\nv 1 0 0\nv 1 1 0\nl 1 2 3\nv 2 0 0\nv 3 0 0\nv 3 1 0\nl 4 5 6 4\n");
  const Loaded loaded = load(sink.text);
  REQUIRE(loaded.shapes.size() == 1);
  CHECK(loaded.shapes[0].lines.num_line_vertices == std::vector<int>{3, 4});
  StringSink grouped;
  write_obj_lines(lines, "my curve", grouped, std::vector<std::string>{"order_2", "order_3", ""});
  CHECK(grouped.text ==
        "# weald\no my_curve\ng order_2\nv 0 0 0\nv 1 0 0\nv 1 1 0\nl 1 2 3\nv 2 0 0\nv 3 0 0\nv 3 1 0\nl 4 5 6 4\n");
  const std::vector<Polyline> bad{{{{0, 0, 0}, {1, std::nan(""), 0}}, false}};
  CHECK_THROWS_AS(write_obj_lines(bad, "bad", sink), StageError);
}

TEST_CASE("obj: an interrupted run stops") {
  const mesh::Mesh mesh = triangle();
  std::atomic<bool> stop = true;
  RunContext context;
  context.stop = &stop;
  StringSink sink;
  CHECK_THROWS_AS(write_obj(std::array{ObjPart{&mesh}}, "", sink, context), Interrupted);
}
