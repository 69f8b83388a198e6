#include "stages/shapes/detail/patch_net.h"

#include <algorithm>
#include <array>

#include "methods/curve/bezier.h"

namespace weald::scene {

namespace {

// A homogeneous point of a curve, with its derivative.
struct Ray {
  Vec4 value{0};
  Vec4 slope{0};
};

// De Casteljau's algorithm; the last two points give the derivative.
Ray casteljau(std::array<Vec4, kMaxNetSide>& points, std::size_t count, double t) {
  for (std::size_t left = count; left > 2; --left) {
    for (std::size_t i = 0; i + 1 < left; ++i) points[i] = points[i] * (1 - t) + points[i + 1] * t;
  }
  const Vec4 slope = (points[1] - points[0]) * static_cast<double>(count - 1);
  return {points[0] * (1 - t) + points[1] * t, slope};
}

// Derivative of the projected point of a homogeneous curve.
Vec3 projected_slope(const Vec4& value, const Vec4& slope) {
  return (Vec3{slope} - Vec3{value} * (slope.w / value.w)) / value.w;
}

}  // namespace

PatchNet::PatchNet(const std::vector<std::vector<Vec3>>& points, const std::vector<std::vector<double>>& weights)
    : columns_(points[0].size()), rows_(points.size()) {
  net_.reserve(columns_ * rows_);
  for (std::size_t r = 0; r < rows_; ++r) {
    for (std::size_t c = 0; c < columns_; ++c)
      net_.push_back(curve::homogeneous(points[r][c], weights.empty() ? 1.0 : weights[r][c]));
  }
}

std::vector<PatchPoint> PatchNet::row(double v, std::span<const double> us) const {
  std::array<Vec4, kMaxNetSide> values, slopes, work;
  for (std::size_t c = 0; c < columns_; ++c) {
    for (std::size_t r = 0; r < rows_; ++r) work[r] = net_[r * columns_ + c];
    const Ray column = casteljau(work, rows_, v);
    values[c] = column.value;
    slopes[c] = column.slope;
  }
  std::vector<PatchPoint> result;
  result.reserve(us.size());
  for (const double u : us) {
    work = values;
    const Ray along = casteljau(work, columns_, u);
    work = slopes;
    const Vec4 across = casteljau(work, columns_, u).value;
    result.push_back(
        {curve::project(along.value), projected_slope(along.value, along.slope), projected_slope(along.value, across)});
  }
  return result;
}

Vec3 PatchNet::normal(double u, double v) const {
  constexpr double kSmallest = 1e-9;
  // Moves towards the centre of the patch until the normal is defined.
  for (const double share : {0.0, 1e-4, 1e-2, 0.3}) {
    const std::array at{u + (0.5 - u) * share};
    const PatchPoint p = row(v + (0.5 - v) * share, at)[0];
    const Vec3 normal = glm::cross(p.along_u, p.along_v);
    const double length = glm::length(normal), scale = glm::length(p.along_u) * glm::length(p.along_v);
    if (length > kSmallest * scale && length > 0) return normal / length;
  }
  return {0, 0, 1};
}

bool PatchNet::is_point_at_v(bool last) const {
  const Vec4* row = net_.data() + (last ? (rows_ - 1) * columns_ : 0);
  return std::all_of(row, row + columns_, [&](const Vec4& p) { return curve::project(p) == curve::project(*row); });
}

bool PatchNet::is_point_at_u(bool last) const {
  const std::size_t column = last ? columns_ - 1 : 0;
  for (std::size_t r = 0; r < rows_; ++r) {
    if (curve::project(net_[r * columns_ + column]) != curve::project(net_[column])) return false;
  }
  return true;
}

}  // namespace weald::scene
