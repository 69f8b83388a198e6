#include "stages/land/erosion/detail/thermal_rest.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "base/math/clamped.h"
#include "base/math/math.h"
#include "stages/land/erosion/detail/thermal_quads.h"

namespace weald::terrain::detail {

namespace {

constexpr int kStepsPerCheck = 8;
// Flow steps find the shape of the land; the slopes that still exceed this tolerance are confined to single samples.
constexpr double kRoughTolerance = 0.05;
constexpr int kMinCoarseSide = 16;  // samples; smaller grids are not coarsened further
constexpr int kMaxCoarseSteps = 1000;
// Both step sizes are one over the largest eigenvalue of their operator. The grid Laplacian has the eigenvalue 8; each
// of its edges belongs to two quads, and to two triangles of each quad.
constexpr float kFlowStep = 1.0f / 16;
constexpr float kSettleStep = 1.0f / 32;
// Allowance for rounding in squared slopes at rest.
constexpr float kRounding = 1.00001f;

class Collapse {
 public:
  // Pre: at least 2 x 2 samples.
  Collapse(Grid<float>& heights, const RestLimits& limits)
      : heights_(heights),
        before_(heights),
        limits_(limits),
        flow_(quads_across(), quads_down()),
        ahead_(quads_across(), quads_down()),
        uphill_(static_cast<std::size_t>(heights.height())) {}

  // Whether no quad is steeper than allowed by more than the tolerance of flow steps.
  bool is_roughly_at_rest() const {
    const auto share = static_cast<float>((1 + kRoughTolerance) * (1 + kRoughTolerance));
    return all_quads_rest([share](const Drops& d, float limit) {
      return squares(d.north, d.south) + squares(d.west, d.east) <= 2 * limit * limit * share;
    });
  }

  // Whether no slope is steeper than allowed.
  bool is_at_rest() const {
    return all_quads_rest([](const Drops& d, float limit) {
      const float steepest =
          std::max(d.north * d.north, d.south * d.south) + std::max(d.west * d.west, d.east * d.east);
      return steepest <= limit * limit * kRounding;
    });
  }

  // Takes one flow step from the extrapolated flows with the given momentum. Returns whether the momentum pointed
  // uphill.
  bool step(float momentum) {
    for_rest_rows(quads_down(), [&](int y) { uphill_[static_cast<std::size_t>(y)] = step_quads(y, momentum); });
    return leads_uphill();
  }

  void forget_momentum() { ahead_ = flow_; }

  // Restarts the flows from zero at the current heights, so that small flows are not lost in large ones.
  void begin_settling() {
    before_ = heights_;
    std::ranges::fill(flow_.rows.values(), 0.0f);
    forget_momentum();
  }

  // Slides material that is too steep, starting from the extrapolated flows. Returns whether the momentum pointed
  // uphill.
  bool settle(float momentum) {
    for_rest_rows(quads_down(), [&](int y) { uphill_[static_cast<std::size_t>(y)] = slide_quads(y, momentum); });
    return leads_uphill();
  }

  // Initialises the flows from a solution at twice the cell size, so that they carry as much material.
  void start_from(const Collapse& coarse) {
    for_rest_rows(quads_down(), [&](int y) {
      const float row = 0.5f * (static_cast<float>(y) - 1);
      for (int side = 0; side < kSides; ++side) {
        float* out = flow_.row(y, side);
        for (int x = 0; x < quads_across(); ++x)
          out[x] = 2 * coarse.flow_between(side, 0.5f * (static_cast<float>(x) - 1), row);
      }
    });
    forget_momentum();
    move_material();
  }

  // Updates the heights from the extrapolated flows.
  void move_material() {
    for_rest_rows(heights_.height(),
                  [&](int y) { move_along(ahead_, y, before_.row(y).data(), heights_.row(y).data()); });
  }

 private:
  int quads_across() const { return heights_.width() - 1; }
  int quads_down() const { return heights_.height() - 1; }

