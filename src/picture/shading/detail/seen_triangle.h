#pragma once
// SeenTriangle: per-triangle values for lighting, computed once for all pixels that show the triangle.

#include <array>
#include <cstdint>

#include "picture/camera/camera.h"
#include "picture/light/light.h"
#include "picture/surface/surface.h"

namespace weald::render {

/// A visible point of a surface.
struct Hit {
  Receiver receiver;
  Vec3f weights{0};  ///< barycentric coordinates
  double depth = 0;  ///< metres along the view axis
};

/// What all triangles that a camera sees share.
struct SeenView {
  Vec3 right{0}, down{0};             ///< a step of one pixel, at a depth of 1 if the view is perspective
  Vec3 back{0};                       ///< towards the viewer
  Vec3 eye{0};                        ///< position of the camera
  double middle_x = 0, middle_y = 0;  ///< centre of the picture
  bool is_orthographic = false;

  SeenView() = default;
  explicit SeenView(const Camera& camera);
};

/// Transforms normals by the cofactor matrix, which needs no inverse and also exists for singular transforms.
struct NormalMatrix {
  Vec3 x{0}, y{0}, z{0};
  bool is_mirrored = false;

  explicit NormalMatrix(const Mat4& m);
  Vec3 operator()(const Vec3f& n) const {
    return x * static_cast<double>(n.x) + y * static_cast<double>(n.y) + z * static_cast<double>(n.z);
  }
};

/// A triangle as seen by a camera.
class SeenTriangle {
 public:
  SeenTriangle() = default;
  /// Sets up triangle `number` of the item's surface.
  SeenTriangle(const SurfaceItem& item, std::uint32_t number, const Camera& camera)
      : SeenTriangle(item, number, NormalMatrix(item.world_from_surface), SeenView(camera)) {}
  /// Sets up triangle `number` of the item's surface. `matrix` is that of all triangles of the item, `view` that of all
  /// triangles of the picture: they are computed once.
  SeenTriangle(const SurfaceItem& item, std::uint32_t number, const NormalMatrix& matrix, const SeenView& view);

  /// The visible point at pixel coordinates (x, y), clamped to the triangle.
  Hit hit(double x, double y) const;
  /// Mip level of a texture of `size` texels at which a texel is as long as the pixel at (x, y), measured in the
  /// direction in which the pixel covers more texels; 0 if texels are larger than that. Pre: the surface has texture
  /// coordinates, as for uv() and turned().
  float detail(double x, double y, const Vec2f& size) const;
  /// Texture coordinates at these barycentric coordinates.
  Vec2 uv(const Vec3f& weights) const;
  /// Perturbs the normal of a point by the sample `map` of a normal map.
  Vec3f turned(const Vec3f& normal, const Vec3f& map) const;
  /// Whether the texture coordinates span an area, so that a normal map has tangent directions.
  bool has_directions() const { return has_directions_; }

 private:
  // A linear function in screen space, relative to the picture's centre.
  struct Plane {
    double at = 0, per_x = 0, per_y = 0;
    double operator()(double x, double y) const { return at + per_x * x + per_y * y; }
  };
  void set_planes(const Vec3& normal, const SeenView& view);
  void set_textured(const Surface& surface, std::uint32_t number);

  Vec3 a_{0}, ab_{0}, ac_{0};           // the first corner, and the edges from there
  double middle_x_ = 0, middle_y_ = 0;  // centre of the picture
  Plane facing_, b_, c_;                // the weights of the second and third corner are b_ / facing_ and c_ / facing_
  Plane distance_;                      // distance along the ray is distance_ / facing_
  Vec3 back_{0}, eye_{0};
  Vec3f geometric_{0, 1, 0};        // flat normal, on the visible side
  std::array<Vec3f, 3> normals_{};  // vertex normals, on the visible side
  bool is_turned_ = false;          // the back of the surface is visible
  bool has_directions_ = false;
  Vec2 uv_{0}, uv_to_b_{0}, uv_to_c_{0};
  Vec3f along_u_{0}, along_v_{0};  // unit length, or 0
};

}  // namespace weald::render
