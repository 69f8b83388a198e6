#include "stages/land/water/detail/tile_watersheds.h"

#include <algorithm>
#include <utility>

#include "methods/raster/cells.h"
#include "stages/land/water/detail/tile_flow.h"

namespace weald::hydrology::detail {

namespace {

constexpr EndNumber kSea = 0;

// The water of one tile, followed step by step.
class WaterTracer {
 public:
  WaterTracer(const Heightmap& land, const WatershedRules& rules, Grid<std::uint8_t> directions,
              std::span<const Inflow> inflow)
      : land_(land),
        own_(land.place ? land.place->region : Region{0, 0, land.width(), land.height()}),
        left_(land.place ? own_.x - land.place->x : 0),
        top_(land.place ? own_.y - land.place->y : 0),
        rules_(rules),
        sample_area_(land.cell_size * land.cell_size),
        directions_(std::move(directions)) {
    if (rules_.sea_level) end_at_shores();
    find_areas(inflow);
    junctions_.assign(perimeter_size(own_.width, own_.height), 0);
    if (rules_.split_area) find_junctions(inflow);
  }

  WatershedTile traced() {
    WatershedTile tile{Grid<EndNumber>(own_.width, own_.height, kSea), {}, {}};
    for_samples([&](TileSample at) {
      if (!is_end(at)) return;
      const double area = static_cast<double>(areas_.at(at.x, at.y)) * sample_area_;
      const std::uint8_t direction = leads_out(at) ? directions_.at(at.x, at.y) : std::uint8_t{kOutlet};
      const auto sample =
          static_cast<std::uint32_t>(at.y) * static_cast<std::uint32_t>(own_.width) + static_cast<std::uint32_t>(at.x);
      tile.ends.push_back({sample, direction, area >= rules_.min_area, is_river(at), 0});
      tile.end.at(at.x, at.y) = static_cast<EndNumber>(tile.ends.size());
    });
    for_samples([&](TileSample at) {
      if (directions_.at(at.x, at.y) != kOutside) ++tile.ends[follow(at, tile.end) - 1].samples;
    });
    tile.junctions = std::move(junctions_);
    return tile;
  }

 private:
  template <class Visit>
  void for_samples(const Visit& visit) const {
    for (int y = 0; y < own_.height; ++y) {
      for (int x = 0; x < own_.width; ++x) visit(TileSample{x, y});
    }
  }

  static TileSample next(TileSample at, std::uint8_t direction) {
    return {at.x + kStepX[direction], at.y + kStepY[direction]};
  }
  bool is_inside(TileSample at) const { return at.x >= 0 && at.y >= 0 && at.x < own_.width && at.y < own_.height; }
  bool leads_out(TileSample at) const {
    const std::uint8_t direction = directions_.at(at.x, at.y);
    return direction < kDirections && !is_inside(next(at, direction));
  }
  // Also of a sample next to the tile.
  bool is_sea(TileSample at) const { return land_.heights.at(left_ + at.x, top_ + at.y) < *rules_.sea_level; }

  // The sea gets the direction kOutside, and water that gets there ends at its last sample on land.
  void end_at_shores() {
    for_samples([&](TileSample at) {
      std::uint8_t& direction = directions_.at(at.x, at.y);
      if (is_sea(at))
        direction = kOutside;
      else if (direction < kDirections && is_sea(next(at, direction)))
        direction = kOutlet;
    });
  }

  void find_areas(std::span<const Inflow> inflow) {
    std::vector<std::uint64_t> at_place(perimeter_size(own_.width, own_.height), 0);
    for (const Inflow& water : inflow) at_place[water.place] += water.samples;
    areas_ = tile_areas(directions_, at_place);
  }

  bool is_large(std::uint64_t samples) const {
    return rules_.split_area && static_cast<double>(samples) * sample_area_ >= *rules_.split_area;
  }
  bool is_river(TileSample at) const { return is_large(areas_.at(at.x, at.y)); }

