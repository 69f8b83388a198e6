#include "stages/shapes/triangulate_mesh.h"

#include <algorithm>
#include <optional>

#include "methods/mesh/triangulate.h"

namespace weald::mesh {

Estimate Triangulate::estimate(const Params& params, const schema::Estimates& inputs) {
  SurfaceCounts counts = inputs[params.from].surface;
  // A face with n corners gives n - 2 triangles.
  const Amount corners = counts.corners;
  counts.faces = {std::max(counts.faces.least, counts.faces.most ? corners.least - 2 * *counts.faces.most : 0),
                  corners.most ? std::optional{*corners.most - 2 * counts.faces.least} : std::nullopt};
  counts.corners = counts.faces * 3;
  counts.vertices.most = (counts.vertices + counts.corners).most;  // faces may have to be split apart
  counts.points = {};
  Estimate result = Estimate::of_surface(counts);
  // Scratch memory: the list of triangles, the half-edge of each corner, and possibly separate indices of corners.
  result.scratch = counts.corners * 8 + counts.faces * 4 + Amount{0, counts.corners.most} * 8;
  result.cause = "from";
  return result;
}

Mesh Triangulate::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  return triangulate(inputs[params.from], context);
}

}  // namespace weald::mesh
