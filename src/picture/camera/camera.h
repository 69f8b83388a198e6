#pragma once
// Camera: a perspective or orthographic view, placed by a preset or so that a subject just fits the frame.

#include <optional>

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

/// View axes of a viewer at this bearing and elevation. They are well defined even when the viewer looks straight down
/// or up; `up` then points away from the viewer's bearing.
ViewAxes axes_of(double azimuth, double elevation);

/// View axes of a picture: towards the target of a placed camera, otherwise from the bearing and elevation of the
/// parameters, or `elevation` if they have none. Points of a relief are `vertical_scale` times as high as in the
/// preset.
ViewAxes axes_of(const PictureParams& params, double elevation, double vertical_scale = 1.0);

/// The point that a placed camera looks at: its target, or the middle of the box. Unset if it has none.
std::optional<Vec3> target_of(const CameraParams& camera, double vertical_scale);

/// Bearing from which a camera with these axes looks, in degrees clockwise from north; 0 if it looks straight down or
/// up.
double azimuth_of(const ViewAxes& axes);

/// Half-angles of a frame's field of view, as tangents. Both are 0 in an orthographic view.
struct FrameShape {
  double tan_x = 0.5;
  double tan_y = 0.5;
};

/// Half-angles of the part of the picture that lies inside the margin.
FrameShape subject_shape(const PictureParams& params, PixelSize size);

/// Extends the support by a world point. Pass the result of subject_shape() as `shape`.
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

/// The least and the greatest of some numbers.
struct NumberRange {
  double least = 0, most = 0;
};

/// Range of glm::dot(p - from, axis) over the points p of a box, as rounded: each operation is monotonic in each of its
/// operands, so rounding moves no bound past a point of the box.
inline NumberRange range_along(const Bounds& box, const Vec3& from, const Vec3& axis) {
  const Vec3 low = box.min - from, high = box.max - from;
  Vec3 least{0}, most{0};
  for (int i = 0; i < 3; ++i) {
    least[i] = (axis[i] < 0.0 ? high[i] : low[i]) * axis[i];
    most[i] = (axis[i] < 0.0 ? low[i] : high[i]) * axis[i];
  }
  return {least.x + least.y + least.z, most.x + most.y + most.z};
}

/// Whether add_support() may extend the support by a point of the box. Never false if one of its points does.
inline bool may_extend(const FrustumSupport& support, const ViewAxes& axes, const FrameShape& shape,
                       const Bounds& box) {
  const NumberRange x = range_along(box, Vec3{0}, axes.right), y = range_along(box, Vec3{0}, axes.up),
                    z = range_along(box, Vec3{0}, axes.back);
  const double zx = z.most * shape.tan_x, zy = z.most * shape.tan_y;
  return !(x.most + zx <= support.right && zx - x.least <= support.left && y.most + zy <= support.top &&
           zy - y.least <= support.bottom && z.most <= support.nearest && z.least >= support.farthest);
}

/// A ray into the scene. `direction` has unit length along the view axis, so a ray parameter is a depth in metres.
struct Ray {
  Vec3 origin{0};
  Vec3 direction{0};
};

/// A pinhole or orthographic camera. Pixel (0, 0) is the top left corner of the picture; x points right, y down.
class Camera {
 public:
  Camera() = default;
  /// A perspective camera. `focal` is the focal length in pixels.
  Camera(const ViewAxes& axes, const Vec3& position, double focal, PixelSize size);
  /// An orthographic camera: the rays of all pixels are parallel. `scale` is in pixels per metre; everything in the
  /// scene lies at depths below `reach` metres.
  static Camera orthographic(const ViewAxes& axes, const Vec3& position, double scale, double reach, PixelSize size);
  /// A perspective camera among the things that it shows: nothing that is less than `near` metres in front of it is
  /// seen. Pre: near > 0.
  static Camera placed(const ViewAxes& axes, const Vec3& position, double focal, double near, PixelSize size);

  /// Returns the camera translated by a vector.
  Camera moved(const Vec3& by) const {
    Camera result = *this;
    result.position_ += by;
    return result;
  }

  /// Returns the mirror image of this camera in the horizontal plane at world height `level`. It sees directly what
  /// this camera sees reflected in that plane, and every point of the plane keeps its pixel and its depth. The axes of
  /// the result are left-handed.
  Camera mirrored(double level) const;

  /// Returns this camera moved by `point` metres to the right and up, with its picture moved so that everything at the
  /// depth `focus` keeps its pixel, and then by `jitter` pixels: the view through one point of a thin lens.
  /// Pre: perspective; focus > 0. Source: [potmesil1981], [haeberli1990].
  Camera through_lens(const Vec2& point, double focus, const Vec2& jitter) const;

  /// Orthonormal axes of the view; left-handed in a mirrored camera.
  const ViewAxes& axes() const { return axes_; }
  /// Position in world coordinates.
  const Vec3& position() const { return position_; }
  /// Whether the projection is orthographic.
  bool is_orthographic() const { return reach_ > 0.0; }
  double reach() const { return reach_; }  ///< metres; 0 for a perspective camera
  /// Depth of the nearest point that is seen, in metres; 0 if everything in the scene is in front of the camera.
  double near() const { return near_; }
  double focal() const { return focal_; }  ///< pixels; pixels per metre for an orthographic camera
  /// Pixels per metre across the view at this depth.
  double scale_at(double depth) const { return is_orthographic() ? focal_ : focal_ / depth; }
  /// Size of the picture.
  PixelSize size() const { return size_; }
  /// Pixel coordinates of what lies straight ahead: the middle of the picture, unless seen through a lens.
  Vec2 centre() const { return Vec2{size_.width * 0.5, size_.height * 0.5} + shift_; }

  /// Distance of `world` in front of the camera along the view axis, in metres.
  double depth(const Vec3& world) const { return glm::dot(position_ - world, axes_.back); }
  /// Pixel coordinates of `world`. Pre: `world` is in front of the camera.
  Vec2 project(const Vec3& world) const;
  /// Ray through pixel coordinates (x, y).
  Ray ray(double x, double y) const;

 private:
  ViewAxes axes_;
  Vec3 position_{0, 0, 10};
  double focal_ = 1000;
  PixelSize size_{16, 16};
  double reach_ = 0;
  double near_ = 0;
  Vec2 shift_{0, 0};  // of the centre from the middle of the picture, pixels
};

/// A point, halfway up the subject, on the vertical axis that the view is centred on. The axis passes through the
/// world's origin if that lies in the middle half of the bounds, and through the centre of the bounds otherwise: plants
/// stand at the origin, and their trunk should stay centred.
Vec3 middle_axis(const Bounds& bounds);

/// Places the camera as close as possible with the whole subject in the frame and the slack shared evenly between
/// opposite sides. Every point of the support lies in front of the camera at any zoom. An empty support gives a camera
/// at a distance of 10 m. If `params.framing` is set, the camera is fitted to that instead of `support`.
/// If `params.camera` gives a place, the camera stands there, whatever the support; if it only names a stage, the
/// camera is fitted to the box of what that stage made. `vertical_scale` is as for axes_of().
Camera fit_camera(const FrustumSupport& support, const ViewAxes& axes, const PictureParams& params, PixelSize size,
                  double vertical_scale = 1.0);

}  // namespace weald::render
