#include "methods/raster/fill_voids.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "base/math/math.h"
#include "base/parallel.h"

namespace weald::raster {

namespace {

struct Cell {
  int x = 0;
  int y = 0;
};

constexpr std::array<Cell, 8> kAround{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};

/// Distances of samples, of which the smaller one is 1.
Vec2 relative(const Vec2& spacing) {
  WEALD_CHECK(spacing.x > 0 && spacing.y > 0);
  return spacing / std::min(spacing.x, spacing.y);
}

// ---- voids and their borders ----

/// A void: its samples, and the samples with data that touch it.
struct VoidPatch {
  std::vector<Cell> inside;
  std::vector<Cell> border;
  Cell low, high;  // its bounds, inclusive
};

/// Finds the voids one after the other, in the order of their first samples.
class VoidFinder {
 public:
  VoidFinder(const VoidMask& voids, const RunContext& context)
      : voids_(voids), context_(context), seen_(voids.width(), voids.height(), 0) {}

  /// Calls use(patch) for each void.
  template <class Use>
  void each(const Use& use) {
    for (int y = 0; y < voids_.height(); ++y) {
      context_.check_stop();
      for (int x = 0; x < voids_.width(); ++x) {
        if (voids_.at(x, y) != 0 && seen_.at(x, y) == 0) use(patch_at({x, y}));
      }
    }
  }

 private:
  VoidPatch patch_at(Cell first) {
    VoidPatch patch{{first}, {}, first, first};
    seen_.at(first.x, first.y) = 1;
    for (std::size_t next = 0; next < patch.inside.size(); ++next) {
      if (next % kCellsBetweenStops == 0) context_.check_stop();
      const Cell cell = patch.inside[next];
      patch.low = {std::min(patch.low.x, cell.x), std::min(patch.low.y, cell.y)};
      patch.high = {std::max(patch.high.x, cell.x), std::max(patch.high.y, cell.y)};
      for (const Cell& step : kAround) visit({cell.x + step.x, cell.y + step.y}, patch);
    }
    for (const Cell& cell : patch.border) seen_.at(cell.x, cell.y) = 0;  // it may border another void, too
    return patch;
  }

  void visit(Cell cell, VoidPatch& patch) {
    if (cell.x < 0 || cell.y < 0 || cell.x >= voids_.width() || cell.y >= voids_.height()) return;
    if (std::exchange(seen_.at(cell.x, cell.y), std::uint8_t{1}) != 0) return;
    (voids_.at(cell.x, cell.y) != 0 ? patch.inside : patch.border).push_back(cell);
  }

  static constexpr std::size_t kCellsBetweenStops = std::size_t{1} << 16;

  const VoidMask& voids_;
  const RunContext& context_;
  Grid<std::uint8_t> seen_;
};

// ---- by distance ----

constexpr std::size_t kFilledAtOnce = 4096;  // samples between reports of the progress

/// Refuses voids that would take hours; returns how many pairs of samples there are.
double checked_pairs(const VoidMask& voids, const RunContext& context) {
  double pairs = 0;
  VoidFinder(voids, context).each([&](const VoidPatch& patch) {
    pairs += static_cast<double>(patch.inside.size()) * static_cast<double>(patch.border.size());
  });
  if (pairs > kMaxFillPairs)
    throw StageError("the voids are too large to be filled by distance: give 'fill: smooth'", "fill");
  return pairs;
}

/// Border samples as arrays, for vector instructions. Positions are in units of the smaller distance of samples.
struct BorderSamples {
  std::vector<double> x, y, height;
};

double mean_by_distance(const BorderSamples& border, const Vec2& at) {
  constexpr std::size_t kSums = 8;
  std::array<double, kSums> weights{}, sums{};
  const auto add = [&](std::size_t i, std::size_t lane) {
    const double dx = border.x[i] - at.x, dy = border.y[i] - at.y;
    const double weight = 1 / (dx * dx + dy * dy);
    weights[lane] += weight;
    sums[lane] += weight * border.height[i];
  };
  std::size_t i = 0;
  for (; i + kSums <= border.x.size(); i += kSums) {
    for (std::size_t lane = 0; lane < kSums; ++lane) add(i + lane, lane);
  }
  for (; i < border.x.size(); ++i) add(i, 0);
  double weight = 0, sum = 0;
  for (std::size_t lane = 0; lane < kSums; ++lane) {
    weight += weights[lane];
    sum += sums[lane];
  }
  return sum / weight;
}

// ---- a membrane ----

constexpr std::size_t kBlock = 4096;       // unknowns of one task; sums are joined in the order of the blocks
constexpr double kMaxSteps = 1e6;          // of the solver, to stop where rounding keeps it from its end
constexpr std::size_t kCoarseFrom = 2000;  // unknowns from which a coarser grid is solved first

/// When a solver ends.
struct SolverEnd {
  double tolerance = 0;  ///< largest residual
  int most_steps = 0;
};

/// The equations of a membrane, one for each sample without data: the sum of the weights of its neighbours times its
/// height, less the weighted heights of its neighbours, is 0.
class Membrane {
 public:
  /// `spacing`: as relative() gives it.
  Membrane(const Grid<float>& heights, const VoidMask& voids, const Vec2& spacing, const RunContext& context)
      : numbers_(voids.width(), voids.height(), -1),
        weights_{1 / (spacing.x * spacing.x), 1 / (spacing.y * spacing.y)} {
    for (int y = 0; y < voids.height(); ++y) {
      context.check_stop();
      for (int x = 0; x < voids.width(); ++x) {
        if (voids.at(x, y) == 0) continue;
        numbers_.at(x, y) = static_cast<std::int32_t>(cells_.size());
        cells_.push_back({x, y});
      }
    }
    neighbours_.resize(cells_.size());
    degree_.resize(cells_.size());
    given_.resize(cells_.size());
    for_blocks([&](std::size_t, std::size_t i) { set_equation(i, heights); });
  }

