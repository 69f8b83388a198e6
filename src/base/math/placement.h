#pragma once
// The transform of an instance as scale, rotation and translation, as game engines store it.

#include <optional>

#include "base/math/vec.h"

namespace weald {

/// A point p is mapped to `translation` + `rotation` (`scale` * p).
struct Placement {
  Vec3 translation{0, 0, 0};
  Vec4 rotation{0, 0, 0, 1};  ///< unit quaternion x, y, z, w; w is not negative
  Vec3 scale{1, 1, 1};        ///< along the axes of the prototype; the x component is negative if it is mirrored
};

/// Decomposes `matrix` into a placement, exact except for rounding. Unset if that is impossible: the axes of the
/// prototype are no longer at right angles (a shear of more than a millionth), one of them has length 0, or a number is
/// not finite. Pre: `matrix` is affine. Source: [shoemake1992], [shepperd1978].
std::optional<Placement> placement_of(const Mat4& matrix);

/// The matrix of a placement.
Mat4 matrix_of(const Placement& placement);

/// The placement of an object at `offset`, with all lengths scaled by `scale`, inside an object that is placed by
/// `outer`.
Placement within(const Placement& outer, const Vec3& offset, double scale);

}  // namespace weald
