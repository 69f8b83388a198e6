#pragma once
// Collars: the surface between a side axis's tube and its parent's bark.

#include <array>
#include <cstdint>

#include "plant/joint.h"
#include "plant/tube.h"
#include "plant/weld.h"

namespace weald::plant {

/// Most rings of a collar.
inline constexpr std::uint32_t kMostCollarRows = 6;

/// The rings of a collar, the foot first; the first ring of the tube follows. Each has the tube's number of sides.
struct CollarGrid {
  std::uint32_t sides = 0;
  std::uint32_t rows = 0;
  std::array<SurfacePoint, kMostCollarRows * kMostSides> points;  ///< rows * sides
  std::array<double, kMostCollarRows * kMostSides> texture;  ///< v below the tube's first ring, as a share of u's turns
  std::array<Vec2, kMostSides> feet;  ///< per side: the foot on the parent, columns and metres along it

  const SurfacePoint& at(std::uint32_t row, std::uint32_t side) const { return points[row * sides + side]; }
};

/// Rings of a collar with `sides`, the foot included.
std::uint32_t collar_rows(std::uint32_t sides);

/// Makes the collar of `stem`, whose tube starts outside `parent`. The foot lies on the parent's faces, inside `patch`,
/// with the parent's shading normals; each point of it is joined to the tube's first ring by a parabola that is tangent
/// to both surfaces, so that shading runs through. `above_bark`: the parent's faces are still there, and the collar
/// keeps clear of them between the points of its foot.
/// Source: [bloomenthal1985] (parabolic fillets at limbs).
void make_collar(const JointPlace& place, const FootPatch& patch, const Stem& stem, const Stem& parent,
                 const Buttresses& buttresses, bool above_bark, CollarGrid& grid);

}  // namespace weald::plant
