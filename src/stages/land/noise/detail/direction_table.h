#pragma once
// The directions of hashed lattice points, in the layouts that vectors look them up in.

#include <array>

namespace weald::noise::detail {

/// gradient_directions() in several layouts.
struct DirectionTable {
  alignas(64) std::array<float, 256> x{};
  alignas(64) std::array<float, 256> y{};
  /// The cosines and sines of the first octant, that of direction k at the Gray code of k.
  alignas(64) std::array<float, 32> octant_cosine{};
  alignas(64) std::array<float, 32> octant_sine{};
};
const DirectionTable& direction_table();

}  // namespace weald::noise::detail
