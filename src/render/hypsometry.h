#pragma once
// Hypsometry: what colour land has by its height and its slope.

#include <optional>

#include "core/heightmap.h"

namespace weald::render {

/// Heights between which the colours of land run, metres.
struct TintRange {
  double low = 0;
  double high = 1;
};

/// Range of the land: heights at or above `sea_level` (all where it is unset), without the lowest and the highest share of
/// 0.2 %, so that a single peak or pit does not shift the colours.
TintRange tint_range(const Heightmap& map, std::optional<double> sea_level);

/// Linear colour of land: greens in the lowlands, ochre and brown above, bare rock where it is steep, pale grey and white
/// on the heights. `slope` is rise over run as drawn.
Vec3f land_colour(const TintRange& range, double height, float slope);

/// Linear colour of water on a map. `depth` is relative: 0 at the shore, 1 and more where it is deep.
Vec3f water_colour(float depth);

/// Linear colour of a block's side. `below` is the depth below the land in shares of the block's height, `height` the
/// world height in the same unit (it places the strata).
Vec3f rock_colour(float below, float height);

}  // namespace weald::render
