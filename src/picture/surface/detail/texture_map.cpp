#include "picture/surface/detail/texture_map.h"

#include <algorithm>
#include <cmath>

#include "base/math/clamped.h"
#include "base/parallel.h"
#include "picture/surface/detail/texel_place.h"

namespace weald::render {

namespace {

constexpr std::size_t kTextureRows = 32;

}  // namespace

TextureMap::TextureMap(const mesh::Texture& texture, const SrgbTable& srgb)
    : image_(texture.image), cutout_(texture.cutout) {
  for (std::size_t code = 0; code < linear_.size(); ++code)
    linear_[code] = srgb.linear(static_cast<std::uint8_t>(code));
  find_holes();
  shrink();
}

TextureMap::TextureMap(const mesh::Texture& data) : image_(data.image) {
  for (std::size_t code = 0; code < linear_.size(); ++code) linear_[code] = static_cast<float>(code) * (1.0f / 255.0f);
  shrink();
}

void TextureMap::shrink() {
  for (int level = 0; copies_.empty() ? width() * height() > 1 : copies_.back().size() > 1; ++level)
    copies_.push_back(shrunk(level));
}

// Packs the alphas of each bilinear footprint into one word, so that an alpha test needs one memory access.
void TextureMap::find_holes() {
  const auto pixels = image_->pixels.values();
  const float limit = cutout_ * 255.0f;
  has_holes_ = cutout_ > 0.0f && std::any_of(pixels.begin(), pixels.end(),
                                             [&](const Rgba8& p) { return static_cast<float>(p.a) < limit; });
  if (!has_holes_) return;
  quads_.reserve(pixels.size());
  mask_.resize(static_cast<std::size_t>(mask_stride()) * static_cast<std::size_t>(height()));
  for (int y = 0; y < height(); ++y) {
    std::uint32_t* words = mask_.data() + static_cast<std::ptrdiff_t>(y) * mask_stride();
    for (int x = 0; x < width(); ++x)
      if (!(static_cast<float>(image_->pixels.at(x, y).a) < limit)) words[x / 32] |= 1u << (x % 32);
    const int below = y + 1 == height() ? 0 : y + 1;
    for (int x = 0; x < width(); ++x) {
      const int right = x + 1 == width() ? 0 : x + 1;
      const auto alpha = [&](int i, int j) { return std::uint32_t{image_->pixels.at(i, j).a}; };
      quads_.push_back(alpha(x, y) | alpha(right, y) << 8 | alpha(x, below) << 16 | alpha(right, below) << 24);
    }
  }
}

std::vector<std::uint8_t> TextureMap::alphas() const {
  std::vector<std::uint8_t> result;
  result.reserve(image_->pixels.size());
  for (const Rgba8& pixel : image_->pixels.values()) result.push_back(pixel.a);
  return result;
}

TextureMap::Texel TextureMap::texel(int level, int x, int y) const {
  if (level > 0) return copies_[static_cast<std::size_t>(level - 1)].at(x, y);
  const Rgba8& pixel = image_->pixels.at(x, y);
  const float alpha = cutout_ > 0.0f ? static_cast<float>(pixel.a) * (1.0f / 255.0f) : 1.0f;
  return {Vec3f{linear_[pixel.r], linear_[pixel.g], linear_[pixel.b]} * alpha, alpha};
}

Grid<TextureMap::Texel> TextureMap::shrunk(int level) const {
  const int from_width = level == 0 ? width() : copies_.back().width();
  const int from_height = level == 0 ? height() : copies_.back().height();
  Grid<Texel> result(std::max(1, from_width / 2), std::max(1, from_height / 2));
  parallel_blocks(static_cast<std::size_t>(result.height()), kTextureRows, [&](std::size_t begin, std::size_t end) {
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      const TexelCover rows = texel_cover(from_height, result.height(), y);
      for (int x = 0; x < result.width(); ++x) {
        const TexelCover columns = texel_cover(from_width, result.width(), x);
        Texel& sum = result.at(x, y);
        for (int j = 0; j < rows.count; ++j) {
          for (int i = 0; i < columns.count; ++i) {
            const Texel part = texel(level, columns.first + i, rows.first + j);
            const float share = rows.share[static_cast<std::size_t>(j)] * columns.share[static_cast<std::size_t>(i)];
            sum.colour += part.colour * share;
            sum.alpha += part.alpha * share;
          }
        }
      }
    }
  });
  return result;
}

TextureMap::Texel TextureMap::at(int level, const Vec2& uv) const {
  const auto* copy = level > 0 ? &copies_[static_cast<std::size_t>(level - 1)] : nullptr;
  const TexelPlace p =
      copy != nullptr ? texel_place(uv, copy->width(), copy->height()) : texel_place(uv, width(), height());
  const auto lerp = [](const Texel& a, const Texel& b, float t) {
    return Texel{mix(a.colour, b.colour, t), mix(a.alpha, b.alpha, t)};
  };
  return lerp(lerp(texel(level, p.x0, p.y0), texel(level, p.x1, p.y0), p.across),
              lerp(texel(level, p.x0, p.y1), texel(level, p.x1, p.y1), p.across), p.down);
}

Vec3f TextureMap::colour(const Vec2& uv, float detail) const {
  constexpr float kMinAlpha = 1.0f / 512.0f;
  const int last = level_count() - 1;
  const float wanted = clamped(detail, 0.0f, static_cast<float>(last));
  int level = static_cast<int>(wanted);
  Texel found = at(level, uv);
  if (const float share = wanted - static_cast<float>(level); share > 0.0f) {
    const Texel next = at(level + 1, uv);
    found = {mix(found.colour, next.colour, share), mix(found.alpha, next.alpha, share)};
  }
  while (found.alpha < kMinAlpha && level < last) found = at(++level, uv);
  return found.alpha < kMinAlpha ? Vec3f{0} : found.colour * (1.0f / found.alpha);
}

bool TextureMap::solid(const Vec2& uv) const {
  if (!has_holes_) return true;
  const TexelPlace p = texel_place(uv, width(), height());
  const std::uint32_t quad =
      quads_[static_cast<std::size_t>(p.y0) * static_cast<std::size_t>(width()) + static_cast<std::size_t>(p.x0)];
  const auto alpha = [&](int i) { return static_cast<float>(quad >> (8 * i) & 0xFFu); };
  return mix(mix(alpha(0), alpha(1), p.across), mix(alpha(2), alpha(3), p.across), p.down) >= cutout_ * 255.0f;
}

bool TextureMap::is_texel_solid(const Vec2& uv) const {
  if (!has_holes_) return true;
  const int x = texel_at(uv.x, width()), y = texel_at(-uv.y, height());  // rows count from the top
  return (mask_[static_cast<std::size_t>(y) * static_cast<std::size_t>(mask_stride()) +
                static_cast<std::size_t>(x / 32)] >>
              (x % 32) &
          1u) != 0;
}

}  // namespace weald::render
