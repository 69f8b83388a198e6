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
constexpr std::size_t kMaxSpills = std::size_t{1} << 20;  // gathered before all but the lowest are dropped
constexpr float kNever = std::numeric_limits<float>::infinity();

// Keeps the lowest spills that connect what all of them connect (Kruskal).
void keep_lowest(std::vector<Spill>& spills, Watershed count) {
  std::ranges::sort(spills, {}, [](const Spill& spill) { return std::tuple(spill.height, spill.a, spill.b); });
  DisjointSets connected(count);
  std::erase_if(spills, [&](const Spill& spill) { return !connected.join(spill.a, spill.b); });
}

class TileFlood {
 public:
  explicit TileFlood(const Grid<float>& heights)
      : cells_{heights.width(), heights.height()},
        steps_(cells_.steps()),
        level_(cells_.count(), kNever),
        watershed_(cells_.count(), kUnassigned),
        is_seed_(cells_.count(), 0) {
    for (int y = 0; y < cells_.height; ++y) std::ranges::copy(heights.row(y), level_.begin() + cells_.at(0, y));
  }

  Watersheds run(const Grid<std::uint8_t>& outlets) {
    for (int y = 0; y < cells_.height; ++y) {
      for (int x = 0; x < cells_.width; ++x) {
        if (outlets.at(x, y) == 0) continue;
        watershed_[cells_.at(x, y)] = kOutletWatershed;
        seed(cells_.at(x, y));
      }
    }
    for (const TileSample at : perimeter_samples(cells_.width, cells_.height)) seed(cells_.at(at.x, at.y));
    while (!open_.empty()) {
      const auto cell = static_cast<Cell>(open_.top());
      open_.pop();
      if (watershed_[cell] == kUnassigned) watershed_[cell] = count_++;
      look_around(cell);
      // Cells that were raised to the level of their neighbour need no queue.
      for (std::size_t i = 0; i < raised_.size(); ++i) look_around(raised_[i]);
      raised_.clear();
    }
    keep_lowest(spills_, count_);
    return result();
  }

 private:
  void seed(Cell cell) {
    if (std::exchange(is_seed_[cell], std::uint8_t{1}) == 0) push(cell);
  }
  void push(Cell cell) { open_.push(std::uint64_t{ordered(level_[cell])} << 32 | cell); }

  void look_around(Cell cell) {
    const Watershed own = watershed_[cell];
    const float level = level_[cell];
    for (const Cell step : steps_) {
      const Cell next = cell + step;
      if (level_[next] == kNever) continue;  // outside the tile
      if (watershed_[next] == kUnassigned) {
        watershed_[next] = own;
        if (is_seed_[next] != 0) continue;  // queued already, at its own height
        if (level_[next] > level) {
          push(next);
        } else {
          level_[next] = level;
          raised_.push_back(next);
        }
      } else if (watershed_[next] != own) {
        add_spill({std::min(own, watershed_[next]), std::max(own, watershed_[next]), std::max(level, level_[next])});
      }
    }
  }

  void add_spill(const Spill& spill) {
    if (!spills_.empty() && spills_.back().a == spill.a && spills_.back().b == spill.b) {
      spills_.back().height = std::min(spills_.back().height, spill.height);
      return;
    }
    if (spills_.size() >= kMaxSpills + count_) keep_lowest(spills_, count_);
    spills_.push_back(spill);
  }

  Watersheds result() {
    Watersheds tile{Grid<float>(cells_.width, cells_.height, kUnset),
                    Grid<Watershed>(cells_.width, cells_.height, kUnset), count_, std::move(spills_)};
    for (int y = 0; y < cells_.height; ++y) {
      std::copy_n(level_.begin() + cells_.at(0, y), cells_.width, tile.level.row(y).begin());
      std::copy_n(watershed_.begin() + cells_.at(0, y), cells_.width, tile.watershed.row(y).begin());
    }
    return tile;
  }

  Cells cells_;
  std::array<Cell, kDirections> steps_;
  std::vector<float> level_;
  std::vector<Watershed> watershed_;
  std::vector<std::uint8_t> is_seed_;
  Watershed count_ = 1;
  std::vector<Spill> spills_;
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> open_;
  std::vector<Cell> raised_;
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

Watersheds watersheds(const Grid<float>& heights, const Grid<std::uint8_t>& outlets) {
  return TileFlood(heights).run(outlets);
}

FillSummary summary_of(const Watersheds& tile) {
  FillSummary summary{tile.level.width(), tile.level.height(), tile.count, {}, {}, tile.spills};
  for (const TileSample at : perimeter_samples(summary.width, summary.height)) {
    summary.heights.push_back(tile.level.at(at.x, at.y));  // the flood begins there, so these are not raised
    summary.watersheds.push_back(tile.watershed.at(at.x, at.y));
  }
  return summary;
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
    for (Watershed watershed = 0; watershed < summaries[t].count; ++watershed)
      levels.push_back(level[graph.node(t, watershed)]);
  }
  return result;
}

Grid<float> filled_tile(const Grid<float>& heights, const Watersheds& tile, std::span<const float> levels) {
  Grid<float> result(heights.width(), heights.height(), kUnset);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const float level = levels[tile.watershed.values()[i]];
    result.values()[i] = level == kNever ? heights.values()[i] : std::max(tile.level.values()[i], level);
  }
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
