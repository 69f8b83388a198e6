#include "stages/land/water/lakes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/disjoint_sets.h"
#include "data/byte_archive.h"
#include "stages/land/water/detail/tile_fill.h"
#include "stages/land/water/detail/tile_graph.h"
#include "stages/land/water/detail/tile_perimeter.h"
#include "stages/land/water/fill_depressions.h"

namespace weald::hydrology {

namespace {

constexpr double kUsualLakeShare = 1.0 / 5000;  // default: least area of a lake as a share of the map

/// Number of a body of water in a tile; 0 is dry land.
using LakeNumber = std::uint32_t;
constexpr LakeNumber kLand = 0;

/// Size of a body of water.
struct LakeSize {
  std::uint64_t samples = 0;
  double deepest = 0;  ///< greatest depth, metres
};

template <class A>
void describe(A& a, pipeline::Ref<A, LakeSize>& size) {
  a(size.samples, size.deepest);
}

/// The bodies of standing water of a tile.
struct LakeLabels {
  Grid<LakeNumber> lake;        ///< of each sample
  std::vector<LakeSize> sizes;  ///< of each number inside the tile; the first one stands for the land
};

/// Adds the water of two bodies that are one, or are parts of one.
LakeSize joined(const LakeSize& a, const LakeSize& b) {
  return {a.samples + b.samples, std::max(a.deepest, b.deepest)};
}

/// Labels that touch in the row of `y` or the one before are joined in `sets`.
void label_row(const Grid<float>& ground, const Grid<float>& level, int y, DisjointSets& sets, Grid<LakeNumber>& lake) {
  const int width = ground.width();
  for (int x = 0; x < width; ++x) {
    if (!(level.at(x, y) > ground.at(x, y))) continue;
    LakeNumber& own = lake.at(x, y);
    const auto touch = [&](int column, int row) {
      if (column < 0 || column >= width || row < 0) return;
      const LakeNumber other = lake.at(column, row);
      if (other == kLand) return;
      if (own == kLand)
        own = other;
      else if (own != other)
        sets.join(own, other);
    };
    touch(x - 1, y);
    for (int column = x - 1; column <= x + 1; ++column) touch(column, y - 1);
    if (own == kLand) own = sets.add();
  }
}

/// The numbers of the bodies on the perimeter, ascending.
std::vector<LakeNumber> on_perimeter(const LakeLabels& tile) {
  std::vector<LakeNumber> numbers;
  for (const detail::TileSample at : detail::perimeter_samples(tile.lake.width(), tile.lake.height())) {
    const LakeNumber lake = tile.lake.at(at.x, at.y);
    if (lake != kLand && (numbers.empty() || numbers.back() != lake)) numbers.push_back(lake);
  }
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

/// Labels the samples where `level` lies above `ground`, metres. Those that touch, also diagonally, belong to one body
/// of water. Bodies are numbered by their first samples, row by row.
LakeLabels label_lakes(const Grid<float>& ground, const Grid<float>& level) {
  LakeLabels tile{Grid<LakeNumber>(ground.width(), ground.height(), kLand), std::vector<LakeSize>(1)};
  DisjointSets sets(1);  // the land
  for (int y = 0; y < ground.height(); ++y) label_row(ground, level, y, sets, tile.lake);
  std::vector<LakeNumber> number{kLand};  // of each label; a root is the first label of its set
  for (LakeNumber label = 1; label < sets.size(); ++label) {
    const LakeNumber root = sets.root(label);
    if (root == label) tile.sizes.push_back({});
    number.push_back(root == label ? static_cast<LakeNumber>(tile.sizes.size() - 1) : number[root]);
  }
  for (std::size_t i = 0; i < tile.lake.size(); ++i) {
    LakeNumber& lake = tile.lake.values()[i];
    if (lake == kLand) continue;
    lake = number[lake];
    tile.sizes[lake] = joined(tile.sizes[lake], {1, double{level.values()[i]} - double{ground.values()[i]}});
  }
  return tile;
}

/// What the rest of the world has to know of a tile's water.
struct LakeSummary {
  std::vector<LakeNumber> perimeter;  ///< 0: dry; else 1 + the index in `sizes`; in the order of perimeter_samples()
  std::vector<LakeSize> sizes;        ///< of the bodies on the perimeter inside the tile, in the order of their numbers
};

LakeSummary summary_of(const LakeLabels& tile) {
  LakeSummary summary;
  const std::vector<LakeNumber> numbers = on_perimeter(tile);
  for (const LakeNumber lake : numbers) summary.sizes.push_back(tile.sizes[lake]);
  for (const detail::TileSample at : detail::perimeter_samples(tile.lake.width(), tile.lake.height())) {
    const LakeNumber lake = tile.lake.at(at.x, at.y);
    const auto place = std::ranges::lower_bound(numbers, lake) - numbers.begin();
    summary.perimeter.push_back(lake == kLand ? kLand : static_cast<LakeNumber>(place + 1));
  }
  return summary;
}

/// The sizes in the whole map of the bodies of water in LakeSummary::sizes of each tile: those that touch across the
/// borders of tiles are one. Areas are counted in samples, and the greatest depth does not depend on an order, so the
/// result is that of the whole map, whatever the tiles.
std::vector<std::vector<LakeSize>> solve_lakes(const TileCuts& cuts, std::span<const LakeSummary> summaries) {
  detail::TileNodes nodes;
  std::vector<LakeSize> sizes(1);  // of each node
  for (const LakeSummary& tile : summaries) {
    nodes.add_tile(1 + tile.sizes.size());
    sizes.insert(sizes.end(), tile.sizes.begin(), tile.sizes.end());
  }
  DisjointSets sets(sizes.size());
  detail::for_seams(cuts, [&](const detail::SeamStep& step) {
    const LakeNumber a = summaries[step.from.tile].perimeter[step.from.place];
    const LakeNumber b = summaries[step.to.tile].perimeter[step.to.place];
    if (a != kLand && b != kLand) sets.join(nodes.node(step.from.tile, a), nodes.node(step.to.tile, b));
  });
  for (std::uint32_t node = 0; node < sizes.size(); ++node) {
    if (sets.root(node) != node) sizes[sets.root(node)] = joined(sizes[sets.root(node)], sizes[node]);
  }
  std::vector<std::vector<LakeSize>> result;
  for (std::size_t t = 0; t < summaries.size(); ++t) {
    std::vector<LakeSize>& of_tile = result.emplace_back();
    for (LakeNumber lake = 1; lake <= summaries[t].sizes.size(); ++lake)
      of_tile.push_back(sizes[sets.root(nodes.node(t, lake))]);
  }
  return result;
}

/// The sizes in the whole map of all bodies of water of a tile, from its solution.
std::vector<LakeSize> whole_sizes(const LakeLabels& tile, std::span<const std::byte> solution) {
  const auto shared = pipeline::from_archive<std::vector<LakeSize>>(solution);
  const std::vector<LakeNumber> numbers = on_perimeter(tile);
  WEALD_CHECK(shared && shared->size() == numbers.size());
  std::vector<LakeSize> sizes = tile.sizes;
  for (std::size_t i = 0; i < numbers.size(); ++i) sizes[numbers[i]] = (*shared)[i];
  return sizes;
}

/// `filled` without the water of lakes that are too small or too shallow; `sizes` are those of the lakes of `labels`.
Grid<float> lake_level(const Heightmap& ground, Grid<float> filled, const LakeLabels& labels,
                       std::span<const LakeSize> sizes, const LakesParams& params) {
  const GridSpec whole = ground.whole_grid();
  const double min_area =
      params.min_area.value_or(kUsualLakeShare * whole.width * whole.height * whole.cell_size * whole.cell_size);
  std::vector<std::uint8_t> is_lake;
  for (const LakeSize& size : sizes) {
    const double area = static_cast<double>(size.samples) * whole.cell_size * whole.cell_size;
    is_lake.push_back(size.deepest >= params.min_depth && area >= min_area ? 1 : 0);
  }
  is_lake.front() = 0;  // the land
  for (std::size_t i = 0; i < filled.size(); ++i) {
    float& level = filled.values()[i];
    // Zeros may differ in sign, depending on the tiles.
    level = is_lake[labels.lake.values()[i]] != 0 ? level + 0.0f : ground.heights.values()[i];
  }
  return filled;
}

Grid<float> whole_level(const Heightmap& ground, const LakesParams& params) {
  Grid<float> raised = filled(ground, FillSurface::level, params.outlets).heights;
  const LakeLabels labels = label_lakes(ground.heights, raised);
  return lake_level(ground, std::move(raised), labels, labels.sizes, params);
}

Heightmap with_heights(const Heightmap& ground, Grid<float> heights) {
  Heightmap map;
  map.heights = std::move(heights);
  map.cell_size = ground.cell_size, map.origin = ground.origin, map.place = ground.place;
  return map;
}

/// A map of of(ground, level) for each sample.
template <class Of>
Heightmap map_by_level(const Heightmap& ground, const Grid<float>& level, const Of& of) {
  Grid<float> heights(level.width(), level.height(), kUnset);
  std::ranges::transform(ground.heights.values(), level.values(), heights.values().begin(), of);
  return with_heights(ground, std::move(heights));
}

schema::WithParts<Heightmap, Heightmap> lake_maps(const Heightmap& ground, Grid<float> level,
                                                  const schema::WantedParts& wanted) {
  schema::WithParts<Heightmap, Heightmap> result;
  result.main = map_by_level(ground, level, [](float low, float high) { return high - low; });
  if (wanted.has("mask")) {
    result.parts.push_back(
        {"mask", map_by_level(ground, level, [](float low, float high) { return high > low ? 1.0f : 0.0f; })});
  }
  if (wanted.has("level")) result.parts.push_back({"level", with_heights(ground, std::move(level))});
  return result;
}

}  // namespace

std::optional<PerimeterWork> Lakes::perimeter(const Params& params) {
  PerimeterWork work;
  work.tile_bytes = 38;
  work.rounds.push_back(detail::fill_round(params.outlets));
  work.rounds.push_back({[sides = params.outlets](const Heightmap& tile, std::span<const TileSolution> known) {
                           const Grid<float> raised = detail::filled_tile(tile, sides, known.front());
                           return summary_of(label_lakes(tile.heights, raised));
                         },
                         [](const TileCuts& cuts, std::vector<TileSummary> summaries, const RunContext&) {
                           return pipeline::archives_of(
                               solve_lakes(cuts, summaries_as<LakeSummary>(std::move(summaries))));
                         }});
  work.finish = [params](const Heightmap& tile, std::span<const TileSolution> solutions,
                         const schema::WantedParts& wanted) {
    Grid<float> raised = detail::filled_tile(tile, params.outlets, solutions[0]);
    const LakeLabels labels = label_lakes(tile.heights, raised);
    const std::vector<LakeSize> sizes = whole_sizes(labels, solutions[1]);
    return lake_maps(tile, lake_level(tile, std::move(raised), labels, sizes, params), wanted);
  };
  return work;
}

schema::WithParts<Heightmap, Heightmap> Lakes::run(const Params& params, const schema::Inputs& inputs,
                                                   const RunContext& context, const schema::WantedParts& wanted) {
  context.check_stop();
  const Heightmap& ground = inputs[params.from];
  auto maps = lake_maps(ground, whole_level(ground, params), wanted);
  if (height_range(maps.main).max == 0)
    context.warn("there are no lakes: no depression is both as deep as 'min_depth' and as large as 'min_area'",
                 "min_depth");
  return maps;
}

}  // namespace weald::hydrology
