#pragma once
// TextureMap: a texture with mip levels and an alpha test.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/math/vec.h"
#include "data/grid.h"
#include "data/mesh.h"
#include "picture/surface/colour.h"

namespace weald::render {

/// A texture and its mip chain, in linear light. A texel of a mip level is the mean of an equal part of the picture,
/// weighted by alpha, so that the colour of transparent texels never bleeds in. Source: [williams1983].
class TextureMap {
 public:
  /// Memory in addition to the picture: 16 bytes for every third pixel, and 33 bits per pixel if there are holes.
  TextureMap(const mesh::Texture& texture, const SrgbTable& srgb);
  /// A data texture: its channels are numbers, where 255 means 1, and alpha is ignored.
  explicit TextureMap(const mesh::Texture& data);

  /// Linear colour at texture coordinates `uv`, averaged over about 2^detail by 2^detail texels by trilinear
  /// interpolation. Coordinates that are not finite or exceed 10^9 count as 0.
  Vec3f colour(const Vec2& uv, float detail) const;
  /// Alpha test at `uv`: true if the bilinear alpha is not below cutout().
  bool solid(const Vec2& uv) const;
  /// Alpha test of the single texel that contains `uv`: cheaper, for samples that are farther apart than texels.
  bool is_texel_solid(const Vec2& uv) const;
  /// False if solid() is true everywhere.
  bool has_holes() const { return has_holes_; }

  /// Size in texels.
  int width() const { return image_->pixels.width(); }
  int height() const { return image_->pixels.height(); }
  /// Number of mip levels, including the picture itself.
  int level_count() const { return static_cast<int>(copies_.size()) + 1; }
  /// Alpha cutoff, 0 to 1; 0: the texture has no holes.
  float cutout() const { return cutout_; }
  /// The picture itself, at full resolution.
  const Image& image() const { return *image_; }
  /// Alphas of the bilinear footprints, row by row; null if there are no holes. Per texel: its own alpha and the alphas
  /// of the texels to its right, below it, and below its right neighbour, from the lowest byte up. The picture repeats.
  const std::uint32_t* alpha_quads() const { return has_holes_ ? quads_.data() : nullptr; }
  /// Opacity bitmask; null if there are no holes. It has one bit per texel, set where the texel passes the alpha test.
  /// Each row starts at a new word, with its first texel in the lowest bit.
  const std::uint32_t* mask() const { return has_holes_ ? mask_.data() : nullptr; }
  /// Words per row of mask().
  int mask_stride() const { return (width() + 31) / 32; }
  /// Alpha of all texels, row by row.
  std::vector<std::uint8_t> alphas() const;

 private:
  struct Texel {
    Vec3f colour{0};  // linear, premultiplied by alpha
    float alpha = 0;
  };
  void find_holes();
  void shrink();
  Texel texel(int level, int x, int y) const;
  Texel at(int level, const Vec2& uv) const;
  Grid<Texel> shrunk(int level) const;

  std::shared_ptr<const Image> image_;
  std::array<float, 256> linear_{};
  float cutout_ = 0;
  bool has_holes_ = false;
  std::vector<std::uint32_t> quads_, mask_;
  std::vector<Grid<Texel>> copies_;
};

}  // namespace weald::render
