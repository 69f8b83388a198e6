#pragma once
// DepthMap: how far the light of one direction reaches into the scene.

#include <cstddef>
#include <span>
#include <vector>

#include "core/grid.h"
#include "core/run_context.h"
#include "render/visibility.h"

namespace weald::render {

/// Heights above a plane across the light's direction, seen from the light. Lengths in metres.
class DepthMap {
 public:
  /// Draws the items as seen along `axes` (`back` towards the light), `resolution` texels along the longer side of what
  /// is in `bounds` (one box per item, world space), on the calling thread.
  DepthMap(std::span<const SurfaceItem> items, std::span<const Bounds> bounds, const ViewAxes& axes, int resolution,
           const RunContext& context);
  /// A map that blocks no light.
  DepthMap() = default;

  /// A point in the map's own coordinates: texels (x to the right, y down) and height.
  struct Place {
    float x = 0, y = 0, height = 0;
  };
  /// The place of a world point.
  Place place_of(const Vec3& world) const {
    const Vec3 p = projection_(world);
    return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
  }
  static constexpr float kOpen = -1e30f;
  /// Height that the light reaches at a texel; kOpen where nothing stands in its way, also beyond the map.
  float at(int x, int y) const {
    if (x < 0 || y < 0 || x >= projection_.size.width || y >= projection_.size.height) return kOpen;
    return heights_[static_cast<std::size_t>(y) * static_cast<std::size_t>(projection_.size.width) +
                    static_cast<std::size_t>(x)];
  }
  /// Share of light (0 to 1) at a place: the four texels around it, bilinear. `slope_x` and `slope_y` are the change of
  /// the receiver's height per texel, so that a slanted surface does not shadow itself.
  float light_at(const Place& place, float slope_x = 0, float slope_y = 0) const;
  /// True when a disk of `radius` texels around the place lies outside of the map.
  bool outside(const Place& place, float radius) const {
    return place.x < -radius || place.y < -radius || place.x > static_cast<float>(projection_.size.width) + radius ||
           place.y > static_cast<float>(projection_.size.height) + radius;
  }

  /// Greatest heights in squares of `side` texels; kOpen where a square holds nothing.
  Grid<float> coarse(int side) const;

  const ViewAxes& axes() const { return projection_.axes; }
  float texel() const { return texel_; }  ///< metres

 private:
  Projection projection_;
  float texel_ = 1;
  std::vector<float> heights_;
};

inline float DepthMap::light_at(const Place& place, float slope_x, float slope_y) const {
  const float x = place.x - 0.5f, y = place.y - 0.5f;
  const int width = projection_.size.width, height = projection_.size.height;
  // The map has an empty border, so that its outermost texels need no neighbours.
  if (!(x >= 0.0f && y >= 0.0f && x < static_cast<float>(width - 1) && y < static_cast<float>(height - 1))) return 1.0f;
  const int column = static_cast<int>(x), row = static_cast<int>(y);
  const float fx = x - static_cast<float>(column), fy = y - static_cast<float>(row);
  const float h = place.height - slope_x * fx - slope_y * fy;
  const float* texels = heights_.data() + static_cast<std::ptrdiff_t>(row) * width + column;
  // Comparisons as numbers: whether a texel is lit cannot be predicted, so a branch would cost more.
  const auto l00 = static_cast<float>(texels[0] <= h), l10 = static_cast<float>(texels[1] <= h + slope_x);
  const auto l01 = static_cast<float>(texels[width] <= h + slope_y),
             l11 = static_cast<float>(texels[width + 1] <= h + slope_x + slope_y);
  const float upper = l00 + (l10 - l00) * fx, lower = l01 + (l11 - l01) * fx;
  return upper + (lower - upper) * fy;
}

/// One depth map to draw.
struct DepthMapRequest {
  ViewAxes axes;
  int resolution = 256;
};

/// Draws several maps of the same items in parallel, in the order of the requests.
std::vector<DepthMap> draw_depth_maps(std::span<const SurfaceItem> items, std::span<const Bounds> bounds,
                                      std::span<const DepthMapRequest> requests, const RunContext& context);

}  // namespace weald::render
