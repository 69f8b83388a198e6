#include <algorithm>
#include <tuple>
#include <utility>

#include "base/disjoint_sets.h"
#include "methods/raster/priority_flood.h"
#include "stages/land/water/detail/tile_basins.h"

namespace weald::hydrology::detail {

namespace {

constexpr std::uint32_t kRoot = 0;              // the groups 0 of all tiles
constexpr std::uint32_t kInTile = 0xFFFFFFFFu;  // the place of the ends of a sill inside a tile
constexpr std::uint32_t kNoGroup = 0xFFFFFFFFu;
constexpr int kHalfDirections = 4;

// A sample on a perimeter, as the end of a step over a seam; or a group of a tile, at the end of a sill inside it.
struct WayEnd {
  std::uint32_t group = 0;  // of all groups
  std::uint32_t tile = 0;
  std::uint32_t place = kInTile;
};

// A way for water between two groups, in the order of BasinSill over the whole map. Every way has `a` with `direction`
// to b, if it is over a seam; else `number` is that of the sill in its tile.
struct Way {
  std::uint64_t heights = 0;
  std::uint32_t chance = 0;
  std::int32_t row = 0, column = 0;
  std::uint8_t direction = 0;
  std::uint32_t number = 0;
  WayEnd a, b;

  auto key() const { return std::tie(heights, chance, row, column, direction); }
  std::uint8_t to_b() const { return direction; }
  std::uint8_t to_a() const { return static_cast<std::uint8_t>(opposite(direction)); }
};

// The lowest ways so far between pairs of groups that were seen lately.
class LowestWays {
 public:
  bool is_lower(const Way& way) {
    const auto [low, high] = std::minmax(way.a.group, way.b.group);
    Entry& entry = entries_[(low * 0x9E3779B1u ^ high * 0x85EBCA6Bu) >> (32 - kBits)];
    if (entry.low == low && entry.high == high && !(way.key() < entry.way.key())) return false;
    entry = {low, high, way};
    return true;
  }

 private:
  static constexpr int kBits = 12;
  struct Entry {
    std::uint32_t low = kNoGroup, high = kNoGroup;
    Way way{};
  };
  std::vector<Entry> entries_ = std::vector<Entry>(std::size_t{1} << kBits);
};

// The groups of all tiles as the nodes of one graph, and its minimum spanning tree.
class GroupTree {
 public:
  GroupTree(const TileCuts& cuts, std::span<const BasinSummary> tiles)
      : cuts_(cuts),
        tiles_(tiles),
        first_(first_groups(tiles)),
        sets_(first_.back() + 1),
        water_(first_.back() + 1, 0) {
    place_tiles();
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      for (std::uint32_t group = 0; group < tiles[t].samples.size(); ++group)
        water_[group_of(t, group)] += tiles[t].samples[group];
    }
  }

  // Finds the tree; false if the groups of the summaries are not connected as those of land are.
  bool grow() {
    if (!join_basins()) return false;
    add_seams();
    add_sills();
    std::ranges::sort(ways_, {}, [](const Way& way) { return way.key(); });
    for (const Way& way : ways_) {
      if (sets_.join(way.a.group, way.b.group)) tree_.push_back(way);
    }
    ways_ = {};
    return tree_.size() + 1 == water_.size();
  }

  // Climbs the tree from the root, and leads the water down.
  std::vector<BasinSolution> solutions() {
    std::vector<BasinSolution> result(tiles_.size());
    for (std::size_t t = 0; t < tiles_.size(); ++t) result[t].is_crossed.assign(tiles_[t].sills.size(), 0);
    const std::vector<Climb> climbs = climbed();
    for (std::size_t i = climbs.size(); i-- > 0;) {
      const Way& way = tree_[climbs[i].way];
      const WayEnd& lower = climbs[i].is_from_a ? way.a : way.b;
      const WayEnd& upper = climbs[i].is_from_a ? way.b : way.a;
      water_[lower.group] += water_[upper.group];
      if (way.a.place == kInTile) {
        result[way.a.tile].is_crossed[way.number] = 1;
        continue;
      }
      result[upper.tile].ways_out.push_back({upper.place, climbs[i].is_from_a ? way.to_a() : way.to_b()});
      result[lower.tile].inflow.push_back({lower.place, water_[upper.group]});
    }
    return result;
  }

 private:
  struct Climb {
    std::uint32_t way = 0;
    bool is_from_a = false;
  };

  // Number of the first group of each tile, less 1, and at the end the number of all groups but the root.
  static std::vector<std::uint32_t> first_groups(std::span<const BasinSummary> tiles) {
    std::vector<std::uint32_t> first{0};
    for (const BasinSummary& tile : tiles)
      first.push_back(first.back() + static_cast<std::uint32_t>(tile.samples.size() - 1));
    return first;
  }
  void place_tiles() {
    corners_.resize(cuts_.count());
    for (std::size_t t = 0; t < corners_.size(); ++t) {
      const std::size_t column = t % cuts_.widths.size(), row = t / cuts_.widths.size();
      if (column > 0) corners_[t].x = corners_[t - 1].x + cuts_.widths[column - 1];
      if (row > 0) corners_[t].y = corners_[t - cuts_.widths.size()].y + cuts_.heights[row - 1];
    }
  }
  std::uint32_t group_of(std::size_t tile, std::uint32_t group) const {
    return group == 0 ? kRoot : first_[tile] + group;
  }
  WayEnd end_at(std::size_t tile, std::size_t place) const {
    return {group_of(tile, tiles_[tile].groups[place]), static_cast<std::uint32_t>(tile),
            static_cast<std::uint32_t>(place)};
  }

