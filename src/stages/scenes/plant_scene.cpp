#include "stages/scenes/plant_scene.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "methods/mesh/build.h"
#include "stages/plants/skin/plant_mesh.h"

namespace weald::scene {
namespace {

using plant::LeafKind;
using plant::LeafPlace;
using plant::PlantPlan;

/// A leaf model as a separate mesh, with the materials of its groups multiplied by `tint`.
mesh::Mesh leaf_mesh(const PlantPlan& plan, const LeafKind& kind, const Vec3& tint, const std::string& suffix) {
  const plant::LeafModel& model = plan.kinds.models[kind.model];
  mesh::Soup soup;
  for (const Vec3& p : model.positions) soup.positions.emplace_back(p);
  for (const Vec3& n : model.normals) soup.normals.emplace_back(n);
  for (const Vec2& uv : model.uvs) soup.uvs.emplace_back(uv);
  soup.colours = model.colours;
  soup.face_begin = model.face_begin;
  soup.corners = model.corners;
  soup.corner_uvs = model.corner_uvs;
  soup.face_groups = model.face_groups;
  soup.groups.clear();
  soup.materials.clear();
  const std::size_t groups = std::max<std::size_t>(model.groups.size(), 1);
  for (std::size_t g = 0; g < groups; ++g) {
    plant::LeafGroup group = plan.kinds.groups[kind.first_group + g];
    group.material.colour *= Vec3f(tint);
    group.material.name += suffix;
    soup.groups.push_back({group.name, static_cast<std::uint16_t>(g)});
    soup.materials.push_back(std::move(group.material));
  }
  return mesh::build_checked(std::move(soup));
}

Mat4 transform_of(const LeafPlace& leaf) {
  const Vec3 right = glm::cross(leaf.heading, leaf.normal);
  return Mat4{Vec4{right * leaf.length, 0}, Vec4{leaf.heading * leaf.length, 0}, Vec4{leaf.normal * leaf.length, 0},
              Vec4{leaf.foot, 1}};
}

/// Factor of a leaf's material: the leaf's own colour, darkened by the crown above it.
Vec3 tint_of(const LeafPlace& leaf, const PlantPlan& plan, const PlantSceneParams& params) {
  const LeafKind& kind = plan.kinds.kinds[leaf.kind];
  if (params.vertex_colours != plant::VertexColours::shade) return Vec3{1};
  const Vec3 middle = leaf.foot + leaf.heading * (0.5 * leaf.length);
  const double light = 1 - params.shade * (1 - plan.light.at(middle).sky_share);
  const Vec3 colour =
      plant::leaf_colour(leaf.number, static_cast<double>(leaf.turned), kind, params.leaves, plan.leaf_rng);
  return glm::clamp(colour * light / glm::max(kind.relative_to, Vec3{1.0 / 255}), Vec3{0}, Vec3{1});
}

/// Adds the leaves of one kind, sorted by brightness into equal parts; each part has the mean colour of its leaves.
class VariantMaker {
 public:
  VariantMaker(const PlantPlan& plan, const PlantSceneParams& params, Scene& scene)
      : plan_(plan), params_(params), scene_(scene) {}

  void add(std::uint32_t kind, const std::vector<std::uint32_t>& leaves) {
    std::vector<Vec3> tints;
    for (const std::uint32_t i : leaves) tints.push_back(tint_of(plan_.leaves[i], plan_, params_));
    const auto brightness = [&](std::size_t i) { return tints[i].x + 2 * tints[i].y + tints[i].z; };
    std::vector<std::size_t> order(leaves.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return brightness(a) < brightness(b); });
    const bool all_same = brightness(order.front()) == brightness(order.back());
    const std::size_t parts = all_same ? 1 : std::min(static_cast<std::size_t>(params_.variants), order.size());
    for (std::size_t part = 0; part < parts; ++part) {
      const std::size_t begin = order.size() * part / parts, end = order.size() * (part + 1) / parts;
      Vec3 sum{0};
      for (std::size_t i = begin; i < end; ++i) sum += tints[order[i]];
      std::string suffix;
      if (parts > 1) suffix.append(1, '_').append(std::to_string(part + 1));
      const std::uint32_t variety = add_kind(kind, sum / static_cast<double>(end - begin), suffix);
      for (std::size_t i = begin; i < end; ++i)
        scene_.instances.push_back(instance_at(variety, transform_of(plan_.leaves[leaves[order[i]]])));
    }
  }

 private:
  std::uint32_t add_kind(std::uint32_t number, const Vec3& tint, const std::string& suffix) {
    const LeafKind& kind = plan_.kinds.kinds[number];
    const std::string& name = plan_.kinds.groups[kind.first_group].name;
    auto mesh = std::make_shared<const mesh::Mesh>(leaf_mesh(plan_, kind, tint, suffix));
    return add_prototype(scene_, {name + suffix, std::move(mesh)});
  }

  const PlantPlan& plan_;
  const PlantSceneParams& params_;
  Scene& scene_;
};

}  // namespace

Scene plant_scene(const lsystem::Skeleton& skeleton, const PlantSceneParams& params,
                  const plant::PlantSupplies& supplies, const RunContext& context) {
  PlantPlan plan = plant::plan_plant(skeleton, params, supplies, context);
  Scene scene;
  std::vector<LeafPlace> leaves = std::exchange(plan.leaves, {});
  mesh::Soup wood = plant::soup_of_plan(plan, params, supplies, context);
  if (wood.face_count() > 0) {
    auto bark = std::make_shared<const mesh::Mesh>(mesh::build_checked(std::move(wood)));
    scene.instances.push_back(instance_at(add_prototype(scene, {"bark", std::move(bark)}), Mat4{1.0}));
  }
  plan.leaves = std::move(leaves);
  if (plant::has_wind(params) && !plan.leaves.empty())
    context.warn(
        "the leaves of a plant_scene are copies without wind data: only the wood has them; use plant_mesh for wind "
        "in all parts",
        params.wind ? "wind" : "vertex_colours");
  std::vector<std::vector<std::uint32_t>> of_kind(plan.kinds.kinds.size());
  for (std::uint32_t i = 0; i < plan.leaves.size(); ++i) of_kind[plan.leaves[i].kind].push_back(i);
  scene.instances.reserve(plan.leaves.size() + 1);
  VariantMaker variants(plan, params, scene);
  for (std::uint32_t kind = 0; kind < of_kind.size(); ++kind) {
    context.check_stop();
    if (!of_kind[kind].empty()) variants.add(kind, of_kind[kind]);
  }
  return scene;
}

}  // namespace weald::scene
