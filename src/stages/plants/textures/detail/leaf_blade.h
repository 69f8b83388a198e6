#pragma once
// LeafBlade: one leaf as fields over its own plane: distance to the edge, veins, and slope of the surface.

#include <cstdint>
#include <vector>

#include "base/math/vec.h"
#include "data/grid.h"
#include "stages/plants/textures/detail/leaf_form.h"

namespace weald::texture {

/// Properties of a leaf at one point.
struct BladePoint {
  /// signed distance to the edge, in lengths of the blade; negative inside, at most kBladeBand in magnitude
  float distance = 0;
  float vein = 0;    ///< 1 on large veins, falling to 0 beside them
  float near = 0;    ///< proximity to a large vein: 1 on it, falling to 0 half-way between veins
  float lean_x = 0;  ///< slope of the surface towards the right
  float lean_y = 0;  ///< slope of the surface towards the tip
};

/// Largest distance to the edge that is represented.
inline constexpr float kBladeBand = 0.1f;

/// A leaf prepared for lookup. The foot of its stalk is at (0, 0), the tip of the blade at (0, petiole + 1).
class LeafBlade {
 public:
  /// `texels` is the number of samples along the blade. Memory: 20 bytes per sample of its bounding rectangle. Pre: 16
  /// to 4096.
  LeafBlade(const LeafForm& form, int texels, std::uint64_t seed);
  /// Interpolates the samples bilinearly. Points beyond the samples count as far outside the leaf.
  BladePoint at(float x, float y) const;
  /// Bounding rectangle of the leaf.
  Vec2f low() const { return low_; }
  Vec2f high() const { return high_; }

 private:
  /// A range of samples, both ends included.
  struct SampleRange {
    int x0 = 0, x1 = 0, y0 = 0, y1 = 0;
  };
  /// The samples within `reach` of the bounding box of a and b.
  SampleRange samples_around(const Vec2f& a, const Vec2f& b, float reach) const;
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
