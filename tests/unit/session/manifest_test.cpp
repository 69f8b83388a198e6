// Manifests: what makes a build stale, told by name.

#include <string>
#include <utility>
#include <vector>

#include "support/catch.h"

#include "engine/preset/preset.h"
#include "engine/preset/yaml_reader.h"
#include "session/manifest.h"
#include "session/selection.h"
#include "support/files.h"

namespace weald::session {
namespace {

using Catch::Contains;

schema::Node parameters(std::string_view text) {
  Diagnostics diagnostics;
  return preset::read_yaml(0, text, diagnostics).value();
}

Manifest sample() {
  return {"1.0",
          "recipe",
          {{"hills", "fbm", 1, 7, parameters("{octaves: 5, tint: {palette: alpine}, size: [3, 4]}")},
           {"land", "heightmap_mesh", 1, 8, parameters("{from: hills}")}},
          {parameters("{from: land, file: land.obj}")},
          {{"data/dem.png", 100, "aa"}},
          {{"land.obj", 3, "bb"}}};
}

/// A preset of two chains and three outputs.
preset::LoadedPreset load(const test::TemporaryFolder& folder, const std::string& seed = "1") {
  const std::string path = (folder / "p.yaml").string();
  test::write_text(path,
                   "weald: 1\nseed: " + seed +
                       "\nstages:\n  hills: {kind: fbm, size: [9, 9]}\n  land: {kind: heightmap_mesh, from: hills}\n"
                       "  ball: {kind: shapes, shape: icosphere}\n"
                       "outputs: [{from: ball, file: ball.obj}, {from: land, file: sub/land.obj}, {from: hills, file: "
                       "hills.r16}]\n");
  Sources sources;
  Diagnostics diagnostics;
  return preset::load_preset({path, {}, std::nullopt}, sources, diagnostics);
}

TEST_CASE("manifest: reads back as it was written; anything else is none") {
  const Manifest manifest = sample();
  const auto again = parse_manifest(manifest_text(manifest));
  REQUIRE(again);
  CHECK(manifest_text(*again) == manifest_text(manifest));
  CHECK(again->stages.at(1).seed == 8);
  CHECK(recipe_changes(manifest, *again).empty());
  for (const char* text : {"", "{}", "[1]", "{\"weald_manifest\": 1}", "{\"weald_manifest\": 99}", "\xFF\xFE"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_manifest(text));
  }
}

TEST_CASE("stale: every kind of change is named") {
  const Manifest before = sample();
  CHECK(recipe_changes(before, before).empty());
  const auto change = [&](auto edit) {
    Manifest now = sample();
    edit(now);
    const auto reasons = recipe_changes(before, now);
    REQUIRE(reasons.size() == 1);
    return reasons.front();
  };
  CHECK(change([](Manifest& m) {
          m.stages[0].parameters = parameters("{octaves: 6, tint: {palette: alpine}, size: [3, 4]}");
        }) == "hills.octaves changed from 5 to 6");
  CHECK(change([](Manifest& m) {
          m.stages[0].parameters = parameters("{octaves: 5, tint: {palette: coast}, size: [3, 4]}");
        }) == "hills.tint.palette changed from alpine to coast");
  CHECK(change([](Manifest& m) { m.stages[0].parameters = parameters("{octaves: 5, size: [3, 4]}"); }) ==
        "hills.tint.palette was alpine and is now unset");
  CHECK(change([](Manifest& m) { m.stages[1].parameters = parameters("{from: hills, step: 2}"); }) ==
        "land.step is now 2");
  CHECK(change([](Manifest& m) { m.stages[0].kind = "ridged"; }) == "stage 'hills' changed from fbm to ridged");
  CHECK(change([](Manifest& m) { m.stages[0].version = 2; }) ==
        "stage 'hills' is computed differently by this "
        "version of weald");
  CHECK(change([](Manifest& m) { m.stages[0].seed = 9; }) == "the seed of hills changed");
  CHECK(change([](Manifest& m) { m.stages[0].seed = m.stages[1].seed = 9; }) == "the seed changed");
  CHECK(change([](Manifest& m) { m.stages.pop_back(); }) == "stage 'land' was removed");
  CHECK(change([](Manifest& m) { m.written[0] = parameters("{from: land, file: b.obj}"); }) ==
        "outputs.0.file changed from land.obj to b.obj");
  CHECK(change([](Manifest& m) { m.inputs[0].digest = "ab"; }) == "input 'data/dem.png' changed");
  CHECK(change([](Manifest& m) { m.inputs.clear(); }) == "input 'data/dem.png' is no longer read");
  CHECK(change([](Manifest& m) { m.weald = "2.0"; }) == "this is weald 2.0, but the files were made by 1.0");
}

TEST_CASE("stale: outputs that are missing, or have other bytes of the same number") {
  const test::TemporaryFolder folder;
  test::write_text(folder / "land.obj", "abc");
  Manifest manifest = sample();
  manifest.outputs = {*record_of(folder / "land.obj", "land.obj")};
  CHECK(output_changes(manifest, folder.path().string()).empty());
  test::write_text(folder / "land.obj", "abd");
  CHECK_THAT(output_changes(manifest, folder.path().string()).at(0), Contains("land.obj' was modified"));
  std::filesystem::remove(folder / "land.obj");
  CHECK_THAT(output_changes(manifest, folder.path().string()).at(0), Contains("land.obj' is missing"));
  CHECK_FALSE(record_of(folder.path(), "a folder"));
}

TEST_CASE("recipe: another seed is another recipe; a manifest names no absolute path") {
  const test::TemporaryFolder folder;
  const auto one = load(folder), other = load(folder, "2");
  CHECK(recipe_hash(one.preset->graph) == recipe_hash(load(folder).preset->graph));
  CHECK(recipe_hash(one.preset->graph) != recipe_hash(other.preset->graph));
  const std::string root = folder.path().string();
  io::FileDigests digests;
  const Manifest manifest =
      manifest_of(one.preset->graph, {root + "/data/a.png", "/elsewhere/b.png"}, root + "/p.yaml", digests);
  CHECK(manifest.inputs.at(0).name == "data/a.png");
  CHECK_THAT(manifest_text(manifest), !Contains(root));
}

TEST_CASE("--only: the graph keeps the outputs named and the stages they need, sidecars included") {
  const test::TemporaryFolder folder;
  auto loaded = load(folder);
  pipeline::Graph& graph = loaded.preset->graph;
  CHECK(keep_outputs(graph, {"sub/land.mtl", "none"}, "out") == std::set<std::string>{"sub/land.mtl"});
  REQUIRE(graph.outputs.size() == 1);
  CHECK(graph.outputs[0].decl.spec.file.value == "sub/land.obj");
  REQUIRE(graph.stages.size() == 2);
  CHECK(graph.stages[graph.outputs[0].stage].decl.name == "land");
  CHECK(graph.stages[1].inputs == std::vector<std::size_t>{0});
  CHECK(keep_outputs(graph, {"out/sub/land.obj"}, "out").size() == 1);
  CHECK(keep_outputs(graph, {"ball.obj"}, "out").empty());
  CHECK(graph.outputs.empty());
}

TEST_CASE("--only: a file named with {seed}, as the preset does, is that of every sibling") {
  Sources sources;
  Diagnostics diagnostics;
  const std::string text =
      "weald: 1\nseeds: 3..5\nstages:\n  hills: {kind: fbm, size: [9, 9]}\n"
      "outputs:\n  - {from: hills, file: 'a_{seed}.png'}\n  - {from: hills, file: 'b_{seed}.png'}\n";
  auto loaded = preset::load_preset({"t.yaml", {}, {}, text}, sources, diagnostics);
  REQUIRE(loaded.preset);
  CHECK(keep_outputs(loaded.preset->graph, {"out/b_{seed}.png"}, "out").size() == 1);
  REQUIRE(loaded.preset->graph.outputs.size() == 3);
  CHECK(loaded.preset->graph.outputs[1].decl.spec.file.value == "b_4.png");
  CHECK(keep_outputs(loaded.preset->graph, {"b_4.png"}, "out").size() == 1);
  CHECK(loaded.preset->graph.outputs.size() == 1);
}

}  // namespace
}  // namespace weald::session
