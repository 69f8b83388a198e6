// GLB files read back: round trips of what weald writes, and files that lie.

#include <algorithm>
#include <cstring>
#include <functional>
#include <set>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "base/error.h"
#include "formats/gltf/gltf_writer.h"
#include "formats/meshes/detail/glb_reader.h"
#include "methods/mesh/build.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::gltf;
using Catch::Contains;
using nlohmann::json;

namespace {

std::string written(const Model& model, const GltfParams& params = {}) {
  io::StringSink sink;
  write_glb(model, params, sink);
  return sink.text;
}

Model one(const mesh::Mesh& mesh) { return {"thing", {{"thing", {{&mesh, 0}}}}, {{0, Mat4{1.0}}}}; }

using Place = std::array<float, 3>;
using Face = std::array<Place, 3>;

/// The triangles by their places, each turned so that its least corner comes first.
std::multiset<Face> faces_of(const mesh::Soup& soup) {
  std::multiset<Face> faces;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    Face face{};
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3f& p = soup.positions[soup.face(f)[k]];
      face[k] = {p.x, p.y, p.z};
    }
    std::rotate(face.begin(), std::min_element(face.begin(), face.end()), face.end());
    faces.insert(face);
  }
  return faces;
}

std::string with_json(const json& document, const std::string& binary) {
  std::string text = document.dump();
  text.append((4 - text.size() % 4) % 4, ' ');
  std::string file("glTF");
  const auto add = [&](std::uint32_t word) { file.append(reinterpret_cast<const char*>(&word), 4); };
  add(2);
  add(static_cast<std::uint32_t>(28 + text.size() + binary.size()));
  add(static_cast<std::uint32_t>(text.size()));
  file += "JSON" + text;
  add(static_cast<std::uint32_t>(binary.size()));
  file += std::string("BIN\0", 4) + binary;
  return file;
}

/// A triangle, with what the test changes in its JSON.
std::string triangle_with(const std::function<void(json&)>& change) {
  std::string binary;
  for (const float value : {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f})
    binary.append(reinterpret_cast<const char*>(&value), 4);
  json document = json::parse(R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
    "nodes": [{"mesh": 0}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
    "bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36}]})");
  change(document);
  return with_json(document, binary);
}

}  // namespace

TEST_CASE("What is written as GLB is read with the same triangles, normals, UVs and colours") {
  for (const test::NamedSoup& named : test::sound_soups()) {
    INFO(named.name);
    if (named.soup.face_count() == 0) continue;
    const mesh::Mesh mesh = mesh::build_mesh(named.soup).mesh;
    const io::MeshFile file = io::parse_glb(written(one(mesh)), "t.glb");
    CHECK(file.warnings.empty());
    mesh::Soup expected;
    for (const mesh::TriangleList& list : test::triangle_lists(mesh)) {
      const auto first = static_cast<std::uint32_t>(expected.positions.size());
      expected.positions.insert(expected.positions.end(), list.positions.begin(), list.positions.end());
      for (std::size_t i = 0; i < list.indices.size(); i += 3)
        expected.add_face(
            std::array{first + list.indices[i], first + list.indices[i + 1], first + list.indices[i + 2]});
    }
    CHECK(faces_of(file.soup) == faces_of(expected));
  }
}

TEST_CASE(
    "Copies are written out in their places, as nodes and as instances, mirrored ones with their faces outwards") {
  const mesh::Mesh box = mesh::build_mesh(test::cube()).mesh;
  Model model{"many", {{"box", {{&box, 0}}}}, {}};
  for (const double side : {1.0, -1.0, 2.0}) {
    Mat4 place{1.0};
    place[0][0] = side;
    place[3] = {side * 10, 0, 0, 1};
    model.instances.push_back({0, place});
  }
  for (const Instances way : {Instances::nodes, Instances::gpu}) {
    const io::MeshFile file = io::parse_glb(written(model, {.instances = way}), "t.glb");
    CHECK(file.soup.face_count() == 36);
    double volume = 0;
    for (std::uint32_t f = 0; f < file.soup.face_count(); ++f) {
      const auto face = file.soup.face(f);
      const Vec3 a{file.soup.positions[face[0]]}, b{file.soup.positions[face[1]]}, c{file.soup.positions[face[2]]};
      volume += glm::dot(a, glm::cross(b, c)) / 6;
    }
    CHECK(volume == Approx(8 + 8 + 16));
  }
}

TEST_CASE("A mirrored matrix, a child and a quantized mesh are where they belong") {
  const mesh::Mesh torus = mesh::build_mesh(test::torus(20, 12)).mesh;
  const io::MeshFile small = io::parse_glb(written(one(torus), {.quantize = true}), "t.glb");
  Bounds box;
  for (const Vec3f& p : small.soup.positions) box.add(Vec3{p});
  const Bounds expected = mesh::bounds(torus);
  for (int i = 0; i < 3; ++i) {
    CHECK(box.min[i] == Approx(expected.min[i]).margin(1e-3));
    CHECK(box.max[i] == Approx(expected.max[i]).margin(1e-3));
  }
  const io::MeshFile child = io::parse_glb(triangle_with([](json& d) {
                                             d["nodes"] = json::parse(
                                                 R"([{"translation": [0, 5, 0], "children": [1]},
                                                     {"mesh": 0, "scale": [2, 2, 2]}])");
                                           }),
                                           "t.glb");
  CHECK(child.soup.positions[1] == Vec3f{2, 5, 0});
}

