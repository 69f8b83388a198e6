#include "engine/graph/stage.h"

#include <algorithm>
#include <utility>

#include "schema/wording.h"

namespace weald::pipeline {

std::string StageKind::outputs_text() const {
  return outputs.empty() ? std::string(output) : schema::alternatives_text(outputs);
}

}  // namespace weald::pipeline

namespace weald::pipeline::detail {

std::vector<std::string> resolved_paths(const std::vector<schema::FilePath>& files) {
  std::vector<std::string> paths;
  for (const schema::FilePath& file : files) paths.push_back(file.resolved);
  return paths;
}

void compute_in_windows(BoundStage& bound, std::optional<WindowedMap> map) {
  if (!map) return;
  bound.cut.is_allowed = true;
  bound.work = FieldWork{[grid = map->grid](const InputGrids&) { return grid; },
                         [kernel = map->kernel](const schema::Inputs&, const GridSpec&, const RunContext& context,
                                                const InputGrids&) { return kernel(context); }};
  bound.windowed = std::move(map);
}

Estimate estimate_like(const Estimate& first, std::string_view artifact, std::span<const schema::PartInfo> parts) {
  const auto like = [&](std::string_view name) {
    if (name == schema::ArtifactName<Heightmap>::value)
      return first.grid ? Estimate::of_heightmap(*first.grid) : Estimate{};
    if (name != schema::ArtifactName<Image>::value) {
      SurfaceCounts counts = first.surface;  // attributes may be recomputed
      counts.uvs = {std::min(counts.uvs.least, 1.0), counts.corners.most};
      counts.normals = {std::min(counts.normals.least, 1.0), counts.corners.most};
      counts.points = {};
      Estimate surface = Estimate::of_surface(counts);
      if (name == schema::ArtifactName<scene::Scene>::value) surface.scene = first.in_scene();
      return surface;
    }
    return Estimate::of_image_like(first);
  };
  Estimate result = like(artifact);
  for (const schema::PartInfo& part : parts) result.parts.emplace_back(part.name, like(part.artifact));
  return result;
}

}  // namespace weald::pipeline::detail
