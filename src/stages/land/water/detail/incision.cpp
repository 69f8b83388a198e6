#include "stages/land/water/detail/incision.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/math/math.h"
#include "base/parallel.h"
#include "methods/raster/priority_flood.h"
#include "stages/land/water/detail/diffusion.h"
#include "stages/land/water/detail/row_kernels.h"

namespace weald::hydrology {

namespace {

constexpr std::size_t kRowsPerStepBlock = 32;

// Height y above the receiver after a step, from the height z before it, both as shares of the limit:
// y (1 + F / (1 - y)) = z. Erosion grows without bound towards the limit. This is the smaller root of the quadratic
// equation, computed without cancellation.
float limited(float rate, float z) {
  const float root = std::sqrt((1 - z) * (1 - z) + rate * (rate + 2 * (1 + z)));
  return 2 * z / (1 + rate + z + root);
}

}  // namespace

Incision::Incision(const Cells& cells, std::vector<float> heights, std::vector<std::uint8_t> outlets,
                   std::shared_ptr<const RoutingWeights> weights)
    : drainage_(cells, std::move(outlets), std::move(weights)), heights_(std::move(heights)), wear_(cells.count()) {}

void Incision::fill() { flood(drainage_.cells(), heights_, drainage_.outlets(), FillSurface::draining); }

void Incision::creep(double amount) {
  const Cells& cells = drainage_.cells();
  const auto outlets = drainage_.outlets();
  std::vector<std::pair<Cell, float>> kept;
  for (std::size_t i = 0; i < outlets.size(); ++i) {
    if (outlets[i] != 0) kept.emplace_back(static_cast<Cell>(i), heights_[i]);
  }
  diffuse(cells, heights_, amount);
  for (const auto& [cell, height] : kept) heights_[cell] = height;
}

void Incision::creep(double amount, double source_cells) {
  if (amount <= 0) return;
  const std::vector<float> before = heights_;
  creep(amount);
  const Cells& cells = drainage_.cells();
  const auto source = static_cast<float>(source_cells);
  parallel_blocks(static_cast<std::size_t>(cells.height), kRowsPerStepBlock, [&](std::size_t begin, std::size_t end) {
    for (Cell cell = cells.at(0, static_cast<int>(begin)); cell < cells.at(0, static_cast<int>(end)); ++cell) {
      const float gain = heights_[cell] - before[cell];
      if (gain > 0)
        heights_[cell] = before[cell] + gain * (source / (source + static_cast<float>(drainage_.areas()[cell])));
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

// Implicit step in upstream order: each cell is solved from the new height of its receiver.
void Incision::solve(std::span<const Cell> cells) {
  const auto steps = drainage_.cells().steps();
  const std::uint8_t* directions = drainage_.directions().data();
  for (std::size_t i = cells.size(); i-- > 0;) {
    const Cell cell = cells[i];
    const std::uint8_t direction = directions[cell];
    if (direction == kOutlet) continue;
    const float below = heights_[cell + steps[direction]];
    const detail::Wear wear = wear_[cell];
    const float drop = heights_[cell] - below;
    const float above =
        wear.rate > 0 && drop > 0 ? wear.limit * limited(wear.rate, drop / wear.limit) : std::min(drop, wear.limit);
    heights_[cell] = std::max(below + above, next_up(below));
  }
}

}  // namespace weald::hydrology
