#include "picture/surface/normal_texture.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/math/clamped.h"
#include "base/parallel.h"
#include "picture/surface/colour.h"
#include "picture/surface/detail/texel_place.h"

namespace weald::render {

namespace {

constexpr float kMinUp = 0.02f;  // least z: steeper normals would turn the surface away from the camera

}  // namespace

NormalTexture::NormalTexture(std::shared_ptr<const Image> image) : image_(std::move(image)) {
  for (int level = 0; copies_.empty() ? width() * height() > 1 : copies_.back().size() > 1; ++level)
    copies_.push_back(shrunk(level));
}

Vec3f NormalTexture::texel(int level, int x, int y) const {
  if (level > 0) return copies_[static_cast<std::size_t>(level - 1)].at(x, y);
  const Rgba8& pixel = image_->pixels.at(x, y);
  const auto part = [](std::uint8_t v) { return (static_cast<float>(v) - 128.0f) * (1.0f / 127.0f); };
  return {part(pixel.r), part(pixel.g), part(pixel.b)};
}

Grid<Vec3f> NormalTexture::shrunk(int level) const {
  const int from_width = level == 0 ? width() : copies_.back().width();
  const int from_height = level == 0 ? height() : copies_.back().height();
  Grid<Vec3f> result(std::max(1, from_width / 2), std::max(1, from_height / 2));
  parallel_blocks(static_cast<std::size_t>(result.height()), 32, [&](std::size_t begin, std::size_t end) {
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      const TexelCover rows = texel_cover(from_height, result.height(), y);
      for (int x = 0; x < result.width(); ++x) {
        const TexelCover columns = texel_cover(from_width, result.width(), x);
        Vec3f& sum = result.at(x, y);
        for (int j = 0; j < rows.count; ++j) {
          for (int i = 0; i < columns.count; ++i)
            sum += texel(level, columns.first + i, rows.first + j) *
                   (rows.share[static_cast<std::size_t>(j)] * columns.share[static_cast<std::size_t>(i)]);
        }
      }
    }
  });
  return result;
}

Vec3f NormalTexture::between(int level, const Vec2& uv) const {
  const auto* copy = level > 0 ? &copies_[static_cast<std::size_t>(level - 1)] : nullptr;
  const TexelPlace p =
      copy != nullptr ? texel_place(uv, copy->width(), copy->height()) : texel_place(uv, width(), height());
  return mix(mix(texel(level, p.x0, p.y0), texel(level, p.x1, p.y0), p.across),
             mix(texel(level, p.x0, p.y1), texel(level, p.x1, p.y1), p.across), p.down);
}

Vec3f NormalTexture::at(const Vec2& uv, float detail) const {
  const float wanted = clamped(detail, 0.0f, static_cast<float>(copies_.size()));
  const int level = static_cast<int>(wanted);
  Vec3f found = between(level, uv);
  if (const float share = wanted - static_cast<float>(level); share > 0.0f)
    found = mix(found, between(level + 1, uv), share);
  found.z = std::max(found.z, kMinUp);
  return found;
}

Vec3f mapped_normal(const Vec3f& map, const Vec3f& normal, const Vec3f& along_u, const Vec3f& along_v, bool behind) {
  constexpr float kMinTangent = 1e-6f;  // share of the length of `along_u`
  const Vec3f tangent = along_u - normal * glm::dot(normal, along_u);
  const float length = glm::length(tangent);
  if (!(length > kMinTangent * glm::length(along_u))) return normal;
  const Vec3f right = tangent * (1.0f / length);
  Vec3f up = glm::cross(normal, right);
  if (glm::dot(up, along_v) < 0.0f) up = -up;
  const Vec3f n = right * (behind ? -map.x : map.x) + up * (behind ? -map.y : map.y) + normal * map.z;
  const float size = glm::length(n);
  return size > 0.0f ? n * (1.0f / size) : normal;
}

}  // namespace weald::render
