#include "engine/run/detail/tile_artifact.h"

#include <memory>
#include <variant>

#include "base/parallel.h"
#include "engine/run/detail/region_curves.h"
#include "engine/run/detail/region_meshes.h"
#include "stages/shapes/transform.h"

namespace weald::pipeline {

namespace {

template <class Pixel>
Grid<Pixel> inner(const Grid<Pixel>& pixels, int apron) {
  if (pixels.empty()) return {};
  Grid<Pixel> result(pixels.width() - 2 * apron, pixels.height() - 2 * apron);
  for (int y = 0; y < result.height(); ++y) {
    for (int x = 0; x < result.width(); ++x) result.at(x, y) = pixels.at(x + apron, y + apron);
  }
  return result;
}

}  // namespace

Region written_region(const Graph& graph) {
  const Region& all = *graph.region;
  return {all.x + graph.apron, all.y + graph.apron, all.width - 2 * graph.apron, all.height - 2 * graph.apron};
}

SharedArtifact WrittenForm::of(const SharedArtifact& artifact, const OutputSpec& spec) {
  const bool is_drawn = spec.picture && !std::holds_alternative<Image>(*artifact);
  if (!graph_.region || is_drawn || std::holds_alternative<Heightmap>(*artifact)) return artifact;
  const std::lock_guard lock(mutex_);
  if (made_ == nullptr) isolated([&] { made_ = as_written(artifact, graph_, made_for_); });
  return made_;
}

SharedArtifact as_written(const SharedArtifact& artifact, const Graph& graph, MadeFor made_for) {
  if (made_for == MadeFor::cut) {
    if (const auto* curve = std::get_if<curve::Curve>(artifact.get()))
      return std::make_shared<const Artifact>(curves_in(*curve, *graph.share));
    const auto share = std::make_shared<const Artifact>(mesh_in(std::get<mesh::Mesh>(*artifact), *graph.share));
    return as_written(share, graph, MadeFor::world);
  }
  const auto* image = std::get_if<Image>(artifact.get());
  if (image != nullptr && made_for == MadeFor::region && graph.apron > 0) {
    // A picture of another size is no window of the map: it shows the region, apron included.
    if (image->pixels.width() != graph.region->width || image->pixels.height() != graph.region->height) return artifact;
    return std::make_shared<const Artifact>(Image{inner(image->pixels, graph.apron), inner(image->fine, graph.apron)});
  }
  if (!graph.local_origin) return artifact;
  mesh::PlacementParams move;
  move.translate = {-graph.local_origin->x, 0, -graph.local_origin->y};
  if (const auto* mesh = std::get_if<mesh::Mesh>(artifact.get()))
    return std::make_shared<const Artifact>(mesh::transformed(*mesh, mesh::matrix_of(move)));
  if (const auto* scene = std::get_if<scene::Scene>(artifact.get()))
    return std::make_shared<const Artifact>(mesh::transformed(*scene, mesh::matrix_of(move)));
  return artifact;
}

}  // namespace weald::pipeline
