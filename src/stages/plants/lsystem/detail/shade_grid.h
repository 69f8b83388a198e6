#pragma once
// ShadeGrid: how much light the modules of a plant take from the space below them.
//
// Shadow propagation [palubicki2009]: a module shades a pyramid of cells below it. Modules are counted in integers, so
// their order has no influence, and each layer has sums over rectangles [crow1984], so a question costs as many sums
// as there are layers. A surface counts as one module in each cell that it passes through.

#include <cstdint>
#include <span>
#include <vector>

#include "base/math/vec.h"

namespace weald::lsystem {

/// How modules cast shade. A module takes `shade` of the light from its own cell; q cells below, it takes
/// shade / falloff^q from each of the (2q + 1)^2 cells of a square, down to q = depth.
struct ShadeModel {
  double cell = 0.3;     ///< side of a cell, metres
  double shade = 0.15;   ///< share of the full light
  double falloff = 1.5;  ///< at least 1
  int depth = 8;         ///< cells, 1 to 32
};

/// Shade on a grid of cells around the modules that cast it. Modules are counted, and each layer of the grid has the
/// sums of its counts over rectangles, so the shade at a point needs four numbers for each layer above it and does not
/// depend on the order of the modules. Source: [palubicki2009] section 4.1 (shadow propagation), [crow1984].
class ShadeGrid {
 public:
  /// Most cells around the modules.
  static constexpr std::uint64_t kMaxCells = std::uint64_t{1} << 24;

  explicit ShadeGrid(const ShadeModel& model);

  /// Number of cells that the box around `casters` has; more than kMaxCells for boxes that are too large.
  std::uint64_t cells_for(std::span<const Vec3> casters) const;
  /// Counts the modules at `casters`, in place of those counted before. Pre: cells_for(casters) <= kMaxCells.
  void build(std::span<const Vec3> casters);

  /// The light taken from the cell of `point`, as a share of the full light; more than 1 where many modules cast shade.
  double shade_at(const Vec3& point) const;
  /// The share of the full light that reaches a module in the cell of `point`, 0 to 1. A module does not shade itself,
  /// so the shade of one module in the cell does not count.
  double light_at(const Vec3& point) const;
  /// The direction in which the shade decreases most, of length 1: straight up where it is even.
  Vec3 brightest_direction(const Vec3& point) const;

 private:
  struct Cell {
    std::int64_t x, y, z;
  };
  Cell cell_of(const Vec3& point) const;
  double shade_in(const Cell& cell) const;
  /// Modules in the square of cells around (x, z), `reach` cells to each side, in layer `y` of the grid.
  double count(const Cell& cell, std::int64_t reach) const;

  ShadeModel model_;
  std::vector<double> weights_;  ///< by distance in layers
  Cell first_{0, 0, 0};          ///< cell of the grid's corner
  std::int64_t width_ = 0, height_ = 0, depth_ = 0;
  std::vector<std::uint32_t> sums_;  ///< by layer: (width + 1) x (depth + 1) sums
};

}  // namespace weald::lsystem
