#pragma once
// The outline of a leaf, from Bezier curves.

#include <cstdint>
#include <vector>

#include "base/math/vec.h"
#include "stages/plants/textures/detail/leaf_form.h"

namespace weald::texture {

/// A vein: points from its foot to its end, and the width that it starts with, in lengths of the blade. It thins out
/// towards its end.
struct Vein {
  std::vector<Vec2> points;
  double width = 0;
};

/// The edge of a blade and the ends that its large veins run to.
struct LeafOutline {
  std::vector<Vec2> points;  ///< closed, counter-clockwise from the foot
  std::vector<Vein> veins;   ///< the midrib first
};

/// The outline of a blade of length 1 with its foot at (0, 0) and its tip at (0, 1), except that a palmate leaf or a
/// heart-shaped one reaches somewhat below its foot. Lobes and teeth are somewhat uneven, by `seed`.
LeafOutline leaf_outline(const LeafForm& form, std::uint64_t seed);

}  // namespace weald::texture
