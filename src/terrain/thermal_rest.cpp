#include "terrain/thermal_rest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "core/parallel.h"
#include "terrain/thermal_step.h"

namespace weald::terrain::detail {

namespace {

constexpr std::size_t kRestRows = 32;
// The largest step that momentum allows is 1 / 1.6 of the stencil: 1.6 is the largest eigenvalue, of the checkerboard.
constexpr float kRestRate = 0.625f;
// Material moves until slopes are a little gentler than the talus, so that they get there in a finite number of steps.
constexpr float kRestAim = 0.996f;
constexpr int kStepsPerCheck = 8;

// What two neighbours differ beyond what is allowed, as a multiple of what is allowed.
float most_excess(const Grid<float>& heights, const RestLimits& limits, int y) {
  const int width = heights.width();
  float most = 0;
  const auto look = [&](int x0, int x1, int row, float allowed) {
    const float difference = std::abs(heights.at(x1, row) - heights.at(x0, y));
    most = std::max(most, difference - allowed * static_cast<float>(1 + kRestTolerance));
  };
  const auto allowed = [&](int x0, int x1, int row, bool diagonal) {
    if (limits.rises == nullptr) return diagonal ? limits.talus.diagonal : limits.talus.axis;
    const float rise = limits.rises->at(x0, y) + limits.rises->at(x1, row);
    return diagonal ? rise * kDiagonalRise : rise;
  };
  for (int x = 0; x < width; ++x) {
    if (x + 1 < width) look(x, x + 1, y, allowed(x, x + 1, y, false));
    if (y + 1 == heights.height()) continue;
    look(x, x, y + 1, allowed(x, x, y + 1, false));
    if (x > 0) look(x, x - 1, y + 1, allowed(x, x - 1, y + 1, true));
    if (x + 1 < width) look(x, x + 1, y + 1, allowed(x, x + 1, y + 1, true));
  }
  return most;
}

bool at_rest(const Grid<float>& heights, const RestLimits& limits) {
  std::vector<float> most(static_cast<std::size_t>(heights.height()));
  parallel_blocks(most.size(), kRestRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y) most[y] = most_excess(heights, limits, static_cast<int>(y));
  });
  return std::all_of(most.begin(), most.end(), [](float v) { return v <= 0; });
}

// One accelerated step of one row: where it stands becomes `here`, where the next step starts `ahead`. Returns how far the
// momentum led the wrong way. Eight sums, so that the order of additions does not depend on the compiler's vectors.
double move_row(const float* start, const float* stepped, float* here, float* ahead, float momentum, int width) {
  std::array<double, 8> sums{};
  for (int x = 0; x < width; ++x) {
    const float moved = stepped[x] - here[x];
    sums[static_cast<std::size_t>(x % 8)] += static_cast<double>(start[x] - stepped[x]) * static_cast<double>(moved);
    ahead[x] = stepped[x] + momentum * moved;
    here[x] = stepped[x];
  }
  double sum = 0;
  for (const double v : sums) sum += v;
  return sum;
}

}  // namespace

Rest relax_to_rest(Grid<float>& heights, const RestLimits& limits, int most_steps, const RunContext& context) {
  if (at_rest(heights, limits)) return {0, true};
  const RestLimits aim{{limits.talus.axis * kRestAim, limits.talus.diagonal * kRestAim}, limits.rises};
  Grid<float> start = heights;
  Grid<float> ahead(heights.width(), heights.height());
  std::vector<double> uphill(static_cast<std::size_t>(heights.height()));
  double weight = 1;
  Rest rest;
  while (rest.steps < most_steps) {
    context.progress(static_cast<double>(rest.steps) / most_steps);
    const double next_weight = 0.5 * (1 + std::sqrt(1 + 4 * weight * weight));
    const auto momentum = static_cast<float>((weight - 1) / next_weight);
    parallel_blocks(uphill.size(), kRestRows, [&](std::size_t begin, std::size_t end) {
      std::vector<float> stepped(static_cast<std::size_t>(heights.width()));
      for (std::size_t i = begin; i < end; ++i) {
        const int y = static_cast<int>(i);
        if (limits.rises == nullptr)
          step_row_of(rows_around(start, y), heights.width(), aim.talus, kRestRate, stepped.data());
        else
          step_row_of(rows_around(start, y), rows_around(*limits.rises, y), kRestAim, heights.width(), kRestRate,
                      stepped.data());
        uphill[i] = move_row(start.row(y).data(), stepped.data(), heights.row(y).data(), ahead.row(y).data(), momentum,
                             heights.width());
      }
    });
    double sum = 0;
    for (const double v : uphill) sum += v;
    std::swap(start, ahead);
    weight = next_weight;
    if (sum > 0) {
      weight = 1;
      start = heights;
    }
    ++rest.steps;
    if (rest.steps % kStepsPerCheck == 0 && at_rest(heights, limits)) {
      rest.reached = true;
      return rest;
    }
  }
  rest.reached = at_rest(heights, limits);
  return rest;
}

}  // namespace weald::terrain::detail
