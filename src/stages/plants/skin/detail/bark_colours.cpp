#include "stages/plants/skin/detail/bark_colours.h"

#include <algorithm>
#include <cmath>

#include "stages/plants/skin/detail/moss.h"

namespace weald::plant {

BarkColours::BarkColours(const BarkPlan& plan, std::size_t axis, const BarkStyle& style, const Rng& rng)
    : plan_(plan), style_(style), rng_(rng), number_(plan.tubes[axis].number) {
  const std::uint32_t sides = plan.tubes[axis].stem.rings[0].sides;
  for (std::uint32_t side = 0; side < sides; ++side) streaks_[side] = rng.uniform(number_, 1 + side);
}

double BarkColours::tone_at(std::uint64_t row, std::uint32_t side) const {
  const auto own = rng_.four_uniforms(number_, (row + 1) << 32 | side);
  const double mark = own[1] * own[1] * own[1];
  return 1 - style_.bark.streaks * (0.6 * streaks_[side] + 0.4 * own[0]) - style_.bark.marks * mark * mark;
}

double BarkColours::tone_below(const Attachment& attachment, const Vec2& foot) const {
  const std::size_t parent = attachment.place.parent;
  const Stem& stem = plan_.tubes[parent].stem;
  const double sides = stem.rings[tube_row(stem, foot.y)].sides;
  const double column = foot.x - sides * std::floor(foot.x / sides), whole = std::floor(column);
  const auto streak = [&](double side) {
    return rng_.uniform(plan_.tubes[parent].number, 1 + static_cast<std::uint64_t>(side < sides ? side : 0));
  };
  return 1 - style_.bark.streaks * (0.6 * glm::mix(streak(whole), streak(whole + 1), column - whole) + 0.2);
}

Vec3 BarkColours::at(const SurfacePoint& point, const Ring& look, double tone) const {
  const BarkParams& bark = style_.bark;
  const double thin = 1 - std::sqrt(std::min(look.radius / style_.thickest, 1.0));
  const Vec3 thick = base_colour(bark);
  const Vec3 usual = bark.twig_colour ? glm::mix(thick, *bark.twig_colour, thin * thin) : thick;
  const MossPlace place{point.position, point.normal, look.radius / style_.thickest};
  const Vec3 base = glm::mix(look.colour.value_or(usual), bark.moss.colour, moss_share(bark.moss, place, rng_));
  const double dark = style_.shade > 0 ? style_.shade * (1 - style_.light.at(point.position).sky_share) : 0;
  return base * (std::max(tone, 0.0) * (1 - dark));
}

}  // namespace weald::plant
