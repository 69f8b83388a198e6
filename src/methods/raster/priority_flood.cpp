#include "methods/raster/priority_flood.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>

namespace weald::hydrology {

namespace {

// Height and cell make one key, and no two keys are equal.
class CellQueue {
 public:
  bool empty() const { return keys_.empty(); }
  void push(float height, Cell cell) {
    keys_.push_back(std::uint64_t{ordered(height)} << 32 | cell);
    std::push_heap(keys_.begin(), keys_.end(), std::greater<>());
  }
  Cell pop() {
    std::pop_heap(keys_.begin(), keys_.end(), std::greater<>());
    const auto cell = static_cast<Cell>(keys_.back());
    keys_.pop_back();
    return cell;
  }

 private:
  std::vector<std::uint64_t> keys_;
};

std::vector<std::uint8_t> margin_marked(const Cells& cells) {
  std::vector<std::uint8_t> seen(cells.count(), 1);
  for (int y = 0; y < cells.height; ++y) std::fill_n(seen.begin() + cells.at(0, y), cells.width, std::uint8_t{0});
  return seen;
}

}  // namespace

void flood(const Cells& cells, std::span<float> heights, std::span<const std::uint8_t> outlets, FillSurface surface) {
  std::vector<std::uint8_t> seen = margin_marked(cells);
  CellQueue open;
  for (int y = 0; y < cells.height; ++y) {
    for (int x = 0; x < cells.width; ++x) {
      const Cell cell = cells.at(x, y);
      if (outlets[cell] == 0) continue;
      seen[cell] = 1;
      open.push(heights[cell], cell);
    }
  }
  const auto steps = cells.steps();
  std::vector<Cell> raised;  // first in, first out: raised cells need no heap, they rise from the cell they came from
  std::size_t first = 0;
  while (!open.empty() || first < raised.size()) {
    const bool from_raised = first < raised.size();
    const Cell cell = from_raised ? raised[first++] : open.pop();
    if (first == raised.size()) {
      raised.clear();
      first = 0;
    }
    const float floor = surface == FillSurface::level ? heights[cell] : next_up(heights[cell]);
    for (const Cell step : steps) {
      const Cell neighbour = cell + step;
      if (seen[neighbour] != 0) continue;
      seen[neighbour] = 1;
      if (heights[neighbour] <= floor) {
        heights[neighbour] = floor;
        raised.push_back(neighbour);
      } else {
        open.push(heights[neighbour], neighbour);
      }
    }
  }
}

}  // namespace weald::hydrology
