#include "stages/land/water/detail/tile_flow.h"

#include <algorithm>
#include <array>
#include <utility>

#include "methods/raster/cells.h"
#include "stages/land/water/detail/tile_bytes.h"

namespace weald::hydrology::detail {

namespace {

constexpr std::uint32_t kNotFollowed = FlowSummary::kEndsInside - 1;

// The water of one tile. The margin around it has the direction kOutside.
class TileFlow {
 public:
  explicit TileFlow(const Grid<std::uint8_t>& directions)
      : cells_{directions.width(), directions.height()},
        steps_(cells_.steps()),
        directions_(cells_.count(), kOutside),
        areas_(cells_.count(), 1) {
    for (int y = 0; y < cells_.height; ++y) std::ranges::copy(directions.row(y), directions_.begin() + cells_.at(0, y));
  }

  std::uint64_t& area(TileSample at) { return areas_[cells_.at(at.x, at.y)]; }
  std::uint8_t direction(TileSample at) const { return directions_[cells_.at(at.x, at.y)]; }

  // Follows the water down from every source, and stops at a cell until all of its inflow has arrived.
  void add_up() {
    std::vector<std::uint8_t> waiting_for(cells_.count(), 0);
    for_samples([&](Cell cell) {
      if (has_next(cell)) ++waiting_for[next(cell)];
    });
    constexpr std::uint8_t kDone = 0xFF;
    for_samples([&](Cell cell) {
      while (waiting_for[cell] == 0) {
        waiting_for[cell] = kDone;
        if (!has_next(cell)) break;
        areas_[next(cell)] += areas_[cell];
        cell = next(cell);
        --waiting_for[cell];
      }
    });
  }

  // The places from which the water of the samples of the perimeter leaves the tile.
  std::vector<std::uint32_t> exits() {
    std::vector<std::uint32_t> exit(cells_.count(), kNotFollowed);
    std::vector<std::uint32_t> result;
    for (const TileSample at : perimeter_samples(cells_.width, cells_.height)) {
      const Cell first = cells_.at(at.x, at.y);
      Cell cell = first;
      while (exit[cell] == kNotFollowed && has_next(cell)) cell = next(cell);
      if (exit[cell] == kNotFollowed) exit[cell] = exit_at(cell);
      const std::uint32_t found = exit[cell];
      for (cell = first; exit[cell] == kNotFollowed; cell = next(cell)) exit[cell] = found;
      result.push_back(found);
    }
    return result;
  }

  Grid<std::uint64_t> areas() const {
    Grid<std::uint64_t> result(cells_.width, cells_.height, kUnset);
    for (int y = 0; y < cells_.height; ++y)
      std::copy_n(areas_.begin() + cells_.at(0, y), cells_.width, result.row(y).begin());
    return result;
  }

 private:
  template <class Visit>
  void for_samples(const Visit& visit) const {
    for (int y = 0; y < cells_.height; ++y) {
      for (int x = 0; x < cells_.width; ++x) visit(cells_.at(x, y));
    }
  }
  Cell next(Cell cell) const { return cell + steps_[directions_[cell]]; }
  bool has_next(Cell cell) const { return directions_[cell] < kDirections && directions_[next(cell)] != kOutside; }
  std::uint32_t exit_at(Cell cell) const {
    if (directions_[cell] >= kDirections) return FlowSummary::kEndsInside;
    return static_cast<std::uint32_t>(
        perimeter_place(cells_.width, cells_.height, {cells_.column(cell), cells_.row(cell)}));
  }

  Cells cells_;
  std::array<Cell, kDirections> steps_;
  std::vector<std::uint8_t> directions_;
  std::vector<std::uint64_t> areas_;
};

// The flow over the borders of all tiles. Nodes are the samples on perimeters from which water leaves a tile.
class BorderFlow {
 public:
  BorderFlow(const TileCuts& cuts, std::span<const FlowSummary> tiles) : cuts_(cuts), tiles_(tiles) {
    for (const FlowSummary& tile : tiles) {
      first_.push_back(size_);
      size_ += tile.exits.size();
    }
  }

  std::optional<std::vector<std::vector<std::uint64_t>>> solve() {
    find_ways();
    std::vector<std::uint64_t> inflow(size_, 0);
    std::size_t done = 0;
    for (std::size_t start = 0; start < size_; ++start) {
      std::size_t at = start;
      while (exit_[at] == at && waiting_for_[at] == 0) {
        waiting_for_[at] = kDone;
        ++done;
        const std::size_t to = enters_[at];
        if (to == size_) break;
        inflow[to] += leaving_[at];
        const std::size_t next = exit_[to];
        if (next == size_) break;
        leaving_[next] += leaving_[at];
        --waiting_for_[next];
        at = next;
      }
    }
    if (done != exits_) return std::nullopt;
    return by_tile(inflow);
  }

 private:
  static constexpr std::uint32_t kDone = 0xFFFFFFFFu;

