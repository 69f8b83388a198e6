#include "render/depth_map.h"

#include <algorithm>
#include <cmath>

#include "core/parallel.h"

namespace weald::render {

namespace {

// The range of the boxes' corners along the axes.
Bounds extent_along(std::span<const Bounds> boxes, const ViewAxes& axes) {
  Bounds extent;
  for (const Bounds& box : boxes) {
    if (box.empty()) continue;
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 p{(corner & 1) != 0 ? box.max.x : box.min.x, (corner & 2) != 0 ? box.max.y : box.min.y,
                   (corner & 4) != 0 ? box.max.z : box.min.z};
      extent.add({glm::dot(p, axes.right), glm::dot(p, axes.up), glm::dot(p, axes.back)});
    }
  }
  return extent;
}

Projection fit_projection(std::span<const Bounds> boxes, const ViewAxes& axes, int resolution) {
  constexpr double kBorder = 2.0;  // texels
  Projection projection;
  projection.axes = axes;
  projection.perspective = false;
  const Bounds extent = extent_along(boxes, axes);
  if (extent.empty()) {
    projection.size = {1, 1};
    return projection;
  }
  const Vec3 size = extent.size();
  const double longer = std::max({size.x, size.y, 1e-3 * size.z, 1e-9});
  projection.scale = (resolution - 2.0 * kBorder) / longer;
  projection.size = {static_cast<int>(size.x * projection.scale + 2.0 * kBorder) + 1,
                     static_cast<int>(size.y * projection.scale + 2.0 * kBorder) + 1};
  // The lowest point has a small positive height: 0 stands for "nothing".
  const double below = extent.min.z - 0.01 * std::max(size.z, longer) - 1e-9;
  projection.origin = axes.right * extent.min.x + axes.up * extent.max.y + axes.back * below;
  projection.centre = {kBorder, kBorder};
  return projection;
}

}  // namespace

DepthMap::DepthMap(std::span<const SurfaceItem> items, std::span<const Bounds> bounds, const TriangleNumbers& numbers,
                   const ViewAxes& axes, int resolution, const RunContext& context)
    : projection_(fit_projection(bounds, axes, resolution)), texel_(static_cast<float>(1.0 / projection_.scale)) {
  const VisibilityBand band = draw_band(items, numbers, projection_, sample_pattern(1), 0, projection_.size.height, context);
  heights_.resize(band.values.size());
  parallel_blocks(heights_.size(), 65536, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) heights_[i] = band.values[i].depth > 0.0f ? band.values[i].depth : kOpen;
  });
}

float DepthMap::light_at(const Place& place, float slope_x, float slope_y) const {
  const float x = place.x - 0.5f, y = place.y - 0.5f;
  if (!(x > -1.0f && y > -1.0f && x < static_cast<float>(projection_.size.width) && y < static_cast<float>(projection_.size.height))) return 1.0f;
  const int column = static_cast<int>(x + 1.0f) - 1, row = static_cast<int>(y + 1.0f) - 1;
  const float fx = x - static_cast<float>(column), fy = y - static_cast<float>(row);
  const float h00 = place.height - slope_x * fx - slope_y * fy;
  const float l00 = at(column, row) <= h00 ? 1.0f : 0.0f;
  const float l10 = at(column + 1, row) <= h00 + slope_x ? 1.0f : 0.0f;
  const float l01 = at(column, row + 1) <= h00 + slope_y ? 1.0f : 0.0f;
  const float l11 = at(column + 1, row + 1) <= h00 + slope_x + slope_y ? 1.0f : 0.0f;
  const float upper = l00 + (l10 - l00) * fx, lower = l01 + (l11 - l01) * fx;
  return upper + (lower - upper) * fy;
}

}  // namespace weald::render
