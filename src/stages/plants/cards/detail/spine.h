#pragma once
// Spine: the line in which the cards of a billboard cross.

#include <vector>

#include "base/math/vec.h"
#include "data/mesh.h"

namespace weald::billboard {

/// A rising line: straight between its points, vertical below the first and above the last.
class Spine {
 public:
  /// Pre: at least one point; heights increase.
  explicit Spine(std::vector<Vec3> points) : points_(std::move(points)) {}

  /// The point of the line at a height in metres.
  Vec3 at(double height) const;
  const std::vector<Vec3>& points() const { return points_; }

 private:
  std::vector<Vec3> points_;
};

/// With one strip, the vertical line through `crossing`. With more, `strips` + 1 points at equal height steps between
/// foot and top of the mesh. Each is the centre of the wood around its height: the medians along x and z, weighted by
/// area, of the faces that are not two-sided. Heights without such faces use the centre of the next lower height that
/// has some, or else of the lowest one; a mesh without any uses `crossing` throughout. Pre: strips >= 1.
Spine spine_of(const mesh::Mesh& mesh, const Vec3& crossing, int strips);

}  // namespace weald::billboard
