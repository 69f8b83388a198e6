#pragma once
// Camera: a view along a fixed direction, in perspective or not, moved so that a subject just fits the frame.

#include "base/math/vec.h"
#include "picture/camera/detail/framing.h"
#include "picture/camera/picture_params.h"

namespace weald::render {

/// Orthonormal axes of a view. `back` points from the subject to the viewer.
struct ViewAxes {
  Vec3 right{1, 0, 0};
  Vec3 up{0, 1, 0};
  Vec3 back{0, 0, 1};
};

/// Axes of a viewer standing at that bearing and elevation; well defined looking straight down or up too, where `up` is
/// the direction away from the viewer's bearing.
ViewAxes axes_of(double azimuth, double elevation);

/// The opening of a frame: half-angles as tangents; 0 without perspective.
struct FrameShape {
  double tan_x = 0.5;
  double tan_y = 0.5;
};

/// Opening of the part of the picture inside the margin.
FrameShape subject_shape(const PictureParams& params, PixelSize size);

/// Adds a world point. `shape` as of subject_shape.
inline void add_support(FrustumSupport& support, const ViewAxes& axes, const FrameShape& shape, const Vec3& point) {
  const double x = glm::dot(point, axes.right), y = glm::dot(point, axes.up), z = glm::dot(point, axes.back);
  const double zx = z * shape.tan_x, zy = z * shape.tan_y;
  support.right = x + zx > support.right ? x + zx : support.right;
  support.left = zx - x > support.left ? zx - x : support.left;
  support.top = y + zy > support.top ? y + zy : support.top;
  support.bottom = zy - y > support.bottom ? zy - y : support.bottom;
  support.nearest = z > support.nearest ? z : support.nearest;
  support.farthest = z < support.farthest ? z : support.farthest;
}

/// Adds the circle that a point describes when the viewer, at `elevation` degrees, walks around the vertical axis
/// through the pivot: `radius` from the axis, `height` above the pivot. Exact.
void add_turned_support(FrustumSupport& support, double elevation, const FrameShape& shape, double radius,
                        double height);

/// A ray into the scene; `direction` has unit length along the view axis, so that parameters are depths in metres.
struct Ray {
  Vec3 origin{0};
  Vec3 direction{0};
};

/// A camera. Pixel (0, 0) is the top left corner of the picture, x to the right, y down.
class Camera {
 public:
  Camera() = default;
  /// A perspective camera. `focal` is the focal length in pixels.
  Camera(const ViewAxes& axes, const Vec3& position, double focal, PixelSize size);
  /// A camera without perspective: all points of its plane see straight ahead. `scale` is pixels per metre, `reach` the
  /// depth in metres before which everything lies.
  static Camera orthographic(const ViewAxes& axes, const Vec3& position, double scale, double reach, PixelSize size);

  /// The camera moved elsewhere.
  Camera moved(const Vec3& by) const {
    Camera result = *this;
    result.position_ += by;
    return result;
  }

  /// What sees above the level (world height) what this camera sees mirrored there: each point of the level at the same
  /// pixel and the same depth. Its axes are left-handed.
  Camera mirrored(double level) const;

  const ViewAxes& axes() const { return axes_; }
  const Vec3& position() const { return position_; }
  bool is_orthographic() const { return reach_ > 0.0; }
  double reach() const { return reach_; }  ///< metres; 0 in perspective
  double focal() const { return focal_; }  ///< pixels; without perspective pixels per metre
  /// Pixels per metre across the view at a depth.
  double scale_at(double depth) const { return is_orthographic() ? focal_ : focal_ / depth; }
  PixelSize size() const { return size_; }

  /// Distance of `world` in front of the camera along the view axis, metres.
  double depth(const Vec3& world) const { return glm::dot(position_ - world, axes_.back); }
  /// Pixel coordinates of `world`. Pre: in front of the camera.
  Vec2 project(const Vec3& world) const;
  /// Ray through pixel coordinates (x, y).
  Ray ray(double x, double y) const;

 private:
  ViewAxes axes_;
  Vec3 position_{0, 0, 10};
  double focal_ = 1000;
  PixelSize size_{16, 16};
  double reach_ = 0;
};

/// A point of the vertical axis that stands in the middle of a subject, halfway up. Plants stand at the world's origin,
/// and their trunk should not wander from it: where the origin lies in the middle half of the bounds, the axis goes
/// through it, else through their centre.
Vec3 middle_axis(const Bounds& bounds);

/// The camera nearest to the subject with all of it in the frame and the slack shared between opposite sides. Every
/// point that was added lies in front of it, whatever the zoom. An empty support gives a camera at a distance of 10 m.
/// Where `params.framing` is set, that is fitted instead.
Camera fit_camera(const FrustumSupport& support, const ViewAxes& axes, const PictureParams& params, PixelSize size);

}  // namespace weald::render
