#include "stages/land/water/detail/tile_fill.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>

#include "base/disjoint_sets.h"
#include "methods/raster/cells.h"
#include "methods/raster/priority_flood.h"
#include "stages/land/water/detail/tile_bytes.h"

namespace weald::hydrology::detail {

namespace {

constexpr Watershed kUnassigned = 0xFFFFFFFFu;
constexpr Watershed kAroundTile = 0xFFFFFFFEu;            // around the tile
constexpr std::size_t kMaxSpills = std::size_t{1} << 20;  // gathered before all but the lowest are dropped
constexpr float kNever = std::numeric_limits<float>::infinity();

// Keeps the lowest spills that connect what all of them connect (Kruskal).
void keep_lowest(std::vector<Spill>& spills, Watershed count) {
  std::ranges::sort(spills, {}, [](const Spill& spill) { return std::tuple(spill.height, spill.a, spill.b); });
  DisjointSets connected(count);
  std::erase_if(spills, [&](const Spill& spill) { return !connected.join(spill.a, spill.b); });
}

// The lowest spills so far between pairs of watersheds that were seen lately.
class LatestSpills {
 public:
  // The place of the spill between a pair, in a list in which it may be; `next` for a pair that was not seen lately.
  std::uint32_t place_of(Watershed a, Watershed b, std::uint32_t next) {
    Entry& entry = entries_[(a * 0x9E3779B1u ^ b * 0x85EBCA6Bu) >> (32 - kBits)];
    if (entry.a != a || entry.b != b) entry = {a, b, next};
    return entry.place;
  }
  void forget() { entries_.assign(entries_.size(), {}); }

 private:
  static constexpr int kBits = 12;
  struct Entry {
    Watershed a = kUnassigned, b = kUnassigned;
    std::uint32_t place = 0;
  };
  std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << kBits);
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
    keep_lowest(spills_, count_);
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
        add_spill({std::min(own, other), std::max(own, other), std::max(level_[cell], level_[next])});
    }
  }

  void add_spill(const Spill& spill) {
    const std::uint32_t place = latest_.place_of(spill.a, spill.b, static_cast<std::uint32_t>(spills_.size()));
    if (place < spills_.size()) {
      spills_[place].height = std::min(spills_[place].height, spill.height);
      return;
    }
    spills_.push_back(spill);
    if (spills_.size() < kMaxSpills + count_) return;
    keep_lowest(spills_, count_);
    latest_.forget();
  }

  FillSummary result() {
    FillSummary summary{cells_.width, cells_.height, count_, {}, {}, std::move(spills_)};
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
  std::vector<Spill> spills_;
  LatestSpills latest_;
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> open_;
  std::vector<Cell> raised_, slopes_, shores_;
};

// The watersheds of all tiles as the nodes of one graph; node 0 is the outside.
class SpillGraph {
 public:
  SpillGraph(const TileCuts& cuts, std::span<const FillSummary> tiles) : tiles_(tiles) {
    for (const FillSummary& tile : tiles) {
      first_.push_back(nodes_ - 1);
      nodes_ += tile.count - 1;
    }
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      for (const Spill& spill : tiles[t].spills) add(node(t, spill.a), node(t, spill.b), spill.height);
    }
    for_seams(cuts, [&](const PerimeterSample& here, const PerimeterSample& there) {
      if (here.tile > there.tile) return;
      add(node_at(here), node_at(there),
          std::max(tiles[here.tile].heights[here.place], tiles[there.tile].heights[there.place]));
    });
  }

  // The lowest level at which water gets from each node to the outside: the nodes in the order in which a flood from
  // the outside reaches them.
  std::vector<float> levels() {
    find_begins();
    std::vector<float> level(nodes_, kNever);
    using Reached = std::pair<float, std::size_t>;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
    level[0] = -kNever;
    open.push({level[0], 0});
    while (!open.empty()) {
      const auto [now, at] = open.top();
      open.pop();
      if (now > level[at]) continue;
      for (std::size_t i = begin_[at]; i < begin_[at + 1]; ++i) {
        const float over = std::max(now, edges_[i].height);
        if (!(over < level[edges_[i].to])) continue;
        level[edges_[i].to] = over;
        open.push({over, edges_[i].to});
      }
    }
    return level;
  }

  std::size_t node(std::size_t tile, Watershed watershed) const {
    return watershed == kOutletWatershed ? 0 : first_[tile] + watershed;
  }

 private:
  struct Edge {
    std::size_t from, to;
    float height;
  };
  std::size_t node_at(const PerimeterSample& sample) const {
    return node(sample.tile, tiles_[sample.tile].watersheds[sample.place]);
  }
  void add(std::size_t a, std::size_t b, float height) {
    if (a == b) return;
    // Neighbours along a seam often repeat the same pair.
    for (std::size_t i = edges_.size() < 6 ? 0 : edges_.size() - 6; i + 1 < edges_.size(); i += 2) {
      if (edges_[i].from != a || edges_[i].to != b) continue;
      edges_[i].height = edges_[i + 1].height = std::min(edges_[i].height, height);
      return;
    }
    edges_.push_back({a, b, height});
    edges_.push_back({b, a, height});
  }
  void find_begins() {
    std::ranges::sort(edges_, {}, [](const Edge& edge) { return std::tuple(edge.from, edge.to, edge.height); });
    begin_.assign(nodes_ + 1, 0);
    for (const Edge& edge : edges_) ++begin_[edge.from + 1];
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  }

  std::span<const FillSummary> tiles_;
  std::vector<std::size_t> first_;  // of each tile: one less than the node of watershed 1
  std::size_t nodes_ = 1;
  std::vector<Edge> edges_;
  std::vector<std::size_t> begin_;
};

