#include "stages/plants/skin/detail/leaf_thinning.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace weald::plant {
namespace {

constexpr std::uint64_t kRankDraws = std::uint64_t{1} << 43;
constexpr std::uint64_t kTurtleLeaves = std::uint64_t{1} << 62;
constexpr std::uint64_t kTwigIndex = (std::uint64_t{1} << 20) - 1;
constexpr double kMaxEnlarged = 4;

/// Van der Corput sequence: the binary digits of n reversed behind the point: 0, 1/2, 1/4, 3/4, 1/8, ...
double van_der_corput(std::uint64_t n) {
  double value = 0, digit = 0.5;
  for (; n > 0; n >>= 1, digit *= 0.5) value += static_cast<double>(n & 1) * digit;
  return value;
}

}  // namespace

double even_rank(std::uint64_t n) {
  constexpr double kGolden = 0.6180339887498949;
  const double place = static_cast<double>(n & 0xFFFFFFFFu) * kGolden;
  return place - std::floor(place);
}

namespace {

struct Rank {
  double main;  ///< 0 to 1
  double tie;
};

Rank rank_of(const LeafPlace& leaf, const Rng& rng) {
  const double draw = rng.uniform(leaf.number, kRankDraws);
  if (leaf.number >= kTurtleLeaves) return {even_rank(leaf.number - kTurtleLeaves), draw};
  return {van_der_corput((leaf.number & kTwigIndex) - 1), draw};
}

}  // namespace

std::vector<std::uint32_t> keeping_order(const std::vector<LeafPlace>& leaves, const Rng& rng) {
  std::vector<Rank> ranks;
  ranks.reserve(leaves.size());
  for (const LeafPlace& leaf : leaves) ranks.push_back(rank_of(leaf, rng));
  std::vector<std::uint32_t> order(leaves.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return ranks[a].main != ranks[b].main ? ranks[a].main < ranks[b].main : ranks[a].tie < ranks[b].tie;
  });
  return order;
}

namespace {

std::vector<double> areas_of(const std::vector<LeafModel>& models) {
  std::vector<double> areas;
  for (const LeafModel& model : models) areas.push_back(area_of(model));
  return areas;
}

}  // namespace

ThinnedLeaves thin_leaves(const std::vector<LeafPlace>& leaves, const std::vector<std::uint32_t>& order,
                          const LeafKinds& kinds, const std::vector<LeafModel>& before, std::size_t most_triangles,
                          const ThinningLimits& limits) {
  const auto model_of = [&](std::uint32_t i) { return kinds.kinds[leaves[i].kind].model; };
  const auto goes = [&](std::uint32_t i) { return !limits.goes.empty() && limits.goes[i] != 0; };
  const auto stays = [&](std::uint32_t i) { return !limits.stays.empty() && limits.stays[i] != 0; };
  ThinnedLeaves result;
  std::vector<bool> kept(leaves.size(), false);
  const auto keep = [&](std::uint32_t i) {
    kept[i] = true;
    result.triangles += kinds.models[model_of(i)].triangle_count();
  };
  for (const std::uint32_t i : order) {
    if (stays(i) && !goes(i)) keep(i);
  }
  const std::vector<double> old_areas = areas_of(before), new_areas = areas_of(kinds.models);
  double old_area = 0, new_area = 0;
  bool full = false;
  for (const std::uint32_t i : order) {
    const double length2 = kinds.kinds[leaves[i].kind].is_leaf ? leaves[i].length * leaves[i].length : 0;
    old_area += old_areas[model_of(i)] * length2;
    if (!kept[i] && !goes(i)) {
      full = full || result.triangles + kinds.models[model_of(i)].triangle_count() > most_triangles;
      if (!full) keep(i);
    }
    if (kept[i]) new_area += new_areas[model_of(i)] * length2;
  }
  if (new_area > 0) result.enlarged = std::clamp(std::sqrt(old_area / new_area), 1.0, kMaxEnlarged);
  for (std::uint32_t i = 0; i < leaves.size(); ++i) {
    if (kept[i]) result.sources.push_back(i);
  }
  return result;
}

}  // namespace weald::plant
