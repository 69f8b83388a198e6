#pragma once
// DepthMap: how far the light of one direction reaches into the scene.

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
  DepthMap(std::span<const SurfaceItem> items, std::span<const Bounds> bounds, const ViewAxes& axes, int resolution, const RunContext& context);
  /// A map that blocks no light.
  DepthMap() = default;

  /// A point in the map's own coordinates: texels (x to the right, y down) and height.
  struct Place {
    float x = 0, y = 0, height = 0;
  };
  Place place_of(const Vec3& world) const {
    const Vec3 p = projection_(world);
    return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
  }
  /// Height that the light reaches at a texel; kOpen where nothing stands in its way.
  static constexpr float kOpen = -1e30f;
  float at(int x, int y) const {
    if (x < 0 || y < 0 || x >= projection_.size.width || y >= projection_.size.height) return kOpen;
    return heights_[static_cast<std::size_t>(y) * static_cast<std::size_t>(projection_.size.width) + static_cast<std::size_t>(x)];
  }
  /// Share of light (0 to 1) at a place: the four texels around it, bilinear. `slope_x` and `slope_y` are the change of
  /// the receiver's height per texel, so that a slanted surface does not shadow itself.
  float light_at(const Place& place, float slope_x, float slope_y) const;
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

/// One depth map to draw.
struct DepthMapRequest {
  ViewAxes axes;
  int resolution = 256;
};

/// Draws several maps of the same items in parallel, in the order of the requests.
std::vector<DepthMap> draw_depth_maps(std::span<const SurfaceItem> items, std::span<const Bounds> bounds,
                                      std::span<const DepthMapRequest> requests, const RunContext& context);

}  // namespace weald::render
