#include "stages/land/erosion/detail/hydraulic_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/parallel.h"
#include "methods/raster/priority_flood.h"

namespace weald::terrain::detail {

namespace {

constexpr std::size_t kScaleRows = 32;

// Largest height, in cell sizes, by which one batch may raise a sample above the mean of its neighbours.
constexpr float kHeap = 0.01f;

// Largest height difference to a neighbour, in cell sizes, that erosion may leave: banks stand at 45 degrees at most.
// Where the land was already steeper, the limit grows by a multiple of the excess; otherwise nothing could erode there.
constexpr float kBank = 1;
constexpr float kCorner = 1.41421356f;
constexpr float kSteepBank = 2;

constexpr double kMostRoom = 0x1p62;  // cliffs of many millions of cells have more room than can be counted

// Most that one sample may pass to the brush at once: multiplied by the weights, it stays below 2^53, where doubles are
// exact.
constexpr std::int64_t kMaxSpread = std::int64_t{1} << (52 - kBrushBits);

constexpr float kNoWater = std::numeric_limits<float>::lowest();
constexpr float kSpillSlope = 1e-3f;

template <class Body>
void for_rows(int height, const Body& body) {
  parallel_blocks(static_cast<std::size_t>(height), kScaleRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y) body(static_cast<int>(y));
  });
}

// Index mirrored into the grid, so the part of a brush beyond the border is applied inside.
int mirrored(int i, int count) {
  while (i < 0 || i >= count) i = i < 0 ? -1 - i : 2 * count - 1 - i;
  return i;
}

// Upsamples a grid of half the size by bilinear interpolation: the weights are 9, 3, 3 and 1, and the result is not
// divided by 16. Beyond the border the outermost value is repeated, so the weights that each coarse sample hands out
// sum to 64 everywhere.
template <class T, class Out, class Get>
Out doubled(const Grid<T>& coarse, int x, int y, const Get& get) {
  const int cx = x / 2;
  const int cy = y / 2;
  const int nx = std::clamp(cx + (x % 2 == 0 ? -1 : 1), 0, coarse.width() - 1);
  const int ny = std::clamp(cy + (y % 2 == 0 ? -1 : 1), 0, coarse.height() - 1);
  return get(coarse.at(cx, cy)) * Out{9} + get(coarse.at(nx, cy)) * Out{3} + get(coarse.at(cx, ny)) * Out{3} +
         get(coarse.at(nx, ny));
}

// Turns each unit of a coarse sample into one unit in each of the four fine samples it covers, smoothly: `doubled`
// spreads the sixteenths, and the remainder of the division stays in place.
std::int64_t doubled_units(const Grid<std::int64_t>& coarse, int x, int y) {
  const auto sixteenths = [](std::int64_t v) { return v >> 4; };
  return doubled<std::int64_t, std::int64_t>(coarse, x, y, sixteenths) + (coarse.at(x / 2, y / 2) & 15);
}

}  // namespace

std::vector<double> brush_weights(double radius) {
  constexpr double kSum = 1 << (kBrushBits / 2);
  const int reach = static_cast<int>(std::ceil(std::min(radius, kMaxBrush)));
  std::vector<double> weights{1};
  double sum = 1;
  for (int i = 1; i <= reach; ++i) {
    const double share = std::max(0.0, 1 - (i / (radius + 0.5)) * (i / (radius + 0.5)));
    weights.push_back(share * share);
    sum += 2 * weights.back();
  }
  double rest = kSum;
  for (std::size_t i = 1; i < weights.size(); ++i) {
    weights[i] = std::floor(weights[i] / sum * kSum + 0.5);
    rest -= 2 * weights[i];
  }
  weights[0] = rest;
  return weights;
}

Grid<float> halved(const Grid<float>& fine) {
  Grid<float> coarse(fine.width() / 2, fine.height() / 2);
  for_rows(coarse.height(), [&](int y) {
    const float* north = fine.row(2 * y).data();
    const float* south = fine.row(2 * y + 1).data();
    for (int x = 0; x < coarse.width(); ++x) {
      coarse.at(x, y) = 0.25f * ((north[2 * x] + north[2 * x + 1]) + (south[2 * x] + south[2 * x + 1]));
    }
  });
  return coarse;
}

Grid<float> halved_to_largest(const Grid<float>& fine) {
  Grid<float> coarse(fine.width() / 2, fine.height() / 2);
  for_rows(coarse.height(), [&](int y) {
    const float* north = fine.row(2 * y).data();
    const float* south = fine.row(2 * y + 1).data();
    for (int x = 0; x < coarse.width(); ++x)
      coarse.at(x, y) = std::max({north[2 * x], north[2 * x + 1], south[2 * x], south[2 * x + 1]});
  });
  return coarse;
}

