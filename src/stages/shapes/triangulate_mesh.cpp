#include "stages/shapes/triangulate_mesh.h"

#include <algorithm>
#include <optional>

#include "methods/mesh/triangulate.h"

namespace weald::mesh {

Estimate Triangulate::estimate(const Params& params, const schema::Estimates& inputs) {
  SurfaceCounts counts = inputs[params.from].surface;
  // A face of n corners gives n - 2 triangles.
  const Amount corners = counts.corners;
  counts.faces = {std::max(counts.faces.least, counts.faces.most ? corners.least - 2 * *counts.faces.most : 0),
                  corners.most ? std::optional{*corners.most - 2 * counts.faces.least} : std::nullopt};
  counts.corners = counts.faces * 3;
  counts.vertices.most = (counts.vertices + counts.corners).most;  // where faces come apart
  counts.points = {};
  Estimate result = Estimate::of_surface(counts);
  // A list of the triangles, and where each corner's half-edge is. Corners may have indices of their own.
  result.scratch = counts.corners * 8 + counts.faces * 4 + Amount{0, counts.corners.most} * 8;
  result.cause = "from";
  return result;
}

Mesh Triangulate::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  return triangulate(inputs[params.from], context);
}

}  // namespace weald::mesh
