#include "stages/land/water/detail/tile_flow.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/check.h"
#include "methods/raster/cells.h"

namespace weald::hydrology::detail {

namespace {

constexpr std::uint8_t kDone = 0xFF;

// The water of one tile. The margin around it has the direction kOutside.
class TileFlow {
 public:
  explicit TileFlow(const Grid<std::uint8_t>& directions)
      : cells_{directions.width(), directions.height()},
        steps_(cells_.steps()),
        directions_(cells_.count(), kOutside),
        waiting_for_(cells_.count(), 0),
        areas_(cells_.width, cells_.height, 1) {
    for (int y = 0; y < cells_.height; ++y) std::ranges::copy(directions.row(y), directions_.begin() + cells_.at(0, y));
  }

  std::uint64_t& area(TileSample at) { return areas_.at(at.x, at.y); }

  // Follows the water down from every source, and stops at a sample until all of its inflow has arrived.
  Grid<std::uint64_t> added_up() {
    for (int y = 0; y < cells_.height; ++y) {
      for (int x = 0; x < cells_.width; ++x) {
        const Cell cell = cells_.at(x, y);
        if (has_next(cell)) ++waiting_for_[cell + steps_[directions_[cell]]];
      }
    }
    for (int y = 0; y < cells_.height; ++y) {
      for (int x = 0; x < cells_.width; ++x) follow({x, y});
    }
    return std::move(areas_);
  }

 private:
  void follow(TileSample at) {
    Cell cell = cells_.at(at.x, at.y);
    while (waiting_for_[cell] == 0) {
      waiting_for_[cell] = kDone;
      if (!has_next(cell)) return;
      const std::uint64_t area = areas_.at(at.x, at.y);
      const std::uint8_t direction = directions_[cell];
      at.x += kStepX[direction], at.y += kStepY[direction];
      cell += steps_[direction];
      areas_.at(at.x, at.y) += area;
      --waiting_for_[cell];
    }
  }
  bool has_next(Cell cell) const {
    return directions_[cell] < kDirections && directions_[cell + steps_[directions_[cell]]] != kOutside;
  }

  Cells cells_;
  std::array<Cell, kDirections> steps_;
  std::vector<std::uint8_t> directions_;
  std::vector<std::uint8_t> waiting_for_;
  Grid<std::uint64_t> areas_;
};

}  // namespace

Grid<std::uint64_t> tile_areas(const Grid<std::uint8_t>& directions, std::span<const std::uint64_t> inflow) {
  const std::vector<TileSample> perimeter = perimeter_samples(directions.width(), directions.height());
  WEALD_CHECK(inflow.size() == perimeter.size());
  TileFlow flow(directions);
  for (std::size_t place = 0; place < perimeter.size(); ++place) flow.area(perimeter[place]) += inflow[place];
  return flow.added_up();
}

}  // namespace weald::hydrology::detail
