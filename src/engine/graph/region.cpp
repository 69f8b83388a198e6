#include "engine/graph/region.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/check.h"

namespace weald::pipeline {

bool makes_map(const StageDecl& decl) { return decl.kind->output == schema::ArtifactName<Heightmap>::value; }

namespace {

bool makes_curve(const StageDecl& decl) { return decl.kind->output == schema::ArtifactName<curve::Curve>::value; }

bool makes_mesh(const StageDecl& decl) { return decl.kind->output == schema::ArtifactName<mesh::Mesh>::value; }

bool makes_picture(const StageDecl& decl) { return decl.kind->output == schema::ArtifactName<Image>::value; }

/// Whether windows of a stage can be computed: its samples depend only on those around them, or it works tile by tile.
bool works_in_windows(const Graph& graph, std::size_t index) {
  const StageDecl& decl = graph.stages[index].decl;
  const BoundStage& bound = *decl.bound;
  if (bound.part() != nullptr) return makes_map(decl) && works_in_windows(graph, graph.stages[index].inputs.front());
  return bound.is_local_field() || (bound.whole() != nullptr && (bound.cut.halo || bound.perimeter));
}

/// What is known of a stage from the stages that it reads.
struct Trace {
  bool is_cut_map = false;   ///< a heightmap of which windows can be computed, or that is made from one
  bool is_regional = false;  ///< no heightmap, and made for the region
  /// The stage that makes meshes, curves, scenes or pictures of the whole map, from which this one is made. Such
  /// results are not cut: they would be the same for all regions.
  std::optional<std::size_t> of_whole{};
};

Trace trace_of(const Graph& graph, std::size_t index, const std::vector<Trace>& known) {
  const StageDecl& decl = graph.stages[index].decl;
  const auto& inputs = graph.stages[index].inputs;
  if (decl.bound->part() != nullptr && !makes_map(decl)) return known[inputs.front()];
  const auto reads = [&](const auto& is) { return std::any_of(inputs.begin(), inputs.end(), is); };
  const bool reads_cut = reads([&](std::size_t input) { return known[input].is_cut_map; });
  if (makes_map(decl)) return {works_in_windows(graph, index) || reads_cut};
  Trace trace;
  const bool reads_map = reads([&](std::size_t input) { return makes_map(graph.stages[input].decl); });
  trace.is_regional =
      (decl.bound->cut.is_allowed && reads_map) || reads([&](std::size_t input) { return known[input].is_regional; });
  if (!decl.bound->cut.is_allowed && reads_cut) trace.of_whole = index;
  for (const std::size_t input : inputs) {
    if (!trace.of_whole) trace.of_whole = known[input].of_whole;
  }
  return trace;
}

std::vector<Trace> traces_of(const Graph& graph) {
  std::vector<Trace> traces;
  for (std::size_t i = 0; i < graph.stages.size(); ++i) traces.push_back(trace_of(graph, i, traces));
  return traces;
}

/// Whether a stage reads pictures, meshes or the like that are made for the region and would have to be whole.
bool needs_regional_whole(const Graph& graph, std::size_t index, const std::vector<Trace>& traces) {
  const StageDecl& decl = graph.stages[index].decl;
  if (decl.bound->cut.is_allowed || decl.bound->part() != nullptr) return false;
  const auto& inputs = graph.stages[index].inputs;
  return std::any_of(inputs.begin(), inputs.end(), [&](std::size_t input) {
    return traces[input].is_regional && (makes_picture(graph.stages[input].decl) || makes_map(decl));
  });
}

}  // namespace

std::vector<RegionRole> region_roles(const Graph& graph) {
  const std::size_t count = graph.stages.size();
  const std::vector<Trace> traces = traces_of(graph);
  std::vector<RegionRole> roles(count, RegionRole::whole);
  std::vector<bool> is_needed_whole(count, false);
  for (std::size_t i = count; i-- > 0;) {
    const BoundStage& bound = *graph.stages[i].decl.bound;
    if (traces[i].is_regional)
      roles[i] = RegionRole::region;
    else if (works_in_windows(graph, i) && !is_needed_whole[i])
      roles[i] = RegionRole::windows;
    if (roles[i] != RegionRole::whole || bound.is_local_field() || bound.gatherer) continue;
    for (const std::size_t input : graph.stages[i].inputs) is_needed_whole[input] = true;
  }
  for (std::size_t i = 0; i < count; ++i) {  // a stage that is run for the whole map makes its parts at the same time
    if (graph.stages[i].decl.bound->part() != nullptr && roles[i] == RegionRole::windows)
      roles[i] = roles[graph.stages[i].inputs.front()];
  }
  return roles;
}

namespace {

/// Whether a stage that places copies in the region depends on a mesh or a scene that has only what is in it.
bool needs_parts_beyond(const Graph& graph, std::size_t index, const std::vector<Trace>& traces) {
  const GraphStage& stage = graph.stages[index];
  if (!stage.decl.bound->cut.surroundings) return false;
  return std::ranges::any_of(stage.inputs, [&](std::size_t input) {
    return traces[input].is_regional && !makes_picture(graph.stages[input].decl);
  });
}

}  // namespace

bool reads_maps(const Graph& graph) {
  std::vector<bool> reads;  // by stage
  for (const GraphStage& stage : graph.stages)
    reads.push_back(makes_map(stage.decl) ||
                    std::ranges::any_of(stage.inputs, [&](std::size_t input) { return reads[input]; }));
  return std::ranges::any_of(graph.outputs, [&](const GraphOutput& output) {
    return reads[output.stage] || std::ranges::any_of(output.reads, [&](std::size_t read) { return reads[read]; });
  });
}

bool is_cut_file(const Graph& graph, const GraphOutput& output) {
  if (!graph.region || !graph.share || output.decl.spec.picture) return false;
  const StageDecl& decl = graph.stages[output.stage].decl;
  // What is made for the region, such as its walls, may lie outside the share of the tile.
  return makes_curve(decl) || (makes_mesh(decl) && !traces_of(graph)[output.stage].is_regional);
}

namespace {

/// Whether an output is the same in all regions: nothing that it reads is cut, or made for the region.
bool is_same_everywhere(const Graph& graph, const GraphOutput& output, const std::vector<Trace>& traces) {
  const auto is_own = [&](std::size_t stage) {
    return makes_map(graph.stages[stage].decl) || traces[stage].is_regional;
  };
  return !output.decl.is_texture && !is_own(output.stage) && std::ranges::none_of(output.reads, is_own);
}

}  // namespace

bool check_cuts(const Graph& graph, Diagnostics& diagnostics) {
  const auto before = diagnostics.error_count();
  const std::vector<Trace> traces = traces_of(graph);
  std::set<std::size_t> refused;
  const auto refuse = [&](std::size_t index, bool is_cut_in_worlds = false) {
    if (!refused.insert(index).second) return;
    const StageDecl& decl = graph.stages[index].decl;
    diagnostics.error(
        decl.where,
        fmt::format("stage '{}' ({}) depends on the whole map, so a region of it cannot be built on its own", decl.name,
                    decl.kind->kind),
        is_cut_in_worlds ? "build the whole map, or tiles with 'world', which get what lies in them; or only "
                           "other outputs: --only FILE"
        : decl.bound->cut.given_by.empty() || decl.bound->gatherer
            ? "build the whole map, or only outputs that do not need this stage: --only FILE"
            : fmt::format("give {}, which removes this dependency; or build the whole map, or only other outputs: "
                          "--only FILE",
                          decl.bound->cut.given_by));
  };
  for (std::size_t i = 0; i < graph.stages.size(); ++i) {
    if (needs_regional_whole(graph, i, traces)) refuse(i);
    if (!needs_parts_beyond(graph, i, traces)) continue;
    const StageDecl& decl = graph.stages[i].decl;
    diagnostics.error(decl.where,
                      fmt::format("stage '{}' ({}) depends on meshes or scenes beyond the region, which are made only "
                                  "inside it",
                                  decl.name, decl.kind->kind),
                      "build the whole map, or only outputs that do not need this stage: --only FILE");
  }
  for (const GraphOutput& output : graph.outputs) {
    if (is_cut_file(graph, output)) continue;
    const StageDecl& decl = graph.stages[output.stage].decl;
    const bool is_cut_in_worlds = (makes_curve(decl) || makes_mesh(decl)) && !output.decl.spec.picture;
    if (const auto& origin = traces[output.stage].of_whole)
      refuse(*origin, is_cut_in_worlds);
    else if (graph.share && is_same_everywhere(graph, output, traces))
      diagnostics.error(output.decl.spec.file.where,
                        fmt::format("'{}' ({}) is not made from the land of a tile, so this file would be the same for "
                                    "all tiles",
                                    decl.name, decl.kind->kind),
                        "write it from a preset without 'world'");
  }
  return diagnostics.error_count() == before;
}

void warn_of_cut_ranges(const Graph& graph, Diagnostics& diagnostics) {
  for (const GraphOutput& output : graph.outputs) {
    const OutputSpec& spec = output.decl.spec;
    const std::string extension = std::filesystem::path(spec.file.value).extension().string();
    const bool is_map = graph.stages[output.stage].decl.kind->output == schema::ArtifactName<Heightmap>::value;
    if (!is_map || spec.picture || spec.range || (extension != ".png" && extension != ".r16")) continue;
    diagnostics.warning(output.decl.where,
                        fmt::format("'{}' is scaled to the heights of its region, which differ from those of the "
                                    "whole map or of other regions",
                                    spec.file.value),
                        "give it 'range: [LOWEST, HIGHEST]'");
  }
}

GridSpec level_grid(const GridSpec& grid, int level, int apron) {
  const int step = 1 << level;
  const auto samples = [&](int count) { return (std::max(0, count - 2 * apron) + step - 1) / step + 2 * apron; };
  const double first = apron - static_cast<double>(apron) * step;
  return {samples(grid.width), samples(grid.height), grid.cell_size * step, grid.position(first, first)};
}

Image cropped(const Image& picture, const Region& region) {
  WEALD_CHECK(region.x >= 0 && region.x + region.width <= picture.pixels.width());
  WEALD_CHECK(region.y >= 0 && region.y + region.height <= picture.pixels.height());
  Image result{Grid<Rgba8>(region.width, region.height)};
  if (!picture.fine.empty()) result.fine = Grid<Rgba16>(region.width, region.height);
  for (int y = 0; y < region.height; ++y) {
    for (int x = 0; x < region.width; ++x) {
      result.pixels.at(x, y) = picture.pixels.at(region.x + x, region.y + y);
      if (!picture.fine.empty()) result.fine.at(x, y) = picture.fine.at(region.x + x, region.y + y);
    }
  }
  return result;
}

Image without_surroundings(const Image& picture, const Region& region, int radius) {
  return cropped(picture, {std::min(radius, region.x), std::min(radius, region.y), region.width, region.height});
}

}  // namespace weald::pipeline
