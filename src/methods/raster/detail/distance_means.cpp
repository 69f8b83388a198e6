#include "methods/raster/detail/distance_means.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "base/math/math.h"
#include "base/parallel.h"

namespace weald::raster::detail {

namespace {

constexpr std::size_t kFilledAtOnce = 4096;  // samples between reports of the progress

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

void fill_directly(const BorderSamples& border, std::span<const VoidCell> inside, const Vec2& unit,
                   Grid<float>& heights, const RunContext& context, const std::function<void(std::size_t)>& done) {
  for (std::size_t first = 0; first < inside.size(); first += kFilledAtOnce) {
    const auto cells = inside.subspan(first, std::min(kFilledAtOnce, inside.size() - first));
    parallel_blocks(cells.size(), 64, [&](std::size_t begin, std::size_t end) {
      context.check_stop();
      for (const VoidCell& cell : cells.subspan(begin, end - begin)) {
        const Vec2 at{cell.x * unit.x, cell.y * unit.y};
        heights.at(cell.x, cell.y) = static_cast<float>(mean_by_distance(border, at));
      }
    });
    done(first + cells.size());
  }
}

// ---- sums over far samples, interpolated ----

// A weight is the inverse square of a distance. Along an axis of a square that reaches from -1 to 1 it has poles no
// closer than 2 beside it, if the sample lies outside of the eight squares around: with n nodes of Chebyshev the error
// falls as (2 + sqrt(5))^-n.
constexpr int kNodes = 14;
constexpr int kFirstLevels = 4;      // of squares that are divided before threads share them
constexpr double kSmallSquare = 32;  // not divided further, in units of the smaller distance of samples

using NodeValues = std::array<double, kNodes>;
using NodeGrid = std::array<NodeValues, kNodes>;

/// The nodes of Chebyshev, and the polynomials that are 1 at one of them and 0 at the others.
class ChebyshevNodes {
 public:
  ChebyshevNodes() {
    for (std::size_t k = 0; k < kNodes; ++k)
      nodes_[k] = math::cos(math::kPi * (2 * static_cast<double>(k) + 1) / (2 * kNodes));
    for (std::size_t k = 0; k < kNodes; ++k) at_nodes_[k] = polynomials(nodes_[k]);
  }

  const NodeValues& nodes() const { return nodes_; }

  /// The values of those polynomials at a place from -1 to 1.
  NodeValues basis(double x) const {
    const NodeValues here = polynomials(x);
    NodeValues basis{};
    for (std::size_t k = 0; k < kNodes; ++k) {
      double sum = 0.5;
      for (std::size_t m = 1; m < kNodes; ++m) sum += at_nodes_[k][m] * here[m];
      basis[k] = sum * 2 / kNodes;
    }
    return basis;
  }

 private:
  /// Polynomials of Chebyshev.
  static NodeValues polynomials(double x) {
    NodeValues values{1, x};
    for (std::size_t m = 2; m < kNodes; ++m) values[m] = 2 * x * values[m - 1] - values[m - 2];
    return values;
  }

  NodeValues nodes_{};
  NodeGrid at_nodes_{};
};

/// A square of a void: its samples, and the sums over samples of the border.
struct VoidSquare {
  Vec2 centre{0, 0};
  double half = 1;  // of its side
  std::span<VoidCell> cells;
  NodeGrid weights{}, sums{};       // over far samples, at its nodes
  std::vector<std::uint32_t> near;  // the samples that are in none of these sums
};

/// `values` at the nodes of a part of their square. `x`, `y`: the polynomials at the nodes of the part.
NodeGrid moved(const NodeGrid& values, const NodeGrid& x, const NodeGrid& y) {
  NodeGrid rows{}, result{};
  for (std::size_t j = 0; j < kNodes; ++j) {
    for (std::size_t k = 0; k < kNodes; ++k) {
      for (std::size_t i = 0; i < kNodes; ++i) rows[j][i] += y[j][k] * values[k][i];
    }
  }
  for (std::size_t j = 0; j < kNodes; ++j) {
    for (std::size_t i = 0; i < kNodes; ++i) {
      for (std::size_t k = 0; k < kNodes; ++k) result[j][i] += x[i][k] * rows[j][k];
    }
  }
  return result;
}

class VoidSquares {
 public:
  VoidSquares(const BorderSamples& border, const Vec2& unit, Grid<float>& heights, const RunContext& context)
      : border_(border), unit_(unit), heights_(heights), context_(context) {
    for (std::size_t side = 0; side < 2; ++side) {
      for (std::size_t k = 0; k < kNodes; ++k)
        halves_[side][k] = nodes_.basis((nodes_.nodes()[k] + (side == 0 ? -1.0 : 1.0)) / 2);
    }
  }

