#include "stages/shapes/assign_material.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "stages/shapes/transform.h"

namespace weald::mesh {

namespace {

Material changed(Material material, const AssignMaterialParams& params, const MaterialPictures& pictures) {
  if (params.name) material.name = *params.name;
  if (pictures.texture != nullptr) {
    material.colour = Vec3f{1};
    material.texture = Texture{params.texture.stage, pictures.texture, static_cast<float>(params.cutout)};
  }
  if (pictures.normals != nullptr) material.normals = Texture{params.normals.stage, pictures.normals, 0.0f};
  if (pictures.occlusion != nullptr) material.occlusion = Texture{params.occlusion.stage, pictures.occlusion, 0.0f};
  if (pictures.metallic_roughness != nullptr) {
    material.roughness = material.metallic = 1;
    material.metallic_roughness = Texture{params.metallic_roughness.stage, pictures.metallic_roughness, 0.0f};
  }
  if (pictures.emission != nullptr) {
    material.emission = Vec3f{1};
    material.emission_texture = Texture{params.emission_texture.stage, pictures.emission, 0.0f};
  }
  if (params.colour) material.colour = Vec3f(*params.colour);
  if (params.two_sided) material.two_sided = *params.two_sided;
  if (params.translucency) material.translucency = static_cast<float>(*params.translucency);
  return finished(std::move(material), params, params.roughness);
}

void check_picture(const Mesh& mesh, const Image* image, const std::string& key) {
  if (image == nullptr) return;
  if (mesh.uvs.empty()) throw StageError("the mesh has no texture coordinates for a texture", key);
  const auto& pixels = image->pixels;
  if (pixels.empty() || pixels.width() > kMaxTextureSide || pixels.height() > kMaxTextureSide)
    throw StageError("a texture may have 1 to " + std::to_string(kMaxTextureSide) + " pixels along each side", key);
}

/// Collects the materials in use without duplicates.
class MaterialList {
 public:
  std::uint16_t index_of(const Material& wanted) {
    const auto found = std::find(given_.begin(), given_.end(), wanted);
    if (found != given_.end()) return static_cast<std::uint16_t>(found - given_.begin());
    given_.push_back(wanted);
    Material& own = named_.emplace_back(wanted);
    for (int number = 2; !names_.insert(own.name).second; ++number)
      own.name = wanted.name + "." + std::to_string(number);
    return static_cast<std::uint16_t>(named_.size() - 1);
  }
  std::vector<Material> take() { return std::move(named_); }

 private:
  std::vector<Material> given_, named_;
  std::set<std::string> names_;
};

/// The names of groups for an error message: each once, and not all of very many.
class GroupNames {
 public:
  void add(const Mesh& mesh) {
    for (const Group& group : mesh.groups) {
      if (names_.size() > kShown) return;
      if (std::ranges::find(names_, group.name) == names_.end()) names_.push_back(group.name);
    }
  }

  std::string text() const {
    std::string text;
    for (std::size_t i = 0; i < std::min(names_.size(), kShown); ++i) text += (i > 0 ? ", '" : "'") + names_[i] + "'";
    return text + (names_.size() > kShown ? ", ..." : "");
  }

 private:
  static constexpr std::size_t kShown = 8;
  std::vector<std::string> names_;
};

[[noreturn]] void refuse_group(const AssignMaterialParams& params, std::string_view where, const GroupNames& names) {
  throw StageError(fmt::format("there is no group called '{}': {} {}", params.group.value_or(""), where, names.text()),
                   "group");
}

}  // namespace

Mesh with_material(Mesh mesh, const AssignMaterialParams& params, const MaterialPictures& pictures) {
  check_picture(mesh, pictures.texture.get(), "texture");
  check_picture(mesh, pictures.normals.get(), "normals");
  check_picture(mesh, pictures.occlusion.get(), "occlusion");
  check_picture(mesh, pictures.metallic_roughness.get(), "metallic_roughness");
  check_picture(mesh, pictures.emission.get(), "emission_texture");
  const auto is_chosen = [&](const Group& group) { return !params.group || group.name == *params.group; };
  if (std::none_of(mesh.groups.begin(), mesh.groups.end(), is_chosen)) {
    GroupNames names;
    names.add(mesh);
    refuse_group(params, "the mesh has", names);
  }
  MaterialList list;
  for (Group& group : mesh.groups) {
    const Material& before = mesh.materials[group.material];
    group.material = list.index_of(is_chosen(group) ? changed(before, params, pictures) : before);
  }
  mesh.materials = list.take();
  return mesh;
}

scene::Scene with_material(const scene::Scene& scene, const AssignMaterialParams& params,
                           const MaterialPictures& pictures) {
  std::map<const Mesh*, std::shared_ptr<const Mesh>> known;  // only used for lookup, so addresses do not matter
  GroupNames names;
  bool is_found = false;
  const auto changed_mesh = [&](std::shared_ptr<const Mesh>& mesh) {
    const auto [place, is_new] = known.try_emplace(mesh.get(), mesh);
    if (is_new) {
      const bool has_group = !params.group || std::ranges::any_of(mesh->groups, [&](const Group& group) {
        return group.name == *params.group;
      });
      is_found |= has_group;
      names.add(*mesh);
      if (has_group) place->second = std::make_shared<const Mesh>(with_material(*mesh, params, pictures));
    }
    mesh = place->second;
  };
  scene::Scene result = scene;
  for (scene::Prototype& prototype : result.prototypes) {
    changed_mesh(prototype.mesh);
    for (scene::LighterLevel& level : prototype.lighter) changed_mesh(level.mesh);
  }
  if (!is_found && !result.prototypes.empty()) refuse_group(params, "the meshes have", names);
  return result;
}

Estimate AssignMaterial::estimate(const Params& params, const schema::Estimates& inputs) {
  const Estimate& from = inputs[params.from];
  return from.scene ? moved_estimate(from) : Estimate::of_surface(from.surface);
}

std::variant<Mesh, scene::Scene> AssignMaterial::run(const Params& params, const schema::Inputs& inputs,
                                                     const RunContext&) {
  const auto picture = [&](const schema::Input<Image>& input) {
    return input.given() ? inputs.shared<Image>(input) : nullptr;
  };
  const MaterialPictures pictures{picture(params.texture), picture(params.normals), picture(params.occlusion),
                                  picture(params.metallic_roughness), picture(params.emission_texture)};
  const auto from = inputs.any(params.from);
  if (const auto* const* scene = std::get_if<const scene::Scene*>(&from))
    return with_material(**scene, params, pictures);
  return with_material(*std::get<const Mesh*>(from), params, pictures);
}

}  // namespace weald::mesh
