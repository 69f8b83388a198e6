#pragma once
// Visibility: the triangle that each sample of a picture sees.

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/run_context.h"
#include "picture/camera/camera.h"
#include "picture/raster/detail/box_tree.h"
#include "picture/raster/raster.h"
#include "picture/surface/surface.h"

namespace weald::render {

/// The visible triangle of a sample, numbered over all items, and its depth (larger is nearer, 0 means nothing). At
/// equal depth the triangle with the smaller number wins.
struct VisibleSample {
  static constexpr std::uint32_t kNothing = 0xFFFFFFFFu;
  float depth = 0;
  std::uint32_t triangle = kNothing;
};

/// Slots per pixel, padded so that a vector holds samples of one pixel only.
constexpr int sample_room(int samples) { return samples == 1 ? 1 : (samples + 3) / 4 * 4; }

/// The samples of a band of rows, pixel by pixel.
struct VisibilityBand {
  int y0 = 0, y1 = 0;  ///< pixel rows
  int width = 0;
  int samples = 1;
  std::vector<VisibleSample> values;  ///< sample_room(samples) per pixel

  /// Sample `sample` of the pixel in column x and row y of the picture.
  const VisibleSample& at(int x, int y, int sample) const {
    return values[(static_cast<std::size_t>(y - y0) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) *
                      static_cast<std::size_t>(sample_room(samples)) +
                  static_cast<std::size_t>(sample)];
  }
};

/// Projection of the world onto the pixel grid.
struct Projection {
  ViewAxes axes;
  Vec3 origin{0};     ///< the camera's position; if orthographic, a point behind everything
  double scale = 1;   ///< focal length in pixels; if orthographic, pixels per metre
  Vec2 centre{0, 0};  ///< pixel coordinates that `origin` projects to
  PixelSize size;
  bool perspective = true;
  double near = 0;  ///< depth of the nearest point that is seen, metres; 0: everything is in front of the camera

  /// Projects a point to pixel coordinates and, in z, to the depth of VisibleSample: 1 / distance, or height above
  /// `origin`.
  Vec3 operator()(const Vec3& world) const {
    const Vec3 offset = world - origin;
    const double back = glm::dot(offset, axes.back);
    const double depth = perspective ? -1.0 / back : back;
    const double s = perspective ? scale * depth : scale;
    return {centre.x + glm::dot(offset, axes.right) * s, centre.y - glm::dot(offset, axes.up) * s, depth};
  }
};

/// The projection of a camera.
Projection projection_of(const Camera& camera);

/// Numbers the triangles of many items consecutively, and keeps a hierarchy of the items' boxes.
class TriangleNumbers {
 public:
  /// Numbers the triangles of all items. Throws StageError for more than 2^32 - 2 triangles.
  explicit TriangleNumbers(std::span<const SurfaceItem> items);
  /// Numbers only the triangles of items that one of the `views` may show; the others count as having none. Throws
  /// StageError like the other constructor.
  TriangleNumbers(std::span<const SurfaceItem> items, std::span<const Projection> views);
  /// The items, which must outlive this.
  std::span<const SurfaceItem> items() const { return items_; }
  /// The boxes around the items, in world space.
  const BoxTree& tree() const { return tree_; }
  /// Number of the first triangle of an item. If the index equals the number of items, the end of the last one.
  std::uint32_t first_of(std::size_t item) const { return first_[item]; }
  /// Number of all triangles.
  std::uint32_t total() const { return first_.back(); }
  /// The item that contains a triangle; `hint` is tried first.
  std::size_t item_of(std::uint32_t triangle, std::size_t hint) const;

 private:
  void number(std::span<const std::uint8_t> is_shown);
  std::span<const SurfaceItem> items_;
  BoxTree tree_;
  std::vector<std::uint32_t> first_;
};

/// Pixel rows [begin, end) of a picture.
struct RowRange {
  int begin = 0, end = 0;
};

/// How draw_band() divides its work, and what it draws.
struct BandWork {
  std::size_t first_vertices = 2'000'000;  ///< most in the first batch; each batch may have twice as many as the last
  std::size_t items = 0, triangles = 0;    ///< drawn so far
};

/// Rasterises all items of `numbers` into `rows` of the picture. Items are drawn in batches from front to back, so that
/// memory in addition to the band is bounded by the largest single surface, and those that lie outside the picture or
/// behind what is drawn are skipped; the result is the same as if all were drawn. Source: [greene1993]. If `behind` is
/// given, a band of the same rows, one layer is peeled: only samples that are not empty in it are drawn, and only
/// triangles behind its depth. `work` does not affect the result.
VisibilityBand draw_band(const TriangleNumbers& numbers, const Projection& projection, const SamplePattern& pattern,
                         RowRange rows, const RunContext& context, const VisibilityBand* behind = nullptr,
                         BandWork* work = nullptr);

/// Pixel rows of the strips of draw_strips(), except of the last one, which may have fewer.
inline constexpr int kStripRows = 8;

/// Draws like draw_band(), and passes the samples on strip by strip: calls use(band, strip) once for each strip of
/// `rows`, in any order, possibly from several threads at once. `band` contains the rows of the strip, and is gone
/// after the call. A picture without very many vertices is drawn one strip at a time, so that samples stay in the
/// processor's cache, and hardly need memory.
void draw_strips(const TriangleNumbers& numbers, const Projection& projection, const SamplePattern& pattern,
                 RowRange rows, const RunContext& context,
                 const std::function<void(const VisibilityBand& band, RowRange strip)>& use);

}  // namespace weald::render
