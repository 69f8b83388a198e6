#pragma once
// Collars: the surfaces between a side axis's tube and its parent's bark.

#include <array>
#include <cstdint>

#include "stages/plants/skin/detail/joint.h"
#include "stages/plants/skin/detail/joint_holes.h"
#include "stages/plants/skin/detail/tube.h"

namespace weald::plant {

/// The rings of a collar, starting at the foot and followed by the first ring of the tube. Each has the tube's number
/// of sides.
struct CollarGrid {
  std::uint32_t sides = 0;
  std::uint32_t rows = 0;
  std::array<SurfacePoint, kMaxCollarRows * kMaxSides> points;  ///< rows * sides
  /// v below the tube's first ring, in units of one turn of u
  std::array<double, kMaxCollarRows * kMaxSides> texture;
  std::array<Vec2, kMaxSides> feet;  ///< per side: the foot on the parent, in columns and metres along it
  /// the points' places over the parent, in columns and metres along it: those of the feet in the first row
  std::array<Vec2, kMaxCollarRows * kMaxSides> over_parent;

  const SurfacePoint& at(std::uint32_t row, std::uint32_t side) const { return points[row * sides + side]; }
};

/// A tube, and the bark that its collar blends into.
struct CollarSite {
  const JointPlace& place;
  const FootPatch& patch;
  const Stem& stem;  ///< its tube starts outside `parent`
  const Stem& parent;
  Buttresses buttresses;  ///< buttresses of the parent
  bool above_bark;        ///< the parent's faces below are kept
};

/// Builds collars one after another, reusing memory.
class CollarMaker {
 public:
  /// Builds the collar of a stem; the result is valid until the next call. Its foot lies on the parent's faces inside
  /// the patch and has the parent's shading normals (the mean with the tube's if the collar of a hole is a single
  /// band). Every point of the foot is joined to the tube's first ring by a parabola tangent to both surfaces, so that
  /// shading is continuous. Above bark, the collar emerges from the faces within its first band, which is shaded like
  /// them. Source: [bloomenthal1985] (parabolic fillets at limbs).
  const CollarGrid& make(const CollarSite& site);

 private:
  void set_feet(const CollarSite& site);
  void shade_between();
  void set_row(std::uint32_t row, bool above_bark);
  void set_places(const CollarSite& site);
  void set_texture();

  CollarGrid grid_;
  std::array<Vec3, kMaxSides> controls_;  // control points of the parabolas, by side
  std::array<Vec3, kMaxSides> ends_;      // corners of the tube's first ring
};

}  // namespace weald::plant
