#pragma once
// CutTriangle: a small, possibly alpha-tested triangle, set up for rasterising its rows in vectors.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "picture/raster/raster.h"
#include "picture/raster/visibility.h"
#include "picture/surface/surface.h"

namespace weald::render {

/// A linear function in screen space: its value `at` the corner of the first pixel, and its change per column and per
/// row.
struct CutPlane {
  float at = 0, per_column = 0, per_row = 0;
};

/// An alpha-tested texture as the kernels read it.
struct CutTexture {
  const std::uint32_t* mask = nullptr;    ///< TextureMap::mask(), used if samples are farther apart than texels
  const std::uint32_t* alphas = nullptr;  ///< TextureMap::alpha_quads(), used otherwise; both null: no holes
  std::int32_t width = 1, height = 1;     ///< texels
  std::int32_t mask_stride = 1;           ///< words per row of the mask
  float cutoff = 0;                       ///< least alpha (0 to 255) that passes the test
};

/// Chooses the form of the texture by its steps between samples: `across` texels to the right, `down` texels downwards.
CutTexture cut_texture(const TextureMap& texture, const Vec2& across, const Vec2& down);

/// A triangle set up for rasterisation, with its alpha-tested texture. Texture coordinates are in texels, minus a half,
/// so that they are 0 at the centre of the first texel; in perspective they are multiplied by the depth.
struct CutTriangle {
  /// The edge functions have 31 bits and would overflow in larger boxes.
  static constexpr std::int32_t kMaxPixels = 64;

  PixelRect box;  ///< pixels that the triangle may cover
  /// Edge functions at the corner of the first pixel, and edge vectors.
  std::array<std::int32_t, 3> edge{}, dx{}, dy{};
  RasterVertex first;               ///< a corner, with its depth
  double depth_x = 0, depth_y = 0;  ///< change of the depth per step of the fixed-point grid
  float nearest = 0, farthest = 0;  ///< range of the corners' depths
  CutTexture texture;
  CutPlane u, v;  ///< texture column and row
  bool perspective = false;
};

/// Sets up triangle `number` of the surface with its projected corners. `box` is CutTriangle::box and must not be
/// empty. Returns nothing if the triangle is too large for vectors or its texture coordinates are out of range. Opacity
/// is ignored.
std::optional<CutTriangle> cut_triangle(const Surface& surface, std::uint32_t number,
                                        const std::array<RasterVertex, 3>& corners, const PixelRect& box,
                                        bool perspective);

/// Rasterises orthographic triangles into `heights` (rows of `width` pixels, sampled at pixel centres) and keeps the
/// maximum. `heights` must be readable for kSpareHeights floats after its last row.
void fill_cut_triangles(std::span<const CutTriangle> triangles, float* heights, int width);
inline constexpr std::size_t kSpareHeights = 16;

/// Sample slots to draw into: sample_room() per pixel of a band of rows.
struct SampleRows {
  VisibleSample* samples = nullptr;
  int width = 0, y0 = 0;
};

/// Rasterises the triangle as `number` with a depth test, like raster_triangle(). Pre: there is more than one sample
/// per pixel; the box lies within the rows.
void fill_cut_samples(const CutTriangle& triangle, std::uint32_t number, const SamplePattern& pattern,
                      const SampleRows& rows);

}  // namespace weald::render
