#pragma once
// Shader: the colour of a point of a picture.

#include "render/colour.h"
#include "render/picture.h"

namespace weald::render {

/// Light that was found for one surface point and may serve its neighbours inside the same pixel.
struct LightCache {
  bool filled = false;
  bool both_sides = false;
  double depth = 0;
  Vec3f normal{0};
  float sun = 1;
  SkyIrradiance sky;
};

/// Computes display colours (linear light, 0 to 1) of picture points. Safe to use from several threads.
class Shader {
 public:
  /// All of them must outlive the shader.
  Shader(const PictureScene& scene, const Camera& camera, const PictureParams& params, const TriangleNumbers& numbers,
         const Sun& sun, const Sky& sky);

  /// Colour of a triangle at pixel coordinates (x, y). `item` is a hint and is set to the triangle's item.
  Vec3f surface(std::uint32_t triangle, double x, double y, std::size_t& item, LightCache& cache) const;
  /// Colour behind all surfaces: background, and ground with its shadow.
  Vec3f behind(double x, double y) const;

 private:
  struct Hit {
    Receiver receiver;
    Vec3f colour;
    double depth = 0;
  };
  Hit hit(const SurfaceItem& item, std::uint32_t triangle, const Ray& ray) const;
  Vec3f background(double y) const;
  void light(LightCache& cache, const Hit& hit, bool both) const;
  Vec3f shaded(const Hit& hit, const SurfaceMaterial& material, const Ray& ray, const LightCache& cache) const;

  const PictureScene& scene_;
  const Camera& camera_;
  const TriangleNumbers& numbers_;
  const Sun& sun_;
  const Sky& sky_;
  Vec3f top_, bottom_;
  float exposure_ = 1;
};

}  // namespace weald::render
