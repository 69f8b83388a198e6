#pragma once
// Collars: the surface between a side axis's tube and its parent's bark.

#include <array>
#include <cstdint>

#include "stages/plants/skin/detail/joint.h"
#include "stages/plants/skin/detail/joint_holes.h"
#include "stages/plants/skin/detail/tube.h"

namespace weald::plant {

/// The rings of a collar, the foot first; the first ring of the tube follows. Each has the tube's number of sides.
struct CollarGrid {
  std::uint32_t sides = 0;
  std::uint32_t rows = 0;
  std::array<SurfacePoint, kMostCollarRows * kMostSides> points;  ///< rows * sides
  std::array<double, kMostCollarRows * kMostSides> texture;  ///< v below the tube's first ring, as a share of u's turns
  std::array<Vec2, kMostSides> feet;  ///< per side: the foot on the parent, columns and metres along it

  const SurfacePoint& at(std::uint32_t row, std::uint32_t side) const { return points[row * sides + side]; }
};

/// A tube and the bark that its collar runs out on.
struct CollarSite {
  const JointPlace& place;
  const FootPatch& patch;
  const Stem& stem;  ///< its tube starts outside `parent`
  const Stem& parent;
  Buttresses buttresses;  ///< of the parent
  bool above_bark;        ///< the parent's faces are still there
};

/// Makes collars one after another, in the same memory.
class CollarMaker {
 public:
  /// The collar of a stem, until the next call. Its foot lies on the parent's faces, inside the patch, with the
  /// parent's shading normals (half-way to the tube's where the collar of a hole is a single band); each point of it is
  /// joined to the tube's first ring by a parabola that is tangent to both surfaces, so that shading runs through.
  /// Above bark it comes out of the faces somewhere in its first band, which is shaded as they are. Source:
  /// [bloomenthal1985] (parabolic fillets at limbs).
  const CollarGrid& make(const CollarSite& site);

 private:
  void set_feet(const CollarSite& site);
  void shade_between();
  void set_row(std::uint32_t row, bool above_bark);
  void set_texture();

  CollarGrid grid_;
  std::array<Vec3, kMostSides> controls_;  // that the parabolas aim at, by side
  std::array<Vec3, kMostSides> ends_;      // corners of the tube's first ring
};

}  // namespace weald::plant