  // Where the water of each sample leaves its tile, where it then enters another one, and how many samples each exit
  // waits for; size_ for nowhere.
  void find_ways() {
    exit_.assign(size_, size_);
    enters_.assign(size_, size_);
    leaving_.assign(size_, 0);
    waiting_for_.assign(size_, 0);
    for (std::size_t t = 0; t < tiles_.size(); ++t) {
      const FlowSummary& tile = tiles_[t];
      const std::vector<TileSample> samples = perimeter_samples(tile.width, tile.height);
      for (std::size_t place = 0; place < samples.size(); ++place) {
        if (tile.exits[place] == FlowSummary::kEndsInside) continue;
        exit_[first_[t] + place] = first_[t] + tile.exits[place];
        if (tile.exits[place] != place) continue;
        ++exits_;
        leaving_[first_[t] + place] = tile.areas[place];
        const PerimeterSample to = beyond(cuts_, {t, place}, samples[place], tile.directions[place]);
        if (to.tile < tiles_.size()) enters_[first_[t] + place] = first_[to.tile] + to.place;
      }
    }
    for (std::size_t at = 0; at < size_; ++at) {
      if (enters_[at] != size_ && exit_[enters_[at]] != size_) ++waiting_for_[exit_[enters_[at]]];
    }
  }

  std::vector<std::vector<std::uint64_t>> by_tile(const std::vector<std::uint64_t>& inflow) const {
    std::vector<std::vector<std::uint64_t>> result;
    for (std::size_t t = 0; t < tiles_.size(); ++t) {
      const auto begin = inflow.begin() + static_cast<std::ptrdiff_t>(first_[t]);
      result.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(tiles_[t].exits.size()));
    }
    return result;
  }

  const TileCuts& cuts_;
  std::span<const FlowSummary> tiles_;
  std::vector<std::size_t> first_;  // number of the first sample of each tile
  std::size_t size_ = 0;
  std::size_t exits_ = 0;
  std::vector<std::size_t> exit_, enters_;
  std::vector<std::uint64_t> leaving_;
  std::vector<std::uint32_t> waiting_for_;
};

// Whether a step from a sample on the perimeter leads out of the tile.
bool leads_out(const FlowSummary& tile, TileSample at, std::uint8_t direction) {
  if (direction >= kDirections) return false;
  const int x = at.x + kStepX[direction], y = at.y + kStepY[direction];
  return x < 0 || y < 0 || x >= tile.width || y >= tile.height;
}

bool is_valid(const FlowSummary& summary) {
  if (summary.width < 1 || summary.height < 1) return false;
  const std::size_t size = perimeter_size(summary.width, summary.height);
  if (summary.directions.size() != size || summary.exits.size() != size || summary.areas.size() != size) return false;
  const std::vector<TileSample> samples = perimeter_samples(summary.width, summary.height);
  for (std::size_t place = 0; place < size; ++place) {
    const std::uint32_t exit = summary.exits[place];
    if (exit == FlowSummary::kEndsInside) continue;
    if (exit >= size || summary.exits[exit] != exit) return false;
    if (!leads_out(summary, samples[exit], summary.directions[exit])) return false;
  }
  return true;
}

}  // namespace

FlowSummary flow_summary(const Grid<std::uint8_t>& directions) {
  TileFlow flow(directions);
  flow.add_up();
  FlowSummary summary{directions.width(), directions.height(), {}, flow.exits(), {}};
  for (const TileSample at : perimeter_samples(summary.width, summary.height)) {
    summary.directions.push_back(flow.direction(at));
    summary.areas.push_back(flow.area(at));
  }
  return summary;
}

std::optional<std::vector<std::vector<std::uint64_t>>> solve_inflow(const TileCuts& cuts,
                                                                    std::span<const FlowSummary> summaries) {
  if (summaries.size() != cuts.count()) return std::nullopt;
  for (std::size_t t = 0; t < summaries.size(); ++t) {
    if (summaries[t].width != cuts.width(t) || summaries[t].height != cuts.height(t) || !is_valid(summaries[t]))
      return std::nullopt;
  }
  return BorderFlow(cuts, summaries).solve();
}

Grid<std::uint64_t> tile_areas(const Grid<std::uint8_t>& directions, std::span<const std::uint64_t> inflow) {
  TileFlow flow(directions);
  std::size_t place = 0;
  for (const TileSample at : perimeter_samples(directions.width(), directions.height()))
    flow.area(at) += inflow[place++];
  flow.add_up();
  return flow.areas();
}

std::vector<std::byte> to_bytes(const FlowSummary& summary) {
  ByteSink sink("WFA1");
  sink.add(static_cast<std::uint32_t>(summary.width));
  sink.add(static_cast<std::uint32_t>(summary.height));
  sink.add_all(summary.directions);
  sink.add_all(summary.exits);
  sink.add_all(summary.areas);
  return sink.take();
}

std::optional<FlowSummary> flow_summary_from(std::span<const std::byte> bytes) {
  ByteSource source(bytes, "WFA1");
  FlowSummary summary;
  summary.width = static_cast<int>(source.get<std::uint32_t>());
  summary.height = static_cast<int>(source.get<std::uint32_t>());
  summary.directions = source.get_all<std::uint8_t>();
  summary.exits = source.get_all<std::uint32_t>();
  summary.areas = source.get_all<std::uint64_t>();
  if (!source.ended() || !is_valid(summary)) return std::nullopt;
  return summary;
}

}  // namespace weald::hydrology::detail
