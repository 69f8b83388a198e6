#pragma once
// Light of a picture: a low warm sun with soft shadows and a cool sky whose light is blocked direction by direction.

#include <optional>
#include <span>
#include <vector>

#include "render/depth_map.h"

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
  Vec3 position;
  Vec3f normal;     ///< for shading, on the side that is seen
  Vec3f geometric;  ///< of the flat triangle, on the side that is seen
};

/// The sun with one depth map. Its disk makes penumbras that widen with the distance of what casts the shadow.
class Sun {
 public:
  /// `map` is the scene as seen from the sun.
  explicit Sun(DepthMap map);
  /// Towards the sun, unit length.
  const Vec3f& direction() const { return direction_; }
  /// Share of the sun's disk that is seen from the receiver, 0 to 1.
  float visible(const Receiver& receiver) const;

 private:
  std::optional<float> penumbra(const DepthMap::Place& place, const Vec2f& slope) const;
  DepthMap map_;
  Grid<float> coarse_;
  Vec3f direction_;
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
  /// Light on both sides of a surface; `both` false leaves `back` 0 (and is faster).
  SkyIrradiance at(const Receiver& receiver, bool both) const;
  /// Share of the sky that is not blocked above a point of a level plane, weighted by the cosine. Smoother than at()
  /// where the directions are few.
  float open_above(const Vec3& point) const;

 private:
  struct Patch {
    DepthMap map;
    Vec3f direction;
    Vec3f colour;  // radiance times solid angle over pi
    float weight;  // solid angle over pi
  };
  std::vector<Patch> patches_;
  Vec3f bounce_;
};

/// Where pictures of one subject leave the sky that they share: the first one finds what blocks it, the others look it
/// up. Nothing changes but the time.
struct SharedSky {
  std::optional<Sky> sky;
};

}  // namespace weald::render
