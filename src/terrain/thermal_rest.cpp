#include "terrain/thermal_rest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "core/parallel.h"
#include "terrain/thermal_step.h"

namespace weald::terrain::detail {

namespace {

constexpr std::size_t kRestRows = 32;
constexpr int kStepsPerCheck = 8;
// Flows along edges find the form of the land; what is left after that is a matter of single samples.
constexpr double kRoughTolerance = 0.1;
constexpr int kLeastCoarseSide = 16;  // samples of a grid that is still coarsened
constexpr int kMostCoarseSteps = 1000;
// Steps aim at slopes a little gentler than the talus, so that they get there in a finite number.
constexpr float kRestAim = 0.998f;
// Of plain steps, the largest that momentum allows: one over the largest eigenvalue of their stencil.
constexpr float kSettleRate = 0.625f;
// One over the largest eigenvalue of the Laplacian of the grid with eight neighbours.
constexpr float kFlowStep = 1.0f / 12;

// The edges that belong to a sample: to the east, south, south-east and south-west; the others belong to its
// neighbours.
struct Edge {
  int dx, dy;
  bool diagonal;
};
constexpr std::array kEdges{Edge{1, 0, false}, Edge{0, 1, false}, Edge{1, 1, true}, Edge{-1, 1, true}};
constexpr int kEdgeCount = 4;

template <class Body>
void for_rest_rows(int height, const Body& body) {
  parallel_blocks(static_cast<std::size_t>(height), kRestRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y) body(static_cast<int>(y));
  });
}

// Columns of a row whose edge of this kind leads to another sample.
struct Columns {
  int begin, end;
};
Columns columns_with(const Edge& edge, int width) { return {std::max(0, -edge.dx), width - std::max(0, edge.dx)}; }

class Collapse {
 public:
  Collapse(Grid<float>& heights, const RestLimits& limits)
      : heights_(heights),
        before_(heights),
        limits_(limits),
        flow_(heights.width(), heights.height() * kEdgeCount),
        ahead_(heights.width(), heights.height() * kEdgeCount),
        uphill_(static_cast<std::size_t>(heights.height())) {}

  // Whether nothing is steeper than allowed by more than this share.
  bool at_rest(double tolerance) const {
    std::vector<std::uint8_t> rests(uphill_.size());
    for_rest_rows(heights_.height(),
                  [&](int y) { rests[static_cast<std::size_t>(y)] = row_rests(y, static_cast<float>(1 + tolerance)); });
    return std::all_of(rests.begin(), rests.end(), [](std::uint8_t v) { return v != 0; });
  }

  // One step with the given momentum, from the flows ahead. Returns whether the momentum led the wrong way.
  bool step(float momentum) {
    for_rest_rows(heights_.height(), [&](int y) {
      double sum = 0;
      for (int e = 0; e < kEdgeCount; ++e) sum += step_edges(e, y, momentum);
      uphill_[static_cast<std::size_t>(y)] = sum;
    });
    return leads_uphill();
  }

  void forget_momentum() { ahead_ = flow_; }

  // Ends the work with flows: from here on heights move by plain steps with momentum.
  void begin_settling() {
    flow_ = {};
    ahead_ = heights_;
    next_ = Grid<float>(heights_.width(), heights_.height());
  }

  // One step of thermal erosion from the heights ahead. Returns whether the momentum led the wrong way.
  bool settle(float momentum) {
    const int width = heights_.width();
    const Stretch whole{0, width, width};
    for_rest_rows(heights_.height(), [&](int y) {
      std::vector<float> stepped(static_cast<std::size_t>(width));
      if (limits_.rises == nullptr) {
        const Talus aim{limits_.talus.axis * kRestAim, limits_.talus.diagonal * kRestAim};
        step_row_of(rows_around(ahead_, y), whole, aim, kSettleRate, stepped.data());
      } else {
        step_row_of(rows_around(ahead_, y), rows_around(*limits_.rises, y), kRestAim, whole, kSettleRate,
                    stepped.data());
      }
      const float* ahead = ahead_.row(y).data();
      float* here = heights_.row(y).data();
      float* next = next_.row(y).data();
      double sum = 0;
      for (int x = 0; x < width; ++x) {
        const float moved = stepped[static_cast<std::size_t>(x)] - here[x];
        sum += static_cast<double>((ahead[x] - stepped[static_cast<std::size_t>(x)]) * moved);
        next[x] = stepped[static_cast<std::size_t>(x)] + momentum * moved;
        here[x] = stepped[static_cast<std::size_t>(x)];
      }
      uphill_[static_cast<std::size_t>(y)] = sum;
    });
    std::swap(ahead_, next_);
    const bool restarts = leads_uphill();
    if (restarts) ahead_ = heights_;
    return restarts;
  }

