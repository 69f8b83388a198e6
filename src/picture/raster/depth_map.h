#pragma once
// DepthMap: an orthographic depth map of the scene, seen from a light.

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

/// A depth map as the light kernels read it. A point p, in metres from the picture's reference point, is at column x =
/// dot(p, right) + x0, row y = dot(p, down) + y0 and height dot(p, back) + h0. Columns and rows are in texels, half a
/// texel less than the map's own coordinates; the height is in steps.
struct DepthMapView {
  /// Height of a texel in the low 16 bits, of its right neighbour in the high ones.
  const std::uint32_t* pairs = nullptr;
  std::int32_t width = 0, height = 0;  ///< texels
  Vec3f right{0}, down{0}, back{0};
  float x0 = 0, y0 = 0, h0 = 0;
};

/// Items with their points laid out for drawing many depth maps of them.
class PlaceableItems {
 public:
  /// Points and triangles of a surface, with the triangles sorted by kind. Corners index `points`, which are relative
  /// to the surface's centre.
  struct Points {
    Vec3f centre{0};
    Vec3f low{0}, high{0};  ///< corners of the box around the surface, relative to its centre
    PointArrays points;
    CornerArrays solid;                      ///< opaque triangles, some of them twice: see TriangleRuns
    CornerArrays cut;                        ///< triangles with holes or translucency that do not form cards
    std::vector<std::uint32_t> cut_numbers;  ///< for each triangle in `cut`, its number in the surface
    CardArrays cards;
    /// Whether the triangles are those of the surface, which is drawn as it is: `points` and `solid` stay empty.
    bool is_plain = false;
    /// All triangles and cards again, in groups that lie close together; empty if there are few of them, or few copies
    /// of the surface. In a coarse map, most groups of a copy lie between the centres of texels.
    std::vector<Points> pieces;
  };
  /// The items must outlive this object. Memory: 12 bytes per vertex and per triangle of the distinct surfaces, and 68
  /// bytes per card in place of its triangles; twice as much for surfaces with many copies.
  /// About `maps` depth maps will be drawn of them: if these are few, surfaces without holes are not laid out.
  explicit PlaceableItems(std::span<const SurfaceItem> items, int maps = 64);
  /// Number of items.
  std::size_t count() const { return items_.size(); }
  /// Item `i`.
  const SurfaceItem& item(std::size_t i) const { return items_[i]; }
  /// Points and triangles of item `i`; items of the same surface share them.
  const Points& points(std::size_t i) const { return surfaces_[surface_of_item_[i]]; }
  /// Bounding boxes of the items in world space.
  std::span<const Bounds> bounds() const { return bounds_; }

 private:
  void add(const Surface& surface, const Bounds& bounds);
  static void add_points(const Surface& surface, std::vector<std::uint8_t>& is_left_out, Points& entry);
  static void add_corners(const Surface& surface, std::span<const std::uint8_t> is_left_out,
                          std::span<const std::uint32_t> places, Points& entry);
  static void add_pieces(Points& entry);
  std::span<const SurfaceItem> items_;
  int maps_ = 0;
  std::vector<Points> surfaces_;
  std::vector<std::size_t> surface_of_item_;
  std::vector<Bounds> bounds_;
};

/// An orthographic depth map: heights above a plane across the direction of the light, in 65535 steps. A height of 0
/// means "empty".
class DepthMap {
 public:
  /// Draws the items as seen along `axes` (`back` points to the light) on the calling thread, with `resolution` texels
  /// along the longer side of the view. Lookups use points relative to `reference` (world). Items whose boxes lie
  /// between the centres of texels are skipped, because they leave no trace; `drawn` receives the number of the others.
  DepthMap(const PlaceableItems& items, const ViewAxes& axes, int resolution, const Vec3& reference,
           const RunContext& context, std::size_t* drawn = nullptr);
  /// A map that blocks no light.
  DepthMap() = default;

  /// Maximum height in each square of `side` texels, in steps; 0 if the square is empty.
  Grid<float> coarse(int side) const;
  /// The map in the form that lookups read. Pre: the map outlives the view.
  DepthMapView view() const;

  /// Axes of the view; `back` points to the light.
  const ViewAxes& axes() const { return projection_.axes; }
  float texel() const { return texel_; }  ///< metres
  float step() const { return step_; }    ///< metres

 private:
  std::size_t draw(const PlaceableItems& items, std::vector<float>& heights, const RunContext& context) const;
  Projection projection_;
  Vec3 reference_{0};
  float texel_ = 1;
  float step_ = 1;
  std::vector<std::uint32_t> pairs_;
};

/// A depth map to be drawn.
struct DepthMapRequest {
  const PlaceableItems* items = nullptr;  ///< not null
  ViewAxes axes;
  int resolution = 256;
};

/// Draws several maps in parallel, starting them in the order of the requests; put large maps first.
std::vector<DepthMap> draw_depth_maps(std::span<const DepthMapRequest> requests, const Vec3& reference,
                                      const RunContext& context);

}  // namespace weald::render