  const std::vector<Cell>& cells() const { return cells_; }

  /// Solves for `x`, from an initial guess, until no residual is above the tolerance: by conjugate gradients,
  /// preconditioned by the diagonal. Calls report(share) with the share of the work that is done, after each step.
  template <class Report>
  void solve(std::vector<double>& x, const SolverEnd& end, const Report& report) const {
    const std::size_t count = x.size();
    std::vector<double> residual(count), direction(count), image(count);
    for_blocks([&](std::size_t, std::size_t i) { residual[i] = given_[i] - applied(x, i); });
    for_blocks([&](std::size_t, std::size_t i) { direction[i] = residual[i] / degree_[i]; });
    double energy = sum_of([&](std::size_t i) { return residual[i] * residual[i] / degree_[i]; });
    const double first = largest(residual);
    double furthest = 0;
    for (int step = 0; step < end.most_steps; ++step) {
      const double left = largest(residual);
      if (!(left > end.tolerance)) break;
      // The logarithm of the residual falls about evenly, with relapses.
      furthest = std::max(furthest, math::log(first / left) / math::log(first / end.tolerance));
      report(furthest);
      for_blocks([&](std::size_t, std::size_t i) { image[i] = applied(direction, i); });
      const double along = sum_of([&](std::size_t i) { return direction[i] * image[i]; });
      if (!(along > 0)) break;  // the residual is rounding
      const double length = energy / along;
      for_blocks([&](std::size_t, std::size_t i) {
        x[i] += length * direction[i];
        residual[i] -= length * image[i];
      });
      const double next = sum_of([&](std::size_t i) { return residual[i] * residual[i] / degree_[i]; });
      const double share = next / energy;
      energy = next;
      for_blocks([&](std::size_t, std::size_t i) { direction[i] = residual[i] / degree_[i] + share * direction[i]; });
    }
  }

 private:
  void set_equation(std::size_t i, const Grid<float>& heights) {
    neighbours_[i].fill(-1);
    for (std::size_t side = 0; side < 4; ++side) {
      const int x = cells_[i].x + kAround[side].x, y = cells_[i].y + kAround[side].y;
      if (x < 0 || y < 0 || x >= numbers_.width() || y >= numbers_.height()) continue;
      const double weight = weights_[side % 2];
      degree_[i] += weight;
      neighbours_[i][side] = numbers_.at(x, y);
      if (numbers_.at(x, y) < 0) given_[i] += weight * heights.at(x, y);
    }
  }

