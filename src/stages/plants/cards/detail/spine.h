#pragma once
// Spine: the line in which the cards of a billboard cross.

#include <vector>

#include "base/math/vec.h"
#include "data/mesh.h"

namespace weald::billboard {

/// A line that rises: straight between its points, and upright below the first and above the last.
class Spine {
 public:
  /// Pre: at least one point; their heights rise.
  explicit Spine(std::vector<Vec3> points) : points_(std::move(points)) {}

  /// The point of the line at a height, metres.
  Vec3 at(double height) const;
  const std::vector<Vec3>& points() const { return points_; }

 private:
  std::vector<Vec3> points_;
};

/// With one strip the upright line through `crossing`. With more, `strips` + 1 points at even heights between foot and
/// top of the mesh, each in the middle of the wood around its height: at the medians along x and z of the faces that
/// are not two-sided, by their area. Heights without such faces have the middle of the next one below, or of the lowest
/// one that has some; a mesh without any has `crossing` throughout. Pre: strips >= 1.
Spine spine_of(const mesh::Mesh& mesh, const Vec3& crossing, int strips);

}  // namespace weald::billboard
