#include "engine/plan/field_reads.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/clamped.h"
#include "engine/graph/region.h"

namespace weald::pipeline {

std::vector<std::size_t> field_inputs(const Graph& graph, std::size_t index) {
  std::vector<std::size_t> result;
  const GraphStage& stage = graph.stages[index];
  for (const schema::InputUse& use : stage.decl.bound->inputs) {
    for (const std::size_t input : stage.inputs) {
      const StageDecl& other = graph.stages[input].decl;
      if (other.name == use.stage && other.kind->output == schema::ArtifactName<Heightmap>::value)
        result.push_back(input);
    }
  }
  return result;
}

std::vector<FieldInput<GridSpec>> grids_of(std::span<const LazyInput> maps) {
  std::vector<FieldInput<GridSpec>> grids;
  for (const LazyInput& map : maps) grids.push_back({map.stage, map.field->grid});
  return grids;
}

bool is_read_in_windows(const Graph& graph, std::size_t index) {
  const std::string& name = graph.stages[index].decl.name;
  const auto writes = [&](const GraphOutput& output) {
    return output.stage == index || std::ranges::find(output.reads, index) != output.reads.end();
  };
  if (std::any_of(graph.outputs.begin(), graph.outputs.end(), writes)) return false;
  const auto reads = [&](const GraphStage& stage) {
    return stage.decl.bound->reads_inputs &&
           std::find(stage.inputs.begin(), stage.inputs.end(), index) != stage.inputs.end();
  };
  const auto reader = std::find_if(graph.stages.begin(), graph.stages.end(), reads);
  if (reader == graph.stages.end()) return false;
  const BoundStage& bound = *reader->decl.bound;
  const auto& uses = bound.inputs;
  // A stage that names the same field twice would compute it twice.
  const auto named = std::count_if(uses.begin(), uses.end(), [&](const auto& use) { return use.stage == name; });
  const bool drives =
      std::any_of(uses.begin(), uses.end(), [&](const auto& use) { return use.stage == name && use.driven_range; });
  return bound.is_local_field() && !bound.cut.keeps_inputs && named == 1 && !drives;
}

bool reads_windows_only(const Graph& graph, std::size_t index) {
  const BoundStage& bound = *graph.stages[index].decl.bound;
  return bound.is_local_field() && (graph.region || !bound.cut.keeps_inputs);
}

void require_inside(const Region& region, const GridSpec& grid) {
  if (region.x + region.width <= grid.width && region.y + region.height <= grid.height) return;
  throw StageError(
      fmt::format("the region of {} x {} samples from column {}, row {} does not lie inside the map of "
                  "{} x {} samples",
                  region.width, region.height, region.x, region.y, grid.width, grid.height));
}

namespace {

/// The samples from `low` to `high`, world (x, z), and two more, which a normal depends on.
Region samples_between(const Vec2& low, const Vec2& high, const GridSpec& grid) {
  const auto clipped = [](double at, int count) { return static_cast<int>(clamped(at, 0.0, count - 1.0)); };
  const Vec2 first = glm::floor((low - grid.origin) / grid.cell_size) - 2.0;
  const Vec2 last = glm::ceil((high - grid.origin) / grid.cell_size) + 2.0;
  const int x = clipped(first.x, grid.width), y = clipped(first.y, grid.height);
  return {x, y, clipped(last.x, grid.width) - x + 1, clipped(last.y, grid.height) - y + 1};
}

/// The samples of the region of a graph, up to the last one that copies of its share lie before, and its apron.
Region region_of_copies(const Graph& graph, const GridSpec& on) {
  Region region = *graph.region;
  if (!graph.share) return region;
  const Vec2 end = glm::round((graph.share->high - on.origin) / on.cell_size) + static_cast<double>(1 + graph.apron);
  // The share of a region along the border has no end there.
  if (std::isfinite(end.x)) region.width = static_cast<int>(end.x) - region.x;
  if (std::isfinite(end.y)) region.height = static_cast<int>(end.y) - region.y;
  return region;
}

/// The places between samples of a map: without an end beyond its border, as copies there belong to those along it.
RegionShare share_within(const Region& samples, const GridSpec& on) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  const int last_x = samples.x + samples.width - 1, last_y = samples.y + samples.height - 1;
  const Vec2 low = on.position(samples.x, samples.y), high = on.position(last_x, last_y);
  return {{samples.x == 0 ? -kFar : low.x, samples.y == 0 ? -kFar : low.y},
          {last_x == on.width - 1 ? kFar : high.x, last_y == on.height - 1 ? kFar : high.y}};
}

}  // namespace

SharedArtifact cut_around(const LazyField& field, const GridSpec& on, const Graph& graph, double halo,
                          const RunContext& context) {
  require_inside(*graph.region, on);
  const Region places = region_of_copies(graph, on);
  const RegionShare reads = share_within(places, on);
  Heightmap cut = materialise_region(field, samples_between(reads.low - halo, reads.high + halo, field.grid), context);
  if (field.grid == on) cut.place->region = places;
  return std::make_shared<const Artifact>(std::move(cut));
}

}  // namespace weald::pipeline
