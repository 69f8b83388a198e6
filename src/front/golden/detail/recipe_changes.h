#pragma once
// Lists the parameters that differ between two recipes.

#include <string>
#include <string_view>
#include <vector>

namespace weald::golden {

/// A parameter with different values in two recipes, or a stage or output that only one of them has.
struct RecipeChange {
  bool is_stage = true;  ///< false: of an output
  std::string name;      ///< of the stage, or the output's file
  std::string key;       ///< "gain", "picture.size", "seed"; empty: the whole stage or output is new or gone
  std::string before;    ///< as the recipe prints it; empty: absent
  std::string after;     ///< likewise; for a whole stage, its kind
};

/// The differences, in the order of `after`, followed by those found only in `before`.
std::vector<RecipeChange> recipe_changes(std::string_view before, std::string_view after);

/// One line: "ridges.gain 3 -> 2.6", "hills.png: depth 16 -> 8", "stage 'ridges' (ridged) is new". Long values are cut
/// to where they differ.
std::string change_text(const RecipeChange& change);

/// At most `limit` such lines. The seeds of several stages, which depend on a single one, take one line; so does the
/// number of omitted lines.
std::vector<std::string> change_lines(const std::vector<RecipeChange>& changes, std::size_t limit = 8);

}  // namespace weald::golden
