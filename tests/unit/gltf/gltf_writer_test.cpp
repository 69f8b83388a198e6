// glTF files, read back by the numbers of the specification.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/parallel.h"
#include "gltf/gltf_writer.h"
#include "mesh/build.h"
#include "mesh/shapes.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::gltf;
using nlohmann::json;

namespace {

struct Glb {
  json document;
  std::string binary;
};

std::uint32_t word_at(const std::string& bytes, std::size_t place) {
  std::uint32_t word = 0;
  REQUIRE(place + 4 <= bytes.size());
  std::memcpy(&word, bytes.data() + place, 4);
  return word;
}

Glb parse_glb(const std::string& file) {
  REQUIRE(file.substr(0, 4) == "glTF");
  CHECK(word_at(file, 4) == 2);
  CHECK(word_at(file, 8) == file.size());
  const std::uint32_t text = word_at(file, 12);
  REQUIRE(file.substr(16, 4) == "JSON");
  CHECK(text % 4 == 0);
  Glb glb{json::parse(file.substr(20, text)), {}};
  if (20 + text == file.size()) return glb;
  const std::uint32_t size = word_at(file, 20 + text);
  REQUIRE(file.substr(24 + text, 4) == std::string("BIN\0", 4));
  glb.binary = file.substr(28 + text);
  CHECK(glb.binary.size() == size);
  return glb;
}

std::string glb_of(const Model& model, const GltfParams& params = {}) {
  io::StringSink sink;
  write_glb(model, params, sink);
  return sink.text;
}

/// The vectors of an accessor, numbers as they are meant.
std::vector<std::vector<double>> values_of(const Glb& glb, std::size_t number) {
  const json& accessor = glb.document["accessors"][number];
  const json& view = glb.document["bufferViews"][accessor["bufferView"].get<std::size_t>()];
  const std::map<int, std::size_t> sizes{{5120, 1}, {5121, 1}, {5122, 2}, {5123, 2}, {5125, 4}, {5126, 4}};
  const std::map<std::string, std::size_t> lengths{{"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}};
  const int type = accessor["componentType"];
  const std::size_t size = sizes.at(type), length = lengths.at(accessor["type"]);
  const std::size_t stride = view.value("byteStride", size * length);
  const std::size_t begin = view["byteOffset"].get<std::size_t>() + accessor["byteOffset"].get<std::size_t>();
  const bool normalized = accessor.value("normalized", false);
  std::vector<std::vector<double>> values;
  for (std::size_t i = 0; i < accessor["count"].get<std::size_t>(); ++i) {
    std::vector<double>& vector = values.emplace_back();
    for (std::size_t k = 0; k < length; ++k) {
      const char* at = glb.binary.data() + begin + i * stride + k * size;
      REQUIRE(begin + i * stride + (k + 1) * size <= glb.binary.size());
      const auto read = [&](auto value) {
        std::memcpy(&value, at, sizeof value);
        return static_cast<double>(value);
      };
      switch (type) {
        case 5120: vector.push_back(read(std::int8_t{}) / (normalized ? 127 : 1)); break;
        case 5121: vector.push_back(read(std::uint8_t{}) / (normalized ? 255 : 1)); break;
        case 5123: vector.push_back(read(std::uint16_t{}) / (normalized ? 65535 : 1)); break;
        case 5125: vector.push_back(read(std::uint32_t{})); break;
        default: vector.push_back(read(float{}));
      }
    }
  }
  return values;
}

mesh::Mesh mesh_of(const mesh::Soup& soup) { return mesh::build_mesh(soup).mesh; }

Model model_of(const mesh::Mesh& mesh) { return {"thing", {{"thing", {{&mesh, 0}}}}, {{0, Mat4{1.0}}}}; }

/// A square with UVs, normals up and a normal map, colours red and half of that.
mesh::Soup dressed_square() {
  mesh::Soup soup;
  soup.positions = {{0, 0, 0}, {0, 0, 2}, {2, 0, 2}, {2, 0, 0}};
  soup.uvs = {{0, 1}, {0, 0}, {1, 0}, {1, 1}};
  soup.normals = {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}};
  soup.colours = {{255, 0, 0, 255}, {128, 0, 0, 255}, {255, 0, 0, 255}, {255, 0, 0, 255}};
  const std::vector<std::uint32_t> face{0, 1, 2, 3};
  soup.add_face(face);
  Image leaf{Grid<Rgba8>(2, 2)};
  leaf.pixels.values()[0] = {10, 20, 30, 0};
  soup.materials[0] = {
      .name = "leaf",
      .colour = {1, 0.5f, 0},
      .roughness = 0.7f,
      .two_sided = true,
      .texture = mesh::Texture{"leaf", std::make_shared<const Image>(leaf), 0.4f},
      .normals = mesh::Texture{"leaf.normals", std::make_shared<const Image>(Image{Grid<Rgba8>(1, 1)})},
      .translucency = 0.3f};
  return soup;
}

}  // namespace

TEST_CASE("A GLB has the triangles of its mesh, each vertex once, and the bounds of its positions") {
  for (const test::NamedSoup& named : test::sound_soups()) {
    INFO(named.name);
    if (named.soup.face_count() == 0) continue;
    const mesh::Mesh mesh = mesh_of(named.soup);
    const Glb glb = parse_glb(glb_of(model_of(mesh)));
    const json& primitive = glb.document["meshes"][0]["primitives"][0];
    const auto positions = values_of(glb, primitive["attributes"]["POSITION"]);
    const auto indices = values_of(glb, primitive["indices"]);
    std::size_t triangles = 0;
    for (std::uint32_t f = 0; f < mesh.face_count(); ++f) triangles += mesh.topology.valence(mesh::FaceId{f}) - 2;
    CHECK(indices.size() == 3 * triangles);
    std::set<std::vector<double>> different;
    for (const auto& index : indices) different.insert(positions.at(static_cast<std::size_t>(index[0])));
    CHECK(different.size() == positions.size());
    const json& accessor = glb.document["accessors"][primitive["attributes"]["POSITION"].get<std::size_t>()];
    for (std::size_t k = 0; k < 3; ++k) {
      double least = 1e9, most = -1e9;
      for (const auto& p : positions) {
        least = std::min(least, p[k]);
        most = std::max(most, p[k]);
      }
      CHECK(accessor["min"][k] == least);
      CHECK(accessor["max"][k] == most);
    }
  }
}

TEST_CASE("Materials are stated as physically based ones, and cut out by the alpha of their texture") {
  const mesh::Mesh mesh = mesh_of(dressed_square());
  const Glb glb = parse_glb(glb_of(model_of(mesh)));
  const json& material = glb.document["materials"][0];
  const json& pbr = material["pbrMetallicRoughness"];
  CHECK(pbr["baseColorFactor"][0] == 1.0);
  CHECK(pbr["baseColorFactor"][1].get<double>() == Approx(0.214041).margin(1e-6));
  CHECK(pbr["baseColorFactor"][2] == 0.0);
  CHECK(pbr["metallicFactor"] == 0.0);
  CHECK(pbr["roughnessFactor"].get<double>() == Approx(0.7));
  CHECK(material["alphaMode"] == "MASK");
  CHECK(material["alphaCutoff"].get<double>() == Approx(0.4));
  CHECK(material["doubleSided"] == true);
  CHECK(material["normalTexture"]["index"] != pbr["baseColorTexture"]["index"]);
  CHECK(material["extensions"]["KHR_materials_diffuse_transmission"]["diffuseTransmissionFactor"].get<double>() ==
        Approx(0.3));
  CHECK(material["extensions"]["KHR_materials_specular"]["specularFactor"].get<double>() == Approx(0.3));
  CHECK(glb.document["extensionsUsed"] == json{"KHR_materials_diffuse_transmission", "KHR_materials_specular"});
  REQUIRE(glb.document["images"].size() == 2);
  for (const json& image : glb.document["images"]) {
    const json& view = glb.document["bufferViews"][image["bufferView"].get<std::size_t>()];
    CHECK(glb.binary.substr(view["byteOffset"].get<std::size_t>() + 1, 3) == "PNG");
  }
}

TEST_CASE("Vertex colours are linear light, UVs grow downwards, tangents follow u") {
  const mesh::Mesh mesh = mesh_of(dressed_square());
  const Glb glb = parse_glb(glb_of(model_of(mesh)));
  const json& attributes = glb.document["meshes"][0]["primitives"][0]["attributes"];
  const auto positions = values_of(glb, attributes["POSITION"]);
  const auto colours = values_of(glb, attributes["COLOR_0"]);
  const auto uvs = values_of(glb, attributes["TEXCOORD_0"]);
  const auto tangents = values_of(glb, attributes["TANGENT"]);
  REQUIRE(positions.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    const bool is_dark = positions[i][0] == 0 && positions[i][2] == 2;
    CHECK(colours[i][0] == Approx(is_dark ? 0.215861 : 1.0).margin(1e-5));
    CHECK(colours[i][1] == 0);
    CHECK(uvs[i] == std::vector<double>{positions[i][0] / 2, positions[i][2] / 2});
    CHECK(tangents[i] == std::vector<double>{1, 0, 0, 1});  // cross((0,1,0), (1,0,0)) is north, where v grows
  }
}

namespace {

/// A square with shade, and wind that tells its corners apart.
mesh::Soup windy_square() {
  mesh::Soup soup = dressed_square();
  for (std::uint8_t i = 0; i < 4; ++i)
    soup.wind.push_back({static_cast<std::uint8_t>(51 * i), static_cast<std::uint8_t>(51 + i), 102, 204});
  return soup;
}

/// The attributes of the square by the number of its corner in windy_square(), which the position tells.
std::map<std::string, std::vector<std::vector<double>>> by_corner(const Glb& glb) {
  const json& attributes = glb.document["meshes"][0]["primitives"][0]["attributes"];
  const auto positions = values_of(glb, attributes["POSITION"]);
  REQUIRE(positions.size() == 4);
  const mesh::Soup soup = windy_square();
  std::map<std::string, std::vector<std::vector<double>>> result;
  for (const auto& [name, accessor] : attributes.items()) {
    const auto values = values_of(glb, accessor);
    REQUIRE(values.size() == 4);
    result[name].resize(4);
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec3f place{static_cast<float>(positions[i][0]), static_cast<float>(positions[i][1]),
                        static_cast<float>(positions[i][2])};
      const auto corner = std::find(soup.positions.begin(), soup.positions.end(), place);
      REQUIRE(corner != soup.positions.end());
      result[name][static_cast<std::size_t>(corner - soup.positions.begin())] = values[i];
    }
  }
  return result;
}

/// Whether vectors are the same to the last place of single precision.
bool is_near(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) { return std::abs(x - y) < 1e-5; });
}

}  // namespace

