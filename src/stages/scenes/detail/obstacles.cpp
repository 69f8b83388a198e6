#include "stages/scenes/detail/obstacles.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/math/clamped.h"

namespace weald::scene {

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

Obstacles::Obstacles(std::vector<OrientedBox> boxes) : boxes_(std::move(boxes)) {
  if (boxes_.empty()) return;
  Bounds all;
  double squares = 0;  // of the widths
  for (const OrientedBox& box : boxes_) {
    bounds_.push_back(bounds(box));
    all.add(bounds_.back());
    const double width = std::max(bounds_.back().size().x, bounds_.back().size().z);
    squares += width * width;
  }
  low_ = {all.min.x, all.min.z};
  high_ = {all.max.x, all.max.z};
  // By the root mean square, all obstacles together lie in a few cells for each of them, however wide some are.
  constexpr double kMostCells = 1 << 20;
  const Vec2 size = high_ - low_;
  cell_ = std::sqrt(std::max(squares / static_cast<double>(boxes_.size()), size.x * size.y / kMostCells));
  cell_ = std::max({cell_, size.x / kMostCells, size.y / kMostCells});
  columns_ = static_cast<std::int64_t>(size.x / cell_) + 1;
  rows_ = static_cast<std::int64_t>(size.y / cell_) + 1;
  begin_.assign(static_cast<std::size_t>(columns_ * rows_) + 1, 0);
  const auto for_each_cell = [&](auto&& visit) {
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      const Cells cells = cells_of({bounds_[i].min.x, bounds_[i].min.z}, {bounds_[i].max.x, bounds_[i].max.z});
      for (std::int64_t y = cells.top; y <= cells.bottom; ++y) {
        for (std::int64_t x = cells.left; x <= cells.right; ++x)
          visit(static_cast<std::size_t>(y * columns_ + x), static_cast<std::uint32_t>(i));
      }
    }
  };
  for_each_cell([&](std::size_t cell, std::uint32_t) { ++begin_[cell]; });
  std::uint32_t sum = 0;
  for (std::uint32_t& begin : begin_) sum += std::exchange(begin, sum);
  listed_.resize(sum);
  std::vector<std::uint32_t> next = begin_;
  for_each_cell([&](std::size_t cell, std::uint32_t box) { listed_[next[cell]++] = box; });
}

Obstacles::Cells Obstacles::cells_of(const Vec2& low, const Vec2& high) const {
  const auto cell = [&](double at, std::int64_t count) {
    return static_cast<std::int64_t>(clamped(std::floor(at / cell_), 0.0, static_cast<double>(count - 1)));
  };
  return {cell(low.x - low_.x, columns_), cell(high.x - low_.x, columns_), cell(low.y - low_.y, rows_),
          cell(high.y - low_.y, rows_)};
}

template <class Visitor>
bool Obstacles::any_in(const Cells& cells, Visitor&& visit) const {
  for (std::int64_t y = cells.top; y <= cells.bottom; ++y) {
    for (std::int64_t x = cells.left; x <= cells.right; ++x) {
      const auto cell = static_cast<std::size_t>(y * columns_ + x);
      for (std::uint32_t i = begin_[cell]; i < begin_[cell + 1]; ++i) {
        if (visit(listed_[i])) return true;
      }
    }
  }
  return false;
}

bool Obstacles::may_reach(const Vec2& place, double reach) const {
  if (empty()) return false;
  const Vec2 low = place - reach, high = place + reach;
  if (high.x < low_.x || high.y < low_.y || low.x > high_.x || low.y > high_.y) return false;
  return any_in(cells_of(low, high), [&](std::uint32_t i) {
    const Bounds& box = bounds_[i];
    return high.x >= box.min.x && high.y >= box.min.z && low.x <= box.max.x && low.y <= box.max.z;
  });
}

bool Obstacles::hit(const OrientedBox& box) const {
  if (empty()) return false;
  const Bounds around = bounds(box);
  if (around.max.x < low_.x || around.max.z < low_.y || around.min.x > high_.x || around.min.z > high_.y) return false;
  return any_in(cells_of({around.min.x, around.min.z}, {around.max.x, around.max.z}), [&](std::uint32_t i) {
    const bool is_near = glm::all(glm::lessThanEqual(around.min, bounds_[i].max)) &&
                         glm::all(glm::lessThanEqual(bounds_[i].min, around.max));
    return is_near && overlap(box, boxes_[i]);
  });
}

}  // namespace weald::scene
