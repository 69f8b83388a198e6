// Outputs as glTF: which keys go with them, which files they are, and what an OBJ is warned of that glTF keeps.

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "engine/outputs/writers.h"
#include "engine/preset/preset.h"
#include "engine/run/evaluate.h"
#include "formats/files/file_set.h"

using namespace weald;
using Catch::Contains;

namespace {

const std::string kGltfPreset = R"(weald: 1
stages:
  bark: {kind: bark_texture, size: [16, 16], seed: 3}
  ball: {kind: shapes, shape: icosphere, levels: 1}
  tree: {kind: material, from: ball, texture: bark, normals: bark.normals}
  hills: {kind: fbm, size: [17, 17], amplitude: 9}
  growth: {kind: lsystem, axiom: 'F(1)[+(40)F(1)]F(1)'}
  wood: {kind: turtle, from: growth}
  plant: {kind: plant_mesh, from: wood, wind: true, leaves: {spacing: 0.2}}
  land: {kind: heightmap_mesh, from: hills, tint: {ramp: [[-9, 0.9, 0.1, 0.1], [9, 0.1, 0.9, 0.1]]}}
outputs:
)";

struct LoadedGltf {
  std::optional<preset::Preset> preset;
  std::string messages;
};

LoadedGltf load_outputs(const std::string& outputs) {
  Sources sources;
  Diagnostics diagnostics;
  auto loaded = preset::load_preset({"t.yaml", {}, {}, kGltfPreset + outputs}, sources, diagnostics);
  LoadedGltf result{std::move(loaded.preset), {}};
  for (const Diagnostic& d : diagnostics.all()) result.messages += d.message + "\n";
  return result;
}

/// The files of a preset, in memory, and what their writing warned of.
struct BuiltFiles {
  io::MemoryFileSet files;
  std::string warnings;
};

void build_files(const std::string& outputs, BuiltFiles& built) {
  const LoadedGltf loaded = load_outputs(outputs);
  INFO(loaded.messages);
  REQUIRE(loaded.preset);
  Diagnostics diagnostics;
  RunContext context;
  context.on_warning = [&](const std::string& message, std::string_view) { built.warnings += message + "\n"; };
  REQUIRE(pipeline::evaluate(loaded.preset->graph, {}, diagnostics,
                             [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact) {
                               pipeline::write_output(output.decl.spec, artifact, "", context, built.files);
                             }));
}

}  // namespace

TEST_CASE("glTF outputs: keys that do not go with a file are errors that say why") {
  CHECK_THAT(load_outputs("  - {from: tree, file: a.glb, textures: 2}\n").messages,
             Contains("a .glb contains its textures"));
  CHECK_THAT(load_outputs("  - {from: tree, file: a.obj, gltf: {quantize: true}}\n").messages,
             Contains("'gltf' applies to glTF files"));
  CHECK_THAT(load_outputs("  - {from: tree, file: a.glb, gltf: {instances: point}}\n").messages,
             Contains("cannot be 'point'"));
  CHECK_THAT(load_outputs("  - {from: bark, file: a.glb}\n").messages,
             Contains("an image cannot be written as '.glb'"));
}

TEST_CASE("glTF outputs: names of bodies for an importer do not go with copies that it makes no bodies for") {
  const auto said_of = [](const std::string& keys) {
    const std::string text = kGltfPreset + "  - {from: tree, file: a.glb, gltf: {" + keys + "}}\n";
    Sources sources;
    Diagnostics diagnostics;
    CHECK(preset::load_preset({"t.yaml", {}, {}, text}, sources, diagnostics).preset);  // a warning at most
    return format_all(diagnostics, sources, false);
  };
  const std::string line = "t.yaml:12:";
  CHECK_THAT(said_of("instances: gpu, collision: unreal"),
             Contains(line + "65: warning:") && Contains("with 'instances: gpu'") && Contains("'instances: nodes'"));
  CHECK_THAT(said_of("collision: godot, instances: gpu"), Contains(line + "49: warning:"));
  for (const char* fine :
       {"instances: gpu", "instances: gpu, collision: plain", "collision: unreal", "instances: gpu, collision: none"})
    CHECK(said_of(fine).empty());
}

