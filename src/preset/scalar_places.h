#pragma once
// Where the text of a YAML scalar stands in the source, for errors that point into it.

#include <cstddef>
#include <string_view>
#include <vector>

#include "schema/node.h"

namespace weald::preset {

/// The places of the pieces in which `value` stands in `source`, from byte `begin` on, which is in line `line` and is
/// the first one of the scalar: a quote, a block's | or >, or text. Empty where it stands there in one piece, behind
/// its quote, or where it cannot be found again.
std::vector<schema::TextPart> parts_of_scalar(std::string_view source, std::size_t begin, std::uint32_t line,
                                              std::string_view value);

}  // namespace weald::preset
