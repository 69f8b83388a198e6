// Recipes: read back to a preset, printed again, which must read back as itself.

#include <set>

#include "front/golden/detail/recipe.h"
#include "front/golden/detail/recipe_reader.h"
#include "harness.h"

namespace weald::fuzz {

namespace {

/// Every name behind `output `.
std::set<std::string> outputs_of(std::string_view text) {
  constexpr std::string_view kHead = "output ";
  std::set<std::string> names;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (line.starts_with(kHead)) names.emplace(line.substr(kHead.size()));
  }
  return names;
}

std::optional<std::string> read_again(std::string_view text, const std::set<std::string>& outputs) {
  Sources sources;
  Diagnostics diagnostics;
  const auto preset = golden::read_recipe({text, "fuzz", outputs, {"nowhere"}}, sources, diagnostics);
  require(preset.has_value() != diagnostics.has_errors(), "a recipe is read or refused with a reason");
  for (const Diagnostic& diagnostic : diagnostics.all())
    require(!diagnostic.message.empty(), "an error says something");
  return preset ? std::optional(golden::recipe_text(*preset)) : std::nullopt;
}

}  // namespace

void recipe(std::string_view input) {
  const auto printed = read_again(input, outputs_of(input));
  if (!printed) return;
  const auto again = read_again(*printed, outputs_of(*printed));
  require(again == printed, "a recipe that is printed reads back as itself");
}

}  // namespace weald::fuzz
