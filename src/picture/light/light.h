#pragma once
// Lighting of a picture: a low, warm sun with soft shadows, and a cool sky whose occlusion is found per direction.

#include <algorithm>
#include <span>
#include <vector>

#include "picture/light/detail/light_kernels.h"
#include "picture/raster/depth_map.h"

namespace weald::render {

/// Colours of the light sources, as linear light per unit of albedo. An unoccluded horizontal white surface reflects
/// exactly the mean colour of the sky.
struct LightColours {
  Vec3f sun{2.55f, 2.22f, 1.80f};  ///< on a surface that faces the sun
  Vec3f zenith{0.52f, 0.70f, 1.04f};
  Vec3f horizon{0.78f, 0.84f, 0.92f};
  Vec3f bounce{0.34f, 0.31f, 0.27f};  ///< reflected by the ground onto surfaces that face down
};

/// A point to be lit.
struct Receiver {
  Vec3 position{0};
  Vec3f normal{0};     ///< shading normal, on the visible side
  Vec3f geometric{0};  ///< normal of the flat triangle, on the visible side
};

/// The sun with its shadow map. The sun's disk gives penumbras that widen with the distance to the blocker.
class Sun {
 public:
  /// `map` is the depth map of the scene as seen from the sun.
  explicit Sun(DepthMap map);
  /// Direction towards the sun, unit length.
  const Vec3f& direction() const { return direction_; }
  /// Fills `sun` of the batch with the share of the sun's disk that is visible from each point; 0 for points that face
  /// away.
  void light(LightBatch& batch) const;
  /// Mean distance in metres from point `i` of a lit batch to its shadow casters, derived from the clamped penumbra
  /// radius; 0 if nothing blocks the sun.
  float blocker_distance(const LightBatch& batch, std::size_t i) const {
    return std::max(batch.radius[i], 0.0f) * map_.texel() / kSunSpread;
  }

  /// What the kernels need of it. Valid as long as the sun.
  SunView view() const;

 private:
  DepthMap map_;
  Grid<float> coarse_;
  Vec3f direction_{0};
};

/// Irradiance from the sky at a point.
struct SkyIrradiance {
  Vec3f front{0};  ///< on the visible side, including bounce
  Vec3f back{0};   ///< on the far side
  float open = 1;  ///< unoccluded share of the front side's sky
};

/// Directions spread evenly over the sky; the lowest are slightly above the horizon. Pre: count > 0.
std::vector<ViewAxes> sky_directions(int count);

/// The sky as a set of directions, each with a coarse depth map.
class Sky {
 public:
  /// `maps` are depth maps of the scene as seen from sky_directions(maps.size()).
  Sky(std::vector<DepthMap> maps, const LightColours& colours);
  /// Fills the sky arrays of the batch.
  void light(LightBatch& batch) const { sky_light(patches_, batch); }
  /// What the kernels need of every direction. Valid as long as the sky.
  std::span<const SkyPatch> patches() const { return patches_; }
  /// Irradiance on both sides of point `i` of a lit batch.
  SkyIrradiance at(const LightBatch& batch, std::size_t i) const;
  /// Cosine-weighted share of the sky that is unoccluded above point `i`.
  static float open_above(const LightBatch& batch, std::size_t i) {
    return batch.front_horizon[i] + batch.front_zenith[i];
  }
  /// True if there are so few directions that open_above() should be averaged over neighbouring points.
  bool coarse() const { return patches_.size() < 48; }
  /// Texel size of the first map, in metres.
  double texel() const { return maps_.empty() ? 0.0 : static_cast<double>(maps_.front().texel()); }

 private:
  std::vector<DepthMap> maps_;
  std::vector<SkyPatch> patches_;
  LightColours colours_;
};

/// The shading inputs at a point of metal.
struct MetalView {
  Vec3f direction{0};      ///< from the camera to the point, unit length
  Vec3f normal{0};         ///< on the visible side, unit length
  float roughness = 0;     ///< 0 to 1
  float sun_share = 0;     ///< unblocked share of the sun, 0 to 1
  float open = 1;          ///< unoccluded share of the sky
  Vec3f diffuse{0};        ///< irradiance from sky and ground on a matt surface at the point
  Vec3f sun_direction{0};  ///< towards the sun, unit length
};

/// Light that metal reflects to the camera, per unit of its colour. The sun uses the GGX microfacet model; the sky and
/// the ground are looked up in the mirror direction and blended towards their diffuse irradiance as roughness grows.
/// Source: [walter2007], [karis2013].
Vec3f metal_light(const MetalView& view, const LightColours& colours);

}  // namespace weald::render
