#pragma once
// AlphaTest: where the texture of a triangle cuts holes into it.

#include <cstdint>

#include "picture/raster/raster.h"
#include "picture/surface/surface.h"

namespace weald::render {

/// Whether texels are so much finer than pixels that the one nearest to a sample tells as much as the four around it.
/// `across`, `down`: how far a step of a pixel to the right and one down go, in texels.
inline bool are_texels_finer(const Vec2& across, const Vec2& down) {
  constexpr double kTexels = 2;
  return glm::dot(across, across) >= kTexels * kTexels && glm::dot(down, down) >= kTexels * kTexels;
}

/// Tells for samples of one triangle at a time whether there is a surface.
class AlphaTest {
 public:
  /// `perspective`: whether depths are 1 / distance, as opposed to heights. `dithers`: of what is seen through, a part
  /// of the pixels counts as a surface, as many as its opacity says. The surface must outlive it.
  AlphaTest(const Surface& surface, bool perspective, bool dithers = false)
      : surface_(surface), perspective_(perspective), dithers_(dithers) {}

  /// Goes to triangle `t` of the surface, whose corners are a, b and c.
  void begin(std::uint32_t t, const RasterVertex& a, const RasterVertex& b, const RasterVertex& c) {
    triangle_ = t;
    a_ = a, b_ = b, c_ = c;
    is_ready_ = false;
  }
  /// Whether there is a surface at a place inside the triangle, on the fixed-point grid.
  bool solid(std::int32_t x, std::int32_t y) {
    if (!is_ready_) set_up();  // most triangles are never asked: small ones, and those behind others
    if (opacity_ < 1.0f && !shows(x, y)) return false;
    return texture_ == nullptr || solid_between(x, y);
  }

 private:
  void set_up();
  bool solid_between(std::int32_t x, std::int32_t y) const;
  bool shows(std::int32_t x, std::int32_t y) const;

  const Surface& surface_;
  bool perspective_, dithers_;
  bool is_ready_ = false, by_texel_ = false;
  std::uint32_t triangle_ = 0;
  const TextureMap* texture_ = nullptr;  // null: no holes
  float opacity_ = 1;
  RasterVertex a_, b_, c_;
  double inverse_area_ = 0;
  Vec2 uv_a_{0}, uv_b_{0}, uv_c_{0};
};

}  // namespace weald::render
