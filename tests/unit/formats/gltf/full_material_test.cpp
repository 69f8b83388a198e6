// Materials with every key in glTF files: what is stated, what the validator would refuse, and what comes back.

#include <array>
#include <cstring>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "formats/gltf/gltf_writer.h"
#include "formats/meshes/detail/glb_reader.h"
#include "support/materials.h"

using namespace weald;
using namespace weald::gltf;

namespace {

Model scene_of(const mesh::Mesh& mesh) { return {"thing", {{"thing", {{&mesh, 0}}}}, {{0, Mat4{1.0}}}}; }

std::string file_of(const Model& model) {
  io::StringSink sink;
  write_glb(model, {}, sink);
  return std::move(sink.text);
}

nlohmann::json document_of(const Model& model) {
  const std::string file = file_of(model);
  std::uint32_t length = 0;
  std::memcpy(&length, file.data() + 12, sizeof length);
  return nlohmann::json::parse(file.substr(20, length));
}

mesh::Material read_back(const mesh::Mesh& mesh) {
  const io::MeshFile file = io::parse_glb(file_of(scene_of(mesh)), "t.glb");
  CHECK(file.warnings.empty());
  REQUIRE(file.soup.materials.size() == 1);
  return file.soup.materials[0];
}

/// Wrapping of the only sampler of a square whose texture coordinates reach to `most`.
int wrap_of(float most, const mesh::Material& material) {
  mesh::Mesh mesh = test::square_with(material);
  for (Vec2f& uv : mesh.uvs.values) uv *= most;
  const nlohmann::json document = document_of(scene_of(mesh));
  REQUIRE(document["samplers"].size() == 1);
  CHECK(document["samplers"][0]["wrapS"] == document["samplers"][0]["wrapT"]);
  return document["samplers"][0]["wrapS"];
}

constexpr int kRepeats = 10497, kEnds = 33071;

}  // namespace

TEST_CASE("A GLB states every key of a material") {
  const mesh::Mesh mesh = test::square_with(test::full_material());
  const nlohmann::json document = document_of(scene_of(mesh));
  const nlohmann::json& material = document["materials"][0];
  const nlohmann::json& pbr = material["pbrMetallicRoughness"];
  CHECK(pbr["metallicFactor"] == 0.75);
  CHECK(pbr["roughnessFactor"] == 0.5);
  CHECK(pbr["baseColorFactor"][3] == 0.5);
  CHECK(material["alphaMode"] == "BLEND");
  CHECK_FALSE(material.contains("alphaCutoff"));
  CHECK(material["emissiveFactor"][0] == 1.0);
  CHECK(material["emissiveFactor"][1].get<double>() == Approx(0.214041).margin(1e-6));
  CHECK(material["extensions"]["KHR_materials_emissive_strength"]["emissiveStrength"] == 8.0);
  // One picture serves for occlusion and for metallic and roughness.
  CHECK(pbr["metallicRoughnessTexture"]["index"] == material["occlusionTexture"]["index"]);
  CHECK(document["images"].size() == 4);
  const auto used = document["extensionsUsed"].get<std::vector<std::string>>();
  for (const char* name : {"KHR_texture_transform", "KHR_materials_emissive_strength"})
    CHECK(std::find(used.begin(), used.end(), name) != used.end());
  // The lower left corner of the surface shows (0.5, 0.25), and the format counts v from above.
  const nlohmann::json& transform = pbr["baseColorTexture"]["extensions"]["KHR_texture_transform"];
  CHECK(transform["scale"] == nlohmann::json{4.0, 2.0});
  CHECK(transform["offset"][0].get<double>() == 0.5);
  const double v = 1 - 0.0;  // of the lower edge in the file
  CHECK(transform["offset"][1].get<double>() + 2.0 * v == Approx(1 - 0.25));
}

TEST_CASE("A GLB gives every key of a material back") {
  const mesh::Material before = test::full_material(), after = read_back(test::square_with(before));
  CHECK(after.metallic == before.metallic);
  CHECK(after.roughness == before.roughness);
  CHECK(after.opacity == before.opacity);
  for (int i = 0; i < 3; ++i) CHECK(after.emission[i] == Approx(before.emission[i]).margin(1e-5));
  CHECK(after.emission_strength == before.emission_strength);
  CHECK(after.uv_scale == before.uv_scale);
  CHECK(after.uv_offset == before.uv_offset);
  const auto textures = mesh::textures_of(after), expected = mesh::textures_of(before);
  REQUIRE(textures.size() == expected.size());
  for (std::size_t i = 0; i < textures.size(); ++i) CHECK(mesh::same_picture(textures[i]->image, expected[i]->image));
}

TEST_CASE("A GLB says nothing of keys that a material leaves as they are") {
  const mesh::Mesh mesh = test::square_with({.name = "plain"});
  const nlohmann::json document = document_of(scene_of(mesh));
  const nlohmann::json& material = document["materials"][0];
  for (const char* key : {"emissiveFactor", "alphaMode", "occlusionTexture", "extensions"})
    CHECK_FALSE(material.contains(key));
  CHECK_FALSE(document.contains("extensionsUsed"));
  CHECK(read_back(mesh).metallic == 0.0f);
}

TEST_CASE("A picture repeats only where texture coordinates leave it") {
  mesh::Material material{.name = "land"};
  material.texture = test::picture_named("colours", {10, 20, 30, 255});
  CHECK(wrap_of(1, material) == kEnds);
  CHECK(wrap_of(1.5f, material) == kRepeats);
  material.uv_scale = {3, 3};
  CHECK(wrap_of(1, material) == kRepeats);
  CHECK(wrap_of(0.25f, material) == kEnds);
  material.uv_offset = {-0.5f, 0};
  CHECK(wrap_of(0.25f, material) == kRepeats);
}

TEST_CASE("A picture that two meshes wear repeats where one of them needs it, and others do not") {
  mesh::Material bark{.name = "bark"}, leaf{.name = "leaf"};
  bark.texture = test::picture_named("bark", {1, 2, 3, 255});
  leaf.texture = test::picture_named("leaf", {4, 5, 6, 255});
  mesh::Mesh once = test::square_with(bark), often = test::square_with(bark), card = test::square_with(leaf);
  for (Vec2f& uv : often.uvs.values) uv *= 7.0f;
  const Model model{"thing",
                    {{"a", {{&once, 0}}}, {"b", {{&often, 0}}}, {"c", {{&card, 0}}}},
                    {{0, Mat4{1.0}}, {1, Mat4{1.0}}, {2, Mat4{1.0}}}};
  const nlohmann::json document = document_of(model);
  const auto wrap = [&](std::size_t texture) {
    return document["samplers"][document["textures"][texture]["sampler"].get<std::size_t>()]["wrapS"].get<int>();
  };
  CHECK(wrap(0) == kRepeats);
  CHECK(wrap(1) == kEnds);
}

TEST_CASE("A prefix stands before the names of all materials of a GLB") {
  const mesh::Mesh mesh = test::square_with({.name = "bark"});
  Model model = scene_of(mesh);
  CHECK(document_of(model)["materials"][0]["name"] == "bark");
  model.material_prefix = "oak_";
  CHECK(document_of(model)["materials"][0]["name"] == "oak_bark");
}
