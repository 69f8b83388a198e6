#include "picture/raster/detail/alpha_test.h"

#include "picture/surface/colour.h"

namespace weald::render {

namespace {

// Twice the signed area of the triangle formed by `a` and the two other points; exact.
std::int64_t across(const RasterVertex& a, std::int32_t bx, std::int32_t by, std::int32_t cx, std::int32_t cy) {
  return (std::int64_t{bx} - a.x) * (std::int64_t{cy} - a.y) - (std::int64_t{by} - a.y) * (std::int64_t{cx} - a.x);
}

}  // namespace

void AlphaTest::set_up() {
  is_ready_ = true;
  opacity_ = dithers_ ? surface_.material_of(triangle_).opacity : 1.0f;
  texture_ = surface_.material_of(triangle_).texture.get();
  const std::int64_t area = across(a_, b_.x, b_.y, c_.x, c_.y);
  if (texture_ == nullptr || !texture_->has_holes() || area == 0) {  // a triangle without area covers no sample
    texture_ = nullptr;
    return;
  }
  inverse_area_ = 1.0 / static_cast<double>(area);
  const TriangleIndices& uvs = surface_.uv_indices[triangle_];
  uv_a_ = Vec2{surface_.uvs[uvs[0]]}, uv_b_ = Vec2{surface_.uvs[uvs[1]]}, uv_c_ = Vec2{surface_.uvs[uvs[2]]};
  if (shares_ != kWhole) {
    const Vec2 a = uv_a_, ab = uv_b_ - uv_a_, ac = uv_c_ - uv_a_;
    const auto at = [&](const Vec2& shares) { return a + ab * shares.x + ac * shares.y; };
    uv_a_ = at(shares_[0]), uv_b_ = at(shares_[1]), uv_c_ = at(shares_[2]);
  }
  // Ignores perspective here: it changes the texel size very little across one triangle.
  const Vec2 size{texture_->width(), texture_->height()}, ab = (uv_b_ - uv_a_) * size, ac = (uv_c_ - uv_a_) * size;
  const double scale = inverse_area_ * kSubpixels;
  by_texel_ = are_texels_finer((ab * double(c_.y - a_.y) - ac * double(b_.y - a_.y)) * scale,
                               (ac * double(b_.x - a_.x) - ab * double(c_.x - a_.x)) * scale);
}

// Front and back of a closed object use complementary dither patterns, so that light does not pass both in the same
// places.
bool AlphaTest::shows(std::int32_t x, std::int32_t y) const {
  const float threshold = dither_threshold(x >> kSubpixelBits, y >> kSubpixelBits);
  const bool is_turned = across(a_, b_.x, b_.y, c_.x, c_.y) < 0;
  return opacity_ > (is_turned ? 1.0f - threshold : threshold);
}

bool AlphaTest::solid_between(std::int32_t x, std::int32_t y) const {
  double b = static_cast<double>(across(a_, x, y, c_.x, c_.y)) * inverse_area_;
  double c = static_cast<double>(across(a_, b_.x, b_.y, x, y)) * inverse_area_;
  double a = 1.0 - b - c;
  if (perspective_) {
    a *= static_cast<double>(a_.depth), b *= static_cast<double>(b_.depth), c *= static_cast<double>(c_.depth);
    const double scale = 1.0 / (a + b + c);
    a *= scale, b *= scale, c *= scale;
  }
  const Vec2 uv = uv_a_ * a + uv_b_ * b + uv_c_ * c;
  return by_texel_ ? texture_->is_texel_solid(uv) : texture_->solid(uv);
}

}  // namespace weald::render
