#pragma once
// Finds where the text of a YAML scalar is in the source, for errors that point into it.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "schema/node.h"

namespace weald::preset {

/// Where a scalar starts in its source.
struct ScalarStart {
  std::size_t begin = 0;       ///< byte of its first character: a quote, a block's | or >, or text
  std::size_t line_begin = 0;  ///< byte at which its line begins; given, since a search would be slow on long lines
  std::uint32_t line = 0;      ///< number of that line, from 1
};

/// The locations of the pieces of `value` in `source` from `start` on. Empty if the value is one piece that directly
/// follows its quote, if any. Where the source cannot be followed, the last part is marked. The time is proportional to
/// the length of the scalar.
std::vector<schema::TextPart> parts_of_scalar(std::string_view source, const ScalarStart& start,
                                              std::string_view value);

}  // namespace weald::preset
