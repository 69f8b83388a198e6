#include "stages/scenes/compose.h"

#include <algorithm>
#include <optional>
#include <utility>

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

void add_part(Scene& scene, const std::string& name, std::shared_ptr<const mesh::Mesh> mesh) {
  scene.instances.push_back(instance_at(add_prototype(scene, {name, std::move(mesh)}), Mat4{1.0}));
}

void add_part(Scene& scene, const Scene& part) {
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
  for (Instance instance : part.instances) {
    instance.variety = renumbered_varieties[instance.variety];
    scene.instances.push_back(instance);
  }
}

namespace {

/// Upper and lower bounds: scenes among the parts may share meshes.
SceneCounts scene_counts(const ComposeParams& params, const schema::Estimates& inputs) {
  SceneCounts sum = SceneCounts::none();
  for (const auto& part : params.parts) {
    const Estimate& from = inputs[part];
    SceneCounts added = from.in_scene();
    if (from.scene) added.may_be_shared();
    sum = sum + added;
  }
  return sum;
}

}  // namespace

Estimate Compose::estimate(const Params& params, const schema::Estimates& inputs) {
  Estimate result = Estimate::of_surface(SurfaceCounts::none());
  for (const auto& part : params.parts) {
    result.surface = result.surface + inputs[part].surface;
    result.bytes = result.bytes + inputs[part].bytes;
  }
  result.bytes.least = 0;  // prototypes are shared with the stages that made them
  result.scene = scene_counts(params, inputs);
  return result;
}

Scene Compose::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  Scene scene;
  for (const auto& part : params.parts) {
    context.check_stop();
    const auto artifact = inputs.any(part);
    if (std::holds_alternative<const mesh::Mesh*>(artifact)) {
      add_part(scene, part.stage, inputs.shared<mesh::Mesh>(part));
    } else {
      add_part(scene, *std::get<const Scene*>(artifact));
    }
  }
  return scene;
}

}  // namespace weald::scene

namespace weald::schema {

void Schema<scene::ComposeParams>::check(const P& params, Checker& checker) {
  if (params.parts.empty()) checker.error("parts", "a scene needs at least one part");
}

}  // namespace weald::schema
