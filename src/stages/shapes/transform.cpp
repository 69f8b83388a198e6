#include "stages/shapes/transform.h"

#include <algorithm>
#include <utility>

#include "base/math/math.h"
#include "data/scene_groups.h"
#include "methods/mesh/build.h"

namespace weald::mesh {
namespace {

/// Rotation about axis 0, 1 or 2.
Mat3 rotation(int axis, double degrees) {
  const double c = math::cos_deg(degrees);
  const double s = math::sin_deg(degrees);
  const int u = (axis + 1) % 3;
  const int v = (axis + 2) % 3;
  Mat3 m{1.0};
  m[u][u] = c;
  m[u][v] = s;
  m[v][u] = -s;
  m[v][v] = c;
  return m;
}

/// Reverses the order of the corners of each face, keeping the first corner in place.
template <class T>
void reverse_corners(const std::vector<std::uint32_t>& face_begin, std::vector<T>& corners) {
  if (corners.empty()) return;
  for (std::size_t f = 0; f + 1 < face_begin.size(); ++f) {
    std::reverse(corners.begin() + face_begin[f] + 1, corners.begin() + face_begin[f + 1]);
  }
}

Mesh with_reversed_faces(const Mesh& mesh) {
  Soup soup = to_soup(mesh);
  reverse_corners(soup.face_begin, soup.corners);
  reverse_corners(soup.face_begin, soup.corner_uvs);
  reverse_corners(soup.face_begin, soup.corner_normals);
  return std::move(build_mesh(std::move(soup)).mesh);
}

}  // namespace

bool is_flat(const Vec3& scale) {
  const Vec3 size = glm::abs(scale);
  return size.x < kLeastScale || size.y < kLeastScale || size.z < kLeastScale;
}

Mat4 matrix_of(const PlacementParams& params) {
  Mat3 m = rotation(2, params.rotate.z) * rotation(1, params.rotate.y) * rotation(0, params.rotate.x);
  for (int i = 0; i < 3; ++i) m[i] *= params.scale[i];
  Mat4 result{m};
  result[3] = Vec4{params.translate, 1.0};
  return result;
}

Mesh transformed(const Mesh& mesh, const Mat4& matrix) {
  const Mat3 linear{matrix};
  const Vec3 offset{matrix[3]};
  const double determinant = glm::determinant(linear);
  Mesh result = determinant < 0 ? with_reversed_faces(mesh) : mesh;
  result.facts.clear();
  for (Vec3f& p : result.positions) {
    p = Vec3f{linear * Vec3{p} + offset};
    if (!is_finite(p)) {
      throw StageError("the transform moves a vertex beyond the range of single precision");
    }
  }
  // The cofactor matrix is the inverse transpose times the determinant; only the direction of its result matters, after
  // correcting the sign.
  const Mat3 cofactors{glm::cross(linear[1], linear[2]), glm::cross(linear[2], linear[0]),
                       glm::cross(linear[0], linear[1])};
  const double sign = determinant < 0 ? -1 : 1;
  for (Vec3f& n : result.normals.values) n = Vec3f{normalized_or(cofactors * (Vec3{n} * sign), Vec3{0, 1, 0})};
  return result;
}

Mesh flipped(const Mesh& mesh) {
  Mesh result = with_reversed_faces(mesh);
  for (Vec3f& n : result.normals.values) n = -n;
  return result;
}

scene::Scene transformed(const scene::Scene& scene, const Mat4& matrix) {
  scene::Scene result = scene;
  for (scene::Instance& instance : result.instances) {
    const Mat4 moved = matrix * world_from_prototype(instance);
    instance = scene::instance_at(instance.variety, moved);
    for (int column = 0; column < 4; ++column) {
      if (!is_finite(Vec3f{Vec3{moved[column]}}))
        throw StageError("the transform moves an instance beyond the range of single precision");
    }
  }
  for (scene::Group& group : result.groups) scene::set_frame(group, matrix * scene::world_from_group(group));
  return result;
}

namespace {

/// The scene as a group with this frame, unless it is one object already. The stage that adds it to a scene names it.
scene::Scene grouped(scene::Scene scene, const Mat4& frame) {
  if (scene::is_one_object(scene)) return scene;
  scene::Scene result;
  scene::GroupBuilder groups(result);
  groups.begin({}, frame);
  groups.add(scene, groups.name_indices(scene), Mat4{1.0});
  result.groups.front().end = static_cast<std::uint32_t>(scene.instances.size());
  std::swap(scene.groups, result.groups);
  std::swap(scene.group_names, result.group_names);
  return scene;
}

}  // namespace

Estimate moved_estimate(const Estimate& from) {
  SurfaceCounts counts = from.surface;
  if (from.scene) {
    Estimate result;
    result.surface = counts;
    result.scene = from.scene;
    result.scene->groups = result.scene->groups_as_part();
    result.bytes = from.scene->instances * sizeof(scene::Instance) + result.scene->groups * sizeof(scene::Group);
    result.bytes.least = 0;
    return result;
  }
  counts.uvs = {std::min(counts.uvs.least, 1.0), counts.corners.most};  // a mirrored mesh is built anew
  counts.normals = {std::min(counts.normals.least, 1.0), counts.corners.most};
  counts.points = {};
  return Estimate::of_surface(counts);
}

Estimate Transform::estimate(const Params& params, const schema::Estimates& inputs) {
  return moved_estimate(inputs[params.from]);
}

std::variant<Mesh, scene::Scene> Transform::run(const Params& params, const schema::Inputs& inputs, const RunContext&) {
  const Mat4 matrix = matrix_of(params);
  const auto from = inputs.any(params.from);
  if (const auto* const* group = std::get_if<const scene::Scene*>(&from))
    return grouped(transformed(**group, matrix), matrix);
  return transformed(*std::get<const Mesh*>(from), matrix);
}

}  // namespace weald::mesh
