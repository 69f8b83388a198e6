#pragma once
// CloudSky: the sky behind a picture, with a layer of clouds in haze.
//
// The clouds are a function of the place where a ray meets their layer, a sphere around the earth, so the sky has no
// seam at any bearing, and its clouds become smaller and denser towards the horizon. There are clouds where a sum of
// octaves of gradient noise exceeds a threshold, and they are as thick as it exceeds it. Octaves that are finer than a
// pixel are replaced by their mean. Light is absorbed by the clouds on its way from the sun, and by haze on its way to
// the camera. Source: [perlin2002] (noise), [ebert2003] (clouds from noise), [henyey1941] (light around the sun).

#include "methods/raster/lattice.h"
#include "picture/camera/camera.h"
#include "picture/camera/picture_params.h"

namespace weald::render {

/// The view of a picture, and the sun. All members are numbers that are stored with a lit picture.
struct Backdrop {
  ViewAxes axes;
  double focal = 0;  ///< pixels; 0: an orthographic view, which shows no sky
  Vec2 centre{0, 0};
  Vec3 sun{0, 1, 0};  ///< direction, of unit length

  /// Whether it is a perspective view of finite numbers.
  bool shows_sky() const {
    return focal > 0.0 && is_finite(axes.right) && is_finite(axes.up) && is_finite(axes.back) &&
           is_finite(Vec3{focal, centre}) && is_finite(sun);
  }

  /// Unit direction of the ray through pixel coordinates. Pre: shows_sky().
  Vec3 direction(double x, double y) const {
    return glm::normalize(axes.right * ((x - centre.x) / focal) + axes.up * ((centre.y - y) / focal) - axes.back);
  }
};

/// The clouds at a place of their layer.
struct CloudSample {
  double cover = 0;      ///< share of the place that they cover, 0 to 1
  double thickness = 0;  ///< in standard deviations of the noise; 0 outside of clouds
};

/// The sky of a picture.
class CloudSky {
 public:
  /// `params.sky` must be set; `sun` is the linear colour of its light, and `backdrop` that of a perspective view.
  CloudSky(const PictureParams& params, const Vec3f& sun, const Backdrop& backdrop);

  /// Displayed colour, linear and within 0 to 1, at pixel coordinates.
  Vec3f at(double x, double y) const;
  /// Displayed colour in a direction of unit length. Below the horizon it is that of haze.
  Vec3f towards(const Vec3& direction) const;
  /// The clouds at a place in their layer, in metres from above the camera along x and z, averaged over about
  /// `footprint` metres. The mean of their cover over the sky is SkyParams::clouds.
  CloudSample clouds(const Vec2& place, double footprint) const;

 private:
  struct Noise {
    double value = 0;
    double lost = 0;  // variance of the octaves that were left out
  };
  Noise noise(const Vec2& place, double footprint) const;
  Vec3f clear(const Vec3& direction) const;
  Vec3f cloud_colour(const Vec2& place, double footprint, double thickness) const;

  SkyParams sky_;
  Backdrop backdrop_;
  noise::LatticeTable lattice_;
  double cell_ = 1;       // size of the largest clouds, metres
  double threshold_ = 0;  // noise above which there are clouds
  Vec3f zenith_{0}, horizon_{0}, sun_{0};
};

}  // namespace weald::render