TEST_CASE("Wind stands beside the shade, in an attribute of its own") {
  const mesh::Mesh mesh = mesh_of(windy_square());
  const auto plain = by_corner(parse_glb(glb_of(model_of(mesh_of(dressed_square())))));
  auto found = by_corner(parse_glb(glb_of(model_of(mesh))));
  for (std::size_t i = 0; i < 4; ++i) {
    const double corner = static_cast<double>(i);
    CHECK(is_near(found["_WIND"][i], {0.2 * corner, (51 + corner) / 255, 0.4, 0.8}));
  }
  found.erase("_WIND");
  CHECK(found == plain);
  CHECK(by_corner(parse_glb(glb_of(model_of(mesh), {.wind = WindPacking::none}))) == plain);
}

TEST_CASE("Wind for Unity: phase, flutter and shade as colour, bend and branch as second texture coordinates") {
  const mesh::Mesh mesh = mesh_of(windy_square());
  const auto found = by_corner(parse_glb(glb_of(model_of(mesh), {.wind = WindPacking::unity})));
  CHECK_FALSE(found.contains("_WIND"));
  for (std::size_t i = 0; i < 4; ++i) {
    const double corner = static_cast<double>(i);
    // The luminance of red, and of that of code 128.
    const double shade = (i == 1 ? 0.215861 : 1.0) * 0.213;
    CHECK(is_near(found.at("COLOR_0")[i], {(51 + corner) / 255, 0.4, 0, std::round(shade * 65535) / 65535}));
    // Importers of Unity read v as 1 - v.
    CHECK(is_near(found.at("TEXCOORD_1")[i], {0.2 * corner, 1 - 0.8}));
  }
  CHECK_FALSE(found.contains("TEXCOORD_2"));
  mesh::Soup white = windy_square();
  white.colours.clear();
  const auto unshaded = by_corner(parse_glb(glb_of(model_of(mesh_of(white)), {.wind = WindPacking::unity})));
  CHECK(unshaded.at("COLOR_0")[2][3] == 1);
}

