#include "front/golden/detail/rebuild.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "front/golden/detail/recipe.h"
#include "front/golden/detail/recipe_reader.h"

namespace weald::golden {

namespace {

/// Possible causes of a change other than the preset.
std::string others_of(const GoldenState& state, const std::string& weald) {
  const std::string& before = state.pinned->weald;
  const std::string program =
      before == weald ? fmt::format("weald {} itself", weald) : fmt::format("weald ({} then, {} now)", before, weald);
  return state.golden.preset.graph.files_read().empty() ? program : program + " or a file that the preset reads";
}

std::string first_error(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.all())
    if (diagnostic.severity == Severity::error) return diagnostic.message;
  return "it contains none of the outputs";
}

std::string cannot_build(const std::string& reason) {
  return fmt::format("The expected result cannot be rebuilt from the pinned recipe: {}.", reason);
}

}  // namespace

std::string rebuild_pinned(const GoldenState& state, const std::set<std::string>& files, const RunOptions& options,
                           const ExpectedSink& sink) {
  const Pinned& pinned = *state.pinned;
  if (state.pinned_recipe.empty()) return cannot_build("it is not stored");
  // A merge may have taken the digests of one side and the recipe of the other.
  if (recipe_digest(state.pinned_recipe) != pinned.recipe)
    return cannot_build("it belongs to a different update than the digests");
  if (state.pinned_recipe == state.golden.recipe)
    return fmt::format("The recipe is as pinned, so {} changed.", others_of(state, options.weald));
  Sources sources;
  Diagnostics diagnostics;
  auto preset = read_recipe({state.pinned_recipe, state.golden.spec->name.value, files, state.golden.folders}, sources,
                            diagnostics);
  if (!preset) return cannot_build(first_error(diagnostics));
  const LoadedGolden golden{state.golden.spec, std::move(*preset), state.pinned_recipe, {}};
  std::size_t shown = 0;
  Pinned actual;
  try {
    const bool ok = run_golden(
        golden, options, diagnostics, actual,
        [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact, const std::string& digest) {
          // The textures of a requested output are outputs too, and may not have been requested.
          if (files.count(output.decl.spec.file.value) == 0) return;
          const auto expected = pinned.outputs.find(output.decl.spec.file.value);
          if (expected == pinned.outputs.end() || expected->second != digest) return;
          ++shown;
          sink(output.decl.spec, artifact);
        });
    if (!ok) return cannot_build(first_error(diagnostics));
  } catch (const IoError& e) {
    return cannot_build(e.what());
  }
  if (shown == files.size()) return {};
  return fmt::format("The pinned recipe no longer gives {}what was pinned: not only the preset changed, but also {}.",
                     shown > 0 ? "all of " : "", others_of(state, options.weald));
}

}  // namespace weald::golden
