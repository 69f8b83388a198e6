#include "picture/shading/detail/seen_triangle.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/math/clamped.h"
#include "picture/surface/normal_texture.h"

namespace weald::render {

namespace {

// Binary logarithm of a positive number, accurate to 1e-4: mip levels are stored in sixteenths.
float rough_log2(float v) {
  constexpr std::uint32_t kMantissa = 0x7FFFFF, kOne = 0x3F800000;
  const auto bits = std::bit_cast<std::uint32_t>(v);
  const float x = std::bit_cast<float>((bits & kMantissa) | kOne) - 1.0f;
  const float curve = 1.4425315f + x * (-0.7166787f + x * (0.44057693f + x * (-0.22509173f + x * 0.058661996f)));
  return static_cast<float>(static_cast<int>(bits >> 23) - 127) + x * curve;
}

// Offset from the flat triangle to a smooth surface that the vertex normals imply. A point lifted onto that surface is
// not shadowed by neighbouring triangles that the smooth surface would clear, so shadows end softly on coarse round
// objects. Source: [hanika2021].
Vec3f rise_at(const std::array<Vec3f, 3>& from_corners, const std::array<Vec3f, 3>& normals, const Vec3f& weights) {
  Vec3f rise{0};
  for (std::size_t i = 0; i < 3; ++i) {
    const float below = std::min(0.0f, glm::dot(from_corners[i], normals[i]));
    rise -= normals[i] * (below * weights[static_cast<int>(i)]);
  }
  return rise;
}

}  // namespace

SeenView::SeenView(const Camera& camera)
    : right(camera.axes().right * (1.0 / camera.focal())),
      down(camera.axes().up * (-1.0 / camera.focal())),
      back(camera.axes().back),
      eye(camera.position()),
      middle_x(camera.centre().x),
      middle_y(camera.centre().y),
      is_orthographic(camera.is_orthographic()) {}

NormalMatrix::NormalMatrix(const Mat4& m) {
  const Vec3 mx{m[0]}, my{m[1]}, mz{m[2]};
  is_mirrored = glm::dot(mx, glm::cross(my, mz)) < 0.0;
  const double sign = is_mirrored ? -1.0 : 1.0;
  x = glm::cross(my, mz) * sign, y = glm::cross(mz, mx) * sign, z = glm::cross(mx, my) * sign;
}

SeenTriangle::SeenTriangle(const SurfaceItem& item, std::uint32_t number, const NormalMatrix& matrix,
                           const SeenView& view)
    : middle_x_(view.middle_x), middle_y_(view.middle_y), back_(view.back), eye_(view.eye) {
  const Surface& surface = *item.surface;
  const TriangleIndices& points = surface.triangles[number];
  const TriangleIndices& normals = surface.normals_of(number);
  const Mat4& m = item.world_from_surface;
  a_ = transform_point(m, surface.positions[points[0]]);
  ab_ = transform_point(m, surface.positions[points[1]]) - a_;
  ac_ = transform_point(m, surface.positions[points[2]]) - a_;
  const Vec3 normal = glm::cross(ab_, ac_);
  set_planes(normal, view);
  const Vec3 to_triangle = view.is_orthographic ? -back_ : a_ - eye_;
  const bool is_back = glm::dot(normal, to_triangle) > 0.0;
  const Vec3 geometric = normalized_or(is_back ? -normal : normal, {0, 1, 0});
  geometric_ = Vec3f{geometric};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 n = normalized_or(matrix(surface.normals[normals[i]]), geometric);
    normals_[i] = Vec3f{glm::dot(n, geometric) < 0.0 ? -n : n};
  }
  if (surface.uv_indices.empty()) return;
  is_turned_ = is_back != matrix.is_mirrored;
  set_textured(surface, number);
}

void SeenTriangle::set_textured(const Surface& surface, std::uint32_t number) {
  const TriangleIndices& uvs = surface.uv_indices[number];
  uv_ = Vec2{surface.uvs[uvs[0]]};
  uv_to_b_ = Vec2{surface.uvs[uvs[1]]} - uv_, uv_to_c_ = Vec2{surface.uvs[uvs[2]]} - uv_;
  const double area = uv_to_b_.x * uv_to_c_.y - uv_to_c_.x * uv_to_b_.y;
  has_directions_ = std::abs(area) > 1e-18;
  if (!has_directions_) return;
  const double sign = area < 0.0 ? -1.0 : 1.0;
  along_u_ = Vec3f{normalized_or((ab_ * uv_to_c_.y - ac_ * uv_to_b_.y) * sign, Vec3{0})};
  along_v_ = Vec3f{normalized_or((ac_ * uv_to_b_.x - ab_ * uv_to_c_.x) * sign, Vec3{0})};
}