TEST_CASE("Wind for Unreal: two further sets of texture coordinates, the shade stays the colour") {
  const mesh::Mesh mesh = mesh_of(windy_square());
  const auto plain = by_corner(parse_glb(glb_of(model_of(mesh_of(dressed_square())))));
  auto found = by_corner(parse_glb(glb_of(model_of(mesh), {.wind = WindPacking::unreal})));
  for (std::size_t i = 0; i < 4; ++i) {
    const double corner = static_cast<double>(i);
    CHECK(is_near(found.at("TEXCOORD_1")[i], {0.2 * corner, (51 + corner) / 255}));
    CHECK(is_near(found.at("TEXCOORD_2")[i], {0.4, 0.8}));
  }
  found.erase("TEXCOORD_1");
  found.erase("TEXCOORD_2");
  CHECK(found == plain);
}

TEST_CASE("Further texture coordinates never stand without the first") {
  mesh::Soup soup = windy_square();
  soup.uvs.clear();
  const Glb glb = parse_glb(glb_of(model_of(mesh_of(soup)), {.wind = WindPacking::unreal}));
  const json& primitive = glb.document["meshes"][0]["primitives"][0];
  CHECK(primitive["attributes"].contains("TEXCOORD_0"));
  const json& material = glb.document["materials"][primitive["material"].get<std::size_t>()];
  CHECK_FALSE(material["pbrMetallicRoughness"].contains("baseColorTexture"));
}

