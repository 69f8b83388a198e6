#include "engine/plan/kept_results.h"

#include <algorithm>
#include <vector>

#include "engine/graph/region.h"
#include "engine/plan/detail/stage_estimates.h"
#include "engine/plan/detail/window_estimate.h"
#include "engine/plan/field_eval.h"

namespace weald::pipeline {

namespace {

/// Stages and outputs that read a stage or a part of it.
std::size_t readers_of(const Graph& graph, std::size_t index) {
  std::size_t readers = 0;
  for (const GraphOutput& output : graph.outputs)
    readers += (output.stage == index ? 1 : 0) + static_cast<std::size_t>(std::ranges::count(output.reads, index));
  for (std::size_t i = index + 1; i < graph.stages.size(); ++i) {
    if (std::ranges::find(graph.stages[i].inputs, index) == graph.stages[i].inputs.end()) continue;
    readers += graph.stages[i].decl.bound->part() != nullptr ? readers_of(graph, i) : 1;
  }
  return readers;
}

std::size_t maps_of(const Graph& graph, std::size_t index) { return 1 + graph.wanted_parts_of(index).names->size(); }

/// Columns or rows of tiles in which a region of `samples` may lie, on a side of `all` samples.
std::size_t tiles_along(int samples, int all) {
  const int most = (all + kPerimeterTile - 1) / kPerimeterTile;
  return static_cast<std::size_t>(std::min(most, (samples + kPerimeterTile - 2) / kPerimeterTile + 1));
}

/// The finished tiles of stages that work through perimeters.
class TileMemory {
 public:
  explicit TileMemory(const Graph& graph) : graph_(graph) {}

  void add(std::size_t index, const GridSpec& whole) {
    const Region& region = *graph_.region;
    const std::size_t maps = maps_of(graph_, index), columns = tiles_along(region.width, whole.width);
    const bool is_world = graph_.share.has_value();  // its tiles lie everywhere
    const double width =
        is_world ? whole.width : std::min<double>(whole.width, double{kPerimeterTile} * static_cast<double>(columns));
    const std::size_t rows = tiles_along(region.height, whole.height);
    const double height =
        is_world ? whole.height : std::min<double>(whole.height, double{kPerimeterTile} * static_cast<double>(rows));
    all_ += sizeof(float) * static_cast<double>(maps) * width * height;
    needed_ += finished_maps_for(columns, maps);
    largest_ = std::max(largest_, sizeof(float) * samples_of_tile(whole));
    const double work = graph_.stages[index].decl.bound->perimeter->tile_bytes * samples_of_tile(whole);
    // Bands in two rows of tiles are made at the same time. What they make comes on top, until older tiles are dropped.
    if (rows > 1) work_ = std::max(work_, work);
    made_ = std::max(made_, rows > 1 ? 2 * maps : maps);
  }

  double bytes() const {
    const std::size_t most = std::max(needed_, kMostFinishedMaps) + made_;
    return std::min(all_, static_cast<double>(most) * largest_) + work_;
  }

 private:
  const Graph& graph_;
  double all_ = 0, largest_ = 0, work_ = 0;
  std::size_t needed_ = 0, made_ = 0;  // maps
};

}  // namespace

std::size_t kept_window_samples(const Graph& graph, std::size_t index) {
  const BoundStage& bound = *graph.stages[index].decl.bound;
  const bool has_levels = graph.level > 0 || graph.levels > 1;  // each reads the samples of the finer one
  if (bound.whole() == nullptr || !bound.cut.halo || (!has_levels && readers_of(graph, index) < 2)) return 0;
  const std::size_t scale = has_levels ? 2 : 1;
  const int bands = (graph.region->height + kBandRows - 1) / kBandRows;  // at most: windows may have more rows
  const auto columns = scale * static_cast<std::size_t>(graph.region->width + 2 * kKeptAround);
  const auto rows = scale * static_cast<std::size_t>(graph.region->height + 2 * kKeptAround * bands);
  return std::min(kMostKeptSamples, maps_of(graph, index) * columns * rows);
}

std::size_t finished_maps_for(std::size_t columns, std::size_t maps) { return 2 * (columns + 1) * maps; }

double kept_bytes(const Graph& graph) {
  if (!graph.region) return 0;
  const std::vector<RegionRole> roles = region_roles(graph);
  Graph whole = graph;
  whole.region.reset();
  const std::vector<Estimate> stages = estimate_stages(whole);
  TileMemory tiles(graph);
  double windows = 0;
  for (std::size_t i = 0; i < graph.stages.size(); ++i) {
    const BoundStage& bound = *graph.stages[i].decl.bound;
    if (roles[i] != RegionRole::windows || !stages[i].grid) continue;
    if (bound.perimeter)
      tiles.add(i, *stages[i].grid);
    else
      windows += sizeof(float) * static_cast<double>(kept_window_samples(graph, i));
  }
  return windows + tiles.bytes();
}

}  // namespace weald::pipeline
