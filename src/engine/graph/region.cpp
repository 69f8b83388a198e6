#include "engine/graph/region.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/check.h"

namespace weald::pipeline {

bool check_cuts(const Graph& graph, Diagnostics& diagnostics) {
  const auto before = diagnostics.error_count();
  std::vector<bool> is_cut(graph.stages.size(), false);
  for (std::size_t i = 0; i < graph.stages.size(); ++i) {
    const StageDecl& decl = graph.stages[i].decl;
    const auto& inputs = graph.stages[i].inputs;
    const bool reads_cut = std::any_of(inputs.begin(), inputs.end(), [&](std::size_t input) { return is_cut[input]; });
    is_cut[i] = decl.bound->is_local_field() || decl.bound->cut.reach || (reads_cut && decl.bound->part() != nullptr);
    if (!reads_cut || decl.bound->cut.is_allowed) continue;
    diagnostics.error(
        decl.where,
        fmt::format("stage '{}' ({}) depends on the whole map, so a region of it cannot be built on its own", decl.name,
                    decl.kind->kind),
        decl.bound->cut.given_by.empty()
            ? "build the whole map, or only outputs that do not need this stage: --only FILE"
            : fmt::format("give {}, which removes this dependency; or build the whole map, or only other outputs: "
                          "--only FILE",
                          decl.bound->cut.given_by));
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

Region grown(const Region& region, int radius, const GridSpec& grid) {
  const int x0 = std::max(0, region.x - radius), y0 = std::max(0, region.y - radius);
  const int x1 = std::min(grid.width, region.x + region.width + radius);
  const int y1 = std::min(grid.height, region.y + region.height + radius);
  return {x0, y0, x1 - x0, y1 - y0};
}

Image without_surroundings(const Image& picture, const Region& region, int radius) {
  const int left = std::min(radius, region.x), top = std::min(radius, region.y);
  WEALD_CHECK(left + region.width <= picture.pixels.width() && top + region.height <= picture.pixels.height());
  Image result{Grid<Rgba8>(region.width, region.height)};
  for (int y = 0; y < region.height; ++y) {
    for (int x = 0; x < region.width; ++x) result.pixels.at(x, y) = picture.pixels.at(left + x, top + y);
  }
  if (picture.fine.empty()) return result;
  result.fine = Grid<Rgba16>(region.width, region.height);
  for (int y = 0; y < region.height; ++y) {
    for (int x = 0; x < region.width; ++x) result.fine.at(x, y) = picture.fine.at(left + x, top + y);
  }
  return result;
}

}  // namespace weald::pipeline