TEST_CASE("GLB files that lie are refused with the reason") {
  const auto refusal = [](const std::function<void(json&)>& change) -> std::string {
    try {
      io::parse_glb(triangle_with(change), "t.glb");
    } catch (const IoError& error) {
      return error.what();
    }
    return {};
  };
  CHECK(refusal([](json&) {}).empty());
  CHECK_THAT(refusal([](json& d) { d["accessors"][0]["count"] = 4; }), Contains("does not lie within its view"));
  CHECK_THAT(refusal([](json& d) { d["accessors"][0]["count"] = 4'000'000'000'000u; }), Contains("within its view"));
  CHECK_THAT(refusal([](json& d) { d["accessors"][0]["count"] = -1; }), Contains("not a whole number"));
  CHECK_THAT(refusal([](json& d) { d["accessors"][0]["byteOffset"] = 8; }), Contains("within its view"));
  CHECK_THAT(refusal([](json& d) { d["bufferViews"][0]["byteOffset"] = 4; }), Contains("does not lie within the file"));
  CHECK_THAT(refusal([](json& d) { d["bufferViews"][0]["byteStride"] = 4; }), Contains("within its view"));
  CHECK_THAT(refusal([](json& d) { d["nodes"][0]["children"] = {0}; }), Contains("node 0 has two parents"));
  CHECK_THAT(refusal([](json& d) { d["nodes"][0]["mesh"] = 7; }), Contains("there is no meshes[7]"));
  CHECK_THAT(refusal([](json& d) { d["nodes"][0]["scale"] = {1, 2}; }), Contains("'scale' needs 3 numbers"));
  CHECK_THAT(refusal([](json& d) { d["extensionsRequired"] = {"KHR_draco_mesh_compression"}; }),
             Contains("needs the extension 'KHR_draco_mesh_compression'"));
  CHECK_THAT(refusal([](json& d) { d["meshes"][0]["primitives"][0]["mode"] = 1; }), Contains("it has no triangle"));
  CHECK_THAT(refusal([](json& d) { d.erase("scenes"); }), Contains("scene"));
}

TEST_CASE("A GLB file that is cut anywhere is refused, and never read beyond its end") {
  const mesh::Mesh box = mesh::build_mesh(test::cube()).mesh;
  const std::string file = written(one(box));
  for (std::size_t size = 0; size < file.size(); size += 7)
    CHECK_THROWS_AS(io::parse_glb(std::string_view(file).substr(0, size), "t.glb"), IoError);
}

TEST_CASE("A GLB brings its materials with their pictures, and no others") {
  mesh::Soup soup = test::square_with_centre();
  for (const Vec3f& p : soup.positions) soup.uvs.push_back({p.x, p.y});
  Image leaf{Grid<Rgba8>(2, 2)};
  leaf.pixels.values()[1] = {10, 200, 30, 0};
  soup.materials = {mesh::Material{"unused"},
                    mesh::Material{.name = "leaf",
                                   .colour = {1, 0.5f, 0},
                                   .roughness = 0.7f,
                                   .two_sided = true,
                                   .texture = mesh::Texture{"leaf", std::make_shared<const Image>(leaf), 0.4f},
                                   .translucency = 0.3f}};
  soup.groups = {{"leaves", 1}};
  const mesh::Mesh mesh = mesh::build_mesh(soup).mesh;
  const io::MeshFile file = io::parse_glb(written(one(mesh)), "t.glb");
  REQUIRE(file.soup.materials.size() == 1);
  const mesh::Material& material = file.soup.materials[0];
  CHECK(material.name == "leaf");
  CHECK(material.colour.g == Approx(0.5).margin(1e-4));
  CHECK(material.roughness == Approx(0.7));
  CHECK(material.two_sided);
  CHECK(material.translucency == Approx(0.3));
  REQUIRE(material.texture);
  CHECK(material.texture->cutout == Approx(0.4));
  CHECK(std::ranges::equal(material.texture->image->pixels.values(), leaf.pixels.values()));
  CHECK(file.soup.groups == std::vector<mesh::Group>{{"leaf", 0}});
}

TEST_CASE("Triangles without UVs have a material without pictures") {
  mesh::Soup soup = test::cube();
  soup.materials[0].texture = mesh::Texture{"t", std::make_shared<const Image>(Image{Grid<Rgba8>(1, 1)}), 0};
  const mesh::Mesh mesh = mesh::build_mesh(soup).mesh;
  const io::MeshFile file = io::parse_glb(written(one(mesh)), "t.glb");
  CHECK(file.soup.materials[0].name == "default_plain");
  CHECK_FALSE(file.soup.materials[0].texture);
}

TEST_CASE("What is written as GLB is read with its shade and its wind") {
  mesh::Soup soup = test::tetrahedron();
  soup.colours = {{255, 0, 0, 255}, {0, 128, 0, 255}, {7, 7, 7, 255}, {255, 255, 255, 255}};
  soup.wind = {{0, 1, 2, 3}, {50, 51, 52, 53}, {100, 101, 102, 103}, {255, 254, 253, 252}};
  const mesh::Mesh mesh = mesh::build_checked(soup);
  const mesh::Soup both = io::parse_glb(written(one(mesh)), "t.glb").soup;
  REQUIRE(both.wind.size() == both.positions.size());
  REQUIRE(both.colours.size() == both.positions.size());
  for (std::size_t v = 0; v < both.positions.size(); ++v) {
    const auto at = std::find(soup.positions.begin(), soup.positions.end(), both.positions[v]) - soup.positions.begin();
    CHECK(both.wind[v] == soup.wind[static_cast<std::size_t>(at)]);
    CHECK(both.colours[v] == soup.colours[static_cast<std::size_t>(at)]);
  }
  const mesh::Soup shade = io::parse_glb(written(one(mesh), {.wind = WindPacking::none}), "t.glb").soup;
  CHECK(shade.wind.empty());
  CHECK(shade.colours.size() == 4);
}
