#pragma once
// CollarTexture: how the texture turns from the parent's bark to a side axis within a collar.
//
// Grain that comes up the stem divides between stem and branch. Such a field of directions has a saddle somewhere
// [palacios2007]; it lies in the crotch, where trees have theirs [galbraith2004], and a slit across which u jumps runs
// from there to the tube. Both maps are continued over the collar and blended by rows.

#include <cstdint>

#include "stages/plants/skin/detail/bark_plan.h"
#include "stages/plants/skin/detail/collar.h"

namespace weald::plant {

/// Texture coordinates of one collar. At its foot they are the parent's, at the tube's first ring the tube's; between
/// them, both are continued over the collar and blended. The texture is continuous except along a slit in the crotch,
/// across which u jumps by the part of a turn that the blending has brought about. No map without a slit exists there:
/// u grows by whole turns around the tube, and not at all around the foot. Source: [galbraith2004] (the ridge of bark
/// in a crotch), [palacios2007] (singularities of fields of directions).
class CollarTexture {
 public:
  /// All arguments must outlive this. Pre: wrap_bark was called for the plan of the tubes; `tube` has an attachment.
  CollarTexture(const Tube& tube, const Tube& parent, const CollarGrid& grid);

  /// Number of rows before the tube's first ring.
  std::uint32_t rows() const { return grid_.rows; }
  /// Corner at which the coordinates of a row begin: that at the slit, or 0 for a mirrored texture, which has none.
  std::uint32_t first() const { return first_; }
  /// Offset of the tube's texture coordinates from the parent's. u is that of the parent at the lowest point of the
  /// foot, where the wood continues most nearly straight; v grows from there to the tube by the distance.
  Vec2 shift() const { return shift_; }
  /// The parent's coordinates at a place on it, in columns and metres along it.
  Vec2 of_parent(const Vec2& place) const;
  /// Coordinates, without the shift, of corner first() + `k` in a row; row rows() is the tube's first ring.
  /// Pre: k <= sides.
  Vec2 at(std::uint32_t row, std::uint32_t k) const;

 private:
  Vec2 of_tube(std::uint32_t row, std::uint32_t corner) const;
  double parents_scale(const Vec2& foot) const;  // repeats per metre at the foot, relative to those of the tube

  const Tube& tube_;
  const Tube& parent_;
  const CollarGrid& grid_;
  std::uint32_t first_ = 0;
  Vec2 shift_{0};
};

}  // namespace weald::plant
