#include "stages/plants/skin/detail/leaf_season.h"

#include <algorithm>
#include <cmath>

#include "base/math/smoothstep.h"

namespace weald::plant {
namespace {

constexpr std::uint64_t kSeasonDraws = std::uint64_t{1} << 41;

}  // namespace

LeafAge leaf_age(std::uint64_t number, double late, double season, const Rng& rng) {
  constexpr double kOpening = 0.1, kColouring = 0.06;  // shares of the year that a single leaf takes
  const auto draws = rng.four_uniforms(number, kSeasonDraws);
  const double opens = glm::mix(kBudBurst, kUnfolded - kOpening, draws[0]);
  const double turns = glm::mix(kTurning, kTurned - kColouring, 0.5 * draws[1] + 0.5 * late);
  const double falls = glm::mix(kFalling, kBare, draws[2]);
  LeafAge age;
  age.gone = season <= opens || season >= falls;
  age.size = math::smoothstep(opens, opens + kOpening, season);
  age.turned = math::smoothstep(turns, turns + kColouring, season);
  return age;
}

void pass_season(std::vector<LeafPlace>& leaves, const std::vector<bool>& follows, double season, const Rng& rng) {
  if (season >= kUnfolded && season <= kTurning) return;
  Bounds bounds;
  for (const LeafPlace& leaf : leaves) bounds.add(leaf.foot);
  const Vec3 half = glm::max(0.5 * bounds.size(), Vec3{1e-9});
  for (LeafPlace& leaf : leaves) {
    if (!follows[leaf.kind]) continue;
    const Vec3 from_centre = (leaf.foot - bounds.centre()) / half;
    const double outer = std::min(glm::length(from_centre), 1.0);
    const double high = 0.5 + 0.5 * from_centre.y;
    const LeafAge age = leaf_age(leaf.number, 1 - 0.5 * (outer + high), season, rng);
    leaf.length *= age.gone ? 0 : age.size;
    leaf.turned = static_cast<float>(age.turned);
  }
  std::erase_if(leaves, [](const LeafPlace& leaf) { return leaf.length <= 1e-6; });
}

}  // namespace weald::plant
