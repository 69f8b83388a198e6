#include "stages/scenes/detail/stage_limits.h"

#include "base/math/math.h"
#include "methods/curve/flatten.h"

namespace weald::scene {

namespace {

bool is_between(double value, const std::array<double, 2>& limits) { return value >= limits[0] && value <= limits[1]; }

}  // namespace

bool is_limited(const std::array<double, 2>& slope) { return slope[0] > 0 || slope[1] < 90; }

StageLimits::StageLimits(const ScatterGround& ground, const ScatterParams& params) : ground_(ground), params_(params) {
  if (ground.avoid == nullptr) return;
  // Chords deviate by at most a hundredth of the clearance, which is added to the distance.
  const double tolerance = 0.01 * params.clearance;
  avoid_.emplace(curve::flatten(*ground.avoid, tolerance), params.clearance + tolerance);
}

bool StageLimits::allow(const Vec2& xz) const {
  if (params_.height && !is_between(height_at(ground_.ground, xz), *params_.height)) return false;
  if (is_limited(params_.slope) &&
      !is_between(math::degrees(math::acos(normal_at(ground_.ground, xz).y)), params_.slope))
    return false;
  return !avoid_ || !avoid_->nearest(xz);
}

}  // namespace weald::scene