bool is_valid(const FillSummary& summary) {
  if (summary.width < 1 || summary.height < 1 || summary.count < 1) return false;
  const std::size_t size = perimeter_size(summary.width, summary.height);
  const auto exists = [&](Watershed watershed) { return watershed < summary.count; };
  return summary.heights.size() == size && summary.watersheds.size() == size &&
         std::ranges::all_of(summary.heights, [](float height) { return std::isfinite(height); }) &&
         std::ranges::all_of(summary.watersheds, exists) &&
         std::ranges::all_of(summary.spills, [&](const Spill& spill) {
           return exists(spill.a) && exists(spill.b) && std::isfinite(spill.height);
         });
}

}  // namespace

FillSummary fill_summary(const Grid<float>& heights, const Grid<std::uint8_t>& outlets) {
  return TileFlood(heights).run(outlets);
}

std::optional<std::vector<std::vector<float>>> solve_spills(const TileCuts& cuts,
                                                            std::span<const FillSummary> summaries) {
  if (summaries.size() != cuts.count()) return std::nullopt;
  for (std::size_t t = 0; t < summaries.size(); ++t) {
    if (summaries[t].width != cuts.width(t) || summaries[t].height != cuts.height(t) || !is_valid(summaries[t]))
      return std::nullopt;
  }
  SpillGraph graph(cuts, summaries);
  const std::vector<float> level = graph.levels();
  std::vector<std::vector<float>> result;
  for (std::size_t t = 0; t < summaries.size(); ++t) {
    std::vector<float>& levels = result.emplace_back();
    for (std::size_t place = 0; place < summaries[t].heights.size(); ++place)
      levels.push_back(std::max(summaries[t].heights[place], level[graph.node(t, summaries[t].watersheds[place])]));
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

std::vector<std::byte> to_bytes(const FillSummary& summary) {
  ByteSink sink("WFS1");
  sink.add(static_cast<std::uint32_t>(summary.width));
  sink.add(static_cast<std::uint32_t>(summary.height));
  sink.add(summary.count);
  sink.add_all(summary.heights);
  sink.add_all(summary.watersheds);
  sink.add(std::uint64_t{summary.spills.size()});
  for (const Spill& spill : summary.spills) sink.add(spill.a), sink.add(spill.b), sink.add(spill.height);
  return sink.take();
}

std::optional<FillSummary> fill_summary_from(std::span<const std::byte> bytes) {
  ByteSource source(bytes, "WFS1");
  FillSummary summary;
  summary.width = static_cast<int>(source.get<std::uint32_t>());
  summary.height = static_cast<int>(source.get<std::uint32_t>());
  summary.count = source.get<Watershed>();
  summary.heights = source.get_all<float>();
  summary.watersheds = source.get_all<Watershed>();
  summary.spills.resize(source.get_count(12));
  for (Spill& spill : summary.spills) {
    spill.a = source.get<Watershed>();
    spill.b = source.get<Watershed>();
    spill.height = source.get_float();
  }
  if (!source.ended() || !is_valid(summary)) return std::nullopt;
  return summary;
}

}  // namespace weald::hydrology::detail
