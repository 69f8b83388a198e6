#include "methods/raster/detail/membrane.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/math/math.h"
#include "base/parallel.h"

namespace weald::raster::detail {

namespace {

constexpr std::size_t kBlock = 4096;         // unknowns of one task; sums are joined in the order of the blocks
constexpr std::size_t kCoarsest = 16;        // unknowns for which no coarser grid is made
constexpr int kSweeps = 2, kLastSweeps = 8;  // before and after the correction by the coarser grid; on the coarsest

struct Cell {
  int x = 0;
  int y = 0;
};

constexpr std::array<Cell, 4> kBeside{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

template <class Work>
void for_blocks(std::size_t count, const Work& work) {
  parallel_blocks(count, kBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) work(begin / kBlock, i);
  });
}

template <class Term>
double sum_of(std::size_t count, const Term& term) {
  std::vector<double> sums((count + kBlock - 1) / kBlock);
  for_blocks(count, [&](std::size_t block, std::size_t i) { sums[block] += term(i); });
  double sum = 0;
  for (const double part : sums) sum += part;
  return sum;
}

double largest(const std::vector<double>& values) {
  std::vector<double> most((values.size() + kBlock - 1) / kBlock);
  for_blocks(values.size(),
             [&](std::size_t block, std::size_t i) { most[block] = std::max(most[block], std::abs(values[i])); });
  return most.empty() ? 0 : *std::ranges::max_element(most);
}

/// The left sides of the equations of a membrane, one for each sample without data.
class Equations {
 public:
  Equations(const VoidMask& voids, const Vec2& spacing, const RunContext& context)
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
    for_blocks(count(), [&](std::size_t, std::size_t i) { set_neighbours(i); });
  }

  std::size_t count() const { return cells_.size(); }
  const Cell& cell(std::size_t i) const { return cells_[i]; }
  int width() const { return numbers_.width(); }
  int height() const { return numbers_.height(); }
  /// The number of the unknown at a sample; -1: it has data.
  std::int32_t number_at(int x, int y) const { return numbers_.at(x, y); }

  /// The right sides: the weighted heights of neighbours with data.
  std::vector<double> given(const Grid<float>& heights) const {
    std::vector<double> result(count());
    for_blocks(count(), [&](std::size_t, std::size_t i) {
      for (std::size_t side = 0; side < 4; ++side) {
        const int x = cells_[i].x + kBeside[side].x, y = cells_[i].y + kBeside[side].y;
        if (is_inside(x, y) && numbers_.at(x, y) < 0) result[i] += weights_[side % 2] * heights.at(x, y);
      }
    });
    return result;
  }

  /// The left side of equation `i`.
  double applied(const std::vector<double>& x, std::size_t i) const { return degree_[i] * x[i] - around(x, i); }

  /// Solves the equations of every other sample, those of a checkerboard's `colour`, each for its own unknown.
  void sweep(std::vector<double>& x, const std::vector<double>& right, int colour) const {
    for_blocks(count(), [&](std::size_t, std::size_t i) {
      if (((cells_[i].x + cells_[i].y) & 1) == colour) x[i] = (right[i] + around(x, i)) / degree_[i];
    });
  }

 private:
  bool is_inside(int x, int y) const { return x >= 0 && y >= 0 && x < width() && y < height(); }

  void set_neighbours(std::size_t i) {
    neighbours_[i].fill(-1);
    for (std::size_t side = 0; side < 4; ++side) {
      const int x = cells_[i].x + kBeside[side].x, y = cells_[i].y + kBeside[side].y;
      if (!is_inside(x, y)) continue;
      degree_[i] += weights_[side % 2];
      neighbours_[i][side] = numbers_.at(x, y);
    }
  }

  /// The weighted unknowns around one.
  double around(const std::vector<double>& x, std::size_t i) const {
    double sum = 0;
    for (std::size_t side = 0; side < 4; ++side) {
      const std::int32_t neighbour = neighbours_[i][side];
      if (neighbour >= 0) sum += weights_[side % 2] * x[static_cast<std::size_t>(neighbour)];
    }
    return sum;
  }

  Grid<std::int32_t> numbers_;
  std::array<double, 2> weights_;  // of neighbours along a row, and along a column
  std::vector<Cell> cells_;
  std::vector<std::array<std::int32_t, 4>> neighbours_;  // in the order of kBeside
  std::vector<double> degree_;
};

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

