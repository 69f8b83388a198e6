#pragma once
// LandShare: which places of a land belong to the region that is built.
//
// Regions that cover a land like tiles share the samples along their borders, as their meshes do. A place belongs to
// one of them: to the region that has the samples on both sides of it, and on a border to the one towards +x and +z.

#include "data/heightmap.h"

namespace weald::scene {

class LandShare {
 public:
  /// The share of the region from which `on` was cut, or of the whole land. `apron` samples along the border of a
  /// region belong to its neighbours.
  explicit LandShare(const Heightmap& on, int apron = 0);

  /// Whether world (x, z) belongs to the region. Without an apron, what lies beyond the land belongs to its border.
  bool owns(const Vec2& xz) const;
  /// Whether all places do.
  bool is_all() const { return is_all_; }
  /// World (x, z) of the corners of the region, metres.
  Vec2 low() const { return land_.position(west_, north_); }
  Vec2 high() const { return land_.position(east_, south_); }

 private:
  /// Whether the coordinate lies between two samples of a side of the land that has `count`.
  bool is_between(double at, int first, int last, int count) const;

  GridSpec land_;
  int apron_;
  int west_, north_, east_, south_;  ///< samples
  bool is_all_;
};

}  // namespace weald::scene
