#include "stages/plants/skin/detail/bark_colours.h"

#include <algorithm>
#include <cmath>

#include "base/math/smoothstep.h"

namespace weald::plant {

namespace {

constexpr std::uint64_t kMossStream = std::uint64_t{1} << 40;  // of random numbers; stems have lower ones
constexpr double kPatch = 0.1;                                 // metres between the points of the noise
constexpr double kMossEdge = 0.4;   // dampness over which moss thickens from none to full cover
constexpr double kMossyWood = 0.2;  // share of the thickest radius from which wood is as damp as the trunk
constexpr double kSouthern = 0.3;   // dampness of sides that face south, near the ground

/// Noise from 0 to 1: values on a lattice, blended between.
double patches(const Vec3& position, const Rng& rng) {
  const Vec3 p = position / kPatch, cell = glm::floor(p), t = p - cell;
  const auto at = [&](int corner) {
    const auto number = [&](double c, int step) {
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(c) + step) & 0x1fffff;
    };
    return rng.uniform(kMossStream, number(cell.x, corner & 1) << 42 | number(cell.y, corner >> 1 & 1) << 21 |
                                        number(cell.z, corner >> 2));
  };
  const auto along_x = [&](int corner) { return glm::mix(at(corner), at(corner + 1), math::smoothstep(t.x)); };
  const auto along_y = [&](int corner) {
    return glm::mix(along_x(corner), along_x(corner + 2), math::smoothstep(t.y));
  };
  return glm::mix(along_y(0), along_y(4), math::smoothstep(t.z));
}

}  // namespace

double moss_share(const MossParams& moss, const MossPlace& place, const Rng& rng) {
  if (moss.amount <= 0) return 0;
  const double climb = std::max(place.position.y, 0.0) / moss.height;
  const double low = 1 / (1 + climb * climb);
  const double northern = kSouthern + (1 - kSouthern) * 0.5 * (1 - place.normal.z);
  const double damp = std::max(std::max(place.normal.y, 0.0), low * northern);
  const double wood = std::min(place.thick / kMossyWood, 1.0);
  const double cover = damp * wood * (0.6 + 0.8 * patches(place.position, rng));
  return math::smoothstep(std::clamp((cover - 1.25 + 1.1 * moss.amount) / kMossEdge, 0.0, 1.0));
}

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
