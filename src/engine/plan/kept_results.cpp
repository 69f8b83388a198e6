#include "engine/plan/kept_results.h"

#include <algorithm>
#include <vector>

#include "engine/graph/region.h"
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

}  // namespace

std::size_t kept_window_samples(const Graph& graph, std::size_t index) {
  const BoundStage& bound = *graph.stages[index].decl.bound;
  const bool has_levels = graph.level > 0 || graph.levels > 1;  // each reads the samples of the finer one
  if (bound.whole() == nullptr || !bound.cut.halo || (!has_levels && readers_of(graph, index) < 2)) return 0;
  const std::size_t maps = 1 + graph.wanted_parts_of(index).names->size();
  const std::size_t scale = has_levels ? 2 : 1;
  const int bands = (graph.region->height + kBandRows - 1) / kBandRows;  // at most: windows may have more rows
  const auto columns = scale * static_cast<std::size_t>(graph.region->width + 2 * kKeptAround);
  const auto rows = scale * static_cast<std::size_t>(graph.region->height + 2 * kKeptAround * bands);
  return std::min(kMostKeptSamples, maps * columns * rows);
}

double kept_bytes(const Graph& graph) {
  if (!graph.region) return 0;
  const std::vector<RegionRole> roles = region_roles(graph);
  double bytes = 0;
  for (std::size_t i = 0; i < graph.stages.size(); ++i) {
    if (roles[i] == RegionRole::windows) bytes += sizeof(float) * static_cast<double>(kept_window_samples(graph, i));
  }
  return bytes;
}

}  // namespace weald::pipeline