  // Flows that carry as much as those of the same land at twice the cell size: where to start from.
  void start_from(const Collapse& coarse) {
    for_rest_rows(heights_.height(), [&](int y) {
      for (int e = 0; e < kEdgeCount; ++e) {
        const Edge& edge = kEdges[static_cast<std::size_t>(e)];
        if (y + edge.dy >= heights_.height()) continue;
        const Columns columns = columns_with(edge, heights_.width());
        // The middle of an edge, in places of the coarser edges of the same kind.
        const float row = (static_cast<float>(y) - 0.5f * static_cast<float>(edge.dy) - 0.5f) * 0.5f;
        for (int x = columns.begin; x < columns.end; ++x) {
          const float column = (static_cast<float>(x) - 0.5f * static_cast<float>(edge.dx) - 0.5f) * 0.5f;
          flow_.at(x, y * kEdgeCount + e) = 2 * coarse.flow_between(e, column, row);
        }
      }
    });
    forget_momentum();
    move_material();
  }

  // Heights after the flows ahead.
  void move_material() {
    for_rest_rows(heights_.height(), [&](int y) {
      float* out = heights_.row(y).data();
      std::copy_n(before_.row(y).data(), heights_.width(), out);
      for (int e = 0; e < kEdgeCount; ++e) {
        const Edge& edge = kEdges[static_cast<std::size_t>(e)];
        const Columns columns = columns_with(edge, heights_.width());
        if (y + edge.dy < heights_.height()) {
          const float* leaves = ahead_.row(y * kEdgeCount + e).data();
          for (int x = columns.begin; x < columns.end; ++x) out[x] -= leaves[x];
        }
        if (y - edge.dy >= 0) {
          const float* arrives = ahead_.row((y - edge.dy) * kEdgeCount + e).data();
          for (int x = columns.begin; x < columns.end; ++x) out[x + edge.dx] += arrives[x];
        }
      }
    });
  }

 private:
  bool leads_uphill() const {
    double sum = 0;
    for (const double v : uphill_) sum += v;
    return sum > 0;
  }

  // Flow of the edges of a kind at a place between them, by bilinear interpolation.
  float flow_between(int e, float column, float row) const {
    const float x = std::clamp(column, 0.0f, static_cast<float>(heights_.width() - 1));
    const float y = std::clamp(row, 0.0f, static_cast<float>(heights_.height() - 1));
    const int x0 = static_cast<int>(x);
    const int y0 = static_cast<int>(y);
    const int x1 = std::min(x0 + 1, heights_.width() - 1);
    const int y1 = std::min(y0 + 1, heights_.height() - 1);
    const float u = x - static_cast<float>(x0);
    const float v = y - static_cast<float>(y0);
    const auto at = [&](int cx, int cy) { return flow_.at(cx, cy * kEdgeCount + e); };
    return (at(x0, y0) * (1 - u) + at(x1, y0) * u) * (1 - v) + (at(x0, y1) * (1 - u) + at(x1, y1) * u) * v;
  }

  // Writes to `out` what the samples of the edges of row y may differ by, times `factor`.
  void fill_allowed(const Edge& edge, int y, float factor, float* out) const {
    const Columns columns = columns_with(edge, heights_.width());
    if (limits_.rises == nullptr) {
      std::fill_n(out, heights_.width(), factor * (edge.diagonal ? limits_.talus.diagonal : limits_.talus.axis));
      return;
    }
    const float* here = limits_.rises->row(y).data();
    const float* there = limits_.rises->row(y + edge.dy).data() + edge.dx;
    const float stretch = edge.diagonal ? factor * kDiagonalRise : factor;
    for (int x = columns.begin; x < columns.end; ++x) out[x] = (here[x] + there[x]) * stretch;
  }

  bool row_rests(int y, float share) const {
    std::vector<float> allowed(static_cast<std::size_t>(heights_.width()));
    for (const Edge& edge : kEdges) {
      if (y + edge.dy >= heights_.height()) continue;
      fill_allowed(edge, y, share, allowed.data());
      const Columns columns = columns_with(edge, heights_.width());
      const float* here = heights_.row(y).data();
      const float* there = heights_.row(y + edge.dy).data() + edge.dx;
      for (int x = columns.begin; x < columns.end; ++x) {
        if (std::abs(here[x] - there[x]) > allowed[static_cast<std::size_t>(x)]) return false;
      }
    }
    return true;
  }

