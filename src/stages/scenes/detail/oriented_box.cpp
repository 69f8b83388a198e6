#include "stages/scenes/detail/oriented_box.h"

#include <algorithm>
#include <cmath>

namespace weald::scene {

OrientedBox oriented_box(const Bounds& box, const Mat4& matrix, double distance) {
  constexpr double kLeastHalf = 1e-6;  // metres
  OrientedBox result{Vec3{matrix * Vec4{box.centre(), 1}}, {}};
  const Vec3 half = 0.5 * box.size();
  for (int i = 0; i < 3; ++i) {
    const Vec3 axis{matrix[i]};
    const double length = glm::length(axis);
    const Vec3 direction = length > 0 ? axis / length : Vec3{0};
    result.half[static_cast<std::size_t>(i)] = direction * (std::max(half[i] * length, kLeastHalf) + distance);
  }
  return result;
}

Bounds bounds(const OrientedBox& box) {
  const Vec3 reach = glm::abs(box.half[0]) + glm::abs(box.half[1]) + glm::abs(box.half[2]);
  return {box.centre - reach, box.centre + reach};
}

namespace {

/// Half the extent of a box along an axis that need not have unit length.
double extent(const OrientedBox& box, const Vec3& axis) {
  return std::abs(glm::dot(box.half[0], axis)) + std::abs(glm::dot(box.half[1], axis)) +
         std::abs(glm::dot(box.half[2], axis));
}

/// Whether a plane perpendicular to the axis lies between the boxes; false for a zero axis.
bool are_apart(const OrientedBox& a, const OrientedBox& b, const Vec3& axis) {
  return std::abs(glm::dot(b.centre - a.centre, axis)) > extent(a, axis) + extent(b, axis);
}

}  // namespace

bool overlap(const OrientedBox& a, const OrientedBox& b) {
  for (const OrientedBox* box : {&a, &b}) {
    for (std::size_t i = 0; i < 3; ++i) {
      if (are_apart(a, b, glm::cross(box->half[i], box->half[(i + 1) % 3]))) return false;
    }
  }
  for (const Vec3& edge : a.half) {
    for (const Vec3& other : b.half) {
      if (are_apart(a, b, glm::cross(edge, other))) return false;
    }
  }
  return true;
}

}  // namespace weald::scene