// The intersection of a pixel's ray with the plane, and the barycentric coordinates there, are quotients of functions
// that are linear in screen space, because all rays share an origin in perspective views and a direction in
// orthographic views.
void SeenTriangle::set_planes(const Vec3& normal, const SeenView& view) {
  const double scale = 1.0 / std::max(glm::dot(normal, normal), 1e-300);
  const Vec3 to_b = glm::cross(ac_, normal) * scale, to_c = glm::cross(normal, ab_) * scale;
  // Components of a vector along a step of one pixel to the right, one pixel down, and ahead.
  const auto seen = [&](const Vec3& v) {
    return Vec3{glm::dot(v, view.right), glm::dot(v, view.down), -glm::dot(v, view.back)};
  };
  const Vec3 n = seen(normal), from = eye_ - a_;
  const double away = -glm::dot(from, normal);
  const auto share = [&](const Vec3& to) {
    const Vec3 t = seen(to);
    const double here = glm::dot(from, to), at = here * n.z + away * t.z;
    if (view.is_orthographic) return Plane{at, t.x * n.z - n.x * t.z, t.y * n.z - n.y * t.z};
    return Plane{at, here * n.x + away * t.x, here * n.y + away * t.y};
  };
  b_ = share(to_b), c_ = share(to_c);
  facing_ = view.is_orthographic ? Plane{n.z, 0, 0} : Plane{n.z, n.x, n.y};
  distance_ = view.is_orthographic ? Plane{away, -n.x, -n.y} : Plane{away, 0, 0};
}

Hit SeenTriangle::hit(double x, double y) const {
  x -= middle_x_, y -= middle_y_;
  const double facing = facing_(x, y);
  Vec3f weights{1.0f / 3.0f};
  if (std::abs(facing) > 1e-300 && distance_(x, y) * facing > 0.0) {
    const double inverse = 1.0 / facing;
    const double b = clamped(b_(x, y) * inverse, 0.0, 1.0), c = clamped(c_(x, y) * inverse, 0.0, 1.0);
    const double sum = std::max(1.0, b + c);
    weights = Vec3f{Vec3{1.0 - (b + c) / sum, b / sum, c / sum}};
  }
  const Vec3f ab{ab_}, ac{ac_};
  const Vec3f from_a = ab * weights.y + ac * weights.z;
  Vec3f normal{0};
  for (std::size_t i = 0; i < 3; ++i) normal += normals_[i] * weights[static_cast<int>(i)];
  const float length = glm::length(normal);
  const Vec3 position = a_ + ab_ * static_cast<double>(weights.y) + ac_ * static_cast<double>(weights.z);
  Hit result;
  result.receiver = {position + Vec3{rise_at({from_a, from_a - ab, from_a - ac}, normals_, weights)},
                     length > 1e-18f ? normal / length : geometric_, geometric_};
  result.weights = weights;
  result.depth = glm::dot(eye_ - position, back_);
  return result;
}

float SeenTriangle::detail(double x, double y, const Vec2f& size) const {
  x -= middle_x_, y -= middle_y_;
  const double facing = facing_(x, y);
  if (!(std::abs(facing) > 1e-300)) return 0.0f;
  const double inverse = 1.0 / facing, b = b_(x, y) * inverse, c = c_(x, y) * inverse;
  // Squared length, in texels, of a step of one pixel.
  const auto step = [&](double b_step, double c_step, double facing_step) {
    const double along_b = (b_step - b * facing_step) * inverse, along_c = (c_step - c * facing_step) * inverse;
    const Vec2 texels = (uv_to_b_ * along_b + uv_to_c_ * along_c) * Vec2{size};
    return glm::dot(texels, texels);
  };
  const double most = std::max(step(b_.per_x, c_.per_x, facing_.per_x), step(b_.per_y, c_.per_y, facing_.per_y));
  constexpr double kMax = 65536.0;
  return most > 1.0 ? 0.5f * rough_log2(static_cast<float>(std::min(most, kMax * kMax))) : 0.0f;
}

Vec2 SeenTriangle::uv(const Vec3f& weights) const {
  return uv_ + uv_to_b_ * static_cast<double>(weights.y) + uv_to_c_ * static_cast<double>(weights.z);
}

Vec3f SeenTriangle::turned(const Vec3f& normal, const Vec3f& map) const {
  return mapped_normal(map, normal, along_u_, along_v_, is_turned_);
}

}  // namespace weald::render
