#include "stages/plants/cards/detail/octahedral.h"

#include <algorithm>
#include <cmath>

namespace weald::billboard {

namespace {

double sign_of(double value) { return value < 0 ? -1.0 : 1.0; }

}  // namespace

Vec3 direction_at(const Vec2& uv, DirectionSpan span) {
  double x = uv.x - uv.y, z = uv.x + uv.y - 1;
  if (span == DirectionSpan::sphere) x = 2 * uv.x - 1, z = 2 * uv.y - 1;
  const double y = 1 - std::abs(x) - std::abs(z);
  if (y < 0 && span == DirectionSpan::sphere) {
    const double folded = sign_of(x) * (1 - std::abs(z));
    z = sign_of(z) * (1 - std::abs(x));
    x = folded;
  }
  return normalized_or(Vec3{x, span == DirectionSpan::hemisphere ? std::max(y, 0.0) : y, z}, Vec3{0, 1, 0});
}

Vec2 point_of(const Vec3& direction, DirectionSpan span) {
  const double y = span == DirectionSpan::hemisphere ? std::max(direction.y, 0.0) : direction.y;
  const double sum = std::abs(direction.x) + std::abs(y) + std::abs(direction.z);
  if (!(sum > 0)) return {0.5, 0.5};
  double x = direction.x / sum, z = direction.z / sum;
  if (span == DirectionSpan::hemisphere) return {0.5 * (1 + x + z), 0.5 * (1 + z - x)};
  if (y < 0) {
    const double folded = sign_of(x) * (1 - std::abs(z));
    z = sign_of(z) * (1 - std::abs(x));
    x = folded;
  }
  return {0.5 * (1 + x), 0.5 * (1 + z)};
}

render::ViewAxes axes_towards(const Vec3& direction) {
  const Vec3 right = normalized_or(glm::cross(Vec3{0, 1, 0}, direction), Vec3{1, 0, 0});
  return {right, glm::cross(direction, right), direction};
}

}  // namespace weald::billboard
