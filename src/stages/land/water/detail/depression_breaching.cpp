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
#include "stages/land/water/detail/routing_rows.h"

namespace weald::hydrology::detail {

namespace {

constexpr std::uint64_t kLevelWays = 1;
constexpr double kMinStep = 0.02;

using Basin = std::uint32_t;
constexpr Basin kMargin = 0;      // the basin of cells outside the map, and of cells not yet assigned
constexpr Basin kDrained = 1;     // the basin of all cells that drain to an outlet
constexpr Basin kFirstBasin = 2;  // the basins of pits are numbered from here on
constexpr Cell kNoCell = 0;       // cell 0 is in the margin
constexpr unsigned kAllAround = (1u << kDirections) - 1;

// How far the search is in a basin. Until the search has reached the pit, every cell of the basin that it touches is
// searched. Each cell then lies above a lower cell that the search has reached or will reach first, so the search meets
// the cells of the basin in the order of their heights, and only cells on the rim need to be looked at.
enum class Progress : std::uint8_t { dry, descending, full };

// Search queue entry: lowest key first; of equal heights, the shortest path over level ground first.
struct NextOnWay {
  std::uint64_t key = 0;
  Cell cell = kNoCell;
  bool operator>(const NextOnWay& other) const { return key != other.key ? key > other.key : cell > other.cell; }
};

// A place on the border of a basin where one may leave it for another one.
struct Sill {
  Cell from;
  Basin to;
  float height;
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
        rim_(std::make_unique_for_overwrite<std::uint16_t[]>(cells.count())),
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
    while (dry > 0 && find_next()) {
      const Cell cell = now_.cell;
      if (now_.key != key(cell)) continue;  // stale entry: a shorter path has been found since
      BasinState& basin = basins_[basin_[cell]];
      if (basin.progress == Progress::dry) {
        join(cell);
        basin.progress = Progress::descending;
        --dry;
      }
      if (cell == basin.pit) {
        basin.progress = Progress::full;
        open_rim(basin_[cell]);
      }
      look_around(cell, basin.progress == Progress::full ? (rim_[cell] | rim_[cell] >> kDirections) : kAllAround);
    }
  }

 private:
  std::uint64_t key(Cell cell) const {
    return std::uint64_t{ordered(heights_[cell])} << 32 | std::bit_cast<std::uint32_t>(way_[cell]);
  }
  // Opens a cell. The way down to a pit needs no queue: what is lower than the cell from which one comes is lower than
  // all that is open.
  void push(Cell cell) {
    NextOnWay entry{key(cell), cell};
    if (now_ > entry) {
      if (!is_descending_) {
        is_descending_ = true;
        lower_ = entry;
        return;
      }
      if (lower_ > entry) std::swap(lower_, entry);
    }
    open_.push_back(entry);
    std::push_heap(open_.begin(), open_.end(), std::greater<>());
  }
  // Takes the lowest open entry as the current one; false if there is none.
  bool find_next() {
    if (is_descending_) {
      now_ = lower_;
      is_descending_ = false;
      return true;
    }
    if (open_.empty()) return false;
    std::pop_heap(open_.begin(), open_.end(), std::greater<>());
    now_ = open_.back();
    open_.pop_back();
    return true;
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
        if (rim_[cell] != 0) next_on_rim_[cell] = std::exchange(basins_[basin_[cell]].rim, cell);
      }
    }
  }

  void mark_rims(Cell first) {
    RimRow row{.basin = basin_.data() + first, .height = heights_.data() + first, .steps = {}, .count = cells_.width};
    for (std::size_t d = 0; d < kDirections; ++d)
      row.steps[d] = std::ptrdiff_t{kStepY[d]} * cells_.stride() + kStepX[d];
    rim_row(row, rim_.get() + first);
  }

  // Opens those cells on the rim of a full basin from which the search may enter another basin. It enters that over the
  // lowest sill of their common border, or from elsewhere before, so all higher places of the border are left out.
  // Cells of equal height may shorten each other's way, so these are all opened. What the search has touched is open
  // already.
  void open_rim(Basin basin) {
    sills_.clear();
    for (Cell cell = basins_[basin].rim; cell != kNoCell; cell = next_on_rim_[cell]) {
      find_sills(cell, basin);
      if (has_level_way(cell)) open(cell);
    }
    for (const Sill& sill : sills_) {
      if (sill.height == basins_[sill.to].sill) open(sill.from);
    }
  }
  void open(Cell cell) {
    if (back_[cell] != kOutside) return;
    back_[cell] = kOutlet;  // never read, as the basin is joined
    way_[cell] = 0;
    push(cell);
  }

  // Notes each neighbour across the border over which one comes lower than over those before it.
  void find_sills(Cell cell, Basin basin) {
    for (unsigned rest = rim_[cell] & kAllAround; rest != 0; rest &= rest - 1) {
      const Cell next = cell + steps_[static_cast<std::size_t>(std::countr_zero(rest))];
      BasinState& other = basins_[basin_[next]];
      if (other.progress == Progress::full) continue;
      const float height = std::max(heights_[cell], heights_[next]);
      if (other.sill_from == basin && height > other.sill) continue;
      other.sill_from = basin;
      other.sill = height;
      sills_.push_back({cell, basin_[next], height});
    }
  }

  // The way to a drained cell is never shortened.
  bool has_level_way(Cell cell) const {
    for (unsigned rest = rim_[cell] >> kDirections; rest != 0; rest &= rest - 1) {
      if (basin_[cell + steps_[static_cast<std::size_t>(std::countr_zero(rest))]] != kDrained) return true;
    }
    return false;
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

  // Touches the neighbours in the directions of a set.
  void look_around(Cell cell, unsigned directions) {
    for (unsigned rest = directions & kAllAround; rest != 0; rest &= rest - 1) {
      const int d = std::countr_zero(rest);
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
  std::unique_ptr<std::uint16_t[]> rim_;  // of each sample, see rim_row()
  std::vector<std::uint8_t> back_;  // direction back to the cell from which the search came; kOutside: not touched
  std::vector<BasinState> basins_;
  // Written where they are read only, so that most of their pages are never used.
  std::unique_ptr<Cell[]> next_on_rim_;
  std::unique_ptr<float[]> way_;  // of touched cells: the way over level ground
  std::vector<NextOnWay> open_;   // binary heap
  NextOnWay now_;                 // the current entry: no open one is lower, but for lower_
  NextOnWay lower_;               // the next entry, if is_descending_
  bool is_descending_ = false;
  std::vector<Sill> sills_;  // working memory of open_rim
};

}  // namespace

void breach_depressions(const Cells& cells, std::span<const float> heights, std::uint64_t seed,
                        std::span<std::uint8_t> directions) {
  WaysOut(cells, heights, seed, directions).search();
}

}  // namespace weald::hydrology::detail
