#include "core/estimate.h"

#include <cmath>

#include "core/image.h"

namespace weald {

namespace {

constexpr double kWidestRange = 8;

/// Memory of a mesh, bytes. Connectivity takes 16 bytes a half-edge, of which there are between one and two for each
/// corner: two at a border. Indices of attributes are there or not.
Amount surface_bytes(const SurfaceCounts& surface) {
  const Amount lists = surface.vertices * 16 + surface.faces * 4 + surface.uvs * 8 + surface.normals * 12;
  const Amount corners{surface.corners.least * 16,
                       surface.corners.most ? std::optional{*surface.corners.most * 48} : std::nullopt};
  const Amount more =
      Amount{0, surface.vertices.most} * 8 + Amount{0, surface.faces.most} * 2;  // colours, wind, groups
  return lists + corners + more;
}

}  // namespace

std::optional<double> Amount::typical() const {
  if (!most || *most > kWidestRange * least) return std::nullopt;
  return std::sqrt(least * *most);
}

Estimate Estimate::of_heightmap(const GridSpec& grid) {
  Estimate result;
  result.grid = grid;
  result.pixels = Amount::exactly(static_cast<double>(grid.width) * grid.height);
  result.bytes = result.pixels * sizeof(float);
  return result;
}

Estimate Estimate::of_image(double width, double height) {
  Estimate result;
  result.pixels = Amount::exactly(width * height);
  result.bytes = result.pixels * sizeof(Rgba8);
  return result;
}

Estimate Estimate::of_surface(const SurfaceCounts& surface) {
  Estimate result;
  result.surface = surface;
  result.bytes = surface_bytes(surface);
  return result;
}

}  // namespace weald
