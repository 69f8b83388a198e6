#pragma once
// Visibility: which triangle each sample of a picture sees.

#include <cstdint>
#include <span>
#include <vector>

#include "base/run_context.h"
#include "picture/camera/camera.h"
#include "picture/raster/raster.h"
#include "picture/surface/surface.h"

namespace weald::render {

/// What a sample sees: the depth (larger is nearer, 0 is nothing) and the number of a triangle, counted over all items.
/// Of two triangles at the same depth the one with the smaller number is seen.
struct VisibleSample {
  static constexpr std::uint32_t kNothing = 0xFFFFFFFFu;
  float depth = 0;
  std::uint32_t triangle = kNothing;
};

/// Room for the samples of a pixel, so that vectors hold a pixel's samples and no others.
constexpr int sample_room(int samples) { return samples == 1 ? 1 : (samples + 3) / 4 * 4; }

/// The samples of some rows of a picture, pixel by pixel.
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

/// Numbers the triangles of many items one after the other.
class TriangleNumbers {
 public:
  /// Throws StageError when there are more than 2^32 - 2 triangles.
  explicit TriangleNumbers(std::span<const SurfaceItem> items);
  /// Number of the first triangle of an item (or of the end), and of all triangles.
  std::uint32_t first_of(std::size_t item) const { return first_[item]; }
  std::uint32_t total() const { return first_.back(); }
  /// The item that a triangle number belongs to; `hint` is tried first.
  std::size_t item_of(std::uint32_t triangle, std::size_t hint) const;

 private:
  std::vector<std::uint32_t> first_;
};

/// How the world is laid onto a grid of pixels.
struct Projection {
  ViewAxes axes;
  Vec3 origin{0};     ///< the camera's position; without perspective, a point behind everything
  double scale = 1;   ///< focal length in pixels; without perspective, pixels per metre
  Vec2 centre{0, 0};  ///< pixel coordinates of `origin`'s line of sight
  PixelSize size;
  bool perspective = true;

  /// Pixel coordinates, and as the third the depth that VisibleSample holds: 1 / distance, or height above `origin`.
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

/// Draws all items into rows [y0, y1) of the picture. Items are taken in batches, so that memory beside the band is
/// bounded by the largest single surface. Where `behind` is given, a band of the same rows, only samples that see
/// something there are drawn, and only what lies behind that.
VisibilityBand draw_band(std::span<const SurfaceItem> items, const TriangleNumbers& numbers,
                         const Projection& projection, const SamplePattern& pattern, int y0, int y1,
                         const RunContext& context, const VisibilityBand* behind = nullptr);

}  // namespace weald::render
