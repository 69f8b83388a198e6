#pragma once
// The suggestion "did you mean ...?" for a misspelt name.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weald::schema {

/// Number of insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`
/// (restricted Damerau-Levenshtein distance). Source: [damerau1964].
int edit_distance(std::string_view a, std::string_view b);

/// Help text that suggests the nearest of `names` (distance at most 2, and at most `most_in_long` for names of at least
/// 9 bytes, and less than the name's length). If none is near, it lists the names if there are at most 16, and is empty
/// otherwise. More than 2 suits names that differ in kind, as those of presets do: keys such as `operation` and
/// `elevation` are three edits apart. Pre: `most_in_long` is at least 2.
std::string suggest(std::string_view wrong, std::span<const std::string_view> names, int most_in_long = 2);

}  // namespace weald::schema
