#include "data/estimate.h"

#include <cmath>

#include "data/image.h"

namespace weald {

namespace {

constexpr double kWidestRange = 8;
constexpr double kCoarsePixel = sizeof(Rgba8), kFinePixel = sizeof(Rgba8) + sizeof(Rgba16);  // bytes

/// Memory of a mesh, bytes. Connectivity takes 16 bytes per half-edge; there are one to two half-edges per corner, two
/// if all edges are boundary edges. Indices of attributes may be absent.
Amount surface_bytes(const SurfaceCounts& surface) {
  const Amount lists = surface.vertices * 16 + surface.faces * 4 + surface.uvs * 8 + surface.normals * 12;
  const Amount corners{surface.corners.least * 16,
                       surface.corners.most ? std::optional{*surface.corners.most * 48} : std::nullopt};
  const Amount more =
      Amount{0, surface.vertices.most} * 8 + Amount{0, surface.faces.most} * 2;  // colours, wind, groups
  return lists + corners + more;
}

}  // namespace

Amount larger(const Amount& a, const Amount& b) {
  return {std::max(a.least, b.least), a.most && b.most ? std::optional{std::max(*a.most, *b.most)} : std::nullopt};
}

SurfaceCounts larger(const SurfaceCounts& a, const SurfaceCounts& b) {
  return {larger(a.vertices, b.vertices),
          larger(a.faces, b.faces),
          larger(a.corners, b.corners),
          larger(a.uvs, b.uvs),
          larger(a.normals, b.normals),
          larger(a.points, b.points),
          std::max(a.least_triangles(), b.least_triangles())};
}

double SurfaceCounts::least_triangles() const {
  return std::max(sure_triangles, faces.most ? corners.least - 2 * *faces.most : 0);
}

void SurfaceCounts::may_be_fewer() {
  for (Amount* amount : {&vertices, &faces, &corners, &uvs, &normals, &points}) amount->least = 0;
  sure_triangles = 0;
}

void SceneCounts::may_be_shared() {
  meshes.least = 0;
  stored.may_be_fewer();
}

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

Estimate Estimate::of_image(double width, double height, int bits) {
  Estimate like;
  like.sides = Vec2{width, height};
  like.pixels = Amount::exactly(width * height);
  return of_image_like(like, bits);
}

Estimate Estimate::of_image_like(const Estimate& from, int bits) {
  Estimate result;
  result.sides = from.grid ? std::optional(Vec2{from.grid->width, from.grid->height}) : from.sides;
  result.pixels = from.pixels;
  result.bytes = {
      from.pixels.least * (bits == 16 ? kFinePixel : kCoarsePixel),
      from.pixels.most ? std::optional{*from.pixels.most * (bits == 8 ? kCoarsePixel : kFinePixel)} : std::nullopt};
  return result;
}

int Estimate::image_bits() const {
  if (!pixels.most || !bytes.most) return 0;
  if (bytes == pixels * kCoarsePixel) return 8;
  return bytes == pixels * kFinePixel ? 16 : 0;
}

Estimate Estimate::of_surface(const SurfaceCounts& surface) {
  Estimate result;
  result.surface = surface;
  result.bytes = surface_bytes(surface);
  return result;
}

}  // namespace weald
