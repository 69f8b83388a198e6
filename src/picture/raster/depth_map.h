#pragma once
// DepthMap: how far the light of one direction reaches into the scene.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/run_context.h"
#include "data/grid.h"
#include "picture/raster/detail/cards.h"
#include "picture/raster/detail/depth_kernels.h"
#include "picture/raster/visibility.h"

namespace weald::render {

/// A depth map as the light kernels read it. A point p (metres from the picture's reference point) lies at
/// x = dot(p, right) + x0 texels to the right, y = dot(p, down) + y0 texels down, both half a texel less than the map's
/// own coordinates, and height dot(p, back) + h0 in steps.
struct DepthMapView {
  const std::uint32_t* pairs = nullptr;  ///< height of a texel in the lower 16 bits, of its right neighbour above
  std::int32_t width = 0, height = 0;    ///< texels
  Vec3f right{0}, down{0}, back{0};
  float x0 = 0, y0 = 0, h0 = 0;
};

/// Items whose points are laid out for drawing many maps of them.
class PlaceableItems {
 public:
  /// A surface's triangles in three kinds. Corners are numbers of `points`, which are relative to the surface's centre.
  struct Points {
    Vec3f centre{0};
    PointArrays points;
    CornerArrays solid;                      ///< hide all that lies behind
    CornerArrays cut;                        ///< others that are not of cards
    std::vector<std::uint32_t> cut_numbers;  ///< of the triangles of `cut` in the surface
    CardArrays cards;
  };
  /// The items must outlive it. Memory: 12 bytes per vertex and per triangle of the different surfaces, and 68 per card
  /// instead of its triangles'.
  explicit PlaceableItems(std::span<const SurfaceItem> items);
  std::size_t count() const { return items_.size(); }
  const SurfaceItem& item(std::size_t i) const { return items_[i]; }
  const Points& points(std::size_t i) const { return surfaces_[surface_of_item_[i]]; }
  /// One box per item, world space.
  std::span<const Bounds> bounds() const { return bounds_; }

 private:
  void add(const Surface& surface, const Bounds& bounds);
  static void add_points(const Surface& surface, const std::vector<std::uint8_t>& is_card, Points& entry);
  std::span<const SurfaceItem> items_;
  std::vector<Points> surfaces_;
  std::vector<std::size_t> surface_of_item_;
  std::vector<Bounds> bounds_;
};

/// Heights above a plane across the light's direction, seen from the light, in 65535 steps. 0 is "nothing".
class DepthMap {
 public:
  /// Draws the items as seen along `axes` (`back` towards the light), `resolution` texels along the longer side of
  /// their boxes, on the calling thread. Points that are looked up are relative to `reference` (world).
  DepthMap(const PlaceableItems& items, const ViewAxes& axes, int resolution, const Vec3& reference,
           const RunContext& context);
  /// A map that blocks no light.
  DepthMap() = default;

  /// Greatest heights in squares of `side` texels, in steps; 0 where a square holds nothing.
  Grid<float> coarse(int side) const;
  /// The map for lookups. Pre: it outlives the view.
  DepthMapView view() const;

  const ViewAxes& axes() const { return projection_.axes; }
  float texel() const { return texel_; }  ///< metres
  float step() const { return step_; }    ///< metres

 private:
  void draw(const PlaceableItems& items, std::vector<float>& heights, const RunContext& context) const;
  Projection projection_;
  Vec3 reference_{0};
  float texel_ = 1;
  float step_ = 1;
  std::vector<std::uint32_t> pairs_;
};

/// One depth map to draw.
struct DepthMapRequest {
  const PlaceableItems* items = nullptr;  ///< not null
  ViewAxes axes;
  int resolution = 256;
};

/// Draws several maps in parallel, in the order of the requests: large ones should come first.
std::vector<DepthMap> draw_depth_maps(std::span<const DepthMapRequest> requests, const Vec3& reference,
                                      const RunContext& context);

}  // namespace weald::render
