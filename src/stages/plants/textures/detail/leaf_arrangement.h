#pragma once
// LeafArrangement: the positions of the leaves in a picture, and the twig that carries them.

#include <cstdint>
#include <vector>

#include "base/math/vec.h"
#include "stages/plants/textures/detail/leaf_form.h"

namespace weald::texture {

/// A leaf in the picture plane. Lengths are relative to the longest blade; y points up, and the twig's foot is at (0,
/// 0).
struct PlacedLeaf {
  Vec2f foot{0};
  Vec2f along{0, 1};  ///< unit length, from the foot to the tip
  float length = 1;   ///< length of the blade
  float width = 1;    ///< factor of the blade's width in addition to that of its length: leaves seen edge-on are narrow
  float lean = 0;     ///< slope of the whole leaf along its axis
  float tint = 0;     ///< -1 dark to 1 light
  int variant = 0;    ///< index of the blade it uses
};

/// A piece of the twig, round in cross-section.
struct TwigPart {
  Vec2f from{0}, to{0};
  float from_width = 0, to_width = 0;
  std::size_t above = 0;  ///< number of leaves below it, counted from the lowest
};

/// Leaves from the lowest to the topmost, and the pieces of twigs in the same order.
struct LeafArrangement {
  std::vector<PlacedLeaf> leaves;
  std::vector<TwigPart> twig;
};

/// Number of different blades that the leaves of an arrangement use.
inline constexpr int kLeafVariants = 3;

/// Arranges the leaves of a picture. `blade` has length 1; its petiole comes in addition.
LeafArrangement make_arrangement(const ArrangementForm& form, const LeafForm& blade, std::uint64_t seed);

}  // namespace weald::texture
