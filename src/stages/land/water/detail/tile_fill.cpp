#include "stages/land/water/detail/tile_fill.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <tuple>
#include <utility>

#include "base/check.h"
#include "base/disjoint_sets.h"
#include "data/byte_archive.h"
#include "methods/raster/cells.h"
#include "methods/raster/priority_flood.h"
#include "stages/land/water/detail/tile_graph.h"
#include "stages/land/water/detail/tile_perimeter.h"

namespace weald::hydrology::detail {

namespace {

constexpr Watershed kUnassigned = 0xFFFFFFFFu;
constexpr Watershed kAroundTile = 0xFFFFFFFEu;            // around the tile
constexpr std::size_t kMaxSpills = std::size_t{1} << 20;  // gathered before all but the lowest are dropped
constexpr float kNever = std::numeric_limits<float>::infinity();

// The lowest spills that connect what all added ones do.
class LowestSpills {
 public:
  void add(Watershed a, Watershed b, float height) {
    const std::uint32_t place = latest_.of(a, b, static_cast<std::uint32_t>(spills_.size()));
    if (place == spills_.size())
      spills_.push_back({std::min(a, b), std::max(a, b), height});
    else
      spills_[place].height = std::min(spills_[place].height, height);
  }
  std::size_t size() const { return spills_.size(); }

  // Drops all others (Kruskal), of `count` watersheds.
  void drop_others(std::size_t count) {
    std::ranges::sort(spills_, {}, [](const Spill& spill) { return std::tuple(spill.height, spill.a, spill.b); });
    DisjointSets connected(count);
    std::erase_if(spills_, [&](const Spill& spill) { return !connected.join(spill.a, spill.b); });
    latest_ = {};
  }
  std::vector<Spill> taken(std::size_t count) {
    drop_others(count);
    return std::move(spills_);
  }

 private:
  std::vector<Spill> spills_;
  LatePairs<std::uint32_t> latest_;  // places in the list
};

// As in flood(), only cells with a neighbour at or below their own level enter the queue, besides the perimeter and the
// outlets. Cells are therefore not reached in the order of their levels. The way by which a cell is reached never comes
// higher than its level, and that is all that the levels of the whole map need.
class TileFlood {
 public:
  explicit TileFlood(const Grid<float>& heights)
      : cells_{heights.width(), heights.height()},
        steps_(cells_.steps()),
        level_(cells_.count(), kNever),
        watershed_(cells_.count(), kAroundTile) {
    for (int y = 0; y < cells_.height; ++y) {
      std::ranges::copy(heights.row(y), level_.begin() + cells_.at(0, y));
      std::fill_n(watershed_.begin() + cells_.at(0, y), cells_.width, kUnassigned);
    }
  }

  FillSummary run(const Grid<std::uint8_t>& outlets) {
    for (int y = 0; y < cells_.height; ++y) {
      for (int x = 0; x < cells_.width; ++x) {
        if (outlets.at(x, y) == 0) continue;
        watershed_[cells_.at(x, y)] = kOutletWatershed;
        push(cells_.at(x, y));
      }
    }
    for (const TileSample at : perimeter_samples(cells_.width, cells_.height)) {
      if (watershed_[cells_.at(at.x, at.y)] == kUnassigned) push(cells_.at(at.x, at.y));
    }
    while (!open_.empty()) {
      const auto cell = static_cast<Cell>(open_.top());
      open_.pop();
      if (watershed_[cell] == kUnassigned) watershed_[cell] = count_++;
      raised_.push_back(cell);
      fill();
      climb();
    }
    return result();
  }

 private:
  void push(Cell cell) { open_.push(std::uint64_t{ordered(level_[cell])} << 32 | cell); }

  // Raises what is lower around the cells in `raised_`; what is higher is left to climb().
  void fill() {
    for (std::size_t i = 0; i < raised_.size(); ++i) {
      const Cell cell = raised_[i];
      const float level = level_[cell];
      look_around(cell, [&](Cell next) {
        watershed_[next] = watershed_[cell];
        if (level_[next] > level) {
          slopes_.push_back(next);
        } else {
          level_[next] = level;
          raised_.push_back(next);
        }
      });
    }
    raised_.clear();
  }

  void climb() {
    while (!slopes_.empty()) {
      const Cell cell = slopes_.back();
      slopes_.pop_back();
      bool is_shore = false;
      look_around(cell, [&](Cell next) {
        if (level_[next] > level_[cell]) {
          watershed_[next] = watershed_[cell];
          slopes_.push_back(next);
        } else {
          is_shore = true;
        }
      });
      if (is_shore) shores_.push_back(cell);
    }
    // Most of the lower neighbours have meanwhile been reached from elsewhere.
    for (const Cell cell : shores_) {
      const auto is_unassigned = [&](Cell step) { return watershed_[cell + step] == kUnassigned; };
      if (std::ranges::any_of(steps_, is_unassigned)) push(cell);
    }
    shores_.clear();
  }

  // Calls reach(next) for the neighbours without a watershed, and notes spills to other watersheds. Of two neighbouring
  // cells, the second one around which this looks sees the watershed of the other.
  template <class Reach>
  void look_around(Cell cell, const Reach& reach) {
    const Watershed own = watershed_[cell];
    for (const Cell step : steps_) {
      const Cell next = cell + step;
      const Watershed other = watershed_[next];
      if (other == own || other == kAroundTile) continue;
      if (other == kUnassigned)
        reach(next);
      else
        spills_.add(own, other, std::max(level_[cell], level_[next]));
    }
    if (spills_.size() >= kMaxSpills + count_) spills_.drop_others(count_);
  }