  /// The left side of equation `i`.
  double applied(const std::vector<double>& x, std::size_t i) const {
    double sum = degree_[i] * x[i];
    for (std::size_t side = 0; side < 4; ++side) {
      const std::int32_t neighbour = neighbours_[i][side];
      if (neighbour >= 0) sum -= weights_[side % 2] * x[static_cast<std::size_t>(neighbour)];
    }
    return sum;
  }

  template <class Work>
  void for_blocks(const Work& work) const {
    parallel_blocks(cells_.size(), kBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) work(begin / kBlock, i);
    });
  }

  template <class Term>
  double sum_of(const Term& term) const {
    std::vector<double> sums((cells_.size() + kBlock - 1) / kBlock);
    for_blocks([&](std::size_t block, std::size_t i) { sums[block] += term(i); });
    double sum = 0;
    for (const double part : sums) sum += part;
    return sum;
  }

  double largest(const std::vector<double>& values) const {
    std::vector<double> most((cells_.size() + kBlock - 1) / kBlock);
    for_blocks([&](std::size_t block, std::size_t i) { most[block] = std::max(most[block], std::abs(values[i])); });
    return most.empty() ? 0 : *std::ranges::max_element(most);
  }

  Grid<std::int32_t> numbers_;     // of the unknown at each sample; -1: it has data
  std::array<double, 2> weights_;  // of neighbours along a row, and along a column
  std::vector<Cell> cells_;
  std::vector<std::array<std::int32_t, 4>> neighbours_;  // in the order of kAround
  std::vector<double> degree_, given_;
};

double largest_magnitude(const Grid<float>& heights, const VoidMask& voids) {
  float most = 0;
  for (std::size_t i = 0; i < heights.size(); ++i) {
    if (voids.values()[i] == 0) most = std::max(most, std::abs(heights.values()[i]));
  }
  return most;
}

/// The largest of the voids' widths, in units of the smaller distance of samples. The width of a void is the lesser of
/// its extents, of those that do not reach from one edge of the grid to the other if there are any: where no sample
/// with data ends a void, its extent does not bound its heights.
double largest_width(const VoidMask& voids, const Vec2& spacing, const RunContext& context) {
  double width = 0;
  VoidFinder(voids, context).each([&](const VoidPatch& patch) {
    const double across = (patch.high.x - patch.low.x + 1) * spacing.x;
    const double down = (patch.high.y - patch.low.y + 1) * spacing.y;
    const bool crosses = patch.low.x == 0 && patch.high.x == voids.width() - 1;
    const bool descends = patch.low.y == 0 && patch.high.y == voids.height() - 1;
    const double larger = std::max(across, down), lesser = std::min(across, down);
    width = std::max(width, crosses && descends ? larger : crosses ? down : descends ? across : lesser);
  });
  return width;
}

/// A grid of half the size: means of the samples with data.
std::pair<Grid<float>, VoidMask> halved(const Grid<float>& heights, const VoidMask& voids) {
  Grid<float> half((heights.width() + 1) / 2, (heights.height() + 1) / 2);
  VoidMask mask(half.width(), half.height(), 0);
  parallel_blocks(static_cast<std::size_t>(half.height()), 16, [&](std::size_t begin, std::size_t end) {
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      for (int x = 0; x < half.width(); ++x) {
        double sum = 0, count = 0;
        for (int v = 2 * y; v < std::min(2 * y + 2, heights.height()); ++v) {
          for (int u = 2 * x; u < std::min(2 * x + 2, heights.width()); ++u) {
            if (voids.at(u, v) != 0) continue;
            sum += heights.at(u, v);
            count += 1;
          }
        }
        mask.at(x, y) = count > 0 ? 0 : 1;
        half.at(x, y) = count > 0 ? static_cast<float>(sum / count) : 0;
      }
    }
  });
  return {std::move(half), std::move(mask)};
}

/// Height of a halved grid at a sample of the grid that it was made from, between its samples.
double in_halved(const Grid<float>& half, const Cell& cell) {
  const auto place = [](int at, int size) { return std::clamp(0.5 * at - 0.25, 0.0, size - 1.0); };
  const double x = place(cell.x, half.width()), y = place(cell.y, half.height());
  const int x0 = static_cast<int>(x), y0 = static_cast<int>(y);
  const int x1 = std::min(x0 + 1, half.width() - 1), y1 = std::min(y0 + 1, half.height() - 1);
  const double fx = x - x0, fy = y - y0;
  return (half.at(x0, y0) * (1 - fx) + half.at(x1, y0) * fx) * (1 - fy) +
         (half.at(x0, y1) * (1 - fx) + half.at(x1, y1) * fx) * fy;
}

