#pragma once
// Warnings to a stage about heightmaps that drive its parameters.

#include <optional>
#include <string>

#include "data/heightmap.h"
#include "schema/decode.h"

namespace weald::pipeline {

/// The warning for a heightmap that drives the parameter `use` and leaves its range: the share of its samples that are
/// clamped, and how far they reach. Unset if none are; a millionth beyond the range counts as within.
std::optional<std::string> clamping_warning(const schema::InputUse& use, const Heightmap& field);

}  // namespace weald::pipeline
