// Textures that outputs name: outputs of their own, shared, and checked before anything runs.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include "support/catch.h"

#include "engine/graph/texture_outputs.h"
#include "engine/outputs/writers.h"
#include "engine/preset/preset.h"
#include "engine/run/evaluate.h"

using namespace weald;
using Catch::Contains;
using Strings = std::vector<std::string>;

namespace {

const std::string kStages =
    "stages:\n"
    "  bark: {kind: bark_texture, size: [16, 16], seed: 3}\n"
    "  leaf: {kind: leaf_texture, size: [16, 16], seed: 4}\n"
    "  ball: {kind: shapes, shape: icosphere, levels: 1}\n"
    "  barked: {kind: material, from: ball, texture: bark, normals: bark.normals}\n"
    "  small: {kind: transform, from: barked, scale: [0.5, 0.5, 0.5]}\n"
    "  leafy: {kind: material, from: ball, texture: leaf}\n"
    "  anew: {kind: material, from: barked, texture: leaf}\n"
    "  again: {kind: merge, parts: [barked, anew]}\n"
    "  both: {kind: merge, parts: [small, leafy]}\n"
    "  far: {kind: billboard, from: both, resolution: 16}\n"
    "  all: {kind: scene, parts: [both, far]}\n"
    "  levels: {kind: lod_chain, levels: [leafy, barked, far]}\n"
    "  wood: {kind: scene, parts: [levels]}\n"
    "  side: {kind: card, from: ball, size: [16, 16], material: side}\n"
    "  face: {kind: card, from: ball, size: [32, 16], material: face}\n"
    "  twin: {kind: card, from: ball, size: [16, 16], material: face}\n"
    "  bloom: {kind: merge, parts: [side, face]}\n"
    "  twins: {kind: merge, parts: [face, twin]}\n";

struct SharingPreset {
  std::optional<preset::Preset> preset;
  Strings messages;
  Strings places;  ///< as text
};

SharingPreset read_outputs(const std::string& outputs, const std::string& head = "weald: 1\n") {
  Sources sources;
  Diagnostics diagnostics;
  auto loaded = preset::load_preset({"t.yaml", {}, {}, head + kStages + "outputs:\n" + outputs}, sources, diagnostics);
  SharingPreset result{std::move(loaded.preset), {}, {}};
  for (const Diagnostic& d : diagnostics.all()) {
    result.messages.push_back(d.message + (d.help.empty() ? "" : " (" + d.help + ")"));
    const std::string_view line = sources.line(d.where->source, d.where->line);
    result.places.emplace_back(line.substr(d.where->column - 1, d.where->length));
  }
  return result;
}

Strings files_in(const pipeline::Graph& graph) {
  Strings files;
  for (const pipeline::GraphOutput& output : graph.outputs) {
    for (const std::string& file : graph.files_of(output)) files.push_back(file);
  }
  return files;
}

std::string only_message(const std::string& outputs) {
  const SharingPreset preset = read_outputs(outputs);
  INFO(fmt::format("{}", fmt::join(preset.messages, "; ")));
  CHECK_FALSE(preset.preset);
  REQUIRE(preset.messages.size() == 1);
  return preset.messages[0] + " at " + preset.places[0];
}

}  // namespace

