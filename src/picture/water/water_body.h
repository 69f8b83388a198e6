#pragma once
// WaterBody: water over meshes, as a box that is filled up to its level. What lies in it is seen through it.

#include <optional>
#include <vector>

#include "base/math/vec.h"
#include "picture/camera/camera.h"
#include "picture/light/light.h"
#include "picture/surface/surface.h"
#include "picture/water/detail/ripples.h"

namespace weald::render {

/// Water in a box. Lengths in metres, colours linear.
struct WaterBody {
  Vec3 low{0}, high{0};  ///< corners of the box; high.y is the water's level
  double clarity = 1;    ///< length of way on which most of the light is lost
  Vec3f shallow{0.050f, 0.230f, 0.250f};
  Vec3f deep{0.012f, 0.070f, 0.130f};
  Vec3f absorption{2.3f, 1.15f, 0.85f};  ///< per length of `clarity`
  Ripples ripples{};
};

/// Gives the water the colour `shallow` where it is shallow, a darker one below, and lets that colour through best.
void set_colour(WaterBody& body, const Vec3f& shallow);

/// A side of the box that faces the camera.
struct WaterFace {
  Vec3 normal{0, 1, 0};  ///< outwards
  Vec3 point{0};         ///< on its plane
  bool top = true;
};

/// The sides of the box that the camera sees, the top first; triangles 2 i and 2 i + 1 of `surface` are side i. All but
/// the top lie a little inside the box, so that walls of the land in the same place hide them. None when the camera is
/// in the water.
struct WaterFaces {
  std::vector<WaterFace> faces;
  Surface surface;
};
WaterFaces water_faces(const WaterBody& body, const Camera& camera);

/// Where a ray enters the water.
struct WaterPoint {
  Vec3 position{0};
  double depth = 0;          ///< on the ray
  Vec3f normal{0, 1, 0};     ///< of the ripples
  Vec3f flat{0, 1, 0};       ///< of the side
  Vec3f direction{0, 0, 1};  ///< of the ray, unit length
  float mirrors = 0;         ///< share of light that the surface mirrors (Fresnel)
  double lost = 0;           ///< root mean square slope of ripples too small for the pixel
};

/// What water does to light from below: `through` is multiplied with it, `veil` is added.
struct WaterVeil {
  Vec3f through{1};
  Vec3f veil{0};
};

/// Light on a point of the water's surface.
struct WaterBodyLight {
  Vec3f sun{0};  ///< colour of the sun times its visible share
  Vec3f sun_direction{0, 1, 0};
  Vec3f sky{0};                 ///< irradiance
  Vec3f horizon{0}, zenith{0};  ///< colours of the sky
};

/// The light that water takes away and adds before a thing at `bed` (unset: nothing is there), of which `sky_share` (0
/// to 1) of the mirrored picture is sky.
WaterVeil water_veil(const WaterBody& body, const WaterPoint& point, const std::optional<Vec3>& bed, float sky_share,
                     const WaterBodyLight& light);

/// Light that a pool with this normal mirrors along a ray, where `sky_share` (0 to 1) of the sky is open; the share
/// that it mirrors is water_fresnel(). Pre: unit lengths.
Vec3f pool_mirror(const Vec3f& direction, const Vec3f& normal, float sky_share, const WaterBodyLight& light);

/// Share of light that a surface of water mirrors at this cosine of the angle to its normal..
float water_fresnel(float cosine);

}  // namespace weald::render
