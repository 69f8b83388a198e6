#include "stages/scenes/compose.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "data/scene_groups.h"

namespace weald::scene {

namespace {

const mesh::VertexAttributes& attributes_of(const mesh::Mesh& mesh) { return mesh; }

/// Whether two meshes are equal. A mesh of one stage may exist as two objects if it comes from the cache.
bool is_same_mesh(const std::shared_ptr<const mesh::Mesh>& a, const std::shared_ptr<const mesh::Mesh>& b) {
  return a == b ||
         (a->positions == b->positions && attributes_of(*a) == attributes_of(*b) && a->groups == b->groups &&
          a->face_groups == b->face_groups && a->uvs.values == b->uvs.values && a->uvs.index == b->uvs.index &&
          a->normals.values == b->normals.values && a->normals.index == b->normals.index &&
          std::ranges::equal(a->topology.origins(), b->topology.origins()) &&
          std::ranges::equal(a->topology.nexts(), b->topology.nexts()) && a->materials == b->materials);
}

bool is_same_body(const std::shared_ptr<const mesh::Mesh>& a, const std::shared_ptr<const mesh::Mesh>& b) {
  return a == b || (a && b && is_same_mesh(a, b));
}

bool is_same_level(const LighterLevel& a, const LighterLevel& b) {
  return a.screen_size == b.screen_size && is_same_mesh(a.mesh, b.mesh);
}

std::optional<std::uint32_t> find_prototype(const Scene& scene, const Prototype& wanted) {
  for (std::size_t i = 0; i < scene.prototypes.size(); ++i) {
    const Prototype& known = scene.prototypes[i];
    if (known.name == wanted.name && known.screen_size == wanted.screen_size &&
        std::ranges::equal(known.lighter, wanted.lighter, is_same_level) &&
        is_same_body(known.collision, wanted.collision) && is_same_mesh(known.mesh, wanted.mesh))
      return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

}  // namespace

void add_part(Scene& scene, const std::string& name, std::shared_ptr<const mesh::Mesh> mesh,
              const Mat4& world_from_part) {
  scene.instances.push_back(instance_at(add_prototype(scene, {name, std::move(mesh)}), world_from_part));
}

void add_part(Scene& scene, const Scene& part, const Mat4& world_from_part) {
  GroupBuilder groups(scene);
  groups.add(part, groups.name_indices(part), world_from_part);
  std::vector<std::uint32_t> renumbered;
  for (const Prototype& prototype : part.prototypes) {
    const auto known = find_prototype(scene, prototype);
    renumbered.push_back(known.value_or(static_cast<std::uint32_t>(scene.prototypes.size())));
    if (!known) scene.prototypes.push_back(prototype);
  }
  VarietyTable varieties(std::move(scene.varieties));
  std::vector<std::uint32_t> renumbered_varieties;
  for (Variety variety : part.varieties) {
    variety.prototype = renumbered[variety.prototype];
    renumbered_varieties.push_back(varieties.index_of(variety));
  }
  scene.varieties = varieties.take();
  const bool stays = world_from_part == Mat4{1.0};
  for (Instance instance : part.instances) {
    if (!stays) instance = instance_at(instance.variety, world_from_part * world_from_prototype(instance));
    instance.variety = renumbered_varieties[instance.variety];
    scene.instances.push_back(instance);
  }
}

namespace {

using PartInput = schema::Input<mesh::Mesh, Scene>;

/// Adds what one part contributes. Scenes among the parts may share meshes.
void add_estimate(Estimate& result, const Estimate& part) {
  result.surface = result.surface + part.surface;
  result.bytes = result.bytes + part.bytes;
  SceneCounts added = part.in_scene();
  if (part.scene) {
    added.may_be_shared();
    added.groups = added.groups_as_part();
  }
  *result.scene = *result.scene + added;
}

/// Adds the part of a stage at its place. A scene of several objects becomes a group with the name of the stage.
void add_input(Scene& scene, const PartInput& part, const schema::Inputs& inputs, const Mat4& world_from_part) {
  const auto artifact = inputs.any(part);
  if (std::holds_alternative<const mesh::Mesh*>(artifact))
    return add_part(scene, part.stage, inputs.shared<mesh::Mesh>(part), world_from_part);
  const Scene& added = *std::get<const Scene*>(artifact);
  const std::string name = group_name_of(part.stage);
  if (is_one_object(added)) {
    const std::size_t first = scene.groups.size();
    add_part(scene, added, world_from_part);
    if (first < scene.groups.size()) name_group(scene, first, name);
    return;
  }
  GroupBuilder groups(scene);
  const std::size_t group = groups.begin(name, world_from_part);
  add_part(scene, added, world_from_part);
  groups.end(group);
}

}  // namespace

Estimate Compose::estimate(const Params& params, const schema::Estimates& inputs) {
  Estimate result = Estimate::of_surface(SurfaceCounts::none());
  result.scene = SceneCounts::none();
  for (const PartInput& part : params.parts) add_estimate(result, inputs[part]);
  for (const GroupParams& group : params.groups) {
    result.scene->groups = result.scene->groups + Amount::up_to(1);
    for (const PartInput& part : group.parts) add_estimate(result, inputs[part]);
  }
  result.bytes.least = 0;  // prototypes are shared with the stages that made them
  return result;
}

Scene Compose::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  Scene scene;
  for (const PartInput& part : params.parts) {
    context.check_stop();
    add_input(scene, part, inputs, Mat4{1.0});
  }
  for (const GroupParams& params_of_group : params.groups) {
    context.check_stop();
    const Mat4 frame = mesh::matrix_of(params_of_group);
    GroupBuilder groups(scene);
    const std::size_t group = groups.begin(params_of_group.name, frame);
    for (const PartInput& part : params_of_group.parts) add_input(scene, part, inputs, frame);
    groups.end(group);
  }
  return scene;
}

}  // namespace weald::scene

namespace weald::schema {

void Schema<scene::GroupParams>::check(const P& params, Checker& checker) {
  if (params.parts.empty()) checker.error("parts", "a group needs at least one part");
  if (params.name.empty()) checker.error("name", "a group needs a name");
  if (params.name.find('/') != std::string::npos)
    checker.error("name", "the name of a group has no '/': slashes separate the names in the path of a group");
  if (mesh::is_flat(params.scale))
    checker.error("scale", "'scale' would flatten the group: every factor must have a magnitude of at least 1e-6");
}

void Schema<scene::ComposeParams>::check(const P& params, Checker& checker) {
  if (params.parts.empty() && params.groups.empty()) checker.error("parts", "a scene needs at least one part or group");
}

}  // namespace weald::schema