TEST_CASE("texture sharing: every file is listed once, whichever outputs name it, and all are written") {
  const SharingPreset shared = read_outputs(
      "  - {from: barked, file: a/one.obj, textures: {skins/b.png: bark, skins/n.png: bark.normals}}\n"
      "  - {from: small, file: two.obj, textures: {./skins//b.png: bark, skins/n.png: bark.normals}}\n"
      "  - {from: leafy, file: three.obj, textures: {leaf.png: leaf}}\n"
      "  - {from: leaf, file: leaf.png}\n");
  CHECK(shared.messages == Strings{});
  REQUIRE(shared.preset);
  const pipeline::Graph& graph = shared.preset->graph;
  const Strings listed = files_in(graph);
  CHECK(listed == Strings{"a/one.obj", "a/one.mtl", "skins/b.png", "skins/n.png", "two.obj", "two.mtl", "three.obj",
                          "three.mtl", "leaf_mask.png", "leaf.png"});
  io::MemoryFileSet files;
  Diagnostics diagnostics;
  REQUIRE(pipeline::evaluate(graph, {}, diagnostics,
                             [&](const pipeline::GraphOutput& output, const pipeline::ArtifactRef& artifact) {
                               pipeline::write_output(output.decl.spec, artifact, "", {}, files);
                             }));
  for (const std::string& file : listed) {
    CAPTURE(file);
    CHECK(files.find(file) != nullptr);
  }
  CHECK_THAT(*files.find("a/one.mtl"), Contains("map_Kd ../skins/b.png\n") && Contains("norm ../skins/n.png\n"));
  CHECK_THAT(*files.find("two.mtl"), Contains("map_Kd skins/b.png\n"));
  CHECK_THAT(*files.find("three.mtl"), Contains("map_Kd leaf.png\nmap_d leaf_mask.png\n"));
}

TEST_CASE("texture sharing: cards of a billboard name the pictures that it makes, and not those of the mesh it shows") {
  const SharingPreset cards =
      read_outputs("  - {from: far, file: f.obj, textures: {a.png: far.atlas, n.png: far.normals}}\n");
  CHECK(cards.messages == Strings{});
  REQUIRE(cards.preset);
  CHECK(files_in(cards.preset->graph) == Strings{"f.obj", "f.mtl", "a.png", "a_mask.png", "n.png"});
  CHECK_THAT(
      only_message("  - {from: far, file: f.obj, textures: {a.png: far.atlas, n.png: far.normals, b.png: bark}}\n"),
      Contains("no stage puts 'bark' on the mesh of 'f.obj' (") && Contains("far.atlas") && Catch::EndsWith("at bark"));
}

TEST_CASE("texture sharing: a scene finds what its parts wear") {
  const SharingPreset scene = read_outputs(
      "  - {from: all, file: s.obj, textures: {b.png: bark, n.png: bark.normals, l.png: leaf, a.png: far.atlas, m.png: "
      "far.normals}}\n");
  CHECK(scene.messages == Strings{});
  CHECK(read_outputs("  - {from: all, file: s.gltf, textures: 5}\n").messages == Strings{});
}

TEST_CASE("texture sharing: cards whose materials have names of their own are told apart, and others are not") {
  const SharingPreset cards = read_outputs(
      "  - {from: bloom, file: b.obj, textures: {s.png: side.colours, sn.png: side.normals, f.png: face.colours, "
      "fn.png: face.normals}}\n");
  CHECK(cards.messages == Strings{});
  REQUIRE(cards.preset);
  const Strings wanted{"b.obj", "b.mtl", "s.png", "s_mask.png", "sn.png", "f.png", "f_mask.png", "fn.png"};
  CHECK(files_in(cards.preset->graph) == wanted);
  io::MemoryFileSet files;
  Diagnostics diagnostics;
  REQUIRE(pipeline::evaluate(cards.preset->graph, {}, diagnostics,
                             [&](const pipeline::GraphOutput& output, const pipeline::ArtifactRef& artifact) {
                               pipeline::write_output(output.decl.spec, artifact, "", {}, files);
                             }));
  CHECK_THAT(*files.find("b.mtl"),
             Contains("newmtl side\n") && Contains("map_Kd s.png\nmap_d s_mask.png\nnorm sn.png\n"));
  CHECK_THAT(*files.find("b.mtl"),
             Contains("newmtl face\n") && Contains("map_Kd f.png\nmap_d f_mask.png\nnorm fn.png\n"));
  const SharingPreset twins = read_outputs(
      "  - {from: twins, file: b.obj, textures: {f.png: face.colours, fn.png: face.normals, t.png: twin.colours, "
      "tn.png: twin.normals}}\n");
  CHECK_FALSE(twins.preset);
  REQUIRE(twins.messages.size() == 4);
  CHECK_THAT(twins.messages[0], Contains("two textures called 'face.colours'") && Contains("different names"));
}