Scale::Scale(Grid<float> base, Grid<float> erodibility, double cell_size, double unit)
    : base_(std::move(base)),
      erodibility_(std::move(erodibility)),
      cell_size_(cell_size),
      unit_(unit),
      heights_(base_.width(), base_.height(), kUnset),
      next_heights_(base_.width(), base_.height(), kUnset),
      water_(base_.width(), base_.height(), kUnset),
      route_(base_.width(), base_.height(), kUnset),
      passes_(base_.width(), base_.height(), kUnset),
      flow_(base_.width(), base_.height(), kUnset),
      tally_(base_.width(), base_.height(), kUnset),
      across_(base_.width(), base_.height(), kUnset),
      due_(base_.width(), base_.height(), kUnset),
      eroded_(base_.width(), base_.height(), kUnset),
      laid_(base_.width(), base_.height(), kUnset) {
  for_rows(height(), [&](int y) {
    for (int x = 0; x < width(); ++x) heights_.at(x, y) = static_cast<float>(base_.at(x, y) / cell_size_);
    std::ranges::fill(water_.row(y), kNoWater);
    std::ranges::fill(flow_.row(y), 1.0f);
    std::ranges::fill(tally_.row(y), Tally{});
    std::ranges::fill(due_.row(y), 0);
    std::ranges::fill(eroded_.row(y), 0);
    std::ranges::fill(laid_.row(y), 0);
  });
}

void Scale::continue_from(const Scale& coarser) {
  const double metres = unit_ / (1 << kBrushBits);
  for_rows(height(), [&](int y) {
    for (int x = 0; x < width(); ++x) {
      eroded_.at(x, y) = doubled_units(coarser.eroded_, x, y);
      laid_.at(x, y) = doubled_units(coarser.laid_, x, y);
      due_.at(x, y) = coarser.due_.at(x / 2, y / 2);
      tally_.at(x, y).change = coarser.tally_.at(x / 2, y / 2).change;
      const auto net = static_cast<double>(laid_.at(x, y) - eroded_.at(x, y));
      heights_.at(x, y) = static_cast<float>((base_.at(x, y) + net * metres) / cell_size_);
      // A coarse sample covers four fine ones.
      flow_.at(x, y) = doubled<float, float>(coarser.flow_, x, y, [](float v) { return v; }) * 0.25f;
    }
  });
}

Grid<float> Scale::spills(double sea) const {
  return hydrology::spill_surface(heights_, static_cast<float>(sea), kSpillSlope);
}

void Scale::fill_hollows(Grid<float> spills) {
  water_ = std::move(spills);
  for_rows(height(), [&](int y) {
    for (int x = 0; x < width(); ++x) {
      if (!(water_.at(x, y) > heights_.at(x, y))) water_.at(x, y) = kNoWater;
    }
  });
}

DropletGround Scale::ground(float droplets_per_sample, float sea) {
  for_rows(height(), [&](int y) {
    for (int x = 0; x < width(); ++x) {
      const float flow = expected_.empty() ? flow_.at(x, y) : std::max(flow_.at(x, y), expected_.at(x, y));
      const float passes = std::max(flow * droplets_per_sample, 1.0f);
      const float water = std::max(water_.at(x, y), sea);
      const bool is_wet = water > heights_.at(x, y);
      passes_.at(x, y) = is_wet ? -passes : passes;
      route_.at(x, y) = is_wet ? water : heights_.at(x, y);
    }
  });
  return {.width = width(),
          .height = height(),
          .heights = route_.values().data(),
          .flow = passes_.values().data(),
          .erodibility = erodibility_.empty() ? nullptr : erodibility_.values().data(),
          .tally = tally_.values().data()};
}

// The brush is separable. All numbers are integers below 2^53, so sums in double are exact in any order.
void Scale::settle(const std::vector<double>& brush, double droplets_per_sample, double memory) {
  const FlowMean mean{1.0 / (kWaterUnits * droplets_per_sample), memory};
  for_rows(height(), [&](int y) { take_tallies(y, brush, mean); });
  for_rows(height(), [&](int y) {
    spread_down(y, brush);
    settle_row(y);
  });
  std::swap(heights_, next_heights_);
}

// Amount of its pending change that a sample applies in one batch.
std::int64_t Scale::settled_share(int x, int y, std::int64_t due) const {
  if (due == 0) return 0;
  const int x0 = std::max(x - 1, 0);
  const int x1 = std::min(x + 1, width() - 1);
  const int y0 = std::max(y - 1, 0);
  const int y1 = std::min(y + 1, height() - 1);
  const float h = heights_.at(x, y);
  const float around[] = {heights_.at(x0, y),  heights_.at(x1, y),  heights_.at(x, y0),  heights_.at(x, y1),
                          heights_.at(x0, y0), heights_.at(x1, y0), heights_.at(x0, y1), heights_.at(x1, y1)};
  float lowest = around[0];
  float sum = 0;
  for (const float v : around) {
    lowest = std::min(lowest, v);
    sum += v;
  }
  const double per_cell = cell_size_ / unit_ * (1 << kBrushBits);
  if (due > 0) {
    const double room = (std::max(sum * 0.125f - h, 0.0f) + kHeap) * per_cell;
    return std::min(due, static_cast<std::int64_t>(std::min(room, kMostRoom)));
  }
  const float east = base_.at(x1, y) - base_.at(x0, y);
  const float south = base_.at(x, y1) - base_.at(x, y0);
  const float slope = std::sqrt(east * east + south * south) / (2 * static_cast<float>(cell_size_));
  const float bank = kBank + kSteepBank * std::max(slope - kBank, 0.0f);
  for (int i = 0; i < 8; ++i) lowest = std::max(lowest, around[i] - bank * (i < 4 ? 1.0f : kCorner));
  const double room = std::max(h - lowest, 0.0f) * per_cell;
  return std::max(due, -static_cast<std::int64_t>(std::min(room, kMostRoom)));
}

