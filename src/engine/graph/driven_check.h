#pragma once
// Warnings to a stage about heightmaps that drive its parameters.

#include <optional>
#include <string>

#include "data/heightmap.h"
#include "schema/decode.h"

namespace weald::pipeline {

/// The warning for a heightmap that drives the parameter `use` with samples outside the parameter's range: it gives the
/// share of clamped samples and the range of all samples. Unset if no sample is clamped; a sample counts as inside up
/// to 1e-6 * max(1, |bound|) beyond a bound.
std::optional<std::string> clamping_warning(const schema::InputUse& use, const Heightmap& field);

}  // namespace weald::pipeline
