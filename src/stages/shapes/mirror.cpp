#include "stages/shapes/mirror.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "data/scene_groups.h"
#include "methods/mesh/build.h"
#include "methods/mesh/weld.h"
#include "stages/shapes/merge.h"
#include "stages/shapes/transform.h"

namespace weald::mesh {

Mat4 reflection(const Vec3& normal, double offset) {
  const Vec3 n = glm::normalize(normal / std::max({std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)}));
  Mat4 matrix{1.0};
  for (int i = 0; i < 3; ++i) matrix[i] -= Vec4{n * (2 * n[i]), 0};
  matrix[3] = Vec4{n * (2 * offset), 1};
  return matrix;
}

namespace {

Mesh with_image(const Mesh& mesh, const Mesh& image, const MirrorParams& params) {
  Soup soup = merged(std::array{&mesh, &image});
  if (params.weld) soup = weld(soup, *params.weld).soup;
  return std::move(build_mesh(std::move(soup)).mesh);
}

scene::Scene with_image(const scene::Scene& scene, const scene::Scene& image) {
  const std::size_t count = scene.instances.size() + image.instances.size();
  if (count > scene::kMaxInstances)
    throw StageError(fmt::format("the scene would have {} instances, more than {}", count, scene::kMaxInstances),
                     "from");
  scene::Scene both = scene;
  scene::GroupBuilder groups(both);
  groups.add(image, groups.name_indices(image), Mat4{1.0});
  both.instances.insert(both.instances.end(), image.instances.begin(), image.instances.end());
  return both;
}

}  // namespace

Estimate Mirror::estimate(const Params& params, const schema::Estimates& inputs) {
  Estimate result = moved_estimate(inputs[params.from]);
  if (!params.keep) return result;
  if (!result.scene) {
    SurfaceCounts counts = result.surface + result.surface;
    counts.points = {};
    if (params.weld) counts.may_be_fewer();
    return Estimate::of_surface(counts);
  }
  result.surface = result.surface * 2;
  result.scene->instances = result.scene->instances * 2;
  result.scene->nodes = result.scene->nodes * 2;
  result.scene->groups = result.scene->groups * 2;
  result.bytes = result.bytes * 2;
  return result;
}

std::variant<Mesh, scene::Scene> Mirror::run(const Params& params, const schema::Inputs& inputs,
                                             const RunContext& context) {
  const Mat4 matrix = reflection(params.normal, params.offset);
  const auto from = inputs.any(params.from);
  if (const auto* const* group = std::get_if<const scene::Scene*>(&from)) {
    if (params.weld) throw StageError("the meshes of a scene stay separate: weld each of them", "weld");
    scene::Scene image = transformed(**group, matrix);
    if (!params.keep) return image;
    return with_image(**group, image);
  }
  const Mesh& mesh = *std::get<const Mesh*>(from);
  Mesh image = transformed(mesh, matrix);
  context.check_stop();
  if (!params.keep) return image;
  return with_image(mesh, image, params);
}

}  // namespace weald::mesh

namespace weald::schema {

void Schema<mesh::MirrorParams>::check(const P& params, Checker& checker) {
  if (params.normal == Vec3{0}) checker.error("normal", "the 'normal' needs a direction: it must not be zero");
  if (!params.keep && checker.given("weld"))
    checker.error("weld", "'weld' joins the image to the original, which 'keep: false' leaves out");
}

}  // namespace weald::schema
