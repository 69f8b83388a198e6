#pragma once
// SeenTriangle: what the light on a triangle needs to know of it, found once for all pixels that show it. Internal to
// render/.

#include <array>
#include <cstdint>

#include "picture/camera/camera.h"
#include "picture/light/light.h"
#include "picture/surface/surface.h"

namespace weald::render {

/// A point of a surface that a pixel shows.
struct Hit {
  Receiver receiver;
  Vec3f weights{0};  ///< of the triangle's corners
  double depth = 0;  ///< metres along the view axis
};

/// A triangle as a camera sees it.
class SeenTriangle {
 public:
  SeenTriangle() = default;
  /// Triangle `number` of the item's surface.
  SeenTriangle(const SurfaceItem& item, std::uint32_t number, const Camera& camera);

  /// The point that is seen at pixel coordinates (x, y), or the one of the triangle near to it.
  Hit hit(double x, double y) const;
  /// The level of a texture of `size` texels at which a texel is as long as a pixel at (x, y), where the pixel covers
  /// most of the texture; 0 where texels are larger. Pre: the surface has texture coordinates, as for the next two.
  float detail(double x, double y, const Vec2f& size) const;
  /// Texture coordinates of a point.
  Vec2 uv(const Vec3f& weights) const;
  /// The normal of a point turned as a normal map says that holds `map` there.
  Vec3f turned(const Vec3f& normal, const Vec3f& map) const;
  /// Whether the texture coordinates cover an area, so that normal maps have a direction.
  bool has_directions() const { return has_directions_; }

 private:
  // A value that changes evenly over the picture, less one of the middle.
  struct Plane {
    double at = 0, per_x = 0, per_y = 0;
    double operator()(double x, double y) const { return at + per_x * x + per_y * y; }
  };
  void set_planes(const Vec3& normal, const Camera& camera);

  Vec3 a_{0}, ab_{0}, ac_{0};           // the first corner, and from there to the others
  double middle_x_ = 0, middle_y_ = 0;  // of the picture
  Plane facing_, b_, c_;                // shares of the second and third corner are b_ and c_ over facing_
  Plane distance_;                      // also over facing_: along the ray
  ViewAxes axes_;
  Vec3 eye_{0};
  Vec3f geometric_{0, 1, 0};        // on the side that is seen
  std::array<Vec3f, 3> normals_{};  // of the corners, on that side
  bool is_turned_ = false;          // the back of the surface is seen
  bool has_directions_ = false;
  Vec2 uv_{0}, uv_to_b_{0}, uv_to_c_{0};
  Vec3f along_u_{0}, along_v_{0};  // unit length, or 0
};

}  // namespace weald::render
