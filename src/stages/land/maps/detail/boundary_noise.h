#pragma once
// Patches of noise that keep boundaries and colours from looking drawn with a ruler.

#include <cstdint>

#include "base/run_context.h"
#include "data/field.h"

namespace weald::maps {

/// Smooth noise between -1 and 1 with five sizes of patches, addressed by world position.
class BoundaryNoise {
 public:
  /// Noise on `grid` whose largest patches are about `patch` metres across. Pre: patch > 0.
  BoundaryNoise(const GridSpec& grid, double patch, std::uint64_t seed);
  /// Noise over `map` whose largest patches are about `patch` metres across; over a region it is that of the whole map.
  /// Pre: patch > 0.
  BoundaryNoise(const Heightmap& map, double patch, std::uint64_t seed);
  /// The values of rows [first, first + count) of the map.
  Heightmap rows(int first, int count) const;

 private:
  GridSpec grid_;  // of the whole map
  Region region_;
  FieldKernel kernel_;
};

}  // namespace weald::maps
