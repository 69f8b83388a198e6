#pragma once
// The transform of an instance as scale, rotation and translation, as engines keep it.

#include <optional>

#include "base/math/vec.h"

namespace weald {

/// A point p stands at `translation` + `rotation` (`scale` * p).
struct Placement {
  Vec3 translation{0, 0, 0};
  Vec4 rotation{0, 0, 0, 1};  ///< unit quaternion x, y, z, w; w is not negative
  Vec3 scale{1, 1, 1};        ///< along the axes of the prototype; that along x is negative where it is mirrored
};

/// The placement that `matrix` is, exact but for rounding. Unset where there is none: the axes of the prototype are no
/// longer at right angles (a shear, by more than a millionth), one of them has no length, or a number is not finite.
/// Pre: `matrix` is affine. Source: [shoemake1992], [shepperd1978].
std::optional<Placement> placement_of(const Mat4& matrix);

/// The matrix of a placement.
Mat4 matrix_of(const Placement& placement);

/// The placement of what lies at `offset`, all its lengths times `scale`, within something placed as `outer`.
Placement within(const Placement& outer, const Vec3& offset, double scale);

}  // namespace weald