  template <class Visit>
  void for_steps_over_seams(const Visit& visit) const {
    for (std::size_t tile = 0; tile < tiles_.size(); ++tile) {
      const std::vector<TileSample> samples = perimeter_samples(cuts_.width(tile), cuts_.height(tile));
      for (std::size_t place = 0; place < samples.size(); ++place) {
        for (int d = 0; d < kDirections; ++d) {
          const PerimeterSample to = beyond(cuts_, {tile, place}, samples[place], d);
          if (to.tile < tiles_.size()) visit(PerimeterSample{tile, place}, samples[place], d, to);
        }
      }
    }
  }

  // Joins the parts of basins that the seams have cut: water runs over these places as it is.
  bool join_basins() {
    bool is_forest = true;
    for_steps_over_seams([&](const PerimeterSample& from, TileSample, int d, const PerimeterSample& to) {
      if (tiles_[from.tile].directions[from.place] != d) return;
      Way way;
      way.direction = static_cast<std::uint8_t>(d);
      way.a = end_at(from.tile, from.place);
      way.b = end_at(to.tile, to.place);
      is_forest = sets_.join(way.a.group, way.b.group) && is_forest;
      tree_.push_back(way);
    });
    return is_forest;
  }

  void add_seams() {
    LowestWays lowest;
    for_steps_over_seams([&](const PerimeterSample& from, TileSample at, int d, const PerimeterSample& to) {
      if (d >= kHalfDirections) return;
      Way way;
      way.a = end_at(from.tile, from.place);
      way.b = end_at(to.tile, to.place);
      if (sets_.root(way.a.group) == sets_.root(way.b.group)) return;
      const float here = tiles_[from.tile].heights[from.place], there = tiles_[to.tile].heights[to.place];
      way.heights = sill_heights(here, there);
      way.direction = static_cast<std::uint8_t>(d);
      set_place(way, from.tile, at);
      if (here == there) way.chance = level_chance(way.column, way.row, d);
      if (lowest.is_lower(way)) ways_.push_back(way);
    });
  }
  void set_place(Way& way, std::size_t tile, TileSample at) const {
    way.column = corners_[tile].x + at.x;
    way.row = corners_[tile].y + at.y;
  }

  void add_sills() {
    for (std::size_t t = 0; t < tiles_.size(); ++t) {
      for (std::uint32_t i = 0; i < tiles_[t].sills.size(); ++i) {
        const GroupSill& sill = tiles_[t].sills[i];
        const auto code = static_cast<std::uint32_t>(sill.sill.tie);
        const std::uint32_t sample = code / 4, width = static_cast<std::uint32_t>(tiles_[t].width);
        Way way;
        way.heights = sill.sill.heights;
        way.chance = static_cast<std::uint32_t>(sill.sill.tie >> 32);
        way.direction = static_cast<std::uint8_t>(code % 4);
        way.number = i;
        set_place(way, t, {static_cast<int>(sample % width), static_cast<int>(sample / width)});
        way.a = {group_of(t, sill.a), static_cast<std::uint32_t>(t), kInTile};
        way.b = {group_of(t, sill.b), static_cast<std::uint32_t>(t), kInTile};
        ways_.push_back(way);
      }
    }
  }

  // The ways of the tree in the order in which they are climbed.
  std::vector<Climb> climbed() const {
    std::vector<std::uint32_t> begin(water_.size() + 1, 0);
    for (const Way& way : tree_) ++begin[way.a.group + 1], ++begin[way.b.group + 1];
    for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
    std::vector<std::uint32_t> ways(begin.back()), next(begin.begin(), begin.end() - 1);
    for (std::uint32_t i = 0; i < tree_.size(); ++i) {
      ways[next[tree_[i].a.group]++] = i;
      ways[next[tree_[i].b.group]++] = i;
    }
    std::vector<Climb> climbs;
    std::vector<std::uint8_t> is_reached(water_.size(), 0);
    std::vector<std::uint32_t> reached{kRoot};
    is_reached[kRoot] = 1;
    for (std::size_t at = 0; at < reached.size(); ++at) {
      for (std::uint32_t i = begin[reached[at]]; i < begin[reached[at] + 1]; ++i) {
        const Way& way = tree_[ways[i]];
        const bool is_from_a = way.a.group == reached[at];
        const std::uint32_t to = is_from_a ? way.b.group : way.a.group;
        if (std::exchange(is_reached[to], std::uint8_t{1}) != 0) continue;
        reached.push_back(to);
        climbs.push_back({ways[i], is_from_a});
      }
    }
    return climbs;
  }

  const TileCuts& cuts_;
  std::span<const BasinSummary> tiles_;
  std::vector<std::uint32_t> first_;
  std::vector<TileSample> corners_;  // of the tiles
  DisjointSets sets_;
  std::vector<std::uint64_t> water_;  // samples that drain through each group
  std::vector<Way> ways_, tree_;
};

}  // namespace

std::optional<std::vector<BasinSolution>> solve_basins(const TileCuts& cuts, std::span<const BasinSummary> summaries) {
  if (summaries.size() != cuts.count()) return std::nullopt;
  for (std::size_t t = 0; t < summaries.size(); ++t) {
    if (summaries[t].width != cuts.width(t) || summaries[t].height != cuts.height(t)) return std::nullopt;
  }
  GroupTree tree(cuts, summaries);
  if (!tree.grow()) return std::nullopt;
  return tree.solutions();
}

}  // namespace weald::hydrology::detail