TEST_CASE("glTF outputs: a .gltf has its pictures in its .bin, or in the files that 'textures' names") {
  BuiltFiles inside;
  build_files("  - {from: tree, file: sub/a.gltf}\n", inside);
  const auto json_of = [](const BuiltFiles& built) { return nlohmann::json::parse(*built.files.find("sub/a.gltf")); };
  CHECK(json_of(inside)["images"][0].contains("bufferView"));
  CHECK(json_of(inside)["buffers"][0]["byteLength"] == inside.files.find("sub/a.bin")->size());
  BuiltFiles counted;
  build_files("  - {from: tree, file: sub/a.gltf, textures: 2}\n", counted);
  CHECK(json_of(counted)["images"][0]["uri"] == "a_1.png");
  CHECK(counted.files.find("sub/a_2.png") != nullptr);
  BuiltFiles named;
  build_files("  - {from: tree, file: sub/a.gltf, textures: {my bark.png: bark, sub/n.png: bark.normals}}\n", named);
  CHECK(json_of(named)["images"][0]["uri"] == "../my%20bark.png");
  CHECK(json_of(named)["images"][1]["uri"] == "n.png");
  CHECK(named.files.find("my bark.png") != nullptr);
  CHECK(named.warnings.empty());
}

TEST_CASE("glTF outputs: an OBJ whose colours are in its vertices alone is warned of, a .glb is not") {
  BuiltFiles obj, glb, textured;
  build_files("  - {from: land, file: land.obj}\n", obj);
  CHECK_THAT(obj.warnings, Contains("the colours of 'land' in 'land.obj' are vertex colours"));
  build_files("  - {from: land, file: land.glb}\n", glb);
  CHECK(glb.warnings.empty());
  build_files("  - {from: tree, file: tree.obj, textures: 2}\n", textured);
  CHECK(textured.warnings.empty());
}

TEST_CASE("glTF outputs: a plant has shade and wind at once, packed as the output says") {
  const auto attributes_of = [](const std::string& settings) {
    BuiltFiles built;
    build_files("  - {from: plant, file: a.gltf" + settings + "}\n", built);
    const auto json = nlohmann::json::parse(*built.files.find("a.gltf"));
    std::string names;
    for (const auto& [name, accessor] : json["meshes"][0]["primitives"][0]["attributes"].items()) names += name + " ";
    return names;
  };
  CHECK(attributes_of("") == "COLOR_0 NORMAL POSITION TEXCOORD_0 _WIND ");
  CHECK(attributes_of(", gltf: {wind: unity}") == "COLOR_0 NORMAL POSITION TEXCOORD_0 TEXCOORD_1 ");
  CHECK(attributes_of(", gltf: {wind: unreal}") == "COLOR_0 NORMAL POSITION TEXCOORD_0 TEXCOORD_1 TEXCOORD_2 ");
  CHECK(attributes_of(", gltf: {wind: none}") == "COLOR_0 NORMAL POSITION TEXCOORD_0 ");
}

TEST_CASE("glTF outputs: a file names the preset and the seed that it was made from, each sibling its own") {
  BuiltFiles one;
  build_files("  - {from: tree, file: a.gltf}\nseed: 7\n", one);
  const auto extras_of = [](const BuiltFiles& built, const char* file) {
    return nlohmann::json::parse(*built.files.find(file))["asset"]["extras"];
  };
  CHECK(extras_of(one, "a.gltf") == nlohmann::json{{"preset", "t"}, {"seed", 7}});
  BuiltFiles two;
  build_files("  - {from: land, file: 'a{seed}.gltf'}\nseeds: [3, 5]\n", two);
  CHECK(extras_of(two, "a3.gltf")["seed"] == 3);
  CHECK(extras_of(two, "a5.gltf")["seed"] == 5);
  CHECK(extras_of(two, "a5.gltf")["preset"] == "t");
}
