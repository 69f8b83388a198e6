// glTF files, read back by the numbers of the specification.

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "base/error.h"
#include "base/parallel.h"
#include "formats/gltf/gltf_writer.h"
#include "methods/mesh/build.h"
#include "stages/shapes/shapes.h"
#include "support/meshes.h"
#include "unit/formats/gltf/glb_files.h"

using namespace weald;
using namespace weald::gltf;
using nlohmann::json;
using test::dressed_square, test::glb_of, test::mesh_of, test::model_of, test::parse_glb, test::values_of;
using test::Glb;

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

TEST_CASE("Tints of copies are materials of nodes and colours of instances, data are numbers") {
  const mesh::Mesh box = mesh_of(test::cube());
  Model model{"many", {{"box", {{&box, 0}}}}, {{0, Mat4{1.0}}, {0, Mat4{1.0}}, {0, Mat4{1.0}}}};
  model.instances[1].tint = model.instances[2].tint = {255, 128, 0};
  model.instances[2].data = 2.5f;
  const Glb nodes = parse_glb(glb_of(model));
  REQUIRE(nodes.document["meshes"].size() == 2);
  const auto material_of = [&](std::size_t node) {
    const json& mesh = nodes.document["meshes"][nodes.document["nodes"][node]["mesh"].get<std::size_t>()];
    return nodes.document["materials"][mesh["primitives"][0]["material"].get<std::size_t>()];
  };
  CHECK(nodes.document["meshes"][0]["primitives"][0]["indices"] ==
        nodes.document["meshes"][1]["primitives"][0]["indices"]);
  CHECK(material_of(1) == material_of(2));
  const std::string name = material_of(0)["name"];
  CHECK(material_of(1)["name"] == name + "_ff8000");
  const auto factor = [&](std::size_t node, std::size_t channel) {
    return material_of(node)["pbrMetallicRoughness"]["baseColorFactor"][channel].get<double>();
  };
  CHECK(factor(1, 0) == Approx(factor(0, 0)).margin(2e-6));
  CHECK(factor(1, 1) == Approx(factor(0, 1) * 0.2158605).margin(2e-6));
  CHECK(factor(1, 2) == 0);
  CHECK_FALSE(nodes.document["nodes"][1].contains("extras"));
  CHECK(nodes.document["nodes"][2]["extras"]["data"] == 2.5);
  const Glb instances = parse_glb(glb_of(model, {.instances = Instances::gpu}));
  CHECK(instances.document["meshes"].size() == 1);
  const json& attributes = instances.document["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"];
  const auto colours = values_of(instances, attributes["_COLOR_0"]);
  CHECK(colours[0] == std::vector<double>{1, 1, 1});
  CHECK(colours[2][1] == Approx(0.2158605));
  CHECK(values_of(instances, attributes["_DATA"])[2] == std::vector<double>{2.5});
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
