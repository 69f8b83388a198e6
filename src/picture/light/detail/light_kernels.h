#pragma once
// The inner loops of Sun and Sky, in one version per SIMD target, with the same bits as the plain versions in
// light.cpp. Internal to render/.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "picture/raster/depth_map.h"

namespace weald::render {

/// Points to be lit, and their light: one array per number. Positions are metres from the reference point of the depth
/// maps; normals have unit length and stand on the side that is seen.
struct LightBatch {
  static constexpr std::size_t kLanes = 16;  ///< arrays are readable up to the next multiple of this
  std::size_t count = 0;
  std::vector<float> x, y, z;
  std::vector<float> normal_x, normal_y, normal_z;  ///< for shading
  std::vector<float> flat_x, flat_y, flat_z;        ///< of the flat triangle
  std::vector<float> both;                          ///< 1 where the other side takes light too, else 0
  // What Sky finds: parts of the sky's light, each to be multiplied with a colour.
  std::vector<float> front_horizon, front_zenith, back_horizon, back_zenith;
  std::vector<float> all;  ///< what front_horizon + front_zenith would be with nothing in the way
  // What Sun finds.
  std::vector<float> place_x, place_y, place_h, slope_x, slope_y;  ///< in the sun's map
  std::vector<float> radius;  ///< of the penumbra in texels; 0: nothing in the way, -1: faces away
  std::vector<float> sun;     ///< visible share of the sun, 0 to 1

  /// Removes all points.
  void clear() { count = 0; }
  /// Adds a point.
  void add(const Vec3f& position, const Vec3f& normal, const Vec3f& flat, bool both_sides);
  /// Clears the results of all points, and the spare lanes.
  void prepare();
};

/// A part of the sky.
struct SkyPatch {
  DepthMapView map;
  Vec3f direction{0, 1, 0};
  float horizon = 0, zenith = 0, weight = 0;  ///< solid angle over pi: of each of the two colours, and the sum
  float lift = 0;                             ///< metres along the flat normal
};

/// The sun's map with the coarse grid of blockers.
struct SunView {
  DepthMapView map;
  Vec3f direction{0, 1, 0};
  Vec3f right{1, 0, 0}, up{0, 1, 0};  ///< axes of the map, unit length
  const float* coarse = nullptr;
  std::int32_t coarse_width = 0, coarse_height = 0;
  float lift = 0;         ///< metres along the flat normal
  float texel_steps = 1;  ///< steps of height per texel
};

/// A tap of a disk, with its distance from the centre; in radii or texels.
struct DiskPoint {
  float x = 0, y = 0, distance = 0;
};

inline constexpr float kSunSpread = 0.030f;  ///< tangent of the sun's angular radius, larger than the real 0.0047
inline constexpr float kWidest = 26.0f;      ///< texels, largest radius of a penumbra
inline constexpr float kNarrowest = 1.2f;    ///< texels, smallest radius of a penumbra
inline constexpr int kCoarse = 8;            ///< texels along a square of the search for blockers
inline constexpr float kSteepest = 3.0f;     ///< slope of a receiver against the light, rise over run

/// Fills the batch's sky arrays with the light of the patches.
void sky_light(std::span<const SkyPatch> patches, LightBatch& batch);
/// Finds places, slopes and penumbras of the batch's points. `search` is in texels.
void sun_penumbras(const SunView& sun, std::span<const DiskPoint> search, LightBatch& batch);
/// Finds the sun's visible share for the listed points. Pre: their `radius` is above 0; `list` is readable up to the
/// next multiple of kLanes.
void sun_shares(const SunView& sun, std::span<const DiskPoint> taps, const std::vector<std::int32_t>& list,
                std::size_t count, LightBatch& batch);

}  // namespace weald::render
