#pragma once
// StageLimits: where the limits of a scatter allow copies, whatever they are.

#include <optional>

#include "methods/curve/nearest.h"
#include "stages/scenes/scatter.h"

namespace weald::scene {

/// The limits of slope and height, and the distance from the avoided curve.
class StageLimits {
 public:
  /// Both must outlive this.
  StageLimits(const ScatterGround& ground, const ScatterParams& params);
  /// Whether a copy may stand at world (x, z).
  bool allow(const Vec2& xz) const;

 private:
  const ScatterGround& ground_;
  const ScatterParams& params_;
  std::optional<curve::NearestIndex> avoid_;
};

/// Whether the limits of a slope exclude any ground.
bool is_limited(const std::array<double, 2>& slope);

}  // namespace weald::scene
