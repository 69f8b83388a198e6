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

// The product of a projection without perspective and a copy's place: pixels and height (in steps) of a surface's own
// points.
class OrthographicPlacing {
 public:
  OrthographicPlacing(const Projection& projection, double step, const Mat4& world_from_surface) {
    zero_ = projection(transform_point(world_from_surface, Vec3f{0}));
    zero_.z /= step;
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 column{world_from_surface[axis]};
      columns_[static_cast<std::size_t>(axis)] = {glm::dot(column, projection.axes.right) * projection.scale,
                                                  -glm::dot(column, projection.axes.up) * projection.scale,
                                                  glm::dot(column, projection.axes.back) / step};
    }
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

// Range of heights above the projection's origin.
double height_range(std::span<const Bounds> boxes, const Projection& projection) {
  double highest = 0;
  for (const Bounds& box : boxes) {
    if (box.empty()) continue;
    for (int corner = 0; corner < 8; ++corner) highest = std::max(highest, projection(box.corner(corner)).z);
  }
  return highest;
}

// True when the triangle's box holds no texel's centre: most triangles of a coarse map.
bool misses_centres(const RasterVertex& a, const RasterVertex& b, const RasterVertex& c) {
  constexpr int kHalf = kSubpixels / 2;
  return (std::min({a.x, b.x, c.x}) + kHalf - 1) >> kSubpixelBits >
             (std::max({a.x, b.x, c.x}) - kHalf) >> kSubpixelBits ||
         (std::min({a.y, b.y, c.y}) + kHalf - 1) >> kSubpixelBits >
             (std::max({a.y, b.y, c.y}) - kHalf) >> kSubpixelBits;
}

}  // namespace

DepthMap::DepthMap(std::span<const SurfaceItem> items, std::span<const Bounds> bounds, const ViewAxes& axes,
                   int resolution, const Vec3& reference, const RunContext& context)
    : projection_(fit_projection(bounds, axes, resolution)),
      reference_(reference),
      texel_(static_cast<float>(1.0 / projection_.scale)),
      step_(static_cast<float>(std::max(height_range(bounds, projection_), 1e-30) / 65000.0)) {
  std::vector<float> heights(static_cast<std::size_t>(projection_.size.width) *
                             static_cast<std::size_t>(projection_.size.height));
  draw(items, heights, context);
  pairs_.resize(heights.size());
  std::uint32_t right = 0;  // the last texel of a row has nothing at its right, as the map has an empty border
  for (std::size_t i = heights.size(); i-- > 0;) {
    const auto here = static_cast<std::uint32_t>(std::clamp(heights[i], 0.0f, 65535.0f));
    pairs_[i] = here | right << 16;
    right = here;
  }
}

void DepthMap::draw(std::span<const SurfaceItem> items, std::vector<float>& heights, const RunContext& context) const {
  const PixelRect all{0, 0, projection_.size.width, projection_.size.height};
  const SamplePattern centres = sample_pattern(1);
  const std::ptrdiff_t width = all.x1;
  std::vector<RasterVertex> vertices;
  for (const SurfaceItem& item : items) {
    context.check_stop();
    const OrthographicPlacing place(projection_, static_cast<double>(step_), item.world_from_surface);
    vertices.clear();
    for (const Vec3f& point : item.surface->positions) vertices.push_back(place(point));
    for (const TriangleIndices& t : item.surface->triangles) {
      const RasterVertex &a = vertices[t[0]], &b = vertices[t[1]], &c = vertices[t[2]];
      if (misses_centres(a, b, c)) continue;
      raster_triangle(a, b, c, centres, all, [&](int x, int y, float height) {
        float& highest = heights[static_cast<std::size_t>(y * width + x)];
        highest = std::max(highest, height);
      });
    }
  }
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
  std::size_t i = 0;
  for (int y = 0; y < size.height && !pairs_.empty(); ++y) {
    for (int x = 0; x < size.width; ++x, ++i) {
      float& highest = result.at(x / side, y / side);
      highest = std::max(highest, static_cast<float>(pairs_[i] & 0xFFFFu));
    }
  }
  return result;
}

std::vector<DepthMap> draw_depth_maps(std::span<const SurfaceItem> items, std::span<const Bounds> bounds,
                                      std::span<const DepthMapRequest> requests, const Vec3& reference,
                                      const RunContext& context) {
  std::vector<DepthMap> maps(requests.size());
  parallel_blocks(requests.size(), 1, [&](std::size_t i, std::size_t) {
    maps[i] = DepthMap(items, bounds, requests[i].axes, requests[i].resolution, reference, context);
  });
  return maps;
}

}  // namespace weald::render
