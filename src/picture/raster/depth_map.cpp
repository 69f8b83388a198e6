#include "picture/raster/depth_map.h"

#include <algorithm>
#include <cmath>

#include "base/math/clamped.h"
#include "base/parallel.h"
#include "picture/raster/detail/depth_map_painter.h"
#include "picture/raster/detail/height_pairs.h"

namespace weald::render {

namespace {

// Range of the boxes' corners along the axes.
Bounds extent_along(std::span<const Bounds> boxes, const ViewAxes& axes) {
  Bounds extent;
  for (const Bounds& box : boxes) {
    if (box.empty()) continue;
    for (int corner = 0; corner < 8; ++corner) {
      const Vec3 p = box.corner(corner);
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
  // Gives the lowest point a small positive height, because 0 means "empty".
  const double below = extent.min.z - 0.01 * std::max(size.z, longer) - 1e-9;
  projection.origin = axes.right * extent.min.x + axes.up * extent.max.y + axes.back * below;
  projection.centre = {kBorder, kBorder};
  return projection;
}

// Concatenates an orthographic projection and an item's transform, for points relative to `centre`.
Placing placing_of(const Projection& projection, double step, const Mat4& world_from_surface, const Vec3f& centre) {
  Placing placing;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3 column{world_from_surface[axis]};
    placing.x[axis] = static_cast<float>(glm::dot(column, projection.axes.right) * projection.scale * kSubpixels);
    placing.y[axis] = static_cast<float>(-glm::dot(column, projection.axes.up) * projection.scale * kSubpixels);
    placing.height[axis] = static_cast<float>(glm::dot(column, projection.axes.back) / step);
  }
  const Vec3 middle = projection(transform_point(world_from_surface, centre));
  placing.x[3] = static_cast<float>(middle.x * kSubpixels);
  placing.y[3] = static_cast<float>(middle.y * kSubpixels);
  placing.height[3] = static_cast<float>(middle.z / step);
  return placing;
}

// Largest height of the boxes above the projection's origin.
double height_range(std::span<const Bounds> boxes, const Projection& projection) {
  double highest = 0;
  for (const Bounds& box : boxes) {
    if (box.empty()) continue;
    for (int corner = 0; corner < 8; ++corner) highest = std::max(highest, projection(box.corner(corner)).z);
  }
  return highest;
}

}  // namespace

DepthMap::DepthMap(const PlaceableItems& items, const ViewAxes& axes, int resolution, const Vec3& reference,
                   const RunContext& context, std::size_t* drawn)
    : projection_(fit_projection(items.bounds(), axes, resolution)),
      reference_(reference),
      texel_(static_cast<float>(1.0 / projection_.scale)),
      step_(static_cast<float>(std::max(height_range(items.bounds(), projection_), 1e-30) / 65000.0)) {
  std::vector<float> heights(static_cast<std::size_t>(projection_.size.width) *
                                 static_cast<std::size_t>(projection_.size.height) +
                             kSpareHeights);
  const std::size_t count = draw(items, heights, context);
  if (drawn != nullptr) *drawn = count;
  heights[heights.size() - kSpareHeights] = 0;  // the right neighbour of the last texel
  pairs_.resize(heights.size() - kSpareHeights);
  pair_heights(heights.data(), pairs_);
}

std::size_t DepthMap::draw(const PlaceableItems& items, std::vector<float>& heights, const RunContext& context) const {
  std::size_t drawn = 0;
  DepthMapPainter painter(projection_.size, heights);
  for (std::size_t i = 0; i < items.count(); ++i) {
    context.check_stop();
    const SurfaceItem& item = items.item(i);
    const PlaceableItems::Points& surface = items.points(i);
    const Placing placing =
        placing_of(projection_, static_cast<double>(step_), item.world_from_surface, surface.centre);
    if (painter.draw(*item.surface, surface, placing)) ++drawn;
  }
  return drawn;
}

DepthMapView DepthMap::view() const {
  const Vec3 zero = projection_(reference_);
  const double steps = 1.0 / static_cast<double>(step_);
  return {pairs_.data(),
          projection_.size.width,
          projection_.size.height,
          Vec3f{projection_.axes.right * projection_.scale},
          Vec3f{projection_.axes.up * -projection_.scale},
          Vec3f{projection_.axes.back * steps},
          static_cast<float>(zero.x - 0.5),
          static_cast<float>(zero.y - 0.5),
          static_cast<float>(zero.z * steps)};
}

Grid<float> DepthMap::coarse(int side) const {
  const PixelSize size = projection_.size;
  Grid<float> result((size.width + side - 1) / side, (size.height + side - 1) / side, 0.0f);
  const std::uint32_t* row = pairs_.data();
  for (int y = 0; y < size.height && !pairs_.empty(); ++y, row += size.width) {
    for (int x0 = 0, column = 0; x0 < size.width; x0 += side, ++column) {
      std::uint32_t most = 0;
      for (int x = x0; x < std::min(size.width, x0 + side); ++x) most = std::max(most, row[x] & 0xFFFFu);
      float& highest = result.at(column, y / side);
      highest = std::max(highest, static_cast<float>(most));
    }
  }
  return result;
}

std::vector<DepthMap> draw_depth_maps(std::span<const DepthMapRequest> requests, const Vec3& reference,
                                      const RunContext& context) {
  std::vector<DepthMap> maps(requests.size());
  parallel_blocks(requests.size(), 1, [&](std::size_t i, std::size_t) {
    const DepthMapRequest& request = requests[i];
    maps[i] = DepthMap(*request.items, request.axes, request.resolution, reference, context);
  });
  return maps;
}

}  // namespace weald::render
