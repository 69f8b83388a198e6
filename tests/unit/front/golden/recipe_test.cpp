// Recipes read back: the same recipe again, evaluated to the same digests.

#include "support/catch.h"

#include <filesystem>

#include "front/golden/check.h"
#include "front/golden/detail/recipe.h"
#include "front/golden/detail/recipe_reader.h"
#include "support/files.h"

using namespace weald;
using namespace weald::golden;

namespace {

std::optional<preset::Preset> preset_of(const std::string& text, Diagnostics& diagnostics) {
  Sources sources;
  preset::PresetRequest request;
  request.path = WEALD_SOURCE_DIR "/presets/made_up.yaml";
  request.text = text;
  return preset::load_preset(request, sources, diagnostics).preset;
}

std::set<std::string> all_outputs(const preset::Preset& preset) {
  std::set<std::string> files;
  for (const auto& output : preset.graph.outputs) files.insert(output.decl.spec.file.value);
  return files;
}

Pinned digests_of(preset::Preset preset) {
  Diagnostics diagnostics;
  Pinned pinned;
  const GoldenSpec spec;
  const LoadedGolden golden{&spec, std::move(preset), {}, {}};
  CHECK(run_golden(golden, {}, diagnostics, pinned,
                   [](const pipeline::GraphOutput&, const pipeline::Artifact&, const std::string&) {}));
  return pinned;
}

std::string first_message(const Diagnostics& diagnostics) {
  return diagnostics.all().empty() ? "" : diagnostics.all().front().message;
}

constexpr const char* kPreset = R"(weald: 1
seed: 18446744073709551615
stages:
  hills: {kind: fbm, size: [24, 16], frequency: 0.01, octave_amplitudes: [1, 0.5, 0.25], octave_frequencies: [1, 2, 4.1]}
  null_one: {kind: remap, from: hills, output: [0, 1e-7], curve: [[0, 0], [0.35, 0.05], [1, 1.08]]}
  land: {kind: heightmap_mesh, from: hills, tint: {}}
  unused: {kind: fbm}
  flowed: {kind: flow, from: hills}
  worn: {kind: hydraulic_erosion, from: hills, droplets: 1}
  both: {kind: combine, from: worn.wear, with: flowed, mask: worn.deposit}
  box: {kind: shapes}
  grove: {kind: scatter, on: hills, species: [{meshes: [box], crown: 2}]}
  string: {kind: lsystem, axiom: "F+x", derivation: 2, productions: ['F -> F[+F]F', 'x -> -x'], seed: 7}
outputs:
  - {from: 'null_one', file: "it's a {file}, #1.png", depth: 8}
  - {from: land, file: land.obj}
  - {from: both, file: both.png}
  - {from: worn.flow, file: flow.png}
  - {from: string, file: string.txt}
  - {from: grove, file: grove.csv}
  - {from: land, file: land.png, picture: {size: [32, 24], samples: 1, clay: true}}
)";

}  // namespace

TEST_CASE("recipe: weald's own recipes are read back as they are") {
  namespace fs = std::filesystem;
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(WEALD_SOURCE_DIR "/tests/golden/pinned")) {
    if (entry.path().extension() != ".recipe") continue;
    CAPTURE(entry.path());
    const std::string text = test::file_text(entry.path());
    Sources sources;
    Diagnostics diagnostics;
    RecipeRequest request{text, "x", {}, {WEALD_SOURCE_DIR "/presets"}};
    for (std::size_t at = text.find("\noutput "); at != std::string::npos; at = text.find("\noutput ", at + 1))
      request.outputs.insert(text.substr(at + 8, text.find('\n', at + 8) - at - 8));
    const auto preset = read_recipe(request, sources, diagnostics);
    INFO(first_message(diagnostics));
    REQUIRE(preset);
    CHECK(recipe_text(*preset) == text);
    ++count;
  }
  CHECK(count >= 13);
}

TEST_CASE("recipe: read back it gives the same, whatever names, texts and seeds are in it") {
  Diagnostics diagnostics;
  auto preset = preset_of(kPreset, diagnostics);
  INFO(first_message(diagnostics));
  REQUIRE(preset);
  const std::string recipe = recipe_text(*preset);
  CHECK(recipe.find("unused") == std::string::npos);
  Sources sources;
  auto again = read_recipe({recipe, "x", all_outputs(*preset), {}}, sources, diagnostics);
  INFO(recipe << first_message(diagnostics));
  REQUIRE(again);
  CHECK(recipe_text(*again) == recipe);
  const Pinned expected = digests_of(std::move(*preset)), actual = digests_of(std::move(*again));
  CHECK(expected.outputs == actual.outputs);
  CHECK(expected.stages == actual.stages);
}

TEST_CASE("recipe: only what the wanted outputs need is read back") {
  Diagnostics diagnostics;
  const auto preset = preset_of(kPreset, diagnostics);
  REQUIRE(preset);
  Sources sources;
  const auto part = read_recipe({recipe_text(*preset), "x", {"land.obj"}, {}}, sources, diagnostics);
  REQUIRE(part);
  CHECK(part->graph.outputs.size() == 1);
  CHECK(part->graph.stages.size() == 2);
  CHECK_FALSE(read_recipe({recipe_text(*preset), "x", {"other.obj"}, {}}, sources, diagnostics));
}

TEST_CASE("recipe: parameters that it lacks have their defaults, and what is not known is said") {
  const auto read = [](const std::string& text, Diagnostics& diagnostics) {
    Sources sources;
    return read_recipe({text, "x", {"a.png"}, {}}, sources, diagnostics);
  };
  const std::string output = "output a.png\n  from: a\n  file: a.png\n";
  Diagnostics good;
  const auto preset = read("stage a\n  kind: fbm\n  seed: 5\n  octaves: 3\n" + output, good);
  REQUIRE(preset);
  CHECK(preset->graph.stages.front().decl.seed == 5);
  const auto message = [&](const std::string& text) {
    Diagnostics diagnostics;
    CHECK_FALSE(read(text, diagnostics));
    return first_message(diagnostics);
  };
  CHECK_THAT(message("stage a\n  kind: fbm\n  seed: 5\n  octavs: 3\n" + output), Catch::Contains("octavs"));
  CHECK_THAT(message("stage a\n  kind: fog\n  seed: 5\n" + output), Catch::Contains("no stage kind 'fog'"));
  CHECK_THAT(message("stage a\n  kind: fbm\n" + output), Catch::Contains("has no seed"));
  CHECK_THAT(message("stage a\n  kind: fbm\n  seed: -1\n" + output), Catch::Contains("seed"));
  CHECK_THAT(message("weald: 1\n"), Catch::Contains("is not a line of a recipe"));
  CHECK_THAT(message("stage a\n  [\n" + output), !Catch::Equals(""));
  CHECK_THAT(message("stage a\n" + output), !Catch::Equals(""));
  CHECK_THAT(message(""), !Catch::Equals(""));
  CHECK_THAT(message("  kind: fbm\n"), Catch::Contains("is not a line of a recipe"));
}
