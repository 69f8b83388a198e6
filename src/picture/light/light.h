#pragma once
// Light of a picture: a low warm sun with soft shadows and a cool sky whose light is blocked direction by direction.

#include <algorithm>
#include <span>
#include <vector>

#include "picture/light/detail/light_kernels.h"
#include "picture/raster/depth_map.h"

namespace weald::render {

/// What shines. Colours are linear light per unit of albedo; an open horizontal white surface sends back `sky` times 1.
struct LightColours {
  Vec3f sun{2.55f, 2.22f, 1.80f};  ///< on a surface that faces the sun
  Vec3f zenith{0.52f, 0.70f, 1.04f};
  Vec3f horizon{0.78f, 0.84f, 0.92f};
  Vec3f bounce{0.34f, 0.31f, 0.27f};  ///< from the ground onto surfaces that face down
};

/// A point to be lit.
struct Receiver {
  Vec3 position{0};
  Vec3f normal{0};     ///< for shading, on the side that is seen
  Vec3f geometric{0};  ///< of the flat triangle, on the side that is seen
};

/// The sun with one depth map. Its disk makes penumbras that widen with the distance of what casts the shadow.
class Sun {
 public:
  /// `map` is the scene as seen from the sun.
  explicit Sun(DepthMap map);
  /// Towards the sun, unit length.
  const Vec3f& direction() const { return direction_; }
  /// Fills `sun` of the batch: the share of the sun's disk that is seen from each point, 0 where it faces away.
  void light(LightBatch& batch) const;
  /// Lights one point of the batch, without vectors: the reference of light().
  void light_one(LightBatch& batch, std::size_t i) const;
  /// Mean distance, metres, from point `i` of a batch that was lit to what blocks its sun, as far as penumbras tell it
  /// apart; 0 where nothing does.
  float blocker_distance(const LightBatch& batch, std::size_t i) const {
    return std::max(batch.radius[i], 0.0f) * map_.texel() / kSunSpread;
  }

 private:
  SunView view() const;
  DepthMap map_;
  Grid<float> coarse_;
  Vec3f direction_{0};
};

/// What arrives from the sky.
struct SkyIrradiance {
  Vec3f front{0};  ///< on the side that is seen, bounce included
  Vec3f back{0};   ///< on the other side
  float open = 1;  ///< share of the front side's sky that is not blocked
};

/// Directions spread evenly over the sky, a little above the horizon at the lowest. Pre: count > 0.
std::vector<ViewAxes> sky_directions(int count);

/// The sky as many directions, each with a coarse depth map.
class Sky {
 public:
  /// `maps` are the scene as seen from sky_directions(maps.size()).
  Sky(std::vector<DepthMap> maps, const LightColours& colours);
  /// Fills the sky arrays of the batch.
  void light(LightBatch& batch) const { sky_light(patches_, batch); }
  /// Lights one point of the batch, without vectors: the reference of light().
  void light_one(LightBatch& batch, std::size_t i) const;
  /// Light on both sides of point `i` of a batch that was lit.
  SkyIrradiance at(const LightBatch& batch, std::size_t i) const;
  /// Share of the sky that is not blocked above point `i`, weighted by the cosine.
  static float open_above(const LightBatch& batch, std::size_t i) {
    return batch.front_horizon[i] + batch.front_zenith[i];
  }
  /// True when the directions are so few that open_above() of neighbours should be averaged.
  bool coarse() const { return patches_.size() < 48; }
  /// Metres along a texel of the first map.
  double texel() const { return maps_.empty() ? 0.0 : static_cast<double>(maps_.front().texel()); }

 private:
  std::vector<DepthMap> maps_;
  std::vector<SkyPatch> patches_;
  LightColours colours_;
};

/// Where pictures of one subject leave the sky that they share: the first one finds what blocks it, the others look it
/// up. Nothing changes but the time.
struct SharedSky {
  std::optional<Sky> sky;
};

}  // namespace weald::render