  bool leads_uphill() const {
    double sum = 0;
    for (const double v : uphill_) sum += v;
    return sum > 0;
  }

  // Flow between quads, by bilinear interpolation.
  float flow_between(int side, float column, float row) const {
    const float x = clamped(column, 0.0f, static_cast<float>(quads_across() - 1));
    const float y = clamped(row, 0.0f, static_cast<float>(quads_down() - 1));
    const int x0 = static_cast<int>(x);
    const int y0 = static_cast<int>(y);
    const int x1 = std::min(x0 + 1, quads_across() - 1);
    const int y1 = std::min(y0 + 1, quads_down() - 1);
    const float u = x - static_cast<float>(x0);
    const float v = y - static_cast<float>(y0);
    const float* upper = flow_.row(y0, side);
    const float* lower = flow_.row(y1, side);
    return (upper[x0] * (1 - u) + upper[x1] * u) * (1 - v) + (lower[x0] * (1 - u) + lower[x1] * u) * v;
  }

  // Largest allowed height differences along a row of quads, times `factor`: the smallest limit of each quad's four
  // samples.
  std::vector<float> allowed(int y, float factor) const {
    const auto count = static_cast<std::size_t>(quads_across());
    if (limits_.rises == nullptr) return std::vector<float>(count, factor * limits_.talus.axis);
    std::vector<float> out(count);
    const float* upper = limits_.rises->row(y).data();
    const float* lower = limits_.rises->row(y + 1).data();
    for (std::size_t x = 0; x < count; ++x)
      out[x] = 2 * factor * std::min(std::min(upper[x], upper[x + 1]), std::min(lower[x], lower[x + 1]));
    return out;
  }

  template <class Rests>
  bool all_quads_rest(const Rests& rests) const {
    std::vector<std::uint8_t> rows(static_cast<std::size_t>(quads_down()));
    for_rest_rows(quads_down(), [&](int y) {
      const std::vector<float> limit = allowed(y, 1);
      const float* upper = heights_.row(y).data();
      const float* lower = heights_.row(y + 1).data();
      bool all = true;
      for (int x = 0; x < quads_across(); ++x)
        all = all && rests(Drops(upper, lower, x), limit[static_cast<std::size_t>(x)]);
      rows[static_cast<std::size_t>(y)] = all;
    });
    return std::all_of(rows.begin(), rows.end(), [](std::uint8_t v) { return v != 0; });
  }

  // Increases the flow where a quad is too steep and decreases it where it is gentler; a quad within its limit ends up
  // with no flow. The four sides change together, so that no direction gives way first.
  double step_quads(int y, float momentum) {
    const std::vector<float> limits = allowed(y, kRestAim * kFlowStep * static_cast<float>(math::kSqrt2));
    const float* limit = limits.data();
    const float* upper = heights_.row(y).data();
    const float* lower = heights_.row(y + 1).data();
    const SideRows flow(flow_, y), ahead(ahead_, y);
    return summed_columns(quads_across(), [&](int x, double& sum) {
      const Drops d(upper, lower, x);
      const float wanted[] = {ahead.side[0][x] + kFlowStep * d.north, ahead.side[1][x] + kFlowStep * d.south,
                              ahead.side[2][x] + kFlowStep * d.west, ahead.side[3][x] + kFlowStep * d.east};
      const float share = beyond_limit(squares(wanted[0], wanted[1]) + squares(wanted[2], wanted[3]), limit[x]);
      float against = 0;
      for (int side = 0; side < kSides; ++side)
        against += go_on(flow.side[side][x], ahead.side[side][x], wanted[side] * share, momentum);
      sum += static_cast<double>(against);
    });
  }

  // Replaces a flow by `next` and extrapolates it with the momentum. Returns how far the step went against the
  // momentum.
  static float go_on(float& flow, float& ahead, float next, float momentum) {
    const float moved = next - flow;
    const float against = (ahead - next) * moved;
    ahead = next + momentum * moved;
    flow = next;
    return against;
  }

