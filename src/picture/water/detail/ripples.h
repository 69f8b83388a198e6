#pragma once
// Ripples: the slopes of small waves on water.

#include <array>

#include "base/math/vec.h"

namespace weald::render {

/// A slope of a surface, and what of the waves was too small for the pixel.
struct RippleSlope {
  Vec2 slope{0, 0};  ///< rise over run along world x and z
  double lost = 0;   ///< root mean square slope of the waves that were left out
};

/// Waves of many lengths and bearings about the wind's, in patches of stronger and weaker ones. The same for all
/// pictures but for its scale.
class Ripples {
 public:
  /// No waves.
  Ripples() = default;
  /// Waves up to `longest` metres with a root mean square slope of about `steepness` where they are strongest.
  Ripples(double longest, double steepness);
  /// The slope at `place` (world x, z) of the waves that pixels can show. `right` and `down` are the ways on the water
  /// from this pixel to the next ones, metres.
  RippleSlope at(const Vec2& place, const Vec2& right, const Vec2& down) const;
  /// Whether there are waves.
  bool any() const { return steepness_ > 0.0; }

 private:
  static constexpr std::size_t kWaves = 14;
  struct Wave {
    Vec2 number{0, 0};  // radians per metre
    double phase = 0;
  };
  double patch(const Vec2& place) const;
  std::array<Wave, kWaves> waves_{};
  std::array<Wave, 4> patches_{};
  double steepness_ = 0;
};

}  // namespace weald::render