  /// The square around all samples.
  VoidSquare whole(std::span<VoidCell> cells) const {
    Vec2 low = place(cells.front()), high = low;
    for (const VoidCell& cell : cells) {
      const Vec2 at = place(cell);
      low = {std::min(low.x, at.x), std::min(low.y, at.y)};
      high = {std::max(high.x, at.x), std::max(high.y, at.y)};
    }
    VoidSquare square{{(low.x + high.x) / 2, (low.y + high.y) / 2},
                      std::max({high.x - low.x, high.y - low.y, 1.0}) / 2,
                      cells,
                      {},
                      {},
                      {}};
    square.near.resize(border_.x.size());
    for (std::size_t i = 0; i < square.near.size(); ++i) square.near[i] = static_cast<std::uint32_t>(i);
    return square;
  }

  bool is_divided(const VoidSquare& square) const {
    return 2 * square.half > kSmallSquare && !square.near.empty() && square.cells.size() > std::size_t{kNodes} * kNodes;
  }

  /// The quarters of a square that have samples.
  std::vector<VoidSquare> divided(const VoidSquare& square) const {
    context_.check_stop();
    const auto is_below = [&](const VoidCell& cell) { return place(cell).y < square.centre.y; };
    const auto is_left = [&](const VoidCell& cell) { return place(cell).x < square.centre.x; };
    const auto middle = std::partition(square.cells.begin(), square.cells.end(), is_below);
    std::vector<VoidSquare> quarters;
    auto begin = square.cells.begin();
    for (std::size_t row = 0; row < 2; ++row) {
      const auto end = row == 0 ? middle : square.cells.end();
      const auto split = std::partition(begin, end, is_left);
      for (std::size_t column = 0; column < 2; ++column) {
        const std::span<VoidCell> cells(column == 0 ? begin : split, column == 0 ? split : end);
        if (!cells.empty()) quarters.push_back(quarter(square, cells, column, row));
      }
      begin = end;
    }
    return quarters;
  }

  void fill(const VoidSquare& square) const {
    if (!is_divided(square)) return fill_cells(square);
    for (const VoidSquare& part : divided(square)) fill(part);
  }

 private:
  Vec2 place(const VoidCell& cell) const { return {cell.x * unit_.x, cell.y * unit_.y}; }

  VoidSquare quarter(const VoidSquare& square, std::span<VoidCell> cells, std::size_t column, std::size_t row) const {
    const double half = square.half / 2;
    const Vec2 centre{square.centre.x + (column == 0 ? -half : half), square.centre.y + (row == 0 ? -half : half)};
    VoidSquare part{centre, half, cells, {}, {}, {}};
    part.weights = moved(square.weights, halves_[column], halves_[row]);
    part.sums = moved(square.sums, halves_[column], halves_[row]);
    NodeValues xs{}, ys{};
    for (std::size_t k = 0; k < kNodes; ++k) {
      xs[k] = centre.x + half * nodes_.nodes()[k];
      ys[k] = centre.y + half * nodes_.nodes()[k];
    }
    for (const std::uint32_t i : square.near) {
      const double away = std::max(std::abs(border_.x[i] - centre.x), std::abs(border_.y[i] - centre.y));
      if (away < 3 * half)
        part.near.push_back(i);
      else
        add_far(i, xs, ys, part);
    }
    return part;
  }

  void add_far(std::uint32_t i, const NodeValues& xs, const NodeValues& ys, VoidSquare& square) const {
    const double x = border_.x[i], y = border_.y[i], height = border_.height[i];
    for (std::size_t row = 0; row < kNodes; ++row) {
      const double dy = y - ys[row];
      for (std::size_t column = 0; column < kNodes; ++column) {
        const double dx = x - xs[column], weight = 1 / (dx * dx + dy * dy);
        square.weights[row][column] += weight;
        square.sums[row][column] += weight * height;
      }
    }
  }