  // Slides material along the sides of a row of quads: each of the four triangles contributes the part of its slope
  // beyond the limit.
  double slide_quads(int y, float momentum) {
    const std::vector<float> limits = allowed(y, kRestAim);
    const float* limit = limits.data();
    const float* upper = heights_.row(y).data();
    const float* lower = heights_.row(y + 1).data();
    const SideRows flow(flow_, y), ahead(ahead_, y);
    return summed_columns(quads_across(), [&](int x, double& sum) {
      const Drops d(upper, lower, x);
      const float nw = beyond_limit(squares(d.north, d.west), limit[x]);
      const float ne = beyond_limit(squares(d.north, d.east), limit[x]);
      const float sw = beyond_limit(squares(d.south, d.west), limit[x]);
      const float se = beyond_limit(squares(d.south, d.east), limit[x]);
      const float slides[] = {d.north * (nw + ne), d.south * (sw + se), d.west * (nw + sw), d.east * (ne + se)};
      float against = 0;
      for (int side = 0; side < kSides; ++side)
        against +=
            go_on(flow.side[side][x], ahead.side[side][x], ahead.side[side][x] + kSettleStep * slides[side], momentum);
      sum += static_cast<double>(against);
    });
  }

  // Writes the heights of row y: `from` plus the inflow minus the outflow. Flows are summed first, so heights are
  // rounded only once.
  void move_along(const Sides& flows, int y, const float* from, float* out) const {
    std::fill_n(out, heights_.width(), 0.0f);
    const auto along_row = [&](const float* flow) {
      for (int x = 0; x < quads_across(); ++x) out[x] -= flow[x];
      for (int x = 0; x < quads_across(); ++x) out[x + 1] += flow[x];
    };
    if (y < quads_down()) {
      along_row(flows.row(y, 0));
      const float* west = flows.row(y, 2);
      const float* east = flows.row(y, 3);
      for (int x = 0; x < quads_across(); ++x) out[x] -= west[x];
      for (int x = 0; x < quads_across(); ++x) out[x + 1] -= east[x];
    }
    if (y > 0) {
      along_row(flows.row(y - 1, 1));
      const float* west = flows.row(y - 1, 2);
      const float* east = flows.row(y - 1, 3);
      for (int x = 0; x < quads_across(); ++x) out[x] += west[x];
      for (int x = 0; x < quads_across(); ++x) out[x + 1] += east[x];
    }
    for (int x = 0; x < heights_.width(); ++x) out[x] += from[x];
  }

  Grid<float>& heights_;
  Grid<float> before_;
  const RestLimits& limits_;
  Sides flow_;
  Sides ahead_;  // flow extrapolated by the momentum
  std::vector<double> uphill_;
};

// Downsamples by two: the mean of up to four samples, times `factor`.
Grid<float> coarsened(const Grid<float>& fine, float factor) {
  Grid<float> coarse((fine.width() + 1) / 2, (fine.height() + 1) / 2);
  for_rest_rows(coarse.height(), [&](int y) {
    const auto north = fine.row(2 * y);
    const auto south = fine.row(std::min(2 * y + 1, fine.height() - 1));
    for (int x = 0; x < coarse.width(); ++x) {
      const auto west = static_cast<std::size_t>(2 * x);
      const auto east = static_cast<std::size_t>(std::min(2 * x + 1, fine.width() - 1));
      coarse.at(x, y) = factor * 0.25f * ((north[west] + north[east]) + (south[west] + south[east]));
    }
  });
  return coarse;
}

// Momentum of successive accelerated gradient steps.
class Momentum {
 public:
  float next() {
    const double weight = 0.5 * (1 + std::sqrt(1 + 4 * weight_ * weight_));
    const double momentum = (weight_ - 1) / weight;
    weight_ = weight;
    return static_cast<float>(momentum);
  }
  void restart() { weight_ = 1; }

