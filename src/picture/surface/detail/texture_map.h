#pragma once
// TextureMap: a texture that can be looked up, near and far.

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

/// A texture with ever smaller copies of itself, in linear light. Texels of the copies are the means of equal parts of
/// the picture, each part weighted by its alpha, so that the colour of what is not there never shows.
/// Source: [williams1983].
class TextureMap {
 public:
  /// Memory beside the picture: 16 bytes for every third pixel, and 33 bits for each where there are holes.
  TextureMap(const mesh::Texture& texture, const SrgbTable& srgb);
  /// A picture whose channels are numbers: 255 is 1, and alpha is not looked at.
  explicit TextureMap(const mesh::Texture& data);

  /// The linear colour at texture coordinates `uv`, averaged over some 2^detail by 2^detail texels: between texels and
  /// between copies in proportion to the distance. Coordinates that are not finite, or beyond 10^9, count as 0.
  Vec3f colour(const Vec2& uv, float detail) const;
  /// Whether there is a surface at `uv`: alpha, in proportion between texels, is not below the texture's cutout.
  bool solid(const Vec2& uv) const;
  /// Whether the texel that `uv` lies in is solid: a cheaper test, for samples that lie farther apart than texels.
  bool is_texel_solid(const Vec2& uv) const;
  /// False where solid() is true everywhere.
  bool has_holes() const { return has_holes_; }

  int width() const { return image_->pixels.width(); }
  int height() const { return image_->pixels.height(); }
  /// Number of copies, the picture itself included.
  int level_count() const { return static_cast<int>(copies_.size()) + 1; }
  float cutout() const { return cutout_; }
  /// The picture itself.
  const Image& image() const { return *image_; }
  /// Where there are holes: for each texel, row by row, its alpha and those of the texels at its right, below it and at
  /// the right of that, from the lowest byte on; the picture repeats. Null where there are no holes.
  const std::uint32_t* alpha_quads() const { return has_holes_ ? quads_.data() : nullptr; }
  /// Where there are holes: a bit for each texel, set where there is a surface; rows begin with a word, their first
  /// texel in its lowest bit. Null where there are no holes.
  const std::uint32_t* mask() const { return has_holes_ ? mask_.data() : nullptr; }
  /// Words per row of mask().
  int mask_stride() const { return (width() + 31) / 32; }
  /// Alpha of all texels, row by row.
  std::vector<std::uint8_t> alphas() const;

 private:
  struct Texel {
    Vec3f colour{0};  // linear, times alpha
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
