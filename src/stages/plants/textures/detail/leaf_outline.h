#pragma once
// Leaf outlines, built from Bezier curves.

#include <cstdint>
#include <vector>

#include "base/math/vec.h"
#include "stages/plants/textures/detail/leaf_form.h"

namespace weald::texture {

/// A vein: points from its foot to its end, and its initial width in lengths of the blade. It tapers towards its end.
struct Vein {
  std::vector<Vec2> points;
  double width = 0;
};

/// Outline of a blade, and its large veins.
struct LeafOutline {
  std::vector<Vec2> points;  ///< closed, counter-clockwise from the foot
  std::vector<Vein> veins;   ///< the midrib first
};

/// The outline of a blade of length 1 with its foot at (0, 0) and its tip at (0, 1). Palmate and heart-shaped leaves
/// extend somewhat below the foot. `seed` varies lobes and teeth slightly.
LeafOutline leaf_outline(const LeafForm& form, std::uint64_t seed);

}  // namespace weald::texture
