#pragma once
// LeafBlade: one leaf as fields over its own plane: how far the edge is, where veins run, how the surface leans.

#include <cstdint>
#include <vector>

#include "base/math/vec.h"
#include "data/grid.h"
#include "stages/plants/textures/detail/leaf_form.h"

namespace weald::texture {

/// A place of a leaf.
struct BladePoint {
  float distance = 0;  ///< to the edge in lengths of the blade: negative inside; at most kBladeBand in size
  float vein = 0;      ///< 1 on large veins, falling to 0 beside them
  float near = 0;      ///< how near to a large vein: 1 on it, falling to 0 half-way between veins
  float lean_x = 0;    ///< slope of the surface to the right
  float lean_y = 0;    ///< slope of the surface to the tip
};

/// Distances to the edge are known as far as this.
inline constexpr float kBladeBand = 0.1f;

/// A leaf ready to be looked up. The foot of its stalk is at (0, 0), the blade's tip at (0, petiole + 1).
class LeafBlade {
 public:
  /// `texels`: samples along the blade. Memory: 20 bytes for each sample of the rectangle around it. Pre: 16 to 4096.
  LeafBlade(const LeafForm& form, int texels, std::uint64_t seed);
  /// Between samples in proportion; far outside where there is none.
  BladePoint at(float x, float y) const;
  /// The rectangle outside of which there is nothing.
  Vec2f low() const { return low_; }
  Vec2f high() const { return high_; }

 private:
  void trace_edge(const std::vector<Vec2>& exact);
  void add_vein(const Vec2f& from, const Vec2f& to, float from_width, float to_width, float reach);
  void add_stalk(float length, float half_width);
  void add_relief(const LeafForm& form, float reach);
  Vec2f place(int x, int y) const { return low_ + Vec2f{static_cast<float>(x), static_cast<float>(y)} * step_; }

  Grid<BladePoint> points_;
  Vec2f low_{0}, high_{0};
  float step_ = 1;
};

}  // namespace weald::texture
