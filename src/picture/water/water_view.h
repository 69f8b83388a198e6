#pragma once
// WaterView: what a picture sees in and through water over meshes. Internal to render/.

#include <array>
#include <optional>

#include "picture/raster/visibility.h"
#include "picture/water/water_body.h"

namespace weald::render {

/// The water of a picture with its own and the mirrored camera.
class WaterView {
 public:
  /// Rows around a band in which a ripple may find what it mirrors.
  static constexpr int kMargin = 48;

  WaterView(const WaterBody& body, const Camera& camera);
  const WaterBody& body() const { return body_; }
  const Camera& mirrored_camera() const { return mirrored_; }
  /// Whether any of the water is seen.
  bool seen() const { return !faces_.faces.empty(); }

  /// The layers of some rows of a picture.
  struct Bands {
    VisibilityBand surface;   ///< which triangle of the water each sample would see if there were nothing else
    VisibilityBand mirrored;  ///< what each sample of the water's top mirrors without ripples
  };
  /// Draws rows [y0, y1) and the margin around them.
  Bands draw(std::span<const SurfaceItem> items, const TriangleNumbers& numbers, const SamplePattern& pattern, int y0,
             int y1, const RunContext& context) const;

  /// Where the ray through pixel coordinates (x, y) meets side `face`.
  WaterPoint enter(std::size_t face, double x, double y) const;

  /// A place in the mirrored picture, in pixels from where it is looked for; how much it is smeared up and down.
  struct Shift {
    double x = 0, y = 0;
    double smear = 0;
  };
  /// How ripples shift what is mirrored at `point`, seen in pixel (x, y), from `sample` on.
  Shift shift(const WaterPoint& point, const Bands& bands, int x, int y, int sample) const;

 private:
  RippleSlope ripple(const WaterPoint& point, double x, double y) const;
  WaterBody body_;
  Camera camera_, mirrored_;
  WaterFaces faces_;
};

}  // namespace weald::render