TEST_CASE("texture sharing: an OBJ that counts pictures with holes is warned of, for it has no masks") {
  const SharingPreset counted = read_outputs("  - {from: both, file: s.obj, textures: 3}\n");
  CHECK(counted.preset);
  REQUIRE(counted.messages.size() == 1);
  CHECK_THAT(counted.messages[0], Contains("numbered textures have no opacity masks: the holes of 'leaf' in 's.obj'") &&
                                      Contains("{FILE.png: leaf, ...}"));
  CHECK(counted.places[0] == "3");
  const SharingPreset cards = read_outputs("  - {from: bloom, file: s.obj, textures: 4}\n");
  REQUIRE(cards.messages.size() == 1);
  CHECK_THAT(cards.messages[0], Contains("of 'side.colours' and 'face.colours' in"));
  CHECK(read_outputs("  - {from: both, file: s.gltf, textures: 3}\n").messages == Strings{});
  CHECK(read_outputs("  - {from: barked, file: s.obj, textures: 2}\n").messages == Strings{});
  CHECK(read_outputs("  - {from: both, file: s.obj, textures: 0}\n").messages == Strings{});
}

TEST_CASE("texture sharing: an OBJ of levels of detail wears the pictures of the finest, a glTF those of all") {
  for (const char* from : {"levels", "wood"}) {
    INFO(from);
    const auto messages_of = [&](const std::string& rest) {
      return read_outputs(fmt::format("  - {{from: {}, {}}}\n", from, rest)).messages;
    };
    CHECK(messages_of("file: s.obj, textures: {l.png: leaf}") == Strings{});
    const Strings counted = messages_of("file: s.obj, textures: 1");
    REQUIRE(counted.size() == 1);
    CHECK_THAT(counted[0], Contains("the holes of 'leaf' in"));
    CHECK(messages_of("file: s.gltf, textures: {l.png: leaf}").size() == 4);
    CHECK(messages_of("file: s.gltf, textures: 5") == Strings{});
    REQUIRE(messages_of("file: s.obj, textures: 5").size() == 1);
  }
}

TEST_CASE("texture sharing: one file for two pictures is an error where the second stands") {
  CHECK_THAT(only_message("  - {from: barked, file: a.obj, textures: {b.png: bark, n.png: bark.normals}}\n"
                          "  - {from: leafy, file: b.obj, textures: {b.png: leaf}}\n"),
             Catch::Equals("two outputs write 'b.png': one 'bark', the other 'leaf' at b.png"));
  CHECK_THAT(only_message("  - {from: leafy, file: b.obj, textures: {b.png: leaf}}\n"
                          "  - {from: bark, file: b.png}\n"),
             Contains("two outputs write 'b.png'"));
  CHECK_THAT(only_message("  - {from: barked, file: b.obj, textures: {b.png: bark, B.png: bark}}\n"),
             Contains("differ only in case") && Catch::EndsWith("at B.png"));
}

TEST_CASE("texture sharing: what is no picture, no stage or no safe name is an error at its place") {
  CHECK_THAT(only_message("  - {from: leafy, file: b.obj, textures: {b.png: ball}}\n"),
             Contains("'textures' of an output needs an image, but stage 'ball' (shapes) makes a mesh at ball"));
  CHECK_THAT(only_message("  - {from: leafy, file: b.obj, textures: {b.png: leef}}\n"),
             Contains("'leef', which does not exist (did you mean 'leaf'?) at leef"));
  CHECK_THAT(only_message("  - {from: leafy, file: b.obj, textures: {../b.png: leaf}}\n"),
             Contains("must stay below the output folder") && Catch::EndsWith("at ../b.png"));
  CHECK_THAT(only_message("  - {from: leafy, file: b.obj, textures: {b.jpg: leaf}}\n"),
             Contains("cannot be written as '.jpg'") && Catch::EndsWith("at b.jpg"));
  CHECK_THAT(only_message("  - {from: leaf, file: b.png, textures: {c.png: leaf}}\n"),
             Contains("to OBJ and .gltf files"));
  CHECK_THAT(only_message("  - {from: leafy, file: b.obj, textures: {}}\n"), Contains("needs 1 to 64 files"));
  CHECK_THAT(only_message("  - {from: leafy, file: b.obj, textures: [leaf]}\n"),
             Contains("a map of files to the stages"));
}