void Scale::take_waiting(int x0, int y0, int x1, int y1, std::int64_t& load) {
  constexpr std::int64_t kUnit = std::int64_t{1} << kBrushBits;
  bool owes = false;
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) {
      std::int64_t& due = due_.at(x, y);
      if (due >= kUnit) {
        load += due / kUnit;
        due %= kUnit;
      }
      owes = owes || due <= -kUnit;
    }
  }
  for (int y = y0; y < y1 && owes && load > 0; ++y) {
    for (int x = x0; x < x1; ++x) {
      std::int64_t& due = due_.at(x, y);
      if (due >= 0) continue;
      const std::int64_t paid = std::min(-due / kUnit, load);
      due += paid * kUnit;
      load -= paid;
    }
  }
}

std::uint64_t Scale::waiting() const {
  std::uint64_t sum = 0;
  for (const std::int64_t due : due_.values()) sum += static_cast<std::uint64_t>(due);
  for (const Tally& tally : tally_.values()) sum += static_cast<std::uint64_t>(tally.change) << kBrushBits;
  return sum;
}

// Adds the tallies of a row to the flow, and spreads their changes along the row with the brush.
void Scale::take_tallies(int y, const std::vector<double>& brush, const FlowMean& mean) {
  const int reach = static_cast<int>(brush.size()) - 1;
  std::vector<double> padded(static_cast<std::size_t>(width() + 2 * reach));
  Tally* tallies = tally_.row(y).data();
  float* flow = flow_.row(y).data();
  double* in = padded.data() + reach;
  for (int x = 0; x < width(); ++x) {
    Tally& tally = tallies[x];
    const double seen = static_cast<double>(tally.water) * mean.per_droplet;
    flow[x] = static_cast<float>(flow[x] * mean.memory + seen * (1 - mean.memory));
    tally.water = 0;
    const std::int64_t taken = std::clamp(tally.change, -kMaxSpread, kMaxSpread);
    tally.change -= taken;
    in[x] = static_cast<double>(taken);
  }
  for (int i = 1; i <= reach; ++i) {
    in[-i] = in[mirrored(-i, width())];
    in[width() - 1 + i] = in[mirrored(width() - 1 + i, width())];
  }
  double* out = across_.row(y).data();
  for (int x = 0; x < width(); ++x) out[x] = in[x] * brush[0];
  for (int i = 1; i <= reach; ++i) {
    const double weight = brush[static_cast<std::size_t>(i)];
    for (int x = 0; x < width(); ++x) out[x] += (in[x - i] + in[x + i]) * weight;
  }
}

// Adds the changes that the rows around spread to this row to its pending change.
void Scale::spread_down(int y, const std::vector<double>& brush) {
  std::vector<double> sum(static_cast<std::size_t>(width()));
  const double* middle = across_.row(y).data();
  for (int x = 0; x < width(); ++x) sum[static_cast<std::size_t>(x)] = middle[x] * brush[0];
  for (int i = 1; i < static_cast<int>(brush.size()); ++i) {
    const double weight = brush[static_cast<std::size_t>(i)];
    const double* north = across_.row(mirrored(y - i, height())).data();
    const double* south = across_.row(mirrored(y + i, height())).data();
    for (int x = 0; x < width(); ++x) sum[static_cast<std::size_t>(x)] += (north[x] + south[x]) * weight;
  }
  std::int64_t* due = due_.row(y).data();
  for (int x = 0; x < width(); ++x) due[x] += static_cast<std::int64_t>(sum[static_cast<std::size_t>(x)]);
}

// Applies as much of a row's pending change as the limits allow. New heights go to a separate grid, because other rows
// still read the old ones.
void Scale::settle_row(int y) {
  const double metres = unit_ / (1 << kBrushBits);
  std::int64_t* due = due_.row(y).data();
  std::int64_t* worn = eroded_.row(y).data();
  std::int64_t* laid = laid_.row(y).data();
  for (int x = 0; x < width(); ++x) {
    const std::int64_t change = settled_share(x, y, due[x]);
    due[x] -= change;
    (change < 0 ? worn : laid)[x] += std::abs(change);
  }
  const float* base = base_.row(y).data();
  float* heights = next_heights_.row(y).data();
  for (int x = 0; x < width(); ++x) {
    const auto net = static_cast<double>(laid[x] - worn[x]);
    heights[x] = static_cast<float>((base[x] + net * metres) / cell_size_);
  }
}

}  // namespace weald::terrain::detail
