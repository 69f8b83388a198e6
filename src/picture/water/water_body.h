#pragma once
// WaterBody: water over meshes, as a box filled up to its level. Submerged geometry is seen through it.

#include <array>
#include <optional>
#include <vector>

#include "base/math/vec.h"
#include "picture/camera/camera.h"
#include "picture/light/light.h"
#include "picture/raster/visibility.h"
#include "picture/surface/surface.h"

namespace weald::render {

/// Slope of the rippled surface, and the RMS slope of the waves that are too small for the pixel.
struct RippleSlope {
  Vec2 slope{0, 0};  ///< rise over run along world x and z
  double lost = 0;   ///< RMS slope of the waves that were filtered out
};

/// A sum of waves of many lengths, with bearings around the wind's, modulated in patches of stronger and weaker waves.
/// Every picture has the same waves; only their scale differs.
class Ripples {
 public:
  /// No waves.
  Ripples() = default;
  /// Waves of at most `longest` metres with an RMS slope of about `steepness` where they are strongest.
  Ripples(double longest, double steepness);
  /// The slope at `place` (world x, z), from the waves that the pixel can resolve. `right` and `down` are the steps on
  /// the water surface from this pixel to its neighbours, in metres.
  RippleSlope at(const Vec2& place, const Vec2& right, const Vec2& down) const;
  /// Whether there are any waves.
  bool any() const { return steepness_ > 0.0; }

 private:
  static constexpr std::size_t kWaves = 14;
  struct Wave {
    Vec2 number{0, 0};  // wave vector, radians per metre
    double phase = 0;
  };
  double patch(const Vec2& place) const;
  std::array<Wave, kWaves> waves_{};
  std::array<Wave, 4> patches_{};
  double steepness_ = 0;
};

/// Water in a box. Lengths are in metres, colours are linear.
struct WaterBody {
  Vec3 low{0}, high{0};  ///< corners of the box; high.y is the water's level
  double clarity = 1;    ///< distance in water over which most of the light is lost
  Vec3f shallow{0.050f, 0.230f, 0.250f};
  Vec3f deep{0.012f, 0.070f, 0.130f};
  Vec3f absorption{2.3f, 1.15f, 0.85f};  ///< coefficient per `clarity` metres
  Ripples ripples{};
};

/// Sets the colour of shallow water, a darker shade of it for deep water, and an absorption that is lowest for
/// that colour.
void set_colour(WaterBody& body, const Vec3f& shallow);

/// A side of the box that faces the camera.
struct WaterFace {
  Vec3 normal{0, 1, 0};  ///< pointing outwards
  Vec3 point{0};         ///< a point of its plane
  bool top = true;
};

/// The sides of the box that face the camera, the top first; triangles 2 i and 2 i + 1 of `surface` form side i. All
/// sides but the top are moved slightly inwards, so that coincident walls of the land hide them. Empty if the camera is
/// in the water.
struct WaterFaces {
  std::vector<WaterFace> faces;
  Surface surface;
};
/// Finds the sides of the water's box that face the camera.
WaterFaces water_faces(const WaterBody& body, const Camera& camera);

/// The point where a ray enters the water.
struct WaterPoint {
  Vec3 position{0};
  double depth = 0;          ///< along the ray
  Vec3f normal{0, 1, 0};     ///< normal of the rippled surface
  Vec3f flat{0, 1, 0};       ///< normal of the side
  Vec3f direction{0, 0, 1};  ///< direction of the ray, unit length
  float mirrors = 0;         ///< Fresnel reflectance of the surface
  double lost = 0;           ///< RMS slope of ripples too small for the pixel
};

/// The effect of water on light from below: `through` multiplies it, `veil` is added.
struct WaterVeil {
  Vec3f through{1};
  Vec3f veil{0};
};

/// Light on a point of the water's surface.
struct WaterBodyLight {
  Vec3f sun{0};  ///< sun colour times its visible share
  Vec3f sun_direction{0, 1, 0};
  Vec3f sky{0};                 ///< irradiance
  Vec3f horizon{0}, zenith{0};  ///< colours of the sky
};

/// Absorption, in-scattering and reflection of the water in front of an object at `bed` (unset: there is none).
/// `sky_share` (0 to 1) is the share of the reflected picture that shows sky.
WaterVeil water_veil(const WaterBody& body, const WaterPoint& point, const std::optional<Vec3>& bed, float sky_share,
                     const WaterBodyLight& light);

/// Sky and sun light that a pool with this normal reflects along a ray, Fresnel reflectance included; `sky_share` (0 to
/// 1) is the unoccluded share of the sky. Pre: unit lengths.
Vec3f pool_mirror(const Vec3f& direction, const Vec3f& normal, float sky_share, const WaterBodyLight& light);

/// Fresnel reflectance of a water surface for this cosine of the angle to its normal.
float water_fresnel(float cosine);

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