/// Where a sample of a grid lies in the halved grid, whose axis has `size` samples.
double in_half(int at, int size) { return std::clamp(0.5 * at - 0.25, 0.0, size - 1.0); }

/// The four samples of a halved grid around one of the grid that it was made from, with weights whose sum is 1.
struct AroundInHalf {
  std::array<int, 2> x, y;
  std::array<double, 2> across, down;

  AroundInHalf(const Cell& cell, int width, int height) {
    const double u = in_half(cell.x, width), v = in_half(cell.y, height);
    x = {static_cast<int>(u), std::min(static_cast<int>(u) + 1, width - 1)};
    y = {static_cast<int>(v), std::min(static_cast<int>(v) + 1, height - 1)};
    across = {1 - (u - x[0]), u - x[0]};
    down = {1 - (v - y[0]), v - y[0]};
  }

  template <class At>
  double mean(const At& at) const {
    return (at(x[0], y[0]) * across[0] + at(x[1], y[0]) * across[1]) * down[0] +
           (at(x[0], y[1]) * across[0] + at(x[1], y[1]) * across[1]) * down[1];
  }
};

/// A grid of the hierarchy, and what a cycle makes of it.
struct Level {
  Grid<float> heights;
  Equations equations;
  std::vector<double> right{}, correction{}, rest{};

  Level(Grid<float> of, const VoidMask& voids, const Vec2& spacing, const RunContext& context)
      : heights(std::move(of)), equations(voids, spacing, context) {
    right.resize(equations.count());
    correction.resize(equations.count());
    rest.resize(equations.count());
  }
};

/// The equations of a grid and of coarser ones.
class Hierarchy {
 public:
  Hierarchy(Grid<float> heights, VoidMask voids, const Vec2& spacing, const RunContext& context) {
    levels_.push_back(std::make_unique<Level>(std::move(heights), voids, spacing, context));
    while (levels_.back()->equations.count() > kCoarsest) {
      auto [half, mask] = halved(levels_.back()->heights, voids);
      if (!count_voids(mask)) break;
      levels_.push_back(std::make_unique<Level>(std::move(half), mask, spacing, context));
      voids = std::move(mask);
    }
  }

  /// Solves from coarse to fine. The heights of the finest level are then those of the membrane.
  void solve(const SolverEnd& end, const RunContext& context) {
    double done = 0, all = 0;
    for (const auto& level : levels_) all += static_cast<double>(level->equations.count());
    for (std::size_t at = levels_.size(); at-- > 0;) {
      const double share = static_cast<double>(levels_[at]->equations.count()) / all;
      solve_level(at, end, [&](double part) { context.progress(std::min(1.0, done + share * part)); });
      done += share;
    }
  }

  const Grid<float>& heights() const { return levels_.front()->heights; }

 private:
  /// What the coarser level has at the unknowns of a level, between its samples; 0 without one.
  std::vector<double> first_guess(std::size_t at) const {
    const Equations& equations = levels_[at]->equations;
    std::vector<double> guess(equations.count());
    if (at + 1 == levels_.size()) return guess;
    const Grid<float>& half = levels_[at + 1]->heights;
    for_blocks(guess.size(), [&](std::size_t, std::size_t i) {
      const AroundInHalf around(equations.cell(i), half.width(), half.height());
      guess[i] = around.mean([&](int x, int y) { return static_cast<double>(half.at(x, y)); });
    });
    return guess;
  }

