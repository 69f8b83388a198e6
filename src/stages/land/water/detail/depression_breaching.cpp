#include "stages/land/water/detail/depression_breaching.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "methods/raster/priority_flood.h"

namespace weald::hydrology::detail {

namespace {

constexpr std::uint64_t kLevelWays = 1;
constexpr double kMinStep = 0.02;

using Basin = std::uint32_t;
constexpr Basin kMargin = 0;      // the basin of cells outside the map, and of cells not yet assigned
constexpr Basin kDrained = 1;     // the basin of all cells that drain to an outlet
constexpr Basin kFirstBasin = 2;  // the basins of pits are numbered from here on
constexpr Cell kNoCell = 0;       // cell 0 is in the margin

// How far the search is in a basin. Until the search has reached the pit, every cell of the basin that it touches is
// searched. Each cell then lies above a lower cell that the search has reached or will reach first, so the search meets
// the cells of the basin in the order of their heights, and only cells on the rim need to be looked at.
enum class Progress : std::uint8_t { dry, descending, full };

// Search queue entry: lowest key first; of equal heights, the shortest path over level ground first.
struct NextOnWay {
  std::uint64_t key;
  Cell cell;
  bool operator>(const NextOnWay& other) const { return key != other.key ? key > other.key : cell > other.cell; }
};

struct BasinState {
  Cell pit = kNoCell;
  Cell rim = kNoCell;         // first cell of the list of rim cells
  Basin sill_from = kMargin;  // the full basin to which `sill` belongs
  float sill = 0;             // lowest height over which one comes here from there
  Progress progress = Progress::dry;
};

class WaysOut {
 public:
  WaysOut(const Cells& cells, std::span<const float> heights, std::uint64_t seed, std::span<std::uint8_t> directions)
      : cells_(cells),
        steps_(cells.steps()),
        heights_(heights),
        rng_(sub_seed(seed, kLevelWays)),
        directions_(directions),
        basin_(cells.count(), kMargin),
        is_rim_(cells.count(), 0),
        back_(cells.count(), kOutside),
        basins_(kFirstBasin),
        next_on_rim_(std::make_unique_for_overwrite<Cell[]>(cells.count())),
        way_(std::make_unique_for_overwrite<float[]>(cells.count())) {
    basins_[kDrained].progress = Progress::full;
    find_basins();
    find_rims();
  }

  void search() {
    std::size_t dry = basins_.size() - kFirstBasin;
    open_rim(kDrained);
    while (dry > 0 && !open_.empty()) {
      std::pop_heap(open_.begin(), open_.end(), std::greater<>());
      const NextOnWay now = open_.back();
      open_.pop_back();
      if (now.key != key(now.cell)) continue;  // stale entry: a shorter path has been found since
      BasinState& basin = basins_[basin_[now.cell]];
      if (basin.progress == Progress::dry) {
        join(now.cell);
        basin.progress = Progress::descending;
        --dry;
      }
      if (now.cell == basin.pit) {
        basin.progress = Progress::full;
        open_rim(basin_[now.cell]);
      }
      if (basin.progress != Progress::full || is_rim_[now.cell] != 0) look_around(now.cell);
    }
  }

 private:
  std::uint64_t key(Cell cell) const {
    return std::uint64_t{ordered(heights_[cell])} << 32 | std::bit_cast<std::uint32_t>(way_[cell]);
  }
  void push(Cell cell) {
    open_.push_back({key(cell), cell});
    std::push_heap(open_.begin(), open_.end(), std::greater<>());
  }

  // Finds the basin of each cell.
  void find_basins() {
    for (int y = 0; y < cells_.height; ++y) {
      for (int x = 0; x < cells_.width; ++x) {
        const Cell first = cells_.at(x, y);
        Cell cell = first;
        while (basin_[cell] == kMargin && directions_[cell] < kDirections) cell += steps_[directions_[cell]];
        if (basin_[cell] == kMargin) basin_[cell] = directions_[cell] == kOutlet ? kDrained : add_basin(cell);
        const Basin basin = basin_[cell];
        for (cell = first; basin_[cell] == kMargin; cell += steps_[directions_[cell]]) basin_[cell] = basin;
      }
    }
  }
  Basin add_basin(Cell pit) {
    basins_.push_back({.pit = pit});
    return static_cast<Basin>(basins_.size() - 1);
  }