TEST_CASE("Meshes without wind are the same in every packing") {
  const mesh::Mesh mesh = mesh_of(dressed_square());
  const std::string plain = glb_of(model_of(mesh));
  for (const WindPacking packing : {WindPacking::unity, WindPacking::unreal, WindPacking::none})
    CHECK(glb_of(model_of(mesh), {.wind = packing}) == plain);
}

TEST_CASE("A file says what it was made from, and how large its meshes and its scene are") {
  const mesh::Mesh box = mesh_of(test::cube()), tetrahedron = mesh_of(test::tetrahedron());
  Model model{"two", {{"box", {{&box, 0.3}, {&tetrahedron, 0.05}}}}, {{0, Mat4{1.0}}, {0, Mat4{1.0}}}};
  model.instances[1].world_from_prototype[3] = {10, 1, 2, 1};
  CHECK_FALSE(parse_glb(glb_of(model)).document["asset"].contains("extras"));
  model.origin = Origin{"boxes", 18446744073709551615u};
  for (const bool quantize : {false, true}) {
    const Glb glb = parse_glb(glb_of(model, {.quantize = quantize}));
    CHECK(glb.document["asset"]["extras"] == json{{"preset", "boxes"}, {"seed", 18446744073709551615u}});
    const json& mesh = glb.document["meshes"][0];
    CHECK(mesh["name"] == "box_LOD0");
    CHECK(mesh["extras"] == json{{"triangles", 12},
                                 {"vertices", 8},
                                 {"height_m", 2.0},
                                 {"min_m", {-1.0, -1.0, -1.0}},
                                 {"max_m", {1.0, 1.0, 1.0}}});
    const json& scene = glb.document["scenes"][0]["extras"];
    CHECK(scene["triangles"] == 24);
    CHECK(scene["min_m"] == json{-1.0, -1.0, -1.0});
    CHECK(scene["max_m"] == json{11.0, 2.0, 3.0});
    CHECK(scene["height_m"] == 3.0);
    CHECK(glb.document["nodes"][0]["extras"]["lod"] == 0);
    CHECK(glb.document["nodes"][1]["extras"]["lod"] == 1);
  }
}

TEST_CASE("Copies share their mesh, as nodes or as instances") {
  const mesh::Mesh box = mesh_of(test::cube()), tetrahedron = mesh_of(test::tetrahedron());
  Model model{"many", {{"box", {{&box, 0}}}, {"tetrahedron", {{&tetrahedron, 0}}}}, {}};
  for (int i = 0; i < 5; ++i) {
    Mat4 place{2.0};
    place[3] = {i * 10.0, 1, 2, 1};
    model.instances.push_back({0, place});
  }
  model.instances.push_back({1, Mat4{1.0}});
  const Glb nodes = parse_glb(glb_of(model));
  CHECK(nodes.document["meshes"].size() == 2);
  CHECK(nodes.document["nodes"].size() == 6);
  CHECK(nodes.document["nodes"][3]["name"] == "box_3");
  CHECK(nodes.document["nodes"][3]["translation"] == json{30.0, 1.0, 2.0});
  CHECK(nodes.document["nodes"][3]["scale"] == json{2.0, 2.0, 2.0});
  CHECK(nodes.document["scenes"][0]["nodes"].size() == 6);
  const Glb instances = parse_glb(glb_of(model, {.instances = Instances::gpu}));
  REQUIRE(instances.document["nodes"].size() == 2);
  CHECK(instances.document["extensionsRequired"] == json{"EXT_mesh_gpu_instancing"});
  const json& attributes = instances.document["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"];
  CHECK(values_of(instances, attributes["TRANSLATION"])[3] == std::vector<double>{30, 1, 2});
  CHECK(values_of(instances, attributes["SCALE"])[3] == std::vector<double>{2, 2, 2});
  CHECK(values_of(instances, attributes["ROTATION"])[3] == std::vector<double>{0, 0, 0, 1});
}

