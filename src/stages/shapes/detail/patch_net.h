#pragma once
// A rational Bezier patch: its net of control points, evaluated by de Casteljau. Source: [farin2002].

#include <span>
#include <vector>

#include "base/math/vec.h"

namespace weald::scene {

/// Most control points along one side of a patch.
inline constexpr std::size_t kMaxNetSide = 16;

/// A point of the surface with its partial derivatives with respect to u and v.
struct PatchPoint {
  Vec3 point{0};
  Vec3 along_u{0};
  Vec3 along_v{0};
};

/// A control net: rows from v = 0 to v = 1, each with the same number of points from u = 0 to u = 1.
class PatchNet {
 public:
  /// Pre: 2 to kMaxNetSide rows of 2 to kMaxNetSide points, all rows of the same length; as many weights, all above 0,
  /// or no weights, which means 1.
  PatchNet(const std::vector<std::vector<Vec3>>& points, const std::vector<std::vector<double>>& weights);

  /// The points at v and each of `us`. Pre: all in [0, 1].
  std::vector<PatchPoint> row(double v, std::span<const double> us) const;
  /// The unit normal along_u x along_v at (u, v). Where it vanishes, for example at the tip of a net that narrows to a
  /// point, the normal of a nearby point; +z if the patch has no area there either.
  Vec3 normal(double u, double v) const;
  /// Whether all points of the first or last row (or column) coincide.
  bool is_point_at_v(bool last) const;
  bool is_point_at_u(bool last) const;

 private:
  std::size_t columns_, rows_;
  std::vector<Vec4> net_;  ///< homogeneous, row by row
};

}  // namespace weald::scene
