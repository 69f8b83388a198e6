#include "stages/land/water/detail/incision.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/math/math.h"
#include "base/parallel.h"
#include "methods/raster/priority_flood.h"
#include "stages/land/water/detail/row_kernels.h"

namespace weald::hydrology {

namespace {

constexpr std::size_t kRowsPerStepBlock = 32;

template <class Rows>
void for_row_blocks(const Cells& cells, const Rows& rows) {
  parallel_blocks(static_cast<std::size_t>(cells.height), kRowsPerStepBlock, [&](std::size_t begin, std::size_t end) {
    rows(cells.at(0, static_cast<int>(begin)), cells.at(0, static_cast<int>(end)));
  });
}

constexpr int kColumnsPerStrip = 64;
constexpr int kRowsAtOnce = 8;

// Thomas algorithm for -a h[i-1] + (1 + 2 a) h[i] - a h[i+1]; the factors are the same for all lines:
// forward d[i] = (h[i] + a d[i-1]) factor[i], backward h[i] = d[i] + a factor[i] h[i+1].
struct Elimination {
  float amount;
  std::vector<float> factor;

  Elimination(double a, int count) : amount(static_cast<float>(a)) {
    double previous = 0;
    for (int i = 0; i < count; ++i) {
      const int neighbours = (i > 0 ? 1 : 0) + (i + 1 < count ? 1 : 0);
      previous = 1 / (1 + a * neighbours - a * a * previous);
      factor.push_back(static_cast<float>(previous));
    }
  }
};

void solve_columns(const Cells& cells, std::span<float> heights, const Elimination& line, int x, int count) {
  const auto row = [&](int y) { return heights.data() + cells.at(x, y); };
  float* above = row(0);
  for (int i = 0; i < count; ++i) above[i] *= line.factor[0];
  for (int y = 1; y < cells.height; ++y) {
    float* now = row(y);
    const float factor = line.factor[static_cast<std::size_t>(y)];
    for (int i = 0; i < count; ++i) now[i] = (now[i] + line.amount * above[i]) * factor;
    above = now;
  }
  for (int y = cells.height - 2; y >= 0; --y) {
    float* now = row(y);
    const float* below = row(y + 1);
    const float factor = line.amount * line.factor[static_cast<std::size_t>(y)];
    for (int i = 0; i < count; ++i) now[i] += factor * below[i];
  }
}

// Solves several rows together: each row is a chain of dependent operations, and independent chains overlap in the
// processor's pipeline.
template <int kRows>
void solve_rows(const Cells& cells, std::span<float> heights, const Elimination& line, int y) {
  float* row[std::size_t{kRows}];
  float last[std::size_t{kRows}];
  for (int k = 0; k < kRows; ++k) {
    row[k] = heights.data() + cells.at(0, y + k);
    last[k] = 0;
  }
  for (int x = 0; x < cells.width; ++x) {
    const float factor = line.factor[static_cast<std::size_t>(x)];
    for (int k = 0; k < kRows; ++k) {
      last[k] = (row[k][x] + line.amount * last[k]) * factor;
      row[k][x] = last[k];
    }
  }
  for (int x = cells.width - 2; x >= 0; --x) {
    const float factor = line.amount * line.factor[static_cast<std::size_t>(x)];
    for (int k = 0; k < kRows; ++k) {
      last[k] = row[k][x] + factor * last[k];
      row[k][x] = last[k];
    }
  }
}

}  // namespace

void diffuse(const Cells& cells, std::span<float> heights, double amount) {
  if (amount <= 0) return;
  const Elimination down(amount, cells.height);
  parallel_blocks(static_cast<std::size_t>(cells.width), kColumnsPerStrip, [&](std::size_t begin, std::size_t end) {
    solve_columns(cells, heights, down, static_cast<int>(begin), static_cast<int>(end - begin));
  });
  const Elimination along(amount, cells.width);
  parallel_blocks(static_cast<std::size_t>(cells.height), kRowsAtOnce, [&](std::size_t begin, std::size_t end) {
    if (end - begin == kRowsAtOnce) return solve_rows<kRowsAtOnce>(cells, heights, along, static_cast<int>(begin));
    for (std::size_t y = begin; y < end; ++y) solve_rows<1>(cells, heights, along, static_cast<int>(y));
  });
}

Incision::Incision(const Cells& cells, std::vector<float> heights, std::vector<std::uint8_t> outlets,
                   std::shared_ptr<const RoutingWeights> weights)
    : drainage_(cells, std::move(outlets), std::move(weights)), heights_(std::move(heights)), wear_(cells.count()) {
  const auto is_outlet = drainage_.outlets();
  for (std::size_t i = 0; i < is_outlet.size(); ++i) {
    if (is_outlet[i] != 0) outlets_.push_back(static_cast<Cell>(i));
  }
}

void Incision::fill() { flood(drainage_.cells(), heights_, drainage_.outlets(), FillSurface::draining); }

void Incision::creep(double amount) {
  std::vector<float> kept;
  for (const Cell outlet : outlets_) kept.push_back(heights_[outlet]);
  diffuse(drainage_.cells(), heights_, amount);
  for (std::size_t i = 0; i < outlets_.size(); ++i) heights_[outlets_[i]] = kept[i];
}

void Incision::creep(double amount, double source_cells) {
  if (amount <= 0) return;
  before_.resize(heights_.size());
  for_row_blocks(drainage_.cells(), [&](Cell begin, Cell end) {
    std::copy(heights_.begin() + begin, heights_.begin() + end, before_.begin() + begin);
  });
  creep(amount);
  const auto source = static_cast<float>(source_cells);
  const std::span<const std::uint32_t> areas = drainage_.areas();
  for_row_blocks(drainage_.cells(), [&](Cell begin, Cell end) {
    for (Cell cell = begin; cell < end; ++cell) {
      const float gain = heights_[cell] - before_[cell];
      if (gain > 0) heights_[cell] = before_[cell] + gain * (source / (source + static_cast<float>(areas[cell])));
    }
  });
}

void Incision::step(const IncisionStep& step) {
  drainage_.route(heights_);
  const auto for_rows = [&](void (Incision::*work)(const IncisionStep&, int)) {
    parallel_blocks(static_cast<std::size_t>(drainage_.cells().height), kRowsPerStepBlock,
                    [&](std::size_t begin, std::size_t end) {
                      for (auto y = static_cast<int>(begin); y < static_cast<int>(end); ++y) (this->*work)(step, y);
                    });
  };
  for_rows(&Incision::find_wear);
  for_rows(&Incision::raise);
  solve_all();
}

void Incision::settle() {
  drainage_.route(heights_);
  std::ranges::fill(wear_, detail::Wear{0, std::numeric_limits<float>::infinity()});
  solve_all();
}

void Incision::solve_all() {
  solve(drainage_.trunk_order());
  parallel_blocks(drainage_.bands(), 1, [&](std::size_t band, std::size_t) { solve(drainage_.band_order(band)); });
}

void Incision::find_wear(const IncisionStep& step, int y) {
  const Cells& cells = drainage_.cells();
  const Cell first = cells.at(0, y);
  const double area_factor = math::pow(step.cell_size * step.cell_size, step.area_exponent);
  detail::wear_row({.north = heights_.data() + cells.at(0, y - 1),
                    .height = heights_.data() + first,
                    .south = heights_.data() + cells.at(0, y + 1),
                    .area = drainage_.areas().data() + first,
                    .direction = drainage_.directions().data() + first,
                    .erodibility = step.erodibility_field.empty() ? nullptr : step.erodibility_field.data() + first,
                    .uniform_erodibility = static_cast<float>(step.erodibility),
                    .extra_area = static_cast<float>(step.source_area / (step.cell_size * step.cell_size)),
                    .scale = static_cast<float>(area_factor * step.years / (step.cell_size * step.length)),
                    .exponent = static_cast<float>(step.area_exponent),
                    .rise = static_cast<float>(step.max_slope * step.cell_size),
                    .count = cells.width},
                   wear_.data() + first);
}

void Incision::raise(const IncisionStep& step, int y) {
  const Cells& cells = drainage_.cells();
  const Cell first = cells.at(0, y);
  const auto uplift = static_cast<float>(step.uplift * step.years);
  const auto years = static_cast<float>(step.years);
  const float* field = step.uplift_field.empty() ? nullptr : step.uplift_field.data() + first;
  const std::uint8_t* direction = drainage_.directions().data() + first;
  float* height = heights_.data() + first;
  for (int x = 0; x < cells.width; ++x) {
    const float rise = field != nullptr ? field[x] * years : uplift;
    height[x] += direction[x] == kOutlet ? 0.0f : rise;
  }
}

// Each cell is solved from the new height of its receiver, so level by level.
void Incision::solve(const FlowOrder& order) {
  std::size_t begin = 0;
  for (const std::uint32_t end : order.level_ends) {
    detail::solve_cells(
        {order.cells.data() + begin, order.receivers.data() + begin, end - begin, wear_.data(), heights_.data()});
    begin = end;
  }
}

}  // namespace weald::hydrology
