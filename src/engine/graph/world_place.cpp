#include "engine/graph/world_place.h"

#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/outputs/writers.h"

namespace weald::pipeline {

namespace {

/// Whether both have coordinates of the same kind. A file that names no system may have that of another.
bool have_one_system(const Georeference& a, const Georeference& b) {
  return a.is_geographic == b.is_geographic && (a.crs.empty() || b.crs.empty() || a.crs == b.crs);
}

/// Whether both put the world at the same place, but for rounding. Pre: have_one_system().
bool agree(const Georeference& a, const Georeference& b) {
  const auto is_close = [](double x, double y, double within) { return std::abs(x - y) <= within; };
  constexpr double kMetres = 1, kScale = 1e-6;
  return is_close(a.origin.x, b.origin.x, kMetres * a.units_per_metre.x) &&
         is_close(a.origin.y, b.origin.y, kMetres * a.units_per_metre.y) &&
         is_close(a.units_per_metre.x / b.units_per_metre.x, 1, kScale) &&
         is_close(a.units_per_metre.y / b.units_per_metre.y, 1, kScale);
}

}  // namespace

std::optional<Georeference> georeference_of(const Graph& graph, std::size_t stage) {
  std::vector<bool> is_read(graph.stages.size(), false);
  is_read[stage] = true;
  std::optional<Georeference> found;
  std::string finder;
  for (std::size_t i = stage + 1; i-- > 0;) {  // inputs come before their readers
    if (!is_read[i]) continue;
    for (const std::size_t input : graph.stages[i].inputs) is_read[input] = true;
    const StageDecl& decl = graph.stages[i].decl;
    const std::optional<Georeference> own = decl.bound->georeference();
    if (!own) continue;
    if (!found) {
      found = own;
      finder = decl.name;
      continue;
    }
    if (!have_one_system(*found, *own))
      throw StageError(
          fmt::format("the files of stages '{}' and '{}' have different coordinate reference systems: convert one of "
                      "them with gdalwarp",
                      decl.name, finder));
    if (!agree(*found, *own))
      throw StageError(
          fmt::format("the files of stages '{}' and '{}' put the world at different places on the Earth: "
                      "give one of them the 'origin' that it has beside the other",
                      decl.name, finder));
    if (found->crs.empty()) found->crs = own->crs;
  }
  return found;
}

void place_on_earth(const Graph& graph, GraphOutput& output) {
  OutputSpec& spec = output.decl.spec;
  if (tells_place(spec, graph.stages[output.stage].decl.kind->output))
    spec.origin.georeference = georeference_of(graph, output.stage);
}

}  // namespace weald::pipeline