  /// Conjugate gradients, preconditioned by cycle(). Calls report(share) with the share of the work that is done, after
  /// each step.
  template <class Report>
  void solve_level(std::size_t at, const SolverEnd& end, const Report& report) {
    Level& level = *levels_[at];
    const Equations& equations = level.equations;
    const std::size_t count = equations.count();
    std::vector<double> x = first_guess(at), direction(count), image(count);
    std::vector<double>& residual = level.right;
    const std::vector<double>& corrected = level.correction;
    {
      const std::vector<double> given = equations.given(level.heights);
      for_blocks(count, [&](std::size_t, std::size_t i) { residual[i] = given[i] - equations.applied(x, i); });
    }
    const double first = largest(residual);
    double energy = 0, furthest = 0;
    for (int step = 0; step < end.most_steps; ++step) {
      const double left = largest(residual);
      if (!(left > end.tolerance)) break;
      // The logarithm of the residual falls about evenly, with relapses.
      furthest = std::max(furthest, math::log(first / left) / math::log(first / end.tolerance));
      report(furthest);
      cycle(at);
      const double next = sum_of(count, [&](std::size_t i) { return residual[i] * corrected[i]; });
      const double share = step > 0 ? next / energy : 0;
      energy = next;
      for_blocks(count, [&](std::size_t, std::size_t i) { direction[i] = corrected[i] + share * direction[i]; });
      for_blocks(count, [&](std::size_t, std::size_t i) { image[i] = equations.applied(direction, i); });
      const double along = sum_of(count, [&](std::size_t i) { return direction[i] * image[i]; });
      if (!(along > 0)) break;  // the residual is rounding
      const double length = energy / along;
      for_blocks(count, [&](std::size_t, std::size_t i) {
        x[i] += length * direction[i];
        residual[i] -= length * image[i];
      });
    }
    for_blocks(count, [&](std::size_t, std::size_t i) {
      level.heights.at(equations.cell(i).x, equations.cell(i).y) = static_cast<float>(x[i]);
    });
  }

  /// Solves the equations of a level roughly: `right` to `correction`, by a symmetric linear map, as conjugate
  /// gradients need.
  void cycle(std::size_t at) {
    Level& level = *levels_[at];
    const bool is_last = at + 1 == levels_.size();
    std::fill(level.correction.begin(), level.correction.end(), 0.0);
    for (int sweep = 0; sweep < (is_last ? kLastSweeps : kSweeps); ++sweep) {
      level.equations.sweep(level.correction, level.right, 0);
      level.equations.sweep(level.correction, level.right, 1);
    }
    if (!is_last) {
      restrict_rest(at);
      cycle(at + 1);
      add_correction(at);
    }
    for (int sweep = 0; sweep < (is_last ? kLastSweeps : kSweeps); ++sweep) {
      level.equations.sweep(level.correction, level.right, 1);
      level.equations.sweep(level.correction, level.right, 0);
    }
  }

  /// The residual of a level as right sides of the coarser one: the transpose of add_correction().
  void restrict_rest(std::size_t at) {
    Level &fine = *levels_[at], &coarse = *levels_[at + 1];
    const Equations &from = fine.equations, &to = coarse.equations;
    for_blocks(from.count(),
               [&](std::size_t, std::size_t i) { fine.rest[i] = fine.right[i] - from.applied(fine.correction, i); });
    for_blocks(to.count(), [&](std::size_t, std::size_t i) {
      const Cell cell = to.cell(i);
      double sum = 0;
      for (int y = std::max(0, 2 * cell.y - 1); y < std::min(from.height(), 2 * cell.y + 3); ++y) {
        const double down = std::max(0.0, 1 - std::abs(in_half(y, to.height()) - cell.y));
        for (int x = std::max(0, 2 * cell.x - 1); x < std::min(from.width(), 2 * cell.x + 3); ++x) {
          const std::int32_t number = from.number_at(x, y);
          const double across = std::max(0.0, 1 - std::abs(in_half(x, to.width()) - cell.x));
          if (number >= 0) sum += down * across * fine.rest[static_cast<std::size_t>(number)];
        }
      }
      coarse.right[i] = sum;
    });
  }

  void add_correction(std::size_t at) {
    Level &fine = *levels_[at], &coarse = *levels_[at + 1];
    const Equations& from = coarse.equations;
    for_blocks(fine.equations.count(), [&](std::size_t, std::size_t i) {
      const AroundInHalf around(fine.equations.cell(i), from.width(), from.height());
      fine.correction[i] += around.mean([&](int x, int y) {
        const std::int32_t number = from.number_at(x, y);
        return number >= 0 ? coarse.correction[static_cast<std::size_t>(number)] : 0.0;
      });
    });
  }

  std::vector<std::unique_ptr<Level>> levels_;
};

}  // namespace

void stretch_membrane(Grid<float>& heights, const VoidMask& voids, const Vec2& spacing, const SolverEnd& end,
                      const RunContext& context) {
  Hierarchy hierarchy(std::move(heights), voids, spacing, context);
  hierarchy.solve(end, context);
  heights = hierarchy.heights();
}

}  // namespace weald::raster::detail