 private:
  double weight_ = 1;
};

using CollapseStep = bool (Collapse::*)(float);
using CollapseTest = bool (Collapse::*)() const;

// Repeats the step until the test holds; calls `on_step` before each.
void step_until(Collapse& collapse, CollapseTest holds, CollapseStep step, int most_steps,
                const std::function<void()>& on_step) {
  Momentum momentum;
  for (int steps = 0; steps < most_steps; ++steps) {
    if (steps % kStepsPerCheck == 0 && (collapse.*holds)()) return;
    on_step();
    if ((collapse.*step)(momentum.next())) {
      momentum.restart();
      collapse.forget_momentum();
    }
    collapse.move_material();
  }
}

void collapse_roughly(Collapse& collapse, int most_steps, const std::function<void()>& on_step) {
  step_until(collapse, &Collapse::is_roughly_at_rest, &Collapse::step, most_steps, on_step);
}

void settle_until_rest(Collapse& collapse, int most_steps, const std::function<void()>& on_step) {
  collapse.begin_settling();
  step_until(collapse, &Collapse::is_at_rest, &Collapse::settle, most_steps, on_step);
}

// Initialises the flows from the same problem at half the resolution, so that long-range transport is done before the
// fine steps.
void start_from_coarser(Collapse& collapse, const Grid<float>& heights, const RestLimits& limits,
                        const RunContext& context) {
  if (std::min(heights.width(), heights.height()) < kMinCoarseSide) return;
  Grid<float> coarse_heights = coarsened(heights, 1);
  const Grid<float> coarse_rises = limits.rises != nullptr ? coarsened(*limits.rises, 2) : Grid<float>{};
  const RestLimits coarse_limits{{2 * limits.talus.axis, 2 * limits.talus.diagonal},
                                 limits.rises != nullptr ? &coarse_rises : nullptr};
  const Grid<float> before = coarse_heights;
  Collapse coarse(coarse_heights, coarse_limits);
  start_from_coarser(coarse, before, coarse_limits, context);
  collapse_roughly(coarse, kMaxCoarseSteps, [&] { context.check_stop(); });
  collapse.start_from(coarse);
}

// Duplicates a single row or column, side by side.
Grid<float> doubled(const Grid<float>& line) {
  Grid<float> result(std::max(line.width(), 2), std::max(line.height(), 2));
  for (int y = 0; y < result.height(); ++y) {
    for (int x = 0; x < result.width(); ++x)
      result.at(x, y) = line.at(std::min(x, line.width() - 1), std::min(y, line.height() - 1));
  }
  return result;
}

// Relaxes a single row or column as two identical ones side by side.
Rest relax_line(Grid<float>& heights, const RestLimits& limits, int most_steps, const RunContext& context) {
  Grid<float> both = doubled(heights);
  const Grid<float> rises = limits.rises != nullptr ? doubled(*limits.rises) : Grid<float>{};
  const Rest rest =
      relax_to_rest(both, {limits.talus, limits.rises != nullptr ? &rises : nullptr}, most_steps, context);
  for (int y = 0; y < heights.height(); ++y) {
    for (int x = 0; x < heights.width(); ++x) heights.at(x, y) = both.at(x, y);
  }
  return rest;
}

}  // namespace

Rest relax_to_rest(Grid<float>& heights, const RestLimits& limits, int most_steps, const RunContext& context) {
  if (heights.width() == 1 || heights.height() == 1) return relax_line(heights, limits, most_steps, context);
  Collapse collapse(heights, limits);
  if (collapse.is_at_rest()) return {0, true};
  const Grid<float> before = heights;
  start_from_coarser(collapse, before, limits, context);
  Rest rest;
  const auto report = [&] { context.progress(std::min(1.0, static_cast<double>(rest.steps++) / most_steps)); };
  collapse_roughly(collapse, most_steps / 2, report);
  settle_until_rest(collapse, most_steps / 2, report);
  rest.reached = collapse.is_at_rest();
  return rest;
}

}  // namespace weald::terrain::detail
