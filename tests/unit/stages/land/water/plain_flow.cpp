#include "unit/stages/land/water/plain_flow.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/math/math.h"
#include "stages/land/water/detail/cell_grid_io.h"

namespace weald::test {

using namespace hydrology;

namespace {

constexpr double kBreachSpread = 0.4;  // routing spread on breached paths, which makes them wander like rivers

// Share of a cell's outflow in each direction, and the bearing of its steepest descent.
struct Shares {
  std::array<double, kDirections> share{};
  double bearing = -1;
};

double bearing_of(double direction) { return math::fmod(direction * 45 + 90, 360); }

class SharesOfCell {
 public:
  SharesOfCell(const Cells& cells, const std::vector<float>& heights) : steps_(cells.steps()), heights_(heights) {}

  Shares shares(Cell cell, FlowMethod method) const {
    switch (method) {
      case FlowMethod::d8:
      case FlowMethod::d8_tree: return d8(cell);  // they differ in depressions only
      case FlowMethod::d_infinity: return d_infinity(cell);
      case FlowMethod::multiple: break;
    }
    return multiple(cell);
  }

 private:
  double drop(Cell cell, int direction) const {
    return double{heights_[cell]} - heights_[cell + steps_[static_cast<std::size_t>(direction & 7)]];
  }

  Shares d8(Cell cell) const {
    int steepest = -1;
    double slope = 0;
    for (int d = 0; d < kDirections; ++d) {
      const double now = drop(cell, d) / step_length(d);
      if (now > slope) steepest = d, slope = now;
    }
    Shares result;
    if (steepest < 0) return result;
    result.share[static_cast<std::size_t>(steepest)] = 1;
    result.bearing = bearing_of(steepest);
    return result;
  }

  // Steepest descent on the triangle between an axis neighbour and a diagonal neighbour, from the drops to both: the
  // slope, and the direction as the drops along and across the axis.
  struct Descent {
    double slope, along, across;
  };
  static Descent descent(double to_axis, double to_corner) {
    const double across = to_corner - to_axis;
    if (across > to_axis) return {to_corner / math::kSqrt2, 1, 1};
    if (!(across > 0)) return {to_axis, 1, 0};
    return {std::sqrt(to_axis * to_axis + across * across), to_axis, across};
  }

  Shares d_infinity(Cell cell) const {
    Descent steepest{0, 1, 0};
    int axis = -1, corner = -1;
    for (int a = 0; a < kDirections; a += 2) {
      for (const int c : {(a + 1) & 7, (a - 1) & 7}) {
        const Descent now = descent(drop(cell, a), drop(cell, c));
        if (now.slope > steepest.slope) steepest = now, axis = a, corner = c;
      }
    }
    Shares result;
    if (axis < 0) return result;
    const double turn = math::atan2(steepest.across, steepest.along) / (math::kPi / 4);
    result.share[static_cast<std::size_t>(axis)] = 1 - turn;
    result.share[static_cast<std::size_t>(corner)] = turn;
    result.bearing = bearing_of(8 + axis + (corner == ((axis + 1) & 7) ? turn : -turn));
    return result;
  }

  Shares multiple(Cell cell) const {
    Shares result;
    double sum = 0, slope = 0;
    for (int d = 0; d < kDirections; ++d) {
      const double now = drop(cell, d) / step_length(d);
      if (!(now > 0)) continue;
      // Contour lengths: half a cell towards axis neighbours, sqrt(2)/4 towards diagonal ones.
      const double weight = now * ((d & 1) != 0 ? 0.25 * math::kSqrt2 : 0.5);
      result.share[static_cast<std::size_t>(d)] = weight;
      sum += weight;
      if (now > slope) slope = now, result.bearing = bearing_of(d);
    }
    for (double& share : result.share) share /= sum > 0 ? sum : 1;
    return result;
  }

  std::array<Cell, kDirections> steps_;
  const std::vector<float>& heights_;
};

// Cells in order of descending height; equal heights stay in cell order.
std::vector<Cell> from_the_top(const Cells& cells, const std::vector<float>& heights) {
  std::vector<Cell> order;
  order.reserve(cells.count());
  for (int y = 0; y < cells.height; ++y) {
    for (int x = 0; x < cells.width; ++x) order.push_back(cells.at(x, y));
  }
  std::stable_sort(order.begin(), order.end(), [&](Cell a, Cell b) { return heights[a] > heights[b]; });
  return order;
}

}  // namespace

FlowMaps flow_from_the_top(const Heightmap& map, FlowMethod method, OutletSides sides) {
  const GridSpec grid = map.grid();
  const Cells cells = cells_of(grid);
  const DrainedSurface surface = drained(map, sides, kBreachSpread, 0);
  const std::vector<float>& heights = surface.heights;
  const auto outlets = surface.drainage.outlets();
  const SharesOfCell router(cells, heights);
  const auto steps = cells.steps();
  std::vector<double> area(cells.count(), grid.cell_size * grid.cell_size);
  std::vector<float> bearing(cells.count(), -1);
  for (const Cell cell : from_the_top(cells, heights)) {
    if (outlets[cell] != 0) continue;
    const Shares shares = router.shares(cell, method);
    bearing[cell] = static_cast<float>(shares.bearing);
    for (std::size_t d = 0; d < kDirections; ++d) {
      if (shares.share[d] > 0) area[cell + steps[d]] += shares.share[d] * area[cell];
    }
  }
  return {hydrology::map_of(grid, [&](Cell cell) { return static_cast<float>(area[cell]); }),
          hydrology::map_of(grid, [&](Cell cell) { return bearing[cell]; })};
}

}  // namespace weald::test
