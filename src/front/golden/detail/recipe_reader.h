#pragma once
// Converts the text of a recipe to a preset that can be evaluated.

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "engine/preset/preset.h"

namespace weald::golden {

/// The context for reading a recipe.
struct RecipeRequest {
  std::string_view text;             ///< as recipe_text() prints it
  std::string name;                  ///< of the golden
  std::set<std::string> outputs;     ///< files of the outputs to keep, with the stages that they need
  std::vector<std::string> folders;  ///< candidates for relative paths; each stage uses the first that has its files
};

/// Reads a recipe with the declarations of presets and the recorded seeds of the stages. Evaluated by the program that
/// wrote the recipe, the result equals that of its preset. Missing parameters, which were added later, get their
/// defaults. An invalid recipe, or one that this program does not understand, is reported. The result is unset then,
/// and if the recipe contains none of the outputs.
std::optional<preset::Preset> read_recipe(const RecipeRequest& request, Sources& sources, Diagnostics& diagnostics);

}  // namespace weald::golden
