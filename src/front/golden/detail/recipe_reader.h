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
  std::set<std::string> outputs;     ///< the outputs wanted, by file; none of the others is kept, nor a stage for them
  std::vector<std::string> folders;  ///< that relative paths may count from; a stage takes the first that has its files
};

/// Reads a recipe with the declarations that presets are read with, using the recorded seeds of the stages: evaluated
/// by the same program, the result gives what the preset of the recipe gave. Missing parameters, which were added
/// later, get their defaults. A text that is not a recipe, or is unknown to this program, is reported; unset then, and
/// if it contains none of the outputs.
std::optional<preset::Preset> read_recipe(const RecipeRequest& request, Sources& sources, Diagnostics& diagnostics);

}  // namespace weald::golden
