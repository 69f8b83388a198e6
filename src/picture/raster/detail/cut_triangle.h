#pragma once
// CutTriangle: a small triangle whose texture may cut holes, set up so that its rows can be filled in vectors. Internal
// to render/.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "picture/raster/raster.h"
#include "picture/raster/visibility.h"
#include "picture/surface/surface.h"

namespace weald::render {

/// A value that changes evenly over a picture: `at` the corner of a first pixel, and its change per column and per row.
struct CutPlane {
  float at = 0, per_column = 0, per_row = 0;
};

/// A texture that cuts holes, as the kernels read it.
struct CutTexture {
  const std::uint32_t* mask = nullptr;    ///< TextureMap::mask(), where samples lie farther apart than texels
  const std::uint32_t* alphas = nullptr;  ///< TextureMap::alpha_quads() elsewhere; both null: there are no holes
  std::int32_t width = 1, height = 1;     ///< texels
  std::int32_t mask_stride = 1;           ///< words per row of the mask
  float cutoff = 0;                       ///< alpha, 0 to 255, from which on there is a surface
};

/// The texture for samples between which it changes by `across` texels to the right and `down` texels downwards.
CutTexture cut_texture(const TextureMap& texture, const Vec2& across, const Vec2& down);

/// A triangle, and the texture that cuts holes into it. Texture coordinates are in texels, less a half, so that those
/// of the first texel's centre are 0; with perspective they are multiplied with the depth.
struct CutTriangle {
  /// Larger boxes overflow: the edge functions have 31 bits.
  static constexpr std::int32_t kMostPixels = 64;

  PixelRect box;                                   ///< pixels that the triangle may cover
  std::array<std::int32_t, 3> edge{}, dx{}, dy{};  ///< edge functions at the corner of the first pixel, and their sides
  RasterVertex first;                              ///< a corner, with its depth
  double depth_x = 0, depth_y = 0;                 ///< change of the depth per step of the fixed-point grid
  float nearest = 0, farthest = 0;                 ///< the range of the corners' depths
  CutTexture texture;
  CutPlane u, v;  ///< column and row of the texture
  bool perspective = false;
};

/// Sets up triangle `number` of the surface with corners at a, b and c. `box`: as in CutTriangle, not empty. Nothing
/// where vectors cannot fill it: it is too large, or its texture coordinates are beyond all measure. Its opacity is not
/// heeded.
std::optional<CutTriangle> cut_triangle(const Surface& surface, std::uint32_t number, const RasterVertex& a,
                                        RasterVertex b, RasterVertex c, const PixelRect& box, bool perspective);

/// Draws triangles without perspective into `heights`, rows of `width` pixels with a sample in their middle, where they
/// are higher than what is there. `heights` is readable for kSpareHeights floats after its last row.
void fill_cut_triangles(std::span<const CutTriangle> triangles, float* heights, int width);
inline constexpr std::size_t kSpareHeights = 16;

/// Samples to draw into: sample_room() of each pixel of some rows.
struct SampleRows {
  VisibleSample* samples = nullptr;
  int width = 0, y0 = 0;
};

/// Draws the triangle as `number` where a sample sees nothing nearer, as raster_triangle() does. Pre: there is more
/// than one sample per pixel; the box lies within the rows.
void fill_cut_samples(const CutTriangle& triangle, std::uint32_t number, const SamplePattern& pattern,
                      const SampleRows& rows);

}  // namespace weald::render