  // Each inflow comes from one sample beyond the border, so it is a river of its own.
  void find_junctions(std::span<const Inflow> inflow) {
    rivers_into_ = Grid<std::uint8_t>(own_.width, own_.height, 0);
    const std::vector<TileSample> perimeter = perimeter_samples(own_.width, own_.height);
    for (const Inflow& water : inflow) {
      if (is_large(water.samples)) ++rivers_into_.at(perimeter[water.place].x, perimeter[water.place].y);
    }
    for_samples([&](TileSample at) {
      const std::uint8_t direction = directions_.at(at.x, at.y);
      if (direction >= kDirections || leads_out(at) || !is_river(at)) return;
      const TileSample to = next(at, direction);
      ++rivers_into_.at(to.x, to.y);
    });
    for (std::size_t place = 0; place < perimeter.size(); ++place) {
      if (rivers_into_.at(perimeter[place].x, perimeter[place].y) >= 2) junctions_[place] = 1;
    }
  }

  bool is_end(TileSample at) const {
    const std::uint8_t direction = directions_.at(at.x, at.y);
    if (direction == kOutside) return false;
    if (direction >= kDirections || leads_out(at)) return true;
    if (!is_river(at)) return false;
    const TileSample to = next(at, direction);
    return rivers_into_.at(to.x, to.y) >= 2;
  }

  // The end to which the water of a sample gets. Notes it along the way.
  EndNumber follow(TileSample from, Grid<EndNumber>& end) const {
    TileSample at = from;
    while (end.at(at.x, at.y) == kSea) at = next(at, directions_.at(at.x, at.y));
    const EndNumber found = end.at(at.x, at.y);
    for (at = from; end.at(at.x, at.y) == kSea; at = next(at, directions_.at(at.x, at.y))) end.at(at.x, at.y) = found;
    return found;
  }

  const Heightmap& land_;
  const Region own_;
  const int left_, top_;  // of the tile in `land_`
  const WatershedRules& rules_;
  const double sample_area_;
  Grid<std::uint8_t> directions_;
  Grid<std::uint64_t> areas_;
  Grid<std::uint8_t> rivers_into_;  // of each sample: neighbours with enough water for a watershed of their own
  std::vector<std::uint8_t> junctions_;
};

// Of each end: whether other tiles, or the whole map, have to know of it.
std::vector<std::uint8_t> known_ends(const WatershedTile& tile) {
  std::vector<std::uint8_t> is_known;
  for (const WatershedEnd& end : tile.ends) is_known.push_back(end.is_numbered || end.direction != kOutlet ? 1 : 0);
  for (const TileSample at : perimeter_samples(tile.end.width(), tile.end.height())) {
    if (const EndNumber end = tile.end.at(at.x, at.y); end != kSea) is_known[end - 1] = 1;
  }
  return is_known;
}

}  // namespace

std::optional<WatershedTile> label_ends(const Heightmap& land, const WatershedRules& rules,
                                        const BasinSolution& basins) {
  auto directions = TileBasins(land, rules.sides, rules.sea_level).directions(basins);
  if (!directions) return std::nullopt;
  return WaterTracer(land, rules, std::move(*directions), basins.inflow).traced();
}

WatershedSummary summary_of(const WatershedTile& tile) {
  WatershedSummary summary{tile.end.width(), tile.end.height(), {}, tile.junctions, {}};
  const std::vector<std::uint8_t> is_known = known_ends(tile);
  std::vector<EndNumber> number(tile.ends.size() + 1, kSea);  // in the summary
  for (std::size_t i = 0; i < tile.ends.size(); ++i) {
    if (is_known[i] == 0) continue;
    summary.ends.push_back(tile.ends[i]);
    number[i + 1] = static_cast<EndNumber>(summary.ends.size());
  }
  for (const TileSample at : perimeter_samples(summary.width, summary.height))
    summary.perimeter.push_back(number[tile.end.at(at.x, at.y)]);
  return summary;
}

std::optional<std::vector<WatershedNumber>> numbers_of(const WatershedTile& tile,
                                                       std::span<const WatershedNumber> solution) {
  const std::vector<std::uint8_t> is_known = known_ends(tile);
  if (solution.size() != static_cast<std::size_t>(std::ranges::count(is_known, 1))) return std::nullopt;
  std::vector<WatershedNumber> numbers(tile.ends.size() + 1, 0);
  std::size_t next = 0;
  for (std::size_t i = 0; i < is_known.size(); ++i) {
    if (is_known[i] != 0) numbers[i + 1] = solution[next++];
  }
  return numbers;
}

}  // namespace weald::hydrology::detail
