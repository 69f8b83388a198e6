#pragma once
// Patches of noise that make boundaries and colours irregular.

#include <cstdint>

#include "base/run_context.h"
#include "data/field.h"

namespace weald::maps {

/// Smooth noise between -1 and 1 with patches of five sizes, a function of world position.
class BoundaryNoise {
 public:
  /// Noise on a region of `grid`; the largest patches are about `patch` metres across. Pre: patch > 0.
  BoundaryNoise(const GridSpec& grid, const Region& region, double patch, std::uint64_t seed);
  /// Noise over `map`; the largest patches are about `patch` metres across. A region gets the same noise as the whole
  /// map.
  /// Pre: patch > 0.
  BoundaryNoise(const Heightmap& map, double patch, std::uint64_t seed);
  /// The values of rows [first, first + count) of the region.
  Heightmap rows(int first, int count) const;

 private:
  GridSpec grid_;  // grid of the whole map
  Region region_;
  FieldKernel kernel_;
};

}  // namespace weald::maps
