#include "stages/land/water/detail/amplify_net.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "base/rng.h"
#include "methods/raster/cells.h"
#include "stages/land/water/detail/amplify_bend.h"
#include "stages/land/water/detail/amplify_kernels.h"

namespace weald::hydrology::detail {

namespace {

constexpr float kNoBound = std::numeric_limits<float>::infinity();
constexpr float kHeadroom = 0.45f;  // share of the drop by which an anchor may move
// Most steepness of a sample, as a multiple of that at which its surroundings would be hillsides: rapids of large
// rivers must not make the ground beside them steep.
constexpr float kMostSteepness = 2;
constexpr auto kHalfRoot = static_cast<float>(0.5 * math::kSqrt2);
constexpr int kBendSpacing = 6;  // fine cells
constexpr int kBorderFade = 12;  // fine cells

// Streams of random numbers under the seed of a level.
enum NetStream : std::uint64_t { kBendAcross = 1, kBendDown, kCoarseRouting };

float lower_of(float drop, int direction) { return direction % 2 == 1 ? drop * kHalfRoot : drop; }

// The samples nearest to a line along one axis, one after the other: sample `i` of `count` lies
// floor((2 i |way| + count) / (2 count)) samples from the first one, where |way| <= count.
class LineSteps {
 public:
  LineSteps(int at, int way, int count)
      : at_(at), step_(way < 0 ? -1 : 1), gain_(2 * std::abs(way)), whole_(2 * count), rest_(count) {}
  int at() const { return at_; }
  void advance() {
    rest_ += gain_;
    if (rest_ < whole_) return;
    rest_ -= whole_;
    at_ += step_;
  }