  // Finds the cells that have a neighbour in another basin or at their own height, and lists them basin by basin.
  void find_rims() {
    for (int y = 0; y < cells_.height; ++y) {
      const Cell first = cells_.at(0, y);
      mark_rims(first);
      for (Cell cell = first + static_cast<Cell>(cells_.width); cell-- > first;) {
        if (is_rim_[cell] != 0) next_on_rim_[cell] = std::exchange(basins_[basin_[cell]].rim, cell);
      }
    }
  }

  void mark_rims(Cell first) {
    const auto count = static_cast<std::size_t>(cells_.width);
    const Basin* basin = basin_.data() + first;
    const float* height = heights_.data() + first;
    std::uint8_t* out = is_rim_.data() + first;
    for (const Cell step : steps_) {
      const Basin* other = basin_.data() + (first + step);
      const float* beside = heights_.data() + (first + step);
      for (std::size_t i = 0; i < count; ++i) {
        const bool differs = (other[i] != basin[i]) & (other[i] != kMargin);
        out[i] |= static_cast<std::uint8_t>(differs | (beside[i] == height[i]));
      }
    }
  }

  // Calls visit() for each neighbour of the cell in a basin that is not full, with that basin.
  template <class Visit>
  void for_neighbours_to_fill(Cell cell, const Visit& visit) {
    for (const Cell step : steps_) {
      const Basin other = basin_[cell + step];
      if (other != kMargin && basins_[other].progress != Progress::full) visit(cell + step, basins_[other]);
    }
  }

  // Opens those cells on the rim of a full basin from which the search may enter another basin. It enters that over the
  // lowest sill of their common border, or from elsewhere before, so all higher places of the border are left out.
  // Cells that the search has touched are open already.
  void open_rim(Basin basin) {
    const Cell first = basins_[basin].rim;
    for (Cell cell = first; cell != kNoCell; cell = next_on_rim_[cell]) {
      for_neighbours_to_fill(cell, [&](Cell next, BasinState& other) {
        const float sill = std::max(heights_[cell], heights_[next]);
        if (other.sill_from == basin && !(sill < other.sill)) return;
        other.sill_from = basin;
        other.sill = sill;
      });
    }
    for (Cell cell = first; cell != kNoCell; cell = next_on_rim_[cell]) {
      if (back_[cell] != kOutside || !may_lead_on(cell)) continue;
      back_[cell] = kOutlet;  // never read, as the basin is joined
      way_[cell] = 0;
      push(cell);
    }
  }

  // Cells of equal height may shorten each other's way, so these all count.
  bool may_lead_on(Cell cell) {
    bool leads = false;
    for_neighbours_to_fill(cell, [&](Cell next, const BasinState& other) {
      leads = leads || std::max(heights_[cell], heights_[next]) <= other.sill;
    });
    for (const Cell step : steps_)
      leads = leads || (heights_[cell + step] == heights_[cell] && basin_[cell + step] != kDrained);
    return leads;
  }

  // Called with the first cell of a basin that the search reaches: its pit then drains to this cell and out of the
  // basin.
  void join(Cell cell) {
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
      const Basin basin = basin_[next];
      if (basin == kMargin || basin == kDrained) continue;
      const bool is_touched = back_[next] != kOutside;
      const bool is_level = heights_[next] == heights_[cell];
      if (is_touched ? !is_level : basins_[basin].progress == Progress::full) continue;
      const float way = is_level ? way_[cell] + level_step(cell, d) : 0;
      if (is_touched && !(way < way_[next])) continue;
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
    return static_cast<float>(step_length(direction) * (kMinStep + random * random));
  }

  Cells cells_;
  std::array<Cell, kDirections> steps_;
  std::span<const float> heights_;
  Rng rng_;
  std::span<std::uint8_t> directions_;
  std::vector<Basin> basin_;
  std::vector<std::uint8_t> is_rim_;
  std::vector<std::uint8_t> back_;  // direction back to the cell from which the search came; kOutside: not touched
  std::vector<BasinState> basins_;
  // Written where they are read only, so that most of their pages are never used.
  std::unique_ptr<Cell[]> next_on_rim_;
  std::unique_ptr<float[]> way_;  // of touched cells: the way over level ground
  std::vector<NextOnWay> open_;
};

}  // namespace

void breach_depressions(const Cells& cells, std::span<const float> heights, std::uint64_t seed,
                        std::span<std::uint8_t> directions) {
  WaysOut(cells, heights, seed, directions).search();
}

}  // namespace weald::hydrology::detail