  // Lets more flow where the slope is too steep, and less where it is gentler; an edge within its limit carries nothing
  // in the end. Eight sums, so that the order of additions does not depend on the compiler's vectors.
  double step_edges(int e, int y, float momentum) {
    const Edge& edge = kEdges[static_cast<std::size_t>(e)];
    if (y + edge.dy >= heights_.height()) return 0;
    std::vector<float> limit(static_cast<std::size_t>(heights_.width()));
    fill_allowed(edge, y, kRestAim * kFlowStep, limit.data());
    const Columns columns = columns_with(edge, heights_.width());
    const float* here = heights_.row(y).data();
    const float* there = heights_.row(y + edge.dy).data() + edge.dx;
    float* flow = flow_.row(y * kEdgeCount + e).data();
    float* ahead = ahead_.row(y * kEdgeCount + e).data();
    std::array<double, 8> sums{};
    const auto step_edge = [&](int x, double& sum) {
      const float wanted = ahead[x] + kFlowStep * (here[x] - there[x]);
      const float allowed = limit[static_cast<std::size_t>(x)];
      const float next = wanted - std::min(std::max(wanted, -allowed), allowed);
      const float moved = next - flow[x];
      sum += static_cast<double>((ahead[x] - next) * moved);
      ahead[x] = next + momentum * moved;
      flow[x] = next;
    };
    int x = columns.begin;
    for (; x + 8 <= columns.end; x += 8) {
      for (int i = 0; i < 8; ++i) step_edge(x + i, sums[static_cast<std::size_t>(i)]);
    }
    for (; x < columns.end; ++x) step_edge(x, sums[0]);
    double sum = 0;
    for (const double v : sums) sum += v;
    return sum;
  }

  Grid<float>& heights_;
  Grid<float> before_;
  const RestLimits& limits_;
  Grid<float> flow_;   // rows of the four kinds of edges, row by row
  Grid<float> ahead_;  // flow plus momentum; while settling, heights plus momentum
  Grid<float> next_;
  std::vector<double> uphill_;
};

// The mean of up to four samples, times `factor`.
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

// The momentum of successive accelerated steps.
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

// Both return the number of steps; `on_step` is told of each.
int collapse_roughly(Collapse& collapse, int most_steps, const std::function<void()>& on_step) {
  Momentum momentum;
  int steps = 0;
  while (steps < most_steps && !(steps % kStepsPerCheck == 0 && collapse.at_rest(kRoughTolerance))) {
    on_step();
    if (collapse.step(momentum.next())) {
      momentum.restart();
      collapse.forget_momentum();
    }
    collapse.move_material();
    ++steps;
  }
  return steps;
}

int settle_until_rest(Collapse& collapse, int most_steps, const std::function<void()>& on_step) {
  collapse.begin_settling();
  Momentum momentum;
  int steps = 0;
  while (steps < most_steps && !(steps % kStepsPerCheck == 0 && collapse.at_rest(kRestTolerance))) {
    on_step();
    if (collapse.settle(momentum.next())) momentum.restart();
    ++steps;
  }
  return steps;
}

// Flows of the land at half the resolution, found the same way: what has to go far is on its way before the fine work.
void start_from_coarser(Collapse& collapse, const Grid<float>& heights, const RestLimits& limits,
                        const RunContext& context) {
  if (std::min(heights.width(), heights.height()) < kLeastCoarseSide) return;
  Grid<float> coarse_heights = coarsened(heights, 1);
  const Grid<float> coarse_rises = limits.rises != nullptr ? coarsened(*limits.rises, 2) : Grid<float>{};
  const RestLimits coarse_limits{{2 * limits.talus.axis, 2 * limits.talus.diagonal},
                                 limits.rises != nullptr ? &coarse_rises : nullptr};
  const Grid<float> before = coarse_heights;
  Collapse coarse(coarse_heights, coarse_limits);
  start_from_coarser(coarse, before, coarse_limits, context);
  collapse_roughly(coarse, kMostCoarseSteps, [&] { context.check_stop(); });
  collapse.start_from(coarse);
}

}  // namespace

Rest relax_to_rest(Grid<float>& heights, const RestLimits& limits, int most_steps, const RunContext& context) {
  Collapse collapse(heights, limits);
  if (collapse.at_rest(kRestTolerance)) return {0, true};
  const Grid<float> before = heights;
  start_from_coarser(collapse, before, limits, context);
  Rest rest;
  const auto report = [&] { context.progress(std::min(1.0, static_cast<double>(rest.steps++) / most_steps)); };
  collapse_roughly(collapse, most_steps / 2, report);
  settle_until_rest(collapse, most_steps / 2, report);
  rest.reached = collapse.at_rest(kRestTolerance);
  return rest;
}

}  // namespace weald::terrain::detail