  FillSummary result() {
    FillSummary summary{count_, {}, {}, spills_.taken(count_)};
    for (const TileSample at : perimeter_samples(cells_.width, cells_.height)) {
      summary.heights.push_back(level_[cells_.at(at.x, at.y)]);  // the flood begins there, so these are not raised
      summary.watersheds.push_back(watershed_[cells_.at(at.x, at.y)]);
    }
    return summary;
  }

  Cells cells_;
  std::array<Cell, kDirections> steps_;
  std::vector<float> level_;
  std::vector<Watershed> watershed_;
  Watershed count_ = 1;
  LowestSpills spills_;
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> open_;
  std::vector<Cell> raised_, slopes_, shores_;
};

/// 1 for the samples of a tile on the sides of the whole map where water leaves.
Grid<std::uint8_t> outlets_of(const Heightmap& tile, OutletSides sides) {
  const GridSpec whole = tile.whole_grid();
  const int x0 = tile.place ? tile.place->x : 0, y0 = tile.place ? tile.place->y : 0;
  Grid<std::uint8_t> outlets(tile.width(), tile.height());
  for (int y = 0; y < tile.height(); ++y) {
    for (int x = 0; x < tile.width(); ++x) outlets.at(x, y) = is_outlet(sides, whole, x0 + x, y0 + y) ? 1 : 0;
  }
  return outlets;
}

}  // namespace

FillSummary fill_summary(const Grid<float>& heights, const Grid<std::uint8_t>& outlets) {
  return TileFlood(heights).run(outlets);
}

// The watersheds of all tiles are the nodes of one graph; water gets from each to node 0, the outside, along the
// minimum spanning tree.
std::vector<std::vector<float>> solve_spills(const TileCuts& cuts, std::span<const FillSummary> summaries) {
  TileNodes nodes;
  for (const FillSummary& tile : summaries) nodes.add_tile(tile.count);
  const auto node_at = [&](const PerimeterSample& sample) {
    return nodes.node(sample.tile, summaries[sample.tile].watersheds[sample.place]);
  };
  const auto height_at = [&](const PerimeterSample& sample) { return summaries[sample.tile].heights[sample.place]; };
  LowestSpills lowest;
  for (std::size_t t = 0; t < summaries.size(); ++t) {
    for (const Spill& spill : summaries[t].spills)
      lowest.add(nodes.node(t, spill.a), nodes.node(t, spill.b), spill.height);
  }
  for_seams(cuts, [&](const SeamStep& step) {
    const std::uint32_t a = node_at(step.from), b = node_at(step.to);
    if (step.from.tile < step.to.tile && a != b) lowest.add(a, b, std::max(height_at(step.from), height_at(step.to)));
  });
  const std::vector<Spill> spills = lowest.taken(nodes.count());
  std::vector<float> level(nodes.count(), kNever);
  level[0] = -kNever;
  const auto ends = [&](std::uint32_t edge) { return std::pair(spills[edge].a, spills[edge].b); };
  for (const Climb& step : climbed(nodes.count(), spills.size(), {0}, ends))
    level[step.to] = std::max(level[step.from], spills[step.edge].height);
  std::vector<std::vector<float>> result;
  for (std::size_t t = 0; t < summaries.size(); ++t) {
    std::vector<float>& levels = result.emplace_back();
    for (std::size_t place = 0; place < summaries[t].heights.size(); ++place)
      levels.push_back(std::max(height_at({t, place}), level[node_at({t, place})]));
  }
  return result;
}

Grid<float> filled_tile(const Grid<float>& heights, const Grid<std::uint8_t>& outlets, std::span<const float> levels) {
  const Cells cells{heights.width(), heights.height()};
  std::vector<float> filled(cells.count(), 0);
  std::vector<std::uint8_t> leaves(cells.count(), 0);
  for (int y = 0; y < cells.height; ++y) {
    std::ranges::copy(heights.row(y), filled.begin() + cells.at(0, y));
    std::ranges::copy(outlets.row(y), leaves.begin() + cells.at(0, y));
  }
  const std::vector<TileSample> perimeter = perimeter_samples(cells.width, cells.height);
  WEALD_CHECK(levels.size() == perimeter.size() &&
              std::ranges::none_of(levels, [](float level) { return std::isnan(level); }));
  for (std::size_t place = 0; place < perimeter.size(); ++place) {
    if (levels[place] == kNever) continue;
    const Cell cell = cells.at(perimeter[place].x, perimeter[place].y);
    filled[cell] = levels[place];
    leaves[cell] = 1;
  }
  flood(cells, filled, leaves, FillSurface::level);
  Grid<float> result(cells.width, cells.height, kUnset);
  for (int y = 0; y < cells.height; ++y)
    std::copy_n(filled.begin() + cells.at(0, y), cells.width, result.row(y).begin());
  return result;
}

PerimeterRound fill_round(OutletSides sides) {
  return {[sides](const Heightmap& tile, std::span<const TileSolution>) {
            return fill_summary(tile.heights, outlets_of(tile, sides));
          },
          [](const TileCuts& cuts, std::vector<TileSummary> summaries, const RunContext&) {
            return pipeline::archives_of(solve_spills(cuts, summaries_as<FillSummary>(std::move(summaries))));
          }};
}

Grid<float> filled_tile(const Heightmap& tile, OutletSides sides, std::span<const std::byte> solution) {
  const auto levels = pipeline::from_archive<std::vector<float>>(solution);
  WEALD_CHECK(levels);
  return filled_tile(tile.heights, outlets_of(tile, sides), *levels);
}

}  // namespace weald::hydrology::detail
