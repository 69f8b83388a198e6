#pragma once
// The last step of drawing a depth map.

#include <cstdint>
#include <vector>

namespace weald::render {

/// Sets each of `pairs` to the height of its texel, in whole steps from 0 to 65535 (NaN counts as 0), in the low 16
/// bits, and that of the next texel in the high ones. Pre: `heights` has one more than `pairs`.
void pair_heights(const float* heights, std::vector<std::uint32_t>& pairs);

}  // namespace weald::render
