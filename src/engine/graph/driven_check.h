#pragma once
// What a stage is told about fields that drive its parameters.

#include <optional>
#include <string>

#include "data/heightmap.h"
#include "schema/decode.h"

namespace weald::pipeline {

/// The warning for a field that drives the parameter `use` and leaves its range: the share of its samples that are
/// moved into the range, and how far they reach. Unset where none are; a millionth beyond the range counts as within.
std::optional<std::string> clamping_warning(const schema::InputUse& use, const Heightmap& field);

}  // namespace weald::pipeline
