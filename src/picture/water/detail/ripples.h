#pragma once
// Ripples: the slopes of small waves on water.

#include <array>

#include "base/math/vec.h"

namespace weald::render {

/// Slope of the rippled surface, and the RMS slope of the waves that are too small for the pixel.
struct RippleSlope {
  Vec2 slope{0, 0};  ///< rise over run along world x and z
  double lost = 0;   ///< RMS slope of the waves that were filtered out
};

/// A sum of waves of many lengths, with bearings around the wind's, modulated in patches of stronger and weaker waves.
/// Every picture has the same waves; only their scale differs.
class Ripples {
 public:
  /// No waves.
  Ripples() = default;
  /// Waves of at most `longest` metres with an RMS slope of about `steepness` where they are strongest.
  Ripples(double longest, double steepness);
  /// The slope at `place` (world x, z), from the waves that the pixel can resolve. `right` and `down` are the steps on
  /// the water surface from this pixel to its neighbours, in metres.
  RippleSlope at(const Vec2& place, const Vec2& right, const Vec2& down) const;
  /// Whether there are any waves.
  bool any() const { return steepness_ > 0.0; }

 private:
  static constexpr std::size_t kWaves = 14;
  struct Wave {
    Vec2 number{0, 0};  // wave vector, radians per metre
    double phase = 0;
  };
  double patch(const Vec2& place) const;
  std::array<Wave, kWaves> waves_{};
  std::array<Wave, 4> patches_{};
  double steepness_ = 0;
};

}  // namespace weald::render
