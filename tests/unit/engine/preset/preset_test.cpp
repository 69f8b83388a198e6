#include "engine/preset/preset.h"

#include "support/catch.h"

#include "engine/preset/yaml_reader.h"

using namespace weald;

namespace {

std::vector<std::string> errors_of(const std::string& text) {
  Sources sources;
  Diagnostics diagnostics;
  preset::PresetText tree;
  const auto source = sources.add("t.yaml", text);
  auto root = preset::read_yaml(source, text, diagnostics);
  REQUIRE(root);
  tree.root = std::move(*root);
  tree.directory = ".";
  CHECK_FALSE(preset::decode_preset(tree, "t", diagnostics));
  std::vector<std::string> result;
  for (const Diagnostic& d : diagnostics.all()) {
    result.push_back(std::to_string(d.where->line) + ":" + std::to_string(d.where->column) + " " + d.message +
                     (d.help.empty() ? "" : " | " + d.help));
  }
  return result;
}

}  // namespace

TEST_CASE("preset: all errors are reported at once, each at its place", "[preset]") {
  const auto errors = errors_of(
      "weald: 1\n"
      "sed: 3\n"
      "stages:\n"
      "  hills: {kind: fbm, octaves: 40, lacunarty: 2, persistence: x}\n"
      "  worn: {kind: thermal_erosion, from: hils}\n"
      "outputs:\n"
      "  - {from: worn, file: worn.jpeg}\n"
      "  - {from: nothing, file: a.png}\n");
  CHECK(std::count(errors.begin(), errors.end(), "2:1 unknown key 'sed' in the preset | did you mean 'seed'?") == 1);
  CHECK(std::count(errors.begin(), errors.end(), "4:31 'octaves' in stage 'hills' is 40, outside 1 .. 24") == 1);
  CHECK(std::count(errors.begin(), errors.end(),
                   "4:35 unknown key 'lacunarty' in stage 'hills' | did you mean 'lacunarity'?") == 1);
  CHECK(std::count(errors.begin(), errors.end(), "4:62 'persistence' in stage 'hills' needs a number, not 'x'") == 1);
  CHECK(std::count(errors.begin(), errors.end(),
                   "5:39 'from' of stage 'worn' reads stage 'hils', which does not exist | did you mean 'hills'?") ==
        1);
  CHECK(errors.size() == 7);
}

TEST_CASE("preset: a stage name has letters, digits, underscores and hyphens", "[preset]") {
  for (const char* name : {"1a", "a.b", "a b", "seed", "outputs", "-x", "h\xc3\xa9"}) {
    const auto errors =
        errors_of(std::string("weald: 1\nstages: {'") + name + "': {kind: fbm}}\noutputs: [{from: a, file: a.png}]\n");
    REQUIRE_FALSE(errors.empty());
    CHECK_THAT(errors[0], Catch::Contains("is not a valid stage name"));
  }
}

TEST_CASE("preset: more stages than the limit are refused", "[preset]") {
  std::string text = "weald: 1\nstages:\n";
  for (std::size_t i = 0; i <= preset::kMaxStages; ++i) text += "  s" + std::to_string(i) + ": {kind: fbm}\n";
  const auto errors = errors_of(text + "outputs: [{from: s0, file: a.png}]\n");
  CHECK_THAT(errors[0], Catch::Contains("at most 1000"));
}
