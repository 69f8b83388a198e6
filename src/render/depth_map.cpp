#include "render/depth_map.h"

#include <algorithm>
#include <array>
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
  // The lowest point has a small positive height: 0 stands for "nothing".
  const double below = extent.min.z - 0.01 * std::max(size.z, longer) - 1e-9;
  projection.origin = axes.right * extent.min.x + axes.up * extent.max.y + axes.back * below;
  projection.centre = {kBorder, kBorder};
  return projection;
}

// The product of a projection without perspective and a copy's place: pixels and height of a surface's own points.
class OrthographicPlacing {
 public:
  OrthographicPlacing(const Projection& projection, const Mat4& world_from_surface) {
    const Vec3 zero = projection(transform_point(world_from_surface, Vec3f{0}));
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 column{world_from_surface[axis]};
      columns_[static_cast<std::size_t>(axis)] = {glm::dot(column, projection.axes.right) * projection.scale,
                                                  -glm::dot(column, projection.axes.up) * projection.scale,
                                                  glm::dot(column, projection.axes.back)};
    }
    zero_ = zero;
  }
  RasterVertex operator()(const Vec3f& point) const {
    const double x = static_cast<double>(point.x), y = static_cast<double>(point.y), z = static_cast<double>(point.z);
    const Vec3 p = columns_[0] * x + columns_[1] * y + columns_[2] * z + zero_;
    // Only positions that no triangle uses can be out of this range (or not finite).
    const bool usable = std::abs(p.x) < 1e6 && std::abs(p.y) < 1e6;
    return usable ? RasterVertex{to_fixed(p.x), to_fixed(p.y), static_cast<float>(p.z)} : RasterVertex{};
  }

 private:
  std::array<Vec3, 3> columns_;
  Vec3 zero_;
};

}  // namespace

DepthMap::DepthMap(std::span<const SurfaceItem> items, std::span<const Bounds> bounds, const ViewAxes& axes,
                   int resolution, const RunContext& context)
    : projection_(fit_projection(bounds, axes, resolution)), texel_(static_cast<float>(1.0 / projection_.scale)) {
  const PixelRect all{0, 0, projection_.size.width, projection_.size.height};
  heights_.assign(static_cast<std::size_t>(all.x1) * static_cast<std::size_t>(all.y1), kOpen);
  const SamplePattern centres = sample_pattern(1);
  const std::ptrdiff_t width = all.x1;
  std::vector<RasterVertex> vertices;
  for (const SurfaceItem& item : items) {
    context.check_stop();
    const OrthographicPlacing place(projection_, item.world_from_surface);
    vertices.clear();
    for (const Vec3f& point : item.surface->positions) vertices.push_back(place(point));
    for (const TriangleIndices& t : item.surface->triangles) {
      raster_triangle(vertices[t[0]], vertices[t[1]], vertices[t[2]], centres, all, [&](int x, int y, float height) {
        float& highest = heights_[static_cast<std::size_t>(y * width + x)];
        highest = std::max(highest, height);
      });
    }
  }
}

Grid<float> DepthMap::coarse(int side) const {
  const PixelSize size = projection_.size;
  Grid<float> result((size.width + side - 1) / side, (size.height + side - 1) / side, kOpen);
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      float& highest = result.at(x / side, y / side);
      highest = std::max(highest, at(x, y));
    }
  }
  return result;
}

std::vector<DepthMap> draw_depth_maps(std::span<const SurfaceItem> items, std::span<const Bounds> bounds,
                                      std::span<const DepthMapRequest> requests, const RunContext& context) {
  std::vector<DepthMap> maps(requests.size());
  parallel_blocks(requests.size(), 1, [&](std::size_t i, std::size_t) {
    maps[i] = DepthMap(items, bounds, requests[i].axes, requests[i].resolution, context);
  });
  return maps;
}

}  // namespace weald::render
