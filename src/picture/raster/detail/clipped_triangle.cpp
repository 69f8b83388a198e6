#include "picture/raster/detail/clipped_triangle.h"

namespace weald::render {

namespace {

constexpr double kFarthestPixel = 5e5;  // from the middle of the picture

// A corner in the coordinates of the camera: x to the right, y up, z ahead.
struct Corner {
  Vec3 place{0};
  Vec2 shares{0};
};

struct Polygon {
  std::size_t count = 0;
  std::array<Corner, ClippedTriangle::kMaxCorners> corners{};

  void add(const Corner& corner) {
    if (count < corners.size()) corners[count++] = corner;
  }
};

// The part of the polygon where `normal` . place >= least.
Polygon part_beyond(const Polygon& polygon, const Vec3& normal, double least) {
  Polygon result;
  for (std::size_t i = 0; i < polygon.count; ++i) {
    const Corner &a = polygon.corners[i], &b = polygon.corners[(i + 1) % polygon.count];
    const double from = glm::dot(a.place, normal) - least, to = glm::dot(b.place, normal) - least;
    if (from >= 0.0) result.add(a);
    if ((from >= 0.0) == (to >= 0.0)) continue;
    const double share = from / (from - to);
    result.add({a.place + (b.place - a.place) * share, a.shares + (b.shares - a.shares) * share});
  }
  return result;
}

}  // namespace

ClippedTriangle clip_triangle(const std::array<Vec3, 3>& corners, const Projection& projection) {
  constexpr std::array kShares{Vec2{0, 0}, Vec2{1, 0}, Vec2{0, 1}};
  Polygon polygon;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 offset = corners[i] - projection.origin;
    const ViewAxes& axes = projection.axes;
    if (!is_finite(offset)) return {};
    polygon.add({{glm::dot(offset, axes.right), glm::dot(offset, axes.up), -glm::dot(offset, axes.back)}, kShares[i]});
  }
  polygon = part_beyond(polygon, {0, 0, 1}, projection.near);
  const double tangent = kFarthestPixel / projection.scale;
  for (const Vec3& normal : {Vec3{1, 0, tangent}, Vec3{-1, 0, tangent}, Vec3{0, 1, tangent}, Vec3{0, -1, tangent}})
    polygon = part_beyond(polygon, normal, 0.0);
  ClippedTriangle result;
  if (polygon.count < 3) return result;
  result.count = polygon.count;
  for (std::size_t i = 0; i < polygon.count; ++i) {
    const Vec3& p = polygon.corners[i].place;
    const double depth = 1.0 / p.z, s = projection.scale * depth;
    result.corners[i] = {to_fixed(projection.centre.x + p.x * s), to_fixed(projection.centre.y - p.y * s),
                         static_cast<float>(depth)};
    result.shares[i] = polygon.corners[i].shares;
  }
  return result;
}

}  // namespace weald::render
