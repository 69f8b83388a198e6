#pragma once
// Colours of bark: those of its parameters, with streaks, marks, moss and the crown's shadow.

#include <array>
#include <cstdint>

#include "base/math/vec.h"
#include "base/rng.h"
#include "stages/plants/skin/detail/bark.h"
#include "stages/plants/skin/detail/bark_plan.h"
#include "stages/plants/skin/detail/stem_params.h"
#include "stages/plants/skin/detail/tube.h"

namespace weald::plant {

/// A point of the bark that moss may cover.
struct MossPlace {
  Vec3 position{0};  ///< metres; the ground is at y = 0
  Vec3 normal{0};    ///< unit, outward
  double thick = 1;  ///< radius of the wood there, as a share of the plant's thickest
};

/// Share of moss in the colour of the bark, 0 to 1. It grows on sides that face up, and near the ground all around
/// thick wood, most where it faces north (-z), in patches of about 0.1 m; a larger amount never gives less. `rng` draws
/// the patches.
double moss_share(const MossParams& moss, const MossPlace& place, const Rng& rng);

/// The colours of one axis's bark.
class BarkColours {
 public:
  /// The references must outlive this. Pre: the axis has rings.
  BarkColours(const BarkPlan& plan, std::size_t axis, const BarkStyle& style, const Rng& rng);

  /// Brightness of a vertex, 1 without streaks and marks.
  double tone_at(std::uint64_t row, std::uint32_t side) const;
  /// The tone of the parent's bark at a foot, without the variation from ring to ring.
  double tone_below(const Attachment& attachment, const Vec2& foot) const;
  /// sRGB colour of a point of the wood at ring `look`.
  Vec3 at(const SurfacePoint& point, const Ring& look, double tone) const;

 private:
  const BarkPlan& plan_;
  const BarkStyle& style_;
  const Rng& rng_;
  std::uint64_t number_;
  std::array<double, kMaxSides> streaks_{};  // by side, the same on every ring; the first ring has the most sides
};

}  // namespace weald::plant
