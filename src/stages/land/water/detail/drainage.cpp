#include "stages/land/water/detail/drainage.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <queue>
#include <tuple>

#include "base/parallel.h"
#include "base/rng.h"
#include "methods/raster/priority_flood.h"
#include "stages/land/water/detail/depression_breaching.h"
#include "stages/land/water/detail/row_kernels.h"

namespace weald::hydrology {

namespace {

static_assert(RoutingWeights::kTile == detail::kTileColumns && detail::kTileColumns <= static_cast<int>(kSlack));

constexpr int kRowsPerBand = 128;
constexpr std::size_t kRowsPerBlock = 32;
constexpr std::uint8_t kDone = 0xFF;

struct Reached {
  float height;
  Cell cell;
  bool operator>(const Reached& other) const { return std::tie(height, cell) > std::tie(other.height, other.cell); }
};

}  // namespace

RoutingWeights::RoutingWeights(std::uint64_t seed, double spread)
    : seed_(seed), weights_(static_cast<std::size_t>(kTile) * kTile * kDirections) {
  const Rng rng(seed);
  const auto place = [&](int x, int y, int d) -> float& {
    const int row = y & (kTile - 1);
    return weights_[static_cast<std::size_t>((row * kDirections + d) * kTile + (x & (kTile - 1)))];
  };
  for (int y = 0; y < kTile; ++y) {
    for (int x = 0; x < kTile; ++x) {
      const auto random = rng.four_uniforms(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
      for (int d = kEast; d <= kSouthWest; ++d) {
        const auto i = static_cast<std::size_t>(d);
        const auto weight = static_cast<float>((1 + spread * (2 * random[i] - 1)) / step_length(d));
        place(x, y, d) = weight;
        place(x + kStepX[i], y + kStepY[i], opposite(d)) = weight;
      }
    }
  }
}

Drainage::Drainage(const Cells& cells, std::vector<std::uint8_t> outlets, std::shared_ptr<const RoutingWeights> weights)
    : cells_(cells),
      steps_(cells.steps()),
      outlets_(std::move(outlets)),
      weights_(std::move(weights)),
      directions_(cells.count(), kOutside),
      donors_(cells.count()),
      areas_(cells.count()),
      order_(cells.count()),
      band_size_(static_cast<std::size_t>((cells.height + kRowsPerBand - 1) / kRowsPerBand)),
      crossings_(band_size_.size()) {}

int Drainage::band_begin(std::size_t band) const {
  return std::min(static_cast<int>(band) * kRowsPerBand, cells_.height);
}

std::span<const Cell> Drainage::band_order(std::size_t i) const {
  return std::span{order_}.subspan(cells_.at(0, band_begin(i)), band_size_[i]);
}

void Drainage::route(std::span<float> heights) {
  find_directions(heights);
  const std::vector<Cell> found = pits(heights);
  if (!found.empty() && !drain_pits(heights, found)) {
    flood(cells_, heights, outlets_, FillSurface::draining);
    find_directions(heights);
  }
  gather();
}

void Drainage::route_out_of_hollows(std::span<float> heights) {
  find_directions(heights);
  const bool has_pits = std::ranges::find(directions_, std::uint8_t{kPit}) != directions_.end();
  if (has_pits) detail::breach_depressions(cells_, heights, weights_->seed(), directions_);
  gather();
  if (!has_pits) return;
  for (std::size_t band = 0; band < bands(); ++band) sink_receivers(heights, band_order(band));
  sink_receivers(heights, trunk_order());
}

// Each cell in the order comes after every cell that drains into it.
void Drainage::sink_receivers(std::span<float> heights, std::span<const Cell> order) const {
  for (const Cell cell : order) {
    if (directions_[cell] >= kDirections) continue;
    float& next = heights[receiver(cell)];
    if (next >= heights[cell]) next = -next_up(-heights[cell]);
  }
}

// Computes the drainage areas and the order of the cells.
void Drainage::gather() {
  parallel_blocks(band_size_.size(), 1, [&](std::size_t band, std::size_t) {
    for (int y = band_begin(band); y < band_begin(band + 1); ++y) count_donors(y);
    follow_band(band);
  });
  follow_trunk();
}

void Drainage::find_directions(std::span<const float> heights) {
  parallel_blocks(static_cast<std::size_t>(cells_.height), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    for (auto y = static_cast<int>(begin); y < static_cast<int>(end); ++y) find_directions(heights, y);
  });
}

void Drainage::find_directions(std::span<const float> heights, int y) {
  constexpr int kTile = RoutingWeights::kTile;
  for (int x = 0; x < cells_.width; x += kTile) {
    const Cell first = cells_.at(x, y);
    detail::SteepestTile tile{.centre = heights.data() + first};
    for (int d = 0; d < kDirections; ++d) {
      tile.neighbours[d] = heights.data() + (first + steps_[static_cast<std::size_t>(d)]);
      tile.weights[d] = weights_->row(y, d);
    }
    std::uint8_t direction[kTile];
    detail::steepest_tile(tile, direction);
    std::uint8_t* out = directions_.data() + first;
    const std::uint8_t* outlet = outlets_.data() + first;
    const int count = std::min(kTile, cells_.width - x);
    for (int i = 0; i < count; ++i) out[i] = outlet[i] != 0 ? std::uint8_t{kOutlet} : direction[i];
  }
}

// Returns the pits, highest first; see drain_pits.
std::vector<Cell> Drainage::pits(std::span<const float> heights) const {
  std::vector<Cell> result;
  for (int y = 0; y < cells_.height; ++y) {
    const std::uint8_t* row = directions_.data() + cells_.at(0, y);
    const std::uint8_t* end = row + cells_.width;
    for (const std::uint8_t* at = row; at < end; ++at) {
      at = static_cast<const std::uint8_t*>(std::memchr(at, kPit, static_cast<std::size_t>(end - at)));
      if (at == nullptr) break;
      result.push_back(static_cast<Cell>(at - directions_.data()));
    }
  }
  std::sort(result.begin(), result.end(), [&](Cell a, Cell b) {
    return Reached{heights[a], a} > Reached{heights[b], b};
  });
  return result;
}

// Explores the lowest cells around each pit until one lies below it, and routes the water along the path to that cell.
// Pits are processed highest first, so where paths share a cell, the path of the lower pit prevails. Along any flow
// path, the pit whose path it follows only gets lower, so no cycle can arise.
bool Drainage::drain_pits(std::span<const float> heights, const std::vector<Cell>& found) {
  std::size_t budget = cells_.count() / 8 + 4096;
  // the pit that explored each cell; 0 for none, as cell 0 is in the margin
  std::vector<Cell> explored_for(cells_.count(), 0);
  std::vector<std::uint8_t> back(cells_.count());
  for (const Cell pit : found) {
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
    open.push({heights[pit], pit});
    explored_for[pit] = pit;
    Cell end = pit;
    while (true) {
      if (open.empty() || budget == 0) return false;
      --budget;
      const Reached now = open.top();
      open.pop();
      if (Reached{heights[pit], pit} > now || outlets_[now.cell] != 0) {
        end = now.cell;
        break;
      }
      for (int d = 0; d < kDirections; ++d) {
        const Cell next = now.cell + steps_[static_cast<std::size_t>(d)];
        if (directions_[next] == kOutside || explored_for[next] == pit) continue;
        explored_for[next] = pit;
        back[next] = static_cast<std::uint8_t>(opposite(d));
        open.push({heights[next], next});
      }
    }
    for (Cell cell = end; cell != pit;) {
      const std::uint8_t to_pit = back[cell];
      cell += steps_[to_pit];
      directions_[cell] = static_cast<std::uint8_t>(opposite(to_pit));
    }
  }
  return true;
}

void Drainage::count_donors(int y) {
  const Cell first = cells_.at(0, y);
  std::uint8_t* out = donors_.data() + first;
  const auto count = static_cast<std::size_t>(cells_.width);
  const std::uint8_t* from[kDirections];
  for (int d = 0; d < kDirections; ++d) {
    from[d] = directions_.data() + (first + steps_[static_cast<std::size_t>(opposite(d))]);
  }
  for (std::size_t i = 0; i < count; ++i) {
    unsigned sum = 0;
    for (int d = 0; d < kDirections; ++d) sum += from[d][i] == d ? 1u : 0u;
    out[i] = static_cast<std::uint8_t>(sum);
  }
  std::fill_n(areas_.begin() + first, count, 1u);
}

// Follows the water down from every source, and stops at a cell until all of its inflow has arrived. Records flow that
// leaves the band.
void Drainage::follow_band(std::size_t band) {
  const int begin = band_begin(band), end = band_begin(band + 1);
  const Cell low = cells_.at(0, begin), high = cells_.at(cells_.width - 1, end - 1);
  Cell* out = order_.data() + low;
  auto& crossings = crossings_[band];
  crossings.clear();
  for (int y = begin; y < end; ++y) {
    const Cell row_end = cells_.at(cells_.width, y);
    for (Cell source = cells_.at(0, y); source < row_end; ++source) {
      if (donors_[source] != 0) continue;
      Cell cell = source;
      while (true) {
        donors_[cell] = kDone;
        *out++ = cell;
        const std::uint8_t direction = directions_[cell];
        if (direction >= kDirections) break;
        const Cell next = cell + steps_[direction];
        if (next < low || next > high) {
          crossings.push_back({next, areas_[cell]});
          break;
        }
        areas_[next] += areas_[cell];
        if (--donors_[next] != 0) break;
        cell = next;
      }
    }
  }
  band_size_[band] = static_cast<std::size_t>(out - (order_.data() + low));
}

void Drainage::follow_trunk() {
  trunk_.clear();
  for (const auto& crossings : crossings_) {
    for (const Crossing& crossing : crossings) {
      Cell cell = crossing.to;
      areas_[cell] += crossing.area;
      while (--donors_[cell] == 0) {
        donors_[cell] = kDone;
        trunk_.push_back(cell);
        if (directions_[cell] >= kDirections) break;
        const Cell next = receiver(cell);
        areas_[next] += areas_[cell];
        cell = next;
      }
    }
  }
}

}  // namespace weald::hydrology