 private:
  int at_, step_, gain_, whole_, rest_;
};

// Calls visit(x, y, share) for the fine samples from `a` to `b`, with shares of the way from 0 up to but without 1.
template <class Visit>
void for_path(const FinePlace& a, const FinePlace& b, const Visit& visit) {
  const int across = b.x - a.x, down = b.y - a.y;
  const int count = std::max({std::abs(across), std::abs(down), 1});
  LineSteps x(a.x, across, count), y(a.y, down, count);
  for (int i = 0; i < count; ++i, x.advance(), y.advance())
    visit(x.at(), y.at(), static_cast<float>(i) / static_cast<float>(count));
}

// Calls visit(from, to, path) for all edges of the net; `from` and `to` are coarse samples, and path(see) calls
// see(fine x, fine y, share) along the edge.
template <class Visit>
void for_paths(const CoarseNet& net, const Tile<FinePlace>& anchors, const Region& edges, const Visit& visit) {
  for (int y = edges.y; y < edges.y + edges.height; ++y) {
    for (int x = edges.x; x < edges.x + edges.width; ++x) {
      const auto direction = static_cast<std::size_t>(net.receiver.at(x, y));
      const FinePlace from{x, y};
      const FinePlace to = direction == kPit ? from : FinePlace{x + kStepX[direction], y + kStepY[direction]};
      visit(from, to, [&](const auto& see) { for_path(anchors.at(x, y), anchors.at(to.x, to.y), see); });
    }
  }
}

float between(float a, float b, float share) { return a + share * (b - a); }

// Mean of the values around each sample, of those inside the tile.
Tile<float> smoothed(const Tile<float>& map) {
  Tile<float> sums(map.region(), 0.0f), result(map.region(), 0.0f);
  for (int y = map.top(); y < map.bottom(); ++y) {
    for (int x = map.left(); x < map.right(); ++x) {
      const int west = std::max(map.left(), x - 1), east = std::min(map.right() - 1, x + 1);
      float sum = 0;
      for (int i = west; i <= east; ++i) sum += map.at(i, y);
      sums.at(x, y) = sum / static_cast<float>(east - west + 1);
    }
  }
  for (int y = map.top(); y < map.bottom(); ++y) {
    const int north = std::max(map.top(), y - 1), south = std::min(map.bottom() - 1, y + 1);
    for (int x = map.left(); x < map.right(); ++x) {
      float sum = 0;
      for (int i = north; i <= south; ++i) sum += sums.at(x, i);
      result.at(x, y) = sum / static_cast<float>(south - north + 1);
    }
  }
  return result;
}

// Mean difference of a sample from its neighbours that exist, which lie at `offsets` from it.
float mean_difference(const float* own, const std::array<std::ptrdiff_t, kDirections>& offsets) {
  float sum = 0;
  int count = 0;
  for (const std::ptrdiff_t offset : offsets) {
    const float other = own[offset];
    if (other == kNoBound) continue;
    sum += std::abs(other - *own);
    ++count;
  }
  return count > 0 ? sum / static_cast<float>(count) : 0;
}

// The highest a sample may become is a share of the drop from the lowest sample that flows into it.
void bound_heights(const Tile<float>& heights, CoarseNet& net) {
  Tile<float> lowest_donor(heights.region(), kNoBound);
  for (int y = heights.top(); y < heights.bottom(); ++y) {
    for (int x = heights.left(); x < heights.right(); ++x) {
      const auto direction = static_cast<std::size_t>(net.receiver.at(x, y));
      const float own = heights.at(x, y);
      net.lowest.at(x, y) = own;
      if (direction == kPit) continue;
      const int to_x = x + kStepX[direction], to_y = y + kStepY[direction];
      net.lowest.at(x, y) = own - kHeadroom * (own - heights.at(to_x, to_y));
      lowest_donor.at(to_x, to_y) = std::min(lowest_donor.at(to_x, to_y), own);
    }
  }
  for (int y = heights.top(); y < heights.bottom(); ++y) {
    for (int x = heights.left(); x < heights.right(); ++x) {
      const float own = heights.at(x, y), donor = lowest_donor.at(x, y);
      net.highest.at(x, y) = donor == kNoBound ? kNoBound : own + kHeadroom * (donor - own);
    }
  }
}

}  // namespace

Bend bend_of(const AmplifyLevel& level, const Region& region) {
  Bend bend{Tile<float>(region, 0.0f), Tile<float>(region, 0.0f)};
  if (level.rules.winding == 0) return bend;
  LatticeSpline(sub_seed(level.seed, kBendAcross), kBendSpacing, level.first_x, level.first_y).fill(bend.x);
  LatticeSpline(sub_seed(level.seed, kBendDown), kBendSpacing, level.first_x, level.first_y).fill(bend.y);
  const float reach = static_cast<float>(level.rules.winding) * kBendReach;
  for (int y = region.y; y < region.y + region.height; ++y) {
    float* across = bend.x.row(y);
    float* down = bend.y.row(y);
    const int from_side = std::min(y, level.height - 1 - y);
    for (int x = region.x; x < region.x + region.width; ++x) {
      const int from_border = std::min({from_side, x, level.width - 1 - x, kBorderFade});
      const float share = reach * static_cast<float>(from_border) / kBorderFade;
      across[x] = std::clamp(across[x] * share, -kBendReach, kBendReach);
      down[x] = std::clamp(down[x] * share, -kBendReach, kBendReach);
    }
  }
  return bend;
}

Tile<float> coarse_receivers(const AmplifyLevel& level, const Tile<float>& heights) {
  const PositionBits chance(sub_seed(level.seed, kCoarseRouting), level.first_x / 2, level.first_y / 2);
  const Region& region = heights.region();
  const Tile<std::uint32_t> bits = chance.in(region);
  Tile<float> receivers(region, float{kPit});
  for (int y = region.y; y < region.y + region.height; ++y) {
    receiver_row({.heights = heights.row(y) + region.x,
                  .stride = heights.stride(),
                  .chance = bits.row(y) + region.x,
                  .out = receivers.row(y) + region.x,
                  .count = region.width});
  }
  return receivers;
}

CoarseNet net_of(const AmplifyLevel& level, const LandTile& coarse) {
  const Tile<float>& heights = coarse.heights;
  const Region& region = heights.region();
  CoarseNet net{coarse_receivers(level, heights), Tile<float>(region, 0.0f), Tile<float>(region, kNoBound), {}, {}};
  bound_heights(heights, net);
  Tile<float> steepness(region, 0.0f), relief(region, 0.0f);
  const auto source = static_cast<float>(level.rules.source_area);
  const auto per_metre = static_cast<float>(0.5 / level.cell_size);
  const float hillside = kMostSteepness * std::sqrt(static_cast<float>(4 * level.cell_size * level.cell_size) + source);
  std::array<std::ptrdiff_t, kDirections> offsets{};
  for (std::size_t k = 0; k < kDirections; ++k) offsets[k] = kStepY[k] * heights.stride() + kStepX[k];
  for (int y = region.y; y < region.y + region.height; ++y) {
    for (int x = region.x; x < region.x + region.width; ++x) {
      relief.at(x, y) = mean_difference(&heights.at(x, y), offsets);
      const auto direction = static_cast<std::size_t>(net.receiver.at(x, y));
      if (direction == kPit) continue;
      const float drop = heights.at(x, y) - heights.at(x + kStepX[direction], y + kStepY[direction]);
      const float channel = lower_of(drop, static_cast<int>(direction)) * std::sqrt(coarse.areas.at(x, y) + source);
      steepness.at(x, y) = std::min(channel, relief.at(x, y) * hillside) * per_metre;
    }
  }
  net.steepness = smoothed(steepness);
  net.relief = smoothed(relief);
  return net;
}

Tile<FinePlace> anchors_of(const AmplifyLevel& level, const Bend& bend, const Region& region) {
  Tile<FinePlace> anchors(region, FinePlace{});
  const auto moved = [](int at, float by, int count) {
    return std::clamp(at + static_cast<int>(std::floor(by + 0.5f)), 0, count - 1);
  };
  for (int y = region.y; y < region.y + region.height; ++y) {
    for (int x = region.x; x < region.x + region.width; ++x) {
      anchors.at(x, y) = {moved(2 * x, bend.x.at(2 * x, 2 * y), level.width),
                          moved(2 * y, bend.y.at(2 * x, 2 * y), level.height)};
    }
  }
  return anchors;
}

Channels channels_of(const CoarseNet& net, const Tile<FinePlace>& anchors, const Tile<float>& coarse_areas,
                     const Region& edges, const Region& region) {
  Channels channels{Tile<float>(region, kNoBound), Tile<float>(region, kNoBound), Tile<float>(region, 0.0f)};
  for_paths(net, anchors, edges, [&](const FinePlace& from, const FinePlace& to, const auto& path) {
    const float area = coarse_areas.at(from.x, from.y);
    const float from_lowest = net.lowest.at(from.x, from.y), to_lowest = net.lowest.at(to.x, to.y);
    const float from_highest = net.highest.at(from.x, from.y), to_highest = net.highest.at(to.x, to.y);
    path([&](int x, int y, float share) {
      if (!channels.lowest.contains(x, y)) return;
      float& inflow = channels.inflow.at(x, y);
      inflow = std::max(inflow, area);
      float& lowest = channels.lowest.at(x, y);
      lowest = std::min(lowest, between(from_lowest, to_lowest, share));
      if (from_highest == kNoBound) return;
      float& highest = channels.highest.at(x, y);
      highest = std::min(highest, between(from_highest, to_highest, share));
    });
  });
  for (int y = region.y; y < region.y + region.height; ++y) {
    float* lowest = channels.lowest.row(y);
    for (int x = region.x; x < region.x + region.width; ++x) lowest[x] = lowest[x] == kNoBound ? -kNoBound : lowest[x];
  }
  return channels;
}

Tile<float> path_heights(const CoarseNet& net, const Tile<FinePlace>& anchors, const Tile<float>& heights,
                         const Region& edges, const Region& region) {
  Tile<float> paths(region, kNoBound);
  const auto anchored = [&](const FinePlace& coarse) {
    const FinePlace& at = anchors.at(coarse.x, coarse.y);
    return std::clamp(heights.at(at.x, at.y), net.lowest.at(coarse.x, coarse.y), net.highest.at(coarse.x, coarse.y));
  };
  for_paths(net, anchors, edges, [&](const FinePlace& from, const FinePlace& to, const auto& path) {
    const float begin = anchored(from), end = anchored(to);
    path([&](int x, int y, float share) {
      if (!paths.contains(x, y)) return;
      float& height = paths.at(x, y);
      height = std::min(height, between(begin, end, share));
    });
  });
  return paths;
}

}  // namespace weald::hydrology::detail
