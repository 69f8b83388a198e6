#pragma once
// Recipe: everything that determines a golden's results except the code: all parameters of all stages, including
// defaults.

#include <string>
#include <string_view>
#include <vector>

#include "engine/preset/preset.h"

namespace weald::golden {

/// The recipe as text, one parameter per line: the stages in the order in which they are linked, each with its kind,
/// its seed and all of its parameters, then the outputs. It records what was built; it is not a preset. Files that
/// stages read appear by name: their content is covered by the digests of those stages.
std::string recipe_text(const preset::Preset& preset);

/// Digest of such a text.
std::string recipe_digest(std::string_view text);

/// One line of a difference.
struct DiffLine {
  char mark = ' ';  ///< '-' only in the expected text, '+' only in the actual one, ' ' in both, '@' left out
  std::string text;
};

/// Whether a gap in a difference is labelled with the section below it.
enum class Headings {
  none,
  unindented,  ///< with the last unindented line before it; in a recipe, the stage or output
};

/// The lines that differ, with up to `context` common ones around them, at most `limit` lines in all; empty for equal
/// texts. Lines are cut to 200 bytes around the first difference. Time is linear for texts that are equal except for a
/// few hundred lines; a larger difference is shown as one block.
std::vector<DiffLine> diff_lines(std::string_view expected, std::string_view actual, std::size_t context = 2,
                                 std::size_t limit = 60, Headings headings = Headings::none);

}  // namespace weald::golden
