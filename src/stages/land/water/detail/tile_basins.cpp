#include "stages/land/water/detail/tile_basins.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/check.h"
#include "base/disjoint_sets.h"
#include "base/parallel.h"
#include "methods/raster/lattice.h"
#include "methods/raster/priority_flood.h"
#include "stages/land/water/detail/routing_rows.h"
#include "stages/land/water/detail/tile_graph.h"

namespace weald::hydrology::detail {

namespace {

constexpr std::uint32_t kNoPart = 0xFFFFFFFFu;
constexpr std::uint32_t kDrainedPart = 0;
constexpr std::uint64_t kNoTie = ~std::uint64_t{0};
constexpr BasinSill kNoSill{~std::uint64_t{0}, ~std::uint64_t{0}};
constexpr std::size_t kMostSills = std::size_t{1} << 20;  // gathered before all but the lowest are dropped
constexpr std::size_t kRowsPerBasinBlock = 32;
constexpr std::uint64_t kLevelSeed = 0x5EA1;

}  // namespace

std::uint64_t sill_heights(float a, float b) {
  const std::uint64_t first = ordered(a), second = ordered(b);
  return std::max(first, second) << 32 | std::min(first, second);
}

std::uint32_t level_chance(std::int64_t column, std::int64_t row, int direction) {
  return noise::point_hash(noise::column_key(kLevelSeed, column), noise::row_key(kLevelSeed, 4 * row + direction));
}

TileBasins::TileBasins(const Heightmap& land, OutletSides sides, std::optional<float> sea_level)
    : whole_(land.whole_grid()),
      own_(land.place ? land.place->region : Region{0, 0, land.width(), land.height()}),
      cells_{own_.width, own_.height},
      steps_(cells_.steps()),
      heights_(cells_.count(), std::numeric_limits<float>::infinity()),
      directions_(cells_.count(), kOutside),
      parts_(cells_.count(), kNoPart),
      sinks_{0},
      level_sets_(0) {
  take_heights(land);
  find_directions(sides, sea_level);
  find_parts();
  level_sets_ = DisjointSets(sinks_.size());
  join_level_pits();
  find_sills();
  find_groups();
}

// The heights of the tile, and in the margin those of the samples next to it.
void TileBasins::take_heights(const Heightmap& land) {
  const int x0 = land.place ? land.place->x - own_.x : 0, y0 = land.place ? land.place->y - own_.y : 0;
  const int west = std::max(x0, -1), east = std::min(x0 + land.width(), own_.width + 1);
  for (int y = std::max(y0, -1); y < std::min(y0 + land.height(), own_.height + 1); ++y)
    std::copy_n(land.heights.row(y - y0).begin() + (west - x0), east - west, heights_.begin() + cells_.at(west, y));
}

void TileBasins::find_directions(OutletSides sides, std::optional<float> sea_level) {
  parallel_blocks(static_cast<std::size_t>(cells_.height), kRowsPerBasinBlock, [&](std::size_t begin, std::size_t end) {
    std::vector<double> steepest(static_cast<std::size_t>(cells_.width + kDescentSlack));
    for (auto y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      const Cell first = cells_.at(0, y);
      const float* height = heights_.data() + first;
      steepest_row({height - cells_.stride(), height, height + cells_.stride(), cells_.width}, steepest.data());
      for (int x = 0; x < cells_.width; ++x) {
        const double direction = steepest[static_cast<std::size_t>(x)];
        std::uint8_t& out = directions_[first + static_cast<Cell>(x)];
        out = direction < 0 ? std::uint8_t{kPit} : static_cast<std::uint8_t>(direction);
        if (is_outlet(sides, whole_, own_.x + x, own_.y + y) || (sea_level && height[x] < *sea_level)) out = kOutlet;
      }
    }
  });
}

void TileBasins::find_parts() {
  const auto goes_on = [&](Cell cell) {
    return directions_[cell] < kDirections && directions_[cell + steps_[directions_[cell]]] != kOutside;
  };
  for (int y = 0; y < cells_.height; ++y) {
    for (int x = 0; x < cells_.width; ++x) {
      const Cell first = cells_.at(x, y);
      Cell cell = first;
      while (parts_[cell] == kNoPart && goes_on(cell)) cell += steps_[directions_[cell]];
      if (parts_[cell] == kNoPart) {
        parts_[cell] = directions_[cell] == kOutlet ? kDrainedPart : static_cast<Part>(sinks_.size());
        if (parts_[cell] != kDrainedPart) sinks_.push_back(cell);
      }
      const Part part = parts_[cell];
      for (cell = first; parts_[cell] == kNoPart; cell += steps_[directions_[cell]]) parts_[cell] = part;
    }
  }
}

// Joins the pits of level ground over level sills, round by round (Boruvka). No sill of a basin is lower than its pit,
// so the lowest one of a pit with a neighbour at its own height is level. The same holds for the lowest pits of what
// they are joined to, until one of its pits lies beside another tile, or its water leaves the tile. Level ground would
// otherwise have as many basins as samples.
void TileBasins::join_level_pits() {
  std::vector<std::uint8_t> is_inside(sinks_.size(), 0);  // whether all pits of a set are known, and those around them
  std::vector<float> lowest_pit(sinks_.size(), 0);        // height of the lowest pits of such a set
  std::vector<Cell> pits;
  for (Part part = kDrainedPart + 1; part < sinks_.size(); ++part) {
    const Cell pit = sinks_[part];
    if (directions_[pit] != kPit || touches_other_tile({cells_.column(pit), cells_.row(pit)})) continue;
    is_inside[part] = 1;
    lowest_pit[part] = heights_[pit];
    pits.push_back(pit);
  }
  std::vector<std::uint64_t> lowest(sinks_.size(), kNoTie);
  std::vector<Part> found;
  do {
    found.clear();
    std::erase_if(pits, [&](Cell pit) {
      const Part set = level_sets_.root(parts_[pit]);
      const std::uint64_t tie =
          is_inside[set] != 0 && heights_[pit] == lowest_pit[set] ? lowest_level_tie(pit) : kNoTie;
      if (tie == kNoTie) return true;
      if (lowest[set] == kNoTie) found.push_back(set);
      lowest[set] = std::min(lowest[set], tie);
      return false;
    });
    for (const Part set : found) {
      const BasinSill sill{0, std::exchange(lowest[set], kNoTie)};
      const Ends ends = ends_of(sill);
      const Part a = level_sets_.root(parts_[ends.a]), b = level_sets_.root(parts_[ends.b]);
      if (!level_sets_.join(a, b)) continue;
      const Part both = level_sets_.root(a);
      is_inside[both] = is_inside[a] & is_inside[b];
      lowest_pit[both] = std::min(lowest_pit[a], lowest_pit[b]);
      joined_.push_back({sill_heights(heights_[ends.a], heights_[ends.b]), sill.tie});
    }
  } while (!found.empty());
}

// The lowest of the sills from a pit to samples at its height in other sets.
std::uint64_t TileBasins::lowest_level_tie(Cell pit) {
  std::uint64_t lowest = kNoTie;
  for (int d = 0; d < kDirections; ++d) {
    const Cell next = pit + steps_[static_cast<std::size_t>(d)];
    if (parts_[next] == kNoPart || heights_[next] != heights_[pit]) continue;
    if (level_sets_.root(parts_[next]) == level_sets_.root(parts_[pit])) continue;
    lowest = std::min(lowest, d < kSillDirections ? tie_of(pit, d, true) : tie_of(next, opposite(d), true));
  }
  return lowest;
}

std::uint64_t TileBasins::tie_of(Cell from, int direction, bool is_level) const {
  const int x = cells_.column(from), y = cells_.row(from);
  const std::uint64_t chance = is_level ? level_chance(own_.x + x, own_.y + y, direction) : 0;
  const std::int64_t sample = std::int64_t{y} * cells_.width + x;
  return chance << 32 | static_cast<std::uint64_t>(4 * sample + direction);
}

void TileBasins::find_sills() {
  LatePairs<BasinSill> lowest;
  for (int y = 0; y < cells_.height; ++y) {
    for (int x = 0; x < cells_.width; ++x) {
      const Cell from = cells_.at(x, y);
      for (int d = 0; d < kSillDirections; ++d) {
        const Cell to = from + steps_[static_cast<std::size_t>(d)];
        if (parts_[to] == parts_[from] || parts_[to] == kNoPart) continue;
        const Part a = level_sets_.root(parts_[from]), b = level_sets_.root(parts_[to]);
        BasinSill sill{sill_heights(heights_[from], heights_[to]), 0};
        if (a == b) continue;
        BasinSill& before = lowest.of(a, b, kNoSill);
        if (sill.heights > before.heights) continue;
        sill.tie = tie_of(from, d, heights_[from] == heights_[to]);
        if (!(sill < before)) continue;
        before = sill;
        sills_.push_back(sill);
      }
    }
    if (sills_.size() >= kMostSills + sinks_.size()) keep_lowest();
  }
  keep_lowest();
}

// Keeps the lowest sills that connect what all of them connect (Kruskal).
void TileBasins::keep_lowest() {
  std::ranges::sort(sills_);
  DisjointSets sets = level_sets_;
  std::erase_if(sills_, [&](const BasinSill& sill) {
    const Ends ends = ends_of(sill);
    return !sets.join(parts_[ends.a], parts_[ends.b]);
  });
}

// Joins parts to groups, each with a part that touches another tile or the outlets. From the lowest sill on, a group
// without one is joined over the lowest of all its sills.
void TileBasins::find_groups() {
  DisjointSets sets = std::exchange(level_sets_, DisjointSets(0));
  std::vector<std::uint8_t> touches(sinks_.size(), 0);
  touches[sets.root(kDrainedPart)] = 1;
  for (const TileSample at : perimeter_samples(cells_.width, cells_.height)) {
    if (touches_other_tile(at)) touches[sets.root(parts_[cells_.at(at.x, at.y)])] = 1;
  }
  for (const BasinSill& sill : sills_) {
    const Ends ends = ends_of(sill);
    const std::uint32_t a = sets.root(parts_[ends.a]), b = sets.root(parts_[ends.b]);
    const bool is_open = touches[a] != 0 && touches[b] != 0;
    (is_open ? open_ : joined_).push_back(sill);
    if (is_open) continue;
    const std::uint8_t either = touches[a] | touches[b];
    sets.join(a, b);
    touches[sets.root(a)] = either;
  }
  sills_ = {};
  groups_.resize(sinks_.size());
  for (Part part = 0; part < groups_.size(); ++part) {  // a root has the smallest number of its set
    const std::uint32_t root = sets.root(part);
    groups_[part] = root == part ? group_count_++ : groups_[root];
  }
}

bool TileBasins::touches_other_tile(TileSample at) const {
  return (at.x == 0 && own_.x > 0) || (at.y == 0 && own_.y > 0) ||
         (at.x + 1 == own_.width && own_.x + own_.width < whole_.width) ||
         (at.y + 1 == own_.height && own_.y + own_.height < whole_.height);
}

TileBasins::Ends TileBasins::ends_of(const BasinSill& sill) const {
  const auto code = static_cast<std::uint32_t>(sill.tie);
  const std::uint32_t sample = code / 4, width = static_cast<std::uint32_t>(cells_.width);
  const Cell from = cells_.at(static_cast<int>(sample % width), static_cast<int>(sample / width));
  const auto direction = code % 4;
  return {from, from + steps_[direction], static_cast<int>(direction)};
}

BasinSummary TileBasins::summary() const {
  BasinSummary summary{std::vector<std::uint64_t>(group_count_, 0), {}, {}, {}, {}};
  for (int y = 0; y < cells_.height; ++y) {
    for (int x = 0; x < cells_.width; ++x) ++summary.samples[groups_[parts_[cells_.at(x, y)]]];
  }
  for (const TileSample at : perimeter_samples(cells_.width, cells_.height)) {
    const Cell cell = cells_.at(at.x, at.y);
    summary.heights.push_back(heights_[cell]);
    summary.directions.push_back(directions_[cell]);
    summary.groups.push_back(groups_[parts_[cell]]);
  }
  for (const BasinSill& sill : open_) {
    const Ends ends = ends_of(sill);
    summary.sills.push_back({sill, groups_[parts_[ends.a]], groups_[parts_[ends.b]]});
  }
  return summary;
}

// Goes up the tree from the outlets and the ways out, and turns the water of each part towards them.
Grid<std::uint8_t> TileBasins::directions(const BasinSolution& solution) const {
  const std::vector<TileSample> perimeter = perimeter_samples(cells_.width, cells_.height);
  const auto exists = [&](const auto& at) { return at.place < perimeter.size(); };
  const auto leads_on = [](const WayOut& way) { return way.direction < kDirections; };
  WEALD_CHECK(solution.is_crossed.size() == open_.size() && std::ranges::all_of(solution.ways_out, exists) &&
              std::ranges::all_of(solution.ways_out, leads_on) && std::ranges::all_of(solution.inflow, exists));
  std::vector<BasinSill> sills = joined_;
  for (std::size_t i = 0; i < open_.size(); ++i) {
    if (solution.is_crossed[i] != 0) sills.push_back(open_[i]);
  }
  std::vector<std::uint8_t> turned = directions_, is_turned(sinks_.size(), 0);
  // Part 0 is empty where the tile has no outlet; then nothing is connected to it.
  std::vector<Part> roots{kDrainedPart};
  is_turned[kDrainedPart] = 1;
  // Reverses the path from a sample down to the end of its part.
  const auto turn = [&](Cell cell, std::uint8_t out) {
    if (std::exchange(is_turned[parts_[cell]], std::uint8_t{1}) != 0) return;
    const Cell sink = sinks_[parts_[cell]];
    while (true) {
      const std::uint8_t down = std::exchange(turned[cell], out);
      if (cell == sink) return;
      out = static_cast<std::uint8_t>(opposite(down));
      cell += steps_[down];
    }
  };
  for (const WayOut& way : solution.ways_out) {
    const Cell cell = cells_.at(perimeter[way.place].x, perimeter[way.place].y);
    turn(cell, way.direction);
    roots.push_back(parts_[cell]);
  }
  const auto parts_at = [&](std::uint32_t sill) {
    const Ends ends = ends_of(sills[sill]);
    return std::pair(parts_[ends.a], parts_[ends.b]);
  };
  for (const Climb& step : climbed(sinks_.size(), sills.size(), roots, parts_at)) {
    const Ends ends = ends_of(sills[step.edge]);
    if (parts_[ends.a] == step.to)
      turn(ends.a, static_cast<std::uint8_t>(ends.direction));
    else
      turn(ends.b, static_cast<std::uint8_t>(opposite(ends.direction)));
  }
  Grid<std::uint8_t> result(cells_.width, cells_.height, kUnset);
  for (int y = 0; y < cells_.height; ++y)
    std::copy_n(turned.begin() + cells_.at(0, y), cells_.width, result.row(y).begin());
  return result;
}

Grid<std::uint64_t> tile_areas(const Grid<std::uint8_t>& directions, std::span<const Inflow> inflow) {
  const int width = directions.width(), height = directions.height();
  Grid<std::uint64_t> areas(width, height, 1);
  Grid<std::uint8_t> ways = directions;  // inside the tile: what leads out of it leads nowhere
  const std::vector<TileSample> perimeter = perimeter_samples(width, height);
  for (const Inflow& water : inflow) areas.at(perimeter[water.place].x, perimeter[water.place].y) += water.samples;
  for (const TileSample at : perimeter) {
    std::uint8_t& way = ways.at(at.x, at.y);
    if (way >= kDirections) continue;
    const int x = at.x + kStepX[way], y = at.y + kStepY[way];
    if (x < 0 || y < 0 || x >= width || y >= height) way = kOutside;
  }
  std::array<std::ptrdiff_t, kDirections> steps{};
  for (std::size_t d = 0; d < kDirections; ++d) steps[d] = std::ptrdiff_t{kStepY[d]} * width + kStepX[d];
  const std::uint8_t* const way = ways.values().data();
  std::uint64_t* const area = areas.values().data();
  std::vector<std::uint8_t> counts(areas.size(), 0);
  std::uint8_t* const waiting_for = counts.data();  // of each sample: how many that drain into it are not done
  const auto count = static_cast<std::ptrdiff_t>(areas.size());
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    if (way[i] < kDirections) ++waiting_for[i + steps[way[i]]];
  }
  // Follows the water down from every source, and stops at a sample until all of its inflow has arrived.
  constexpr std::uint8_t kDone = 0xFF;
  for (std::ptrdiff_t source = 0; source < count; ++source) {
    for (std::ptrdiff_t i = source; waiting_for[i] == 0;) {
      waiting_for[i] = kDone;
      if (way[i] >= kDirections) break;
      const std::ptrdiff_t next = i + steps[way[i]];
      area[next] += area[i];
      --waiting_for[next];
      i = next;
    }
  }
  return areas;
}

}  // namespace weald::hydrology::detail