/// Fills the voids of a grid, after those of coarser grids, as the first `share` of all work.
void fill_level(Grid<float>& heights, const VoidMask& voids, const Vec2& spacing, const SolverEnd& end, double share,
                const RunContext& context) {
  const Membrane membrane(heights, voids, spacing, context);
  const std::vector<Cell>& cells = membrane.cells();
  std::vector<double> solution(cells.size());
  double before = 0;
  if (cells.size() >= kCoarseFrom) {
    before = share / 4;  // a quarter of the samples
    auto [half, mask] = halved(heights, voids);
    if (count_voids(mask)) fill_level(half, mask, spacing, end, before, context);
    for (std::size_t i = 0; i < cells.size(); ++i) solution[i] = in_halved(half, cells[i]);
  }
  membrane.solve(solution, end, [&](double done) { context.progress(before + (share - before) * done); });
  for (std::size_t i = 0; i < cells.size(); ++i) heights.at(cells[i].x, cells[i].y) = static_cast<float>(solution[i]);
}

}  // namespace

std::optional<VoidCount> count_voids(const VoidMask& voids) {
  VoidCount result;
  for (int y = voids.height() - 1; y >= 0; --y) {
    const auto row = voids.row(y);
    const auto count = std::count_if(row.begin(), row.end(), [](std::uint8_t is_void) { return is_void != 0; });
    if (count == 0) continue;
    const auto first = std::find_if(row.begin(), row.end(), [](std::uint8_t is_void) { return is_void != 0; });
    result = {result.count + count, static_cast<int>(first - row.begin()), y};
  }
  return result.count > 0 ? std::optional(result) : std::nullopt;
}

void fill_by_distance(Grid<float>& heights, const VoidMask& voids, const Vec2& spacing, const RunContext& context) {
  WEALD_CHECK(heights.width() == voids.width() && heights.height() == voids.height());
  const Vec2 unit = relative(spacing);
  const double pairs = checked_pairs(voids, context);
  double done = 0;
  VoidFinder(voids, context).each([&](const VoidPatch& patch) {
    WEALD_CHECK(!patch.border.empty());
    BorderSamples border;
    for (const Cell& cell : patch.border) {
      border.x.push_back(cell.x * unit.x);
      border.y.push_back(cell.y * unit.y);
      border.height.push_back(heights.at(cell.x, cell.y));
    }
    const std::span<const Cell> inside(patch.inside);
    for (std::size_t first = 0; first < inside.size(); first += kFilledAtOnce) {
      const auto cells = inside.subspan(first, std::min(kFilledAtOnce, inside.size() - first));
      parallel_blocks(cells.size(), 64, [&](std::size_t begin, std::size_t end) {
        context.check_stop();
        for (const Cell& cell : cells.subspan(begin, end - begin)) {
          const Vec2 at{cell.x * unit.x, cell.y * unit.y};
          heights.at(cell.x, cell.y) = static_cast<float>(mean_by_distance(border, at));
        }
      });
      done += static_cast<double>(cells.size()) * static_cast<double>(border.x.size());
      context.progress(done / pairs);
    }
  });
}

void fill_smoothly(Grid<float>& heights, const VoidMask& voids, const Vec2& spacing, const RunContext& context) {
  WEALD_CHECK(heights.width() == voids.width() && heights.height() == voids.height());
  const auto found = count_voids(voids);
  if (found && found->count > kMaxSmoothVoids)
    throw StageError("too many samples have no data: at most " + std::to_string(kMaxSmoothVoids) + " can be filled",
                     "fill");
  const Vec2 unit = relative(spacing);
  // With residuals of at most r, no height of a void w wide is off by more than r w^2 / 8, as a parabola along its
  // width shows; at an edge of the grid, where the void has no border, w counts twice.
  const double width = 2.0 * (largest_width(voids, unit, context) + 1);
  const SolverEnd end{std::max(8e-3 / (width * width), 1e-11 * largest_magnitude(heights, voids)),
                      static_cast<int>(std::min(20 * width, kMaxSteps)) + 1000};
  fill_level(heights, voids, unit, end, 1, context);
}

}  // namespace weald::raster