  void fill_cells(const VoidSquare& square) const {
    context_.check_stop();
    BorderSamples near;
    for (const std::uint32_t i : square.near) {
      near.x.push_back(border_.x[i]);
      near.y.push_back(border_.y[i]);
      near.height.push_back(border_.height[i]);
    }
    std::ranges::sort(square.cells, {}, [](const VoidCell& cell) { return std::pair(cell.y, cell.x); });
    int row = square.cells.front().y - 1;
    NodeValues row_weights{}, row_sums{};
    for (const VoidCell& cell : square.cells) {
      const Vec2 at = place(cell);
      if (cell.y != row) {
        row = cell.y;
        const NodeValues y = nodes_.basis((at.y - square.centre.y) / square.half);
        row_weights = row_sums = {};
        for (std::size_t k = 0; k < kNodes; ++k) {
          for (std::size_t i = 0; i < kNodes; ++i) {
            row_weights[i] += y[k] * square.weights[k][i];
            row_sums[i] += y[k] * square.sums[k][i];
          }
        }
      }
      const NodeValues x = nodes_.basis((at.x - square.centre.x) / square.half);
      double weight = 0, sum = 0;
      for (std::size_t i = 0; i < kNodes; ++i) {
        weight += x[i] * row_weights[i];
        sum += x[i] * row_sums[i];
      }
      for (std::size_t i = 0; i < near.x.size(); ++i) {
        const double dx = near.x[i] - at.x, dy = near.y[i] - at.y, share = 1 / (dx * dx + dy * dy);
        weight += share;
        sum += share * near.height[i];
      }
      heights_.at(cell.x, cell.y) = static_cast<float>(sum / weight);
    }
  }

  ChebyshevNodes nodes_;
  std::array<NodeGrid, 2> halves_{};  // the polynomials at the nodes of the lower and the upper half
  const BorderSamples& border_;
  Vec2 unit_{1, 1};
  Grid<float>& heights_;
  const RunContext& context_;
};

}  // namespace

double weights_of_means(double inside, double border) {
  const double pairs = inside * border;
  if (pairs <= kDirectPairs) return pairs;
  // At each level, a sample of the border is far from 27 squares whose parents it is near.
  double levels = 2;
  for (double side = kSmallSquare; side * side < inside + border; side *= 2) ++levels;
  const double far = border * 27 * kNodes * kNodes * levels;
  const double near = inside * 9 * kSmallSquare * kSmallSquare * border / (inside + border);
  return std::min(pairs, far + near + inside * kNodes * kNodes);
}

void fill_means(const BorderSamples& border, std::span<VoidCell> inside, const Vec2& unit, Grid<float>& heights,
                const RunContext& context, const std::function<void(std::size_t)>& done) {
  if (static_cast<double>(inside.size()) * static_cast<double>(border.x.size()) <= kDirectPairs)
    return fill_directly(border, inside, unit, heights, context, done);
  const VoidSquares squares(border, unit, heights, context);
  std::vector<VoidSquare> shared{squares.whole(inside)};
  for (int level = 0; level < kFirstLevels; ++level) {
    std::vector<std::vector<VoidSquare>> parts(shared.size());
    parallel_blocks(shared.size(), 1, [&](std::size_t i, std::size_t) {
      if (squares.is_divided(shared[i]))
        parts[i] = squares.divided(shared[i]);
      else
        parts[i].push_back(std::move(shared[i]));
    });
    shared.clear();
    for (std::vector<VoidSquare>& of_one : parts) std::ranges::move(of_one, std::back_inserter(shared));
  }
  constexpr std::size_t kSquaresAtOnce = 16;
  std::size_t filled = 0;
  for (std::size_t first = 0; first < shared.size(); first += kSquaresAtOnce) {
    const std::size_t count = std::min(kSquaresAtOnce, shared.size() - first);
    parallel_blocks(count, 1, [&](std::size_t i, std::size_t) { squares.fill(shared[first + i]); });
    for (std::size_t i = first; i < first + count; ++i) filled += shared[i].cells.size();
    done(filled);
  }
}

}  // namespace weald::raster::detail
