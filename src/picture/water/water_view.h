#pragma once
// WaterView: the parts of a picture that show water over meshes, or objects seen through it or mirrored in it.

#include <array>
#include <optional>

#include "picture/raster/visibility.h"
#include "picture/water/water_body.h"

namespace weald::render {

/// The water of a picture, with the picture's camera and the mirrored camera.
class WaterView {
 public:
  /// Rows above and below a band that a ripple's reflection may sample.
  static constexpr int kMargin = 48;

  /// Finds the sides of the water that `camera` sees, and mirrors the camera in the water's surface.
  WaterView(const WaterBody& body, const Camera& camera);
  /// The water.
  const WaterBody& body() const { return body_; }
  /// The camera that sees reflections in the water's surface.
  const Camera& mirrored_camera() const { return mirrored_; }
  /// Whether any of the water is visible.
  bool seen() const { return !faces_.faces.empty(); }

  /// The visibility layers of a band of rows.
  struct Bands {
    VisibilityBand surface;   ///< triangle of the water that each sample would hit if nothing else were there
    VisibilityBand mirrored;  ///< triangle that each sample of the calm water surface mirrors
  };
  /// Rasterises `rows` and their margins.
  Bands draw(const TriangleNumbers& numbers, const SamplePattern& pattern, RowRange rows,
             const RunContext& context) const;

  /// The point where the ray through pixel coordinates (x, y) meets side `face`.
  WaterPoint enter(std::size_t face, double x, double y) const;

  /// Offset of a reflection in the mirrored picture, in pixels, and its vertical blur.
  struct Shift {
    double x = 0, y = 0;
    double smear = 0;
  };
  /// Offset by which ripples shift the reflection at `point`, which is seen in pixel (x, y). The distance of the
  /// reflected surface is taken from sample `sample`.
  Shift shift(const WaterPoint& point, const Bands& bands, int x, int y, int sample) const;

 private:
  RippleSlope ripple(const WaterPoint& point, double x, double y) const;
  WaterBody body_;
  Camera camera_, mirrored_;
  WaterFaces faces_;
};

}  // namespace weald::render
