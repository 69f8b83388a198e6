#pragma once
// LeafArrangement: where the leaves of a picture lie, and the twig that they stand on.

#include <cstdint>
#include <vector>

#include "base/math/vec.h"
#include "stages/plants/textures/detail/leaf_form.h"

namespace weald::texture {

/// A leaf in the plane of the picture. Lengths in lengths of the longest blade; y up, the twig's foot at (0, 0).
struct PlacedLeaf {
  Vec2f foot{0};
  Vec2f along{0, 1};  ///< unit length, from the foot to the tip
  float length = 1;   ///< of the blade
  float width = 1;    ///< factor of the blade's width beside that of its length: leaves seen from the side are narrow
  float lean = 0;     ///< slope of the whole leaf along itself
  float tint = 0;     ///< -1 dark to 1 light
  int variant = 0;    ///< which of the blades
};

/// A part of the twig, round.
struct TwigPart {
  Vec2f from{0}, to{0};
  float from_width = 0, to_width = 0;
  std::size_t above = 0;  ///< it lies above as many of the leaves, counted from the lowest
};

/// Leaves from the lowest to the uppermost, and the parts of twigs in the same order.
struct LeafArrangement {
  std::vector<PlacedLeaf> leaves;
  std::vector<TwigPart> twig;
};

/// Different blades that the leaves of a arrangement use.
inline constexpr int kLeafVariants = 3;

/// The leaves of a picture. `blade` is as long as 1 and its petiole is added to that.
LeafArrangement make_arrangement(const ArrangementForm& form, const LeafForm& blade, std::uint64_t seed);

}  // namespace weald::texture
