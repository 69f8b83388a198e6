#include "stages/land/water/detail/amplify_net.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "base/rng.h"
#include "methods/raster/cells.h"
#include "methods/raster/lattice.h"
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

using SplineWeights = std::array<float, 4>;

// Weights of four neighbouring values of a uniform cubic B-spline at `t`, 0 to 1, between the middle two.
SplineWeights spline_weights(double t) {
  const double u = 1 - t;
  return {static_cast<float>(u * u * u / 6), static_cast<float>((3 * t * t * t - 6 * t * t + 4) / 6),
          static_cast<float>((3 * u * u * u - 6 * u * u + 4) / 6), static_cast<float>(t * t * t / 6)};
}

// Independent values in [-1, 1) along a row of the lattice.
std::vector<float> lattice_values(const std::vector<noise::AxisKey>& columns, const noise::AxisKey& row) {
  std::vector<float> values;
  values.reserve(columns.size());
  for (const noise::AxisKey& column : columns)
    values.push_back(static_cast<float>(noise::point_hash(column, row) >> 8) * 0x1p-23f - 1.0f);
  return values;
}

}  // namespace

LatticeSpline::LatticeSpline(std::uint64_t seed, int spacing, std::int64_t first_x, std::int64_t first_y)
    : seed_(seed), spacing_(spacing), first_x_(first_x), first_y_(first_y) {}

void LatticeSpline::fill(Tile<float>& tile) const {
  const std::int64_t west = noise::floor_div(first_x_ + tile.left(), spacing_) - 1;
  const std::int64_t east = noise::floor_div(first_x_ + tile.right() - 1, spacing_) + 2;
  const auto columns = static_cast<std::size_t>(east - west + 1);
  std::vector<noise::AxisKey> keys(columns);
  for (std::size_t i = 0; i < columns; ++i) keys[i] = noise::column_key(seed_, west + static_cast<std::int64_t>(i));
  std::vector<SplineWeights> weights(static_cast<std::size_t>(spacing_));
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = spline_weights(static_cast<double>(i) / spacing_);
  std::array<std::vector<float>, 4> rows;  // of the lattice
  std::vector<float> across(columns);
  for (int y = tile.top(); y < tile.bottom(); ++y) {
    const std::int64_t lattice_row = noise::floor_div(first_y_ + y, spacing_);
    const auto phase = static_cast<std::size_t>(first_y_ + y - lattice_row * spacing_);
    if (y == tile.top() || phase == 0) {
      for (std::size_t k = 0; k < 4; ++k)
        rows[k] = lattice_values(keys, noise::row_key(seed_, lattice_row - 1 + static_cast<std::int64_t>(k)));
    }
    const SplineWeights& down = weights[phase];
    for (std::size_t i = 0; i < columns; ++i)
      across[i] = down[0] * rows[0][i] + down[1] * rows[1][i] + down[2] * rows[2][i] + down[3] * rows[3][i];
    fill_along(across, west, weights, tile, y);
  }
}

void LatticeSpline::fill_along(const std::vector<float>& lattice, std::int64_t west,
                               const std::vector<std::array<float, 4>>& weights, Tile<float>& tile, int y) const {
  const std::int64_t column = noise::floor_div(first_x_ + tile.left(), spacing_);
  auto phase = static_cast<std::size_t>(first_x_ + tile.left() - column * spacing_);
  const float* at = lattice.data() + (column - 1 - west);
  float* out = tile.row(y);
  for (int x = tile.left(); x < tile.right(); ++x) {
    const SplineWeights& weight = weights[phase];
    out[x] = weight[0] * at[0] + weight[1] * at[1] + weight[2] * at[2] + weight[3] * at[3];
    if (++phase < weights.size()) continue;
    phase = 0;
    ++at;
  }
}

Tile<std::uint32_t> PositionBits::in(const Region& region) const {
  Tile<std::uint32_t> bits(region, 0u);
  std::vector<noise::AxisKey> keys;
  for (int x = region.x; x < region.x + region.width; ++x) keys.push_back(noise::column_key(seed_, first_x_ + x));
  for (int y = region.y; y < region.y + region.height; ++y) {
    const noise::AxisKey row = noise::row_key(seed_, first_y_ + y);
    std::uint32_t* out = bits.row(y) + region.x;
    for (const noise::AxisKey& key : keys) *out++ = noise::point_hash(key, row);
  }
  return bits;
}

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
