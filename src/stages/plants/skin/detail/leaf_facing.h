#pragma once
// LeafFacing: winding and normals of a leaf on the surface of a crown.
//
// Programs flip the normal of a two-sided face that is seen from behind. A normal on the wrong side of its own face is
// then flipped the wrong way, and the leaf is black. So each connected part of a leaf that faces the inside of the
// crown is turned round, and normals are bent towards the crown's only as far as they stay on the outer side of their
// faces.

#include <cstdint>
#include <vector>

#include "stages/plants/skin/detail/leaf_model.h"

namespace weald::plant {

/// A leaf model whose faces and normals agree with the surface of a crown. Renderers of two-sided faces flip the
/// normals of back faces; a normal on the wrong side of its own face would therefore be shaded black.
class LeafFacing {
 public:
  /// Normals and winding of the leaf, in the model's coordinates.
  struct Turned {
    std::vector<Vec3> normals;   ///< per position, unit vectors
    std::vector<char> reversed;  ///< per face: whether its corners are listed in reverse order
  };

  explicit LeafFacing(const LeafModel& model);

  /// The leaf on a surface with the unit normal `outward`. If `turns` is true, connected parts of the model that face
  /// inwards are reversed as a whole. Normals are moved towards `outward` by `share` (0 to 1), but stay on the outer
  /// side of every face they belong to.
  Turned turned(const Vec3& outward, double share, bool turns) const;

 private:
  struct Corner {
    std::uint32_t face = 0, position = 0;
  };
  /// Replaces normals on the inner side of a face, as on curled leaves, by the mean of the adjacent face normals.
  void mend_normals();

  std::vector<Vec3> normals_;           // per position
  std::vector<Vec3> face_normals_;      // per face, unit vectors; zero for degenerate faces
  std::vector<Vec3> areas_;             // per part: twice its vector area
  std::vector<std::uint32_t> parts_;    // per position
  std::vector<std::uint32_t> of_face_;  // per face: its part
  std::vector<Corner> corners_;
};

}  // namespace weald::plant
