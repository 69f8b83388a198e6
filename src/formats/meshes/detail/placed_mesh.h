#pragma once
// A mesh with its transform to the world, shared by the writers of binary meshes.

#include <span>
#include <string_view>

#include "base/math/vec.h"
#include "data/mesh.h"
#include "data/scene.h"

namespace weald::io {

/// One mesh of a file: an instance of a scene, or a mesh without a transform.
struct PlacedMesh {
  const mesh::Mesh* mesh = nullptr;
  Mat4 world_from_mesh{1.0};  ///< affine; if it mirrors, it also reverses the faces
  scene::Tint tint{};         ///< multiplies the colours of the vertices
};

/// Values derived from the matrix of a placed mesh.
class Placing {
 public:
  explicit Placing(const Mat4& world_from_mesh);

  /// Whether faces have to be reversed to keep their outside.
  bool mirrored() const { return mirrored_; }
  /// A position of the mesh in the world, rounded to single precision.
  Vec3f position(const Vec3f& p) const;
  /// A normal of the mesh in the world, of unit length; (0, 1, 0) if it has no direction.
  Vec3f normal(const Vec3f& n) const;

 private:
  Mat4 matrix_{1.0};
  Mat3 normal_matrix_{1.0};
  bool moved_ = false, mirrored_ = false;
};

/// Throws StageError "cannot write the mesh as PLY: the position of vertex 7 is not finite" for ("PLY", "the position
/// of vertex", 7).
[[noreturn]] void refuse_infinite(std::string_view format, std::string_view element, std::size_t index);

}  // namespace weald::io
