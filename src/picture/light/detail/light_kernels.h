#pragma once
// The inner loops of Sun and Sky, compiled once per SIMD target. Their scalar definition is among the tests.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "picture/raster/depth_map.h"

namespace weald::render {

/// Points to be lit and the light that reaches them, as a structure of arrays. Positions are in metres from the
/// reference point of the depth maps; normals have unit length and point to the visible side.
struct LightBatch {
  static constexpr std::size_t kLanes = 16;  ///< arrays are readable up to the next multiple of this
  std::size_t count = 0;
  std::vector<float> x, y, z;
  std::vector<float> normal_x, normal_y, normal_z;  ///< shading normal
  std::vector<float> flat_x, flat_y, flat_z;        ///< normal of the flat triangle
  std::vector<float> both;                          ///< 1 if the far side is lit too, else 0
  // Results of Sky: components of the sky's light, each to be multiplied by its colour.
  std::vector<float> front_horizon, front_zenith, back_horizon, back_zenith;
  std::vector<float> all;  ///< front_horizon + front_zenith without any occlusion
  // Results of Sun.
  std::vector<float> place_x, place_y, place_h, slope_x, slope_y;  ///< position, height and slopes in the sun's map
  std::vector<float> radius;  ///< penumbra radius in texels; 0: nothing blocks the sun, -1: faces away
  std::vector<float> sun;     ///< visible share of the sun, 0 to 1

  /// Removes all points.
  void clear() { count = 0; }
  /// Adds a point.
  void add(const Vec3f& position, const Vec3f& normal, const Vec3f& flat, bool both_sides);
  /// Clears the results of all points and the padding lanes.
  void prepare();
};

/// One of the directions that sample the sky.
struct SkyPatch {
  DepthMapView map;
  Vec3f direction{0, 1, 0};
  float horizon = 0, zenith = 0, weight = 0;  ///< solid angle over pi: for each of the two colours, and their sum
  float lift = 0;                             ///< offset along the flat normal, metres
};

/// The sun's depth map with the coarse grid of blockers.
struct SunView {
  DepthMapView map;
  Vec3f direction{0, 1, 0};
  Vec3f right{1, 0, 0}, up{0, 1, 0};  ///< axes of the map, unit length
  const float* coarse = nullptr;
  std::int32_t coarse_width = 0, coarse_height = 0;
  float lift = 0;         ///< offset along the flat normal, metres
  float texel_steps = 1;  ///< height steps per texel
};

/// A sample point of a disk and its distance from the centre, in radii or texels.
struct DiskPoint {
  float x = 0, y = 0, distance = 0;
};

inline constexpr float kSunSpread = 0.030f;  ///< tangent of the sun's angular radius; the real one is 0.0047
inline constexpr float kWidest = 26.0f;      ///< largest penumbra radius, texels
inline constexpr float kNarrowest = 1.2f;    ///< smallest penumbra radius, texels
inline constexpr int kCoarse = 8;            ///< texels along a cell of the blocker search
inline constexpr float kSteepest = 3.0f;     ///< clamp for a receiver's slope against the light, rise over run

/// Sample points of the sun's disk, in radii, and of the search for blockers, in texels. There, `distance` is the
/// penumbra radius that a blocker needs to reach the receiver; it allows for a blocker anywhere in its grid cell.
struct SunTaps {
  std::array<DiskPoint, 20> search;
  std::array<DiskPoint, 24> narrow;
  std::array<DiskPoint, 64> wide;
};
const SunTaps& sun_taps();
inline constexpr float kWideTaps = 7.0f;  ///< texels: larger penumbras take the wide set of taps

/// Fills the batch's sky arrays with the light of the patches.
void sky_light(std::span<const SkyPatch> patches, LightBatch& batch);
/// Finds map positions, slopes and penumbra radii of the batch's points. `search` is in texels.
void sun_penumbras(const SunView& sun, std::span<const DiskPoint> search, LightBatch& batch);
/// Finds the sun's visible share for the listed points. Pre: their `radius` is above 0; `list` is readable up to the
/// next multiple of kLanes.
void sun_shares(const SunView& sun, std::span<const DiskPoint> taps, const std::vector<std::int32_t>& list,
                std::size_t count, LightBatch& batch);

}  // namespace weald::render
