#pragma once
// Placement: an affine map as glTF's nodes state it: a translation, a rotation and a scale along the axes.

#include <optional>

#include "core/vec.h"

namespace weald::gltf {

/// A point p stands at translation + rotation (scale * p).
struct Placement {
  Vec3 translation{0.0};
  Vec4 rotation{0, 0, 0, 1};  ///< unit quaternion x, y, z, w; w is not negative
  Vec3 scale{1.0};            ///< x is negative where the map mirrors
};

/// `map` as a placement; unset where it shears, or flattens space: its columns must be at right angles to a millionth
/// of their lengths. Pre: affine, finite.
std::optional<Placement> placement_of(const Mat4& map);

/// The placement of what lies at `offset` with all lengths times `scale` within something placed as `outer`.
Placement within(const Placement& outer, const Vec3& offset, double scale);

}  // namespace weald::gltf
