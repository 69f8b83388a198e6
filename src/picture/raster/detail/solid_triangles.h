#pragma once
// SolidTriangles: small triangles without holes, such as those of land, which are rasterised many at a time.

#include <cstdint>
#include <span>
#include <vector>

#include "picture/raster/detail/cut_triangle.h"
#include "picture/raster/raster.h"
#include "picture/surface/surface.h"

namespace weald::render {

/// Triangles of one surface without holes.
struct SolidTriangles {
  std::span<const TriangleIndices> triangles;  ///< all of the surface
  const RasterVertex* vertices = nullptr;      ///< all of the surface, projected
  std::span<const std::uint32_t> some;         ///< those to draw: the index in `triangles`, plus `first`
  std::uint32_t first = 0;
  std::uint32_t number = 0;  ///< number of the surface's first triangle in the picture
};

/// Rasterises triangles within `clip` with a depth test, like raster_triangle(). `large` receives those of `some` that
/// are too large for vectors, and are not drawn. Pre: there is more than one sample per pixel; `clip` lies within the
/// rows.
void fill_solid_samples(const SolidTriangles& solid, const SamplePattern& pattern, const SampleRows& rows,
                        const PixelRect& clip, std::vector<std::uint32_t>& large);

}  // namespace weald::render