TEST_CASE("texture sharing: a number or a map that cannot be right is found before anything runs") {
  CHECK_THAT(only_message("  - {from: leafy, file: b.obj, textures: 2}\n"),
             Catch::Equals("'textures' is 2, but the stages put 1 on the mesh of 'b.obj' (leaf) at 2"));
  CHECK_THAT(only_message("  - {from: ball, file: b.obj, textures: 1}\n"), Contains("the stages put 0 on"));
  const SharingPreset few = read_outputs("  - {from: both, file: b.obj, textures: 2}\n");
  CHECK(few.preset);
  REQUIRE(few.messages.size() == 1);
  CHECK_THAT(few.messages[0], Contains("put 3 on the mesh of 'b.obj' (bark, bark.normals, leaf)"));
  CHECK(few.places[0] == "2");
  const SharingPreset unnamed = read_outputs("  - {from: both, file: b.obj, textures: {x.png: leaf, y.png: bark}}\n");
  CHECK(unnamed.preset);
  REQUIRE(unnamed.messages.size() == 1);
  CHECK_THAT(unnamed.messages[0], Contains("names no file for 'bark.normals'"));
  // A mesh that is dressed anew may lose what it wore.
  CHECK(read_outputs("  - {from: anew, file: b.gltf, textures: 2}\n").messages == Strings{});
  CHECK(read_outputs("  - {from: anew, file: b.obj, textures: {x.png: leaf, n.png: bark.normals}}\n").messages ==
        Strings{});
  CHECK(read_outputs("  - {from: again, file: b.gltf, textures: 2}\n").messages == Strings{});
  CHECK_THAT(only_message("  - {from: anew, file: b.obj, textures: 4}\n"), Contains("put 3 on the mesh"));
  CHECK(read_outputs("  - {from: both, file: b.obj, textures: 0}\n").messages == Strings{});
}

TEST_CASE("texture sharing: siblings share the pictures of what is made once, and only these") {
  const std::string seeds = "weald: 1\nseeds: 1..3\n";
  const SharingPreset shared =
      read_outputs("  - {from: leafy, file: 'l_{seed}.obj', textures: {leaf.png: leaf}}\n", seeds);
  CHECK(shared.messages == Strings{});
  REQUIRE(shared.preset);
  CHECK(files_in(shared.preset->graph) ==
        Strings{"l_1.obj", "l_1.mtl", "leaf.png", "leaf_mask.png", "l_2.obj", "l_2.mtl", "l_3.obj", "l_3.mtl"});
  const std::string cards =
      "  - {from: far, file: 'f_{seed}.obj', textures: {'a{}.png': far.atlas, 'n{}.png': far.normals}}\n";
  const auto with = [&](const std::string& mark) {
    std::string text = cards;
    for (std::size_t at = text.find("{}"); at != std::string::npos; at = text.find("{}")) text.replace(at, 2, mark);
    return read_outputs(text, seeds);
  };
  const SharingPreset own = with("_{seed}");
  CHECK(own.messages == Strings{});
  REQUIRE(own.preset);
  CHECK(own.preset->graph.outputs.size() == 12);
  const SharingPreset clash = with("");
  CHECK_FALSE(clash.preset);
  REQUIRE(clash.messages.size() == 2);
  CHECK(clash.messages[0] ==
        "'a.png' would hold the picture of 'far.atlas' for each of the 'seeds', but these pictures differ (write "
        "a_{seed}.png)");
  CHECK(clash.places[0] == "'a.png'");
}

TEST_CASE("texture sharing: what is doubtful for all siblings is said once") {
  const SharingPreset few =
      read_outputs("  - {from: both, file: 'b_{seed}.obj', textures: 2}\n", "weald: 1\nseeds: 1..9\n");
  CHECK(few.preset);
  CHECK(few.messages.size() == 1);
}
