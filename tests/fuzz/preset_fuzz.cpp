// Preset text: read, decode, link. A preset without errors is printed as a recipe, which must read back as itself.

#include <set>

#include "engine/preset/preset.h"
#include "front/golden/detail/recipe.h"
#include "front/golden/detail/recipe_reader.h"
#include "harness.h"

namespace weald::fuzz {

namespace {

// No file has its place there: extends and imports find nothing.
constexpr const char* kNowhere = "nowhere/fuzz.yaml";

void require_round_trip(const preset::Preset& preset) {
  const std::string text = golden::recipe_text(preset);
  std::set<std::string> files;
  for (const pipeline::GraphOutput& output : preset.graph.outputs) files.insert(output.decl.spec.file.value);
  Sources sources;
  Diagnostics diagnostics;
  const auto again = golden::read_recipe({text, "fuzz", files, {"nowhere"}}, sources, diagnostics);
  require(again.has_value(), "a recipe reads back");
  require(golden::recipe_text(*again) == text, "a recipe reads back as itself");
}

}  // namespace

void preset(std::string_view input) {
  Sources sources;
  Diagnostics diagnostics;
  preset::PresetRequest request;
  request.path = kNowhere;
  request.text = std::string(input);
  const preset::LoadedPreset loaded = preset::load_preset(request, sources, diagnostics);
  require_sound(diagnostics, sources, loaded.preset.has_value());
  if (loaded.preset) require_round_trip(*loaded.preset);
}

}  // namespace weald::fuzz
