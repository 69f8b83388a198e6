#include "methods/raster/priority_flood.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>

namespace weald::hydrology {

namespace {

// Least height of a raised cell above the next cell on its path out, for axis and diagonal neighbours.
struct NoRise {
  float along(float height) const { return height; }
  float across(float height) const { return height; }
};
struct LeastRise {
  float along(float height) const { return next_up(height); }
  float across(float height) const { return next_up(height); }
};
struct EvenRise {
  float slope;
  float along(float height) const { return height + slope; }
  float across(float height) const { return height + slope * 1.41421356f; }
};

// Only cells with a neighbour at or below their own height enter the queue; slopes are climbed and depressions filled
// without it. The margin counts as visited, so no border tests are needed.
template <class Rise>
class Flood {
 public:
  Flood(const Cells& cells, std::span<float> heights, Rise rise)
      : heights_(heights), rise_(rise), reached_(cells.count(), 1) {
    for (int y = 0; y < cells.height; ++y) std::fill_n(reached_.begin() + cells.at(0, y), cells.width, std::uint8_t{0});
    const auto steps = cells.steps();
    along_ = {steps[kNorth], steps[kWest], steps[kEast], steps[kSouth]};
    across_ = {steps[kNorthWest], steps[kNorthEast], steps[kSouthWest], steps[kSouthEast]};
  }

  void run(std::span<const std::uint8_t> outlets) {
    for (Cell cell = 0; cell < outlets.size(); ++cell) {
      if (outlets[cell] == 0 || reached_[cell] != 0) continue;
      reached_[cell] = 1;
      shores_.push_back(key(cell));
    }
    std::make_heap(shores_.begin(), shores_.end(), std::greater<>());
    while (!shores_.empty()) {
      std::pop_heap(shores_.begin(), shores_.end(), std::greater<>());
      depression_.push_back(static_cast<Cell>(shores_.back()));
      shores_.pop_back();
      fill_depression();
      climb();
    }
  }

 private:
  // Height and cell form one key; no two keys are equal.
  std::uint64_t key(Cell cell) const { return std::uint64_t{ordered(heights_[cell])} << 32 | cell; }

  // Calls visit() for the neighbours of `cell` not yet visited, with the least height that they must have.
  template <class Visit>
  void for_dry_neighbours(Cell cell, const Visit& visit) {
    const float along = rise_.along(heights_[cell]), across = rise_.across(heights_[cell]);
    for (const Cell step : along_) {
      if (reached_[cell + step] == 0) visit(cell + step, along);
    }
    for (const Cell step : across_) {
      if (reached_[cell + step] == 0) visit(cell + step, across);
    }
  }
  void reach(Cell cell, std::vector<Cell>& next) {
    reached_[cell] = 1;
    next.push_back(cell);
  }

  // Raises lower neighbours, starting from the cells in `depression_`; higher neighbours are left to climb().
  void fill_depression() {
    for (std::size_t first = 0; first < depression_.size(); ++first) {
      for_dry_neighbours(depression_[first], [&](Cell cell, float least) {
        if (heights_[cell] > least) {
          reach(cell, slopes_);
        } else {
          heights_[cell] = least;
          reach(cell, depression_);
        }
      });
    }
    depression_.clear();
  }

  void climb() {
    while (!slopes_.empty()) {
      const Cell from = slopes_.back();
      slopes_.pop_back();
      bool is_shore = false;
      for_dry_neighbours(from, [&](Cell cell, float least) {
        if (heights_[cell] > least)
          reach(cell, slopes_);
        else
          is_shore = true;
      });
      if (is_shore) low_beside_.push_back(from);
    }
    // Most of these neighbours have meanwhile been reached from elsewhere, so few cells enter the queue.
    for (const Cell from : low_beside_) {
      bool is_shore = false;
      for_dry_neighbours(from, [&](Cell, float) { is_shore = true; });
      if (!is_shore) continue;
      shores_.push_back(key(from));
      std::push_heap(shores_.begin(), shores_.end(), std::greater<>());
    }
    low_beside_.clear();
  }

  std::span<float> heights_;
  Rise rise_;
  std::array<Cell, 4> along_{}, across_{};
  std::vector<std::uint8_t> reached_;
  std::vector<std::uint64_t> shores_;  // binary heap of keys
  std::vector<Cell> depression_;
  std::vector<Cell> slopes_;
  std::vector<Cell> low_beside_;  // climbed cells with an unvisited neighbour that is not higher
};

}  // namespace

void flood(const Cells& cells, std::span<float> heights, std::span<const std::uint8_t> outlets, FillSurface surface) {
  if (surface == FillSurface::level) {
    Flood(cells, heights, NoRise{}).run(outlets);
  } else {
    Flood(cells, heights, LeastRise{}).run(outlets);
  }
}

Grid<float> spill_surface(const Grid<float>& land, float sea, float slope) {
  const Cells cells{land.width(), land.height()};
  std::vector<float> heights(cells.count());
  std::vector<std::uint8_t> outlets(cells.count());
  for (int y = 0; y < cells.height; ++y) {
    for (int x = 0; x < cells.width; ++x) {
      const bool border = x == 0 || y == 0 || x + 1 == cells.width || y + 1 == cells.height;
      heights[cells.at(x, y)] = land.at(x, y);
      outlets[cells.at(x, y)] = border || land.at(x, y) <= sea ? 1 : 0;
    }
  }
  Flood(cells, heights, EvenRise{slope}).run(outlets);
  Grid<float> surface(cells.width, cells.height);
  for (int y = 0; y < cells.height; ++y)
    std::copy_n(heights.begin() + cells.at(0, y), cells.width, surface.row(y).begin());
  return surface;
}

}  // namespace weald::hydrology