TEST_CASE("Levels of detail hang on the finest one, or stand beside it") {
  const mesh::Mesh fine = mesh_of(test::cube()), coarse = mesh_of(test::tetrahedron());
  const Model model{"tree", {{"tree", {{&fine, 0.3}, {&coarse, 0.05}}}}, {{0, Mat4{1.0}}}};
  const Glb glb = parse_glb(glb_of(model));
  const json& finest = glb.document["nodes"][0];
  CHECK(finest["name"] == "tree_LOD0");
  CHECK(finest["extensions"]["MSFT_lod"]["ids"] == json::array({1}));
  CHECK(finest["extras"]["MSFT_screencoverage"] == json::array({0.3, 0.05}));
  CHECK(glb.document["nodes"][1]["name"] == "tree_LOD1");
  CHECK(glb.document["scenes"][0]["nodes"] == json::array({0}));
  const Glb beside = parse_glb(glb_of(model, {.lods = LodNodes::scene}));
  CHECK(beside.document["scenes"][0]["nodes"] == json::array({0, 1}));
  CHECK_FALSE(beside.document.contains("extensionsUsed"));
}

TEST_CASE("Quantized positions are exact to half a step of 65535 along the longest side") {
  const mesh::Mesh mesh = mesh_of(test::torus(40, 30));
  const Glb whole = parse_glb(glb_of(model_of(mesh)));
  const Glb small = parse_glb(glb_of(model_of(mesh), {.quantize = true}));
  CHECK(small.document["extensionsRequired"] == json{"KHR_mesh_quantization"});
  const auto attribute = [](const Glb& glb) {
    return values_of(glb, glb.document["meshes"][0]["primitives"][0]["attributes"]["POSITION"]);
  };
  const auto exact = attribute(whole), coded = attribute(small);
  REQUIRE(exact.size() == coded.size());
  const json& node = small.document["nodes"][0];
  const double scale = node["scale"][0];
  for (std::size_t i = 0; i < exact.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double back = coded[i][k] * scale + node["translation"][k].get<double>();
      CHECK(std::abs(back - exact[i][k]) <= scale / 65535 * 0.5001);
    }
  }
}

TEST_CASE("A mesh of more than 65535 vertices has indices of 32 bits") {
  const Glb small = parse_glb(glb_of(model_of(mesh_of(test::quad_grid(20)))));
  const mesh::Mesh large = mesh_of(test::quad_grid(256));
  const Glb glb = parse_glb(glb_of(model_of(large)));
  const auto type = [](const Glb& file) {
    return file
        .document["accessors"][file.document["meshes"][0]["primitives"][0]["indices"].get<std::size_t>()]
                 ["componentType"]
        .get<int>();
  };
  CHECK(type(small) == 5123);
  CHECK(type(glb) == 5125);
}

TEST_CASE("A GLB has the same bytes for any number of threads") {
  const mesh::Mesh torus = mesh_of(test::torus(60, 40)), box = mesh_of(dressed_square());
  const Model model{"two", {{"torus", {{&torus, 0}}}, {"box", {{&box, 0}}}}, {{0, Mat4{1.0}}, {1, Mat4{1.0}}}};
  std::set<std::string> files;
  for (const int threads : {1, 2, 8}) {
    const ThreadLimit limit(threads);
    files.insert(glb_of(model));
  }
  CHECK(files.size() == 1);
}

TEST_CASE("A model without triangles is a scene without nodes") {
  const mesh::Mesh nothing;
  const Glb glb = parse_glb(glb_of(model_of(nothing)));
  CHECK_FALSE(glb.document.contains("meshes"));
  CHECK_FALSE(glb.document.contains("buffers"));
  CHECK(glb.document["scenes"][0]["name"] == "thing");
}

TEST_CASE("A sheared copy is refused by its name") {
  const mesh::Mesh box = mesh_of(test::cube());
  Mat4 shear{1.0};
  shear[1][0] = 0.5;
  const Model model{"one", {{"box", {{&box, 0}}}}, {{0, shear}}};
  CHECK_THROWS_WITH(glb_of(model), Catch::Contains("copy 0 of 'box' is sheared"));
}

TEST_CASE("The text form names its files as URIs") {
  CHECK(uri_of("a b/ä#.png") == "a%20b/%C3%A4%23.png");
  const mesh::Mesh mesh = mesh_of(dressed_square());
  io::StringSink text, binary;
  write_gltf(
      model_of(mesh), {}, {"my thing.bin", {"one.png", "two.png"}}, [&](const auto& fill) { fill(text); },
      [&](const auto& fill) { fill(binary); });
  const json document = json::parse(text.text);
  CHECK(document["buffers"][0]["uri"] == "my%20thing.bin");
  CHECK(document["buffers"][0]["byteLength"] == binary.text.size());
  CHECK(document["images"][1]["uri"] == "two.png");
}
