#pragma once
// From the text of a recipe back to a preset that can be evaluated.

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

/// Reads a recipe with the declarations that presets are read with, and takes the stages' seeds as they stand:
/// evaluated by the same program the result gives what the preset of the recipe gave. Parameters that are not in it,
/// since they were made up later, get their defaults. What is no recipe, or what this program does not know, is
/// reported; unset then, and where none of the outputs is in it.
std::optional<preset::Preset> read_recipe(const RecipeRequest& request, Sources& sources, Diagnostics& diagnostics);

}  // namespace weald::golden
