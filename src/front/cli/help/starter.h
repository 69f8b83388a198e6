#pragma once
// Starter presets for weald init: complete, commented and good-looking.

#include <span>
#include <string>
#include <string_view>

namespace weald::app {

/// A preset to start from.
struct Starter {
  std::string_view kind;     ///< "terrain", "plant", ...
  std::string_view summary;  ///< a few words
  std::string_view text;     ///< the preset without its first lines; NAME stands for the name of its files
};

/// Every starter preset.
std::span<const Starter> all_starters();

/// The preset's text: the lines that point editors to the schema (left out if `schema` is empty), then the starter with
/// its files called `name`.
std::string starter_text(const Starter& starter, std::string_view name, std::string_view schema);

/// The first lines of a preset, which point editors to the JSON Schema in the file `schema` beside it.
std::string schema_lines(std::string_view schema);

}  // namespace weald::app
