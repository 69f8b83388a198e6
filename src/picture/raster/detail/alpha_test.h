#pragma once
// AlphaTest: the alpha test of a triangle's texture, per sample.

#include <array>
#include <cstddef>
#include <cstdint>

#include "picture/raster/detail/clipped_triangle.h"
#include "picture/raster/raster.h"
#include "picture/surface/surface.h"

namespace weald::render {

/// Whether texels are so much smaller than pixels that testing the nearest texel is as good as bilinear interpolation.
/// `across` and `down` are the steps in texels for one pixel to the right and one down.
inline bool are_texels_finer(const Vec2& across, const Vec2& down) {
  constexpr double kTexels = 2;
  return glm::dot(across, across) >= kTexels * kTexels && glm::dot(down, down) >= kTexels * kTexels;
}

/// Alpha test for the samples of one triangle at a time.
class AlphaTest {
 public:
  /// `perspective`: depths are 1 / distance instead of heights. `dithers`: translucent materials pass in a dithered
  /// share of the pixels that equals their opacity. The surface must outlive this object.
  AlphaTest(const Surface& surface, bool perspective, bool dithers = false)
      : surface_(surface), perspective_(perspective), dithers_(dithers) {}

  /// Starts triangle `t` of the surface, with corners a, b and c.
  void begin(std::uint32_t t, const RasterVertex& a, const RasterVertex& b, const RasterVertex& c) {
    triangle_ = t;
    a_ = a, b_ = b, c_ = c;
    shares_ = kWhole;
    is_ready_ = false;
  }
  /// Starts a part of triangle `t`: corners 0, `i` and `i` + 1 of what is left of it after clipping.
  void begin(std::uint32_t t, const ClippedTriangle& polygon, std::size_t i) {
    begin(t, polygon.corners[0], polygon.corners[i], polygon.corners[i + 1]);
    shares_ = {polygon.shares[0], polygon.shares[i], polygon.shares[i + 1]};
  }
  /// Whether the triangle passes the alpha test at a point inside it, given on the fixed-point grid.
  bool solid(std::int32_t x, std::int32_t y) {
    if (!is_ready_) set_up();  // most triangles are never tested: they are too small, or hidden
    if (opacity_ < 1.0f && !shows(x, y)) return false;
    return texture_ == nullptr || solid_between(x, y);
  }

 private:
  /// Shares of the triangle's second and third corner in its three corners.
  static constexpr std::array kWhole{Vec2{0, 0}, Vec2{1, 0}, Vec2{0, 1}};

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
  std::array<Vec2, 3> shares_ = kWhole;
  double inverse_area_ = 0;
  Vec2 uv_a_{0}, uv_b_{0}, uv_c_{0};
};

}  // namespace weald::render
