#include "engine/graph/world_place.h"

#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/shown.h"
#include "engine/outputs/writers.h"
#include "formats/gdal/coordinate_system.h"

namespace weald::pipeline {

namespace {

/// Whether both have coordinates of the same kind. A file that names no system may have that of another.
bool have_one_system(const Georeference& a, const Georeference& b) {
  return a.is_geographic == b.is_geographic &&
         (a.crs.empty() || b.crs.empty() || io::are_same_system(a.crs, b.crs).value_or(false));
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
    // A code says more than a definition.
    if (found->crs.empty() || (epsg_code(found->crs) == 0 && epsg_code(own->crs) != 0)) found->crs = own->crs;
  }
  return found;
}

namespace {

/// The name in a definition such as PROJCS["NAD_1983_UTM_Zone_16N",...].
std::string name_in(const std::string& definition) {
  const std::size_t open = definition.find('"');
  const std::size_t close = open == std::string::npos ? open : definition.find('"', open + 1);
  return shown(close == std::string::npos ? definition : definition.substr(open + 1, close - open - 1));
}

void check_system(const OutputDecl& output, const std::string& of_survey, Diagnostics& diagnostics) {
  const std::string& crs = *output.spec.crs;
  if (of_survey.empty()) return;
  const std::optional<bool> is_same = io::are_same_system(crs, of_survey);
  if (is_same.value_or(false)) return;
  const std::string name = epsg_code(of_survey) != 0 ? of_survey : "'" + name_in(of_survey) + "'";
  if (is_same) {
    diagnostics.error(output.place_of("crs"),
                      fmt::format("the survey of '{}' is in {}, not in {}", output.spec.file.value, name, crs),
                      "remove 'crs', or convert the survey with gdalwarp: an output converts no coordinates");
  } else {
    diagnostics.warning(
        output.place_of("crs"),
        fmt::format("the survey of '{}' is in {}, which may not be {}", output.spec.file.value, name, crs),
        "GDAL cannot compare them: check that both are the same, or remove 'crs'");
  }
}

}  // namespace

void check_systems(const Graph& graph, Diagnostics& diagnostics) {
  for (const GraphOutput& output : graph.outputs) {
    const OutputSpec& spec = output.decl.spec;
    if (!spec.crs || !tells_place(spec, graph.stages[output.stage].decl.kind->output)) continue;
    try {
      const auto world = georeference_of(graph, output.stage);
      if (world) check_system(output.decl, world->crs, diagnostics);
    } catch (const IoError&) {  // reported by the stage
    } catch (const StageError& e) {
      diagnostics.error(output.decl.place_of(e.key()), fmt::format("output '{}': {}", spec.file.value, e.what()));
    }
  }
}

void place_on_earth(const Graph& graph, GraphOutput& output) {
  OutputSpec& spec = output.decl.spec;
  if (tells_place(spec, graph.stages[output.stage].decl.kind->output))
    spec.origin.georeference = georeference_of(graph, output.stage);
}

}  // namespace weald::pipeline
