#include "unit/stages/land/water/plain_breaching.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "methods/raster/priority_flood.h"

namespace weald::test {

using namespace hydrology;

namespace {

constexpr std::uint64_t kLevelWayStream = 1;
constexpr double kLeastLevelStep = 0.02;

// Search queue entry: lowest key first; of equal heights, the shortest path over level ground first.
struct OpenCell {
  std::uint64_t key;
  Cell cell;
  bool operator>(const OpenCell& other) const { return key != other.key ? key > other.key : cell > other.cell; }
};

class WaysOutOverAllCells {
 public:
  WaysOutOverAllCells(const Cells& cells, std::span<const float> heights, std::uint64_t seed,
                      std::span<std::uint8_t> directions)
      : cells_(cells),
        steps_(cells.steps()),
        heights_(heights),
        rng_(sub_seed(seed, kLevelWayStream)),
        directions_(directions),
        pit_(cells.count(), 0),
        is_joined_(cells.count(), 0),
        way_(cells.count(), kFar),
        back_(cells.count(), kOutside) {
    find_pits();
  }

  void search(std::span<const std::uint8_t> outlets) {
    for (Cell cell = 0; cell < outlets.size(); ++cell) {
      if (outlets[cell] == 0 || directions_[cell] == kOutside) continue;
      way_[cell] = 0;
      back_[cell] = kOutlet;
      push(cell);
    }
    while (!open_.empty()) {
      std::pop_heap(open_.begin(), open_.end(), std::greater<>());
      const OpenCell now = open_.back();
      open_.pop_back();
      if (now.key != key(now.cell)) continue;  // stale entry: a shorter path has been found since
      join(now.cell);
      look_around(now.cell);
    }
  }

 private:
  static constexpr float kFar = 3e38f;

  std::uint64_t key(Cell cell) const {
    return std::uint64_t{ordered(heights_[cell])} << 32 | std::bit_cast<std::uint32_t>(way_[cell]);
  }
  void push(Cell cell) {
    open_.push_back({key(cell), cell});
    std::push_heap(open_.begin(), open_.end(), std::greater<>());
  }

  // Finds the pit that each cell drains to. Cells that drain to an outlet get the outlet.
  void find_pits() {
    std::vector<Cell> way;
    for (int y = 0; y < cells_.height; ++y) {
      for (int x = 0; x < cells_.width; ++x) {
        Cell cell = cells_.at(x, y);
        way.clear();
        while (pit_[cell] == 0 && directions_[cell] < kDirections) {
          way.push_back(cell);
          cell += steps_[directions_[cell]];
        }
        if (pit_[cell] == 0) pit_[cell] = cell;
        for (const Cell above : way) pit_[above] = pit_[cell];
      }
    }
  }

  // Called with the first cell of a basin that the search reaches: its pit then drains to this cell and out of the
  // basin.
  void join(Cell cell) {
    const Cell pit = pit_[cell];
    if (is_joined_[pit] != 0) return;
    is_joined_[pit] = 1;
    std::uint8_t out = back_[cell];
    while (true) {
      const std::uint8_t down = std::exchange(directions_[cell], out);
      if (down >= kDirections) return;
      out = static_cast<std::uint8_t>(opposite(down));
      cell += steps_[down];
    }
  }

  void look_around(Cell cell) {
    for (int d = 0; d < kDirections; ++d) {
      const Cell next = cell + steps_[static_cast<std::size_t>(d)];
      if (directions_[next] == kOutside) continue;
      const bool is_level = heights_[next] == heights_[cell];
      if (back_[next] != kOutside && !is_level) continue;
      const float way = is_level ? way_[cell] + level_step(cell, d) : 0;
      if (back_[next] != kOutside && !(way < way_[next])) continue;
      way_[next] = way;
      back_[next] = static_cast<std::uint8_t>(opposite(d));
      push(next);
    }
  }

  // Step lengths with random factors, so that paths over level ground wander. Symmetric in direction.
  float level_step(Cell cell, int direction) const {
    const auto place = static_cast<std::size_t>(direction & 3);
    const Cell from = direction < 4 ? cell : cell + steps_[static_cast<std::size_t>(direction)];
    const double random = rng_.four_uniforms(static_cast<std::uint64_t>(cells_.column(from)),
                                             static_cast<std::uint64_t>(cells_.row(from)))[place];
    return static_cast<float>(step_length(direction) * (kLeastLevelStep + random * random));
  }

  Cells cells_;
  std::array<Cell, kDirections> steps_;
  std::span<const float> heights_;
  Rng rng_;
  std::span<std::uint8_t> directions_;
  std::vector<Cell> pit_;
  std::vector<std::uint8_t> is_joined_;  // per pit
  std::vector<float> way_;
  std::vector<std::uint8_t> back_;  // direction back to the cell from which the search came
  std::vector<OpenCell> open_;
};

}  // namespace

void breach_depressions_cell_by_cell(const Cells& cells, std::span<const float> heights,
                                     std::span<const std::uint8_t> outlets, std::uint64_t seed,
                                     std::span<std::uint8_t> directions) {
  WaysOutOverAllCells(cells, heights, seed, directions).search(outlets);
}

}  // namespace weald::test
