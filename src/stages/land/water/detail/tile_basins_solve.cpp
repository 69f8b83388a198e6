#include <algorithm>
#include <tuple>
#include <utility>

#include "base/check.h"
#include "base/disjoint_sets.h"
#include "data/byte_archive.h"
#include "stages/land/water/detail/tile_basins.h"
#include "stages/land/water/detail/tile_graph.h"

namespace weald::hydrology::detail {

namespace {

constexpr std::uint32_t kRoot = 0;              // the groups 0 of all tiles
constexpr std::uint32_t kInTile = 0xFFFFFFFFu;  // the place of the ends of a sill inside a tile

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

// The groups of all tiles as the nodes of one graph, and its minimum spanning tree.
class GroupTree {
 public:
  GroupTree(const TileCuts& cuts, std::span<const BasinSummary> tiles)
      : cuts_(cuts), regions_(cuts.regions()), tiles_(tiles), sets_(0) {
    for (const BasinSummary& tile : tiles) groups_.add_tile(tile.samples.size());
    sets_ = DisjointSets(groups_.count());
    water_.resize(groups_.count(), 0);
    for (std::size_t t = 0; t < tiles.size(); ++t) {
      for (std::uint32_t group = 0; group < tiles[t].samples.size(); ++group)
        water_[groups_.node(t, group)] += tiles[t].samples[group];
    }
  }

  // Finds the tree.
  void grow() {
    join_basins();
    add_seams();
    add_sills();
    std::ranges::sort(ways_, {}, [](const Way& way) { return way.key(); });
    for (const Way& way : ways_) {
      if (sets_.join(way.a.group, way.b.group)) tree_.push_back(way);
    }
    ways_ = {};
    WEALD_CHECK(tree_.size() + 1 == groups_.count());
  }

  // Climbs the tree from the root, and leads the water down.
  std::vector<BasinSolution> solutions() {
    std::vector<BasinSolution> result(tiles_.size());
    for (std::size_t t = 0; t < tiles_.size(); ++t) result[t].is_crossed.assign(tiles_[t].sills.size(), 0);
    const auto ends = [&](std::uint32_t way) { return std::pair(tree_[way].a.group, tree_[way].b.group); };
    const std::vector<Climb> climbs = climbed(groups_.count(), tree_.size(), {kRoot}, ends);
    for (std::size_t i = climbs.size(); i-- > 0;) {
      const Way& way = tree_[climbs[i].edge];
      const bool is_from_a = way.a.group == climbs[i].from;
      const WayEnd& lower = is_from_a ? way.a : way.b;
      const WayEnd& upper = is_from_a ? way.b : way.a;
      water_[lower.group] += water_[upper.group];
      if (way.a.place == kInTile) {
        result[way.a.tile].is_crossed[way.number] = 1;
        continue;
      }
      result[upper.tile].ways_out.push_back({upper.place, is_from_a ? way.to_a() : way.to_b()});
      result[lower.tile].inflow.push_back({lower.place, water_[upper.group]});
    }
    return result;
  }

 private:
  WayEnd end_at(const PerimeterSample& sample) const {
    return {groups_.node(sample.tile, tiles_[sample.tile].groups[sample.place]),
            static_cast<std::uint32_t>(sample.tile), static_cast<std::uint32_t>(sample.place)};
  }

  // Joins the parts of basins that the seams have cut: water runs over these places as it is.
  void join_basins() {
    for_seams(cuts_, [&](const SeamStep& step) {
      if (tiles_[step.from.tile].directions[step.from.place] != step.direction) return;
      Way way;
      way.direction = static_cast<std::uint8_t>(step.direction);
      way.a = end_at(step.from);
      way.b = end_at(step.to);
      const bool is_new = sets_.join(way.a.group, way.b.group);
      WEALD_CHECK(is_new);
      tree_.push_back(way);
    });
  }

  void add_seams() {
    LatePairs<Way> lowest;
    Way highest;
    highest.heights = ~std::uint64_t{0};
    for_seams(cuts_, [&](const SeamStep& step) {
      if (step.direction >= kSillDirections) return;
      Way way;
      way.a = end_at(step.from);
      way.b = end_at(step.to);
      if (sets_.root(way.a.group) == sets_.root(way.b.group)) return;
      const float here = tiles_[step.from.tile].heights[step.from.place];
      const float there = tiles_[step.to.tile].heights[step.to.place];
      way.heights = sill_heights(here, there);
      way.direction = static_cast<std::uint8_t>(step.direction);
      set_place(way, step.from.tile, step.at);
      if (here == there) way.chance = level_chance(way.column, way.row, step.direction);
      Way& before = lowest.of(way.a.group, way.b.group, highest);
      if (!(way.key() < before.key())) return;
      before = way;
      ways_.push_back(way);
    });
  }
  void set_place(Way& way, std::size_t tile, TileSample at) const {
    way.column = regions_[tile].x + at.x;
    way.row = regions_[tile].y + at.y;
  }

  void add_sills() {
    for (std::size_t t = 0; t < tiles_.size(); ++t) {
      for (std::uint32_t i = 0; i < tiles_[t].sills.size(); ++i) {
        const GroupSill& sill = tiles_[t].sills[i];
        const auto code = static_cast<std::uint32_t>(sill.sill.tie);
        const std::uint32_t sample = code / 4, width = static_cast<std::uint32_t>(cuts_.width(t));
        Way way;
        way.heights = sill.sill.heights;
        way.chance = static_cast<std::uint32_t>(sill.sill.tie >> 32);
        way.direction = static_cast<std::uint8_t>(code % 4);
        way.number = i;
        set_place(way, t, {static_cast<int>(sample % width), static_cast<int>(sample / width)});
        way.a = {groups_.node(t, sill.a), static_cast<std::uint32_t>(t), kInTile};
        way.b = {groups_.node(t, sill.b), static_cast<std::uint32_t>(t), kInTile};
        ways_.push_back(way);
      }
    }
  }

  const TileCuts& cuts_;
  const std::vector<Region> regions_;  // of the tiles
  std::span<const BasinSummary> tiles_;
  TileNodes groups_;
  DisjointSets sets_;
  std::vector<std::uint64_t> water_;  // samples that drain through each group
  std::vector<Way> ways_, tree_;
};

}  // namespace

std::vector<BasinSolution> solve_basins(const TileCuts& cuts, std::span<const BasinSummary> summaries) {
  GroupTree tree(cuts, summaries);
  tree.grow();
  return tree.solutions();
}

template <class A>
void describe(A& a, pipeline::Ref<A, WayOut>& way) {
  a(way.place, way.direction);
}

template <class A>
void describe(A& a, pipeline::Ref<A, Inflow>& inflow) {
  a(inflow.place, inflow.samples);
}

template <class A>
void describe(A& a, pipeline::Ref<A, BasinSolution>& solution) {
  a(solution.is_crossed, solution.ways_out, solution.inflow);
}

PerimeterRound basins_round(OutletSides sides) {
  return {[sides](const Heightmap& tile, std::span<const TileSolution>) { return TileBasins(tile, sides).summary(); },
          [](const TileCuts& cuts, std::vector<TileSummary> summaries, const RunContext&) {
            return pipeline::archives_of(solve_basins(cuts, summaries_as<BasinSummary>(std::move(summaries))));
          }};
}

BasinSolution basin_solution_from(std::span<const std::byte> bytes) {
  auto solution = pipeline::from_archive<BasinSolution>(bytes);
  WEALD_CHECK(solution);
  return std::move(*solution);
}

}  // namespace weald::hydrology::detail
