#pragma once
// LeafFacing: which way the faces of a leaf are wound, and where its normals point, for a leaf that stands on a crown.

#include <cstdint>
#include <vector>

#include "stages/plants/skin/detail/leaf_model.h"

namespace weald::plant {

/// A leaf model whose faces and normals agree with the surface of a crown. Programs that draw two-sided faces turn the
/// normal of a face whose back they see: a normal on the other side of its own face comes out black.
class LeafFacing {
 public:
  /// How the leaf is written, in the model's own coordinates.
  struct Turned {
    std::vector<Vec3> normals;   ///< per position, unit
    std::vector<char> reversed;  ///< per face: its corners are listed the other way round
  };

  explicit LeafFacing(const LeafModel& model);

  /// The leaf on a surface whose normal is `outward` (unit). Where `turns`, parts of the model that are joined by faces
  /// and look to the inside are turned over as a whole. Normals are moved towards `outward` by `share` (0 to 1), or as
  /// far as they stay on the outer side of each face that they belong to.
  Turned turned(const Vec3& outward, double share, bool turns) const;

 private:
  struct Corner {
    std::uint32_t face = 0, position = 0;
  };
  /// Gives positions whose normal is on the inner side of a face, as on leaves that are curled up, the mean of their
  /// faces' normals.
  void mend_normals();

  std::vector<Vec3> normals_;           // per position
  std::vector<Vec3> face_normals_;      // per face, unit; zero where it has no area
  std::vector<Vec3> areas_;             // per part: vector area, twice
  std::vector<std::uint32_t> parts_;    // per position
  std::vector<std::uint32_t> of_face_;  // part per face
  std::vector<Corner> corners_;
};

}  // namespace weald::plant
