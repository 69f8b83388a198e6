#pragma once
// Kernels of the stages computed from the derivatives of a heightmap.

#include "data/field.h"
#include "methods/raster/derivatives.h"

namespace weald::maps {

/// Kernel that applies `value` to the derivatives of the heightmap `from`. Pre: `value` may be called from several
/// threads.
template <class Value>
FieldKernel derivative_kernel(const schema::Input<Heightmap>& from, Value value) {
  return {.radius = kDerivativeRadius, .fill = [from, value](const FieldWindow& window) {
            const HeightView& heights = window.inputs[from];
            const Region& region = window.out.region;
            for (int y = region.y; y < region.y + region.height; ++y) {
              for (int x = region.x; x < region.x + region.width; ++x)
                window.out.at(x, y) = static_cast<float>(value(derivatives_at(heights, window.grid, x, y)));
            }
          }};
}

}  // namespace weald::maps
