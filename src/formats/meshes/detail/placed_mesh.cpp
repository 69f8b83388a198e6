#include "formats/meshes/detail/placed_mesh.h"

#include <fmt/format.h>

#include "base/error.h"

namespace weald::io {

Placing::Placing(const Mat4& world_from_mesh) : matrix_(world_from_mesh) {
  moved_ = world_from_mesh != Mat4{1.0};
  const Mat3 linear(world_from_mesh);
  mirrored_ = glm::determinant(linear) < 0;
  // The cofactor matrix is the inverse transpose up to a factor, which normalising removes. It exists even if a scale
  // is 0.
  const Mat3 cofactors(glm::cross(linear[1], linear[2]), glm::cross(linear[2], linear[0]),
                       glm::cross(linear[0], linear[1]));
  normal_matrix_ = mirrored_ ? -cofactors : cofactors;
}

Vec3f Placing::position(const Vec3f& p) const { return moved_ ? Vec3f(Vec3(matrix_ * Vec4(Vec3(p), 1.0))) : p; }

Vec3f Placing::normal(const Vec3f& n) const {
  return moved_ ? Vec3f(normalized_or(normal_matrix_ * Vec3(n), Vec3{0, 1, 0})) : n;
}

void refuse_infinite(std::string_view format, std::string_view element, std::size_t index) {
  throw StageError(fmt::format("cannot write the mesh as {}: {} {} is not finite", format, element, index));
}

}  // namespace weald::io
