// Meshes, their triangles, and scenes.

#include <limits>
#include <utility>

#include "data/circulators.h"
#include "data/scene_groups.h"
#include "front/library/handles.h"
#include "methods/mesh/corner_list.h"

using namespace weald;
using namespace weald::library;

namespace {

weald_mesh mesh_from(std::shared_ptr<const mesh::Mesh> from) {
  const mesh::Mesh& mesh = *from;
  weald_mesh made;
  made.face_starts.push_back(0);
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    const mesh::FaceId face{f};
    for (const mesh::HalfedgeId h : mesh::halfedges_of(mesh.topology, face)) {
      const mesh::VertexId origin = mesh.topology.origin(h);
      made.corner_vertices.push_back(origin.index);
      if (!mesh.uvs.empty()) made.corner_uvs.push_back(mesh.uvs.index_of(h, origin));
      if (!mesh.normals.empty()) made.corner_normals.push_back(mesh.normals.index_of(h, origin));
    }
    made.face_starts.push_back(static_cast<std::uint32_t>(made.corner_vertices.size()));
    made.face_materials.push_back(mesh.groups[mesh.group_of(face)].material);
  }
  made.mesh = std::move(from);
  return made;
}

/// The triangles of all materials, with the vertices of one material after those of another.
weald_triangles triangles_of(const mesh::Mesh& mesh) {
  weald_triangles made;
  for (const mesh::CornerList& list : mesh::corner_lists(mesh, mesh::WeldVertices::yes)) {
    if (made.indices.size() + list.indices.size() > std::numeric_limits<std::uint32_t>::max())
      throw StageError("too many triangles");
    const auto first_vertex = static_cast<std::uint32_t>(made.positions.size());
    made.ranges.push_back({list.material, static_cast<std::uint32_t>(made.indices.size()),
                           static_cast<std::uint32_t>(list.indices.size())});
    for (const std::uint32_t index : list.indices) made.indices.push_back(first_vertex + index);
    for (std::size_t v = 0; v < list.vertex_count(); ++v) {
      made.positions.push_back(list.position(mesh, v));
      if (!mesh.uvs.empty()) made.uvs.push_back(list.uv(mesh, v));
      if (!mesh.normals.empty()) made.normals.push_back(list.normal(mesh, v));
      mesh::append_vertex(made.attributes, mesh, list.origins[v]);
    }
  }
  return made;
}

void add_prototypes(const scene::Scene& scene, weald_scene& made) {
  for (const scene::Prototype& prototype : scene.prototypes) {
    weald_scene::Prototype& entry = made.prototypes.emplace_back();
    entry.name = prototype.name;
    entry.levels.push_back({mesh_from(prototype.mesh), prototype.screen_size});
    for (const scene::LighterLevel& level : prototype.lighter)
      entry.levels.push_back({mesh_from(level.mesh), level.screen_size});
  }
}

void add_instances(const scene::Scene& scene, weald_scene& made) {
  for (const scene::Instance& instance : scene.instances) {
    const scene::Variety& variety = scene.varieties[instance.variety];
    made.instance_prototypes.push_back(variety.prototype);
    made.instance_matrices.push_back(scene::world_from_prototype(instance));
    made.instance_tints.push_back(scene::linear_factors(variety.tint));
    made.instance_data.push_back(variety.data);
  }
}

void add_groups(const scene::Scene& scene, weald_scene& made) {
  made.group_names = scene::distinct_names(scene);
  for (const std::string& name : made.group_names) made.group_name_pointers.push_back(name.c_str());
  for (const auto& parent : scene::outer_groups(scene))
    made.group_parents.push_back(parent ? std::int64_t{*parent} : -1);
  for (const scene::Group& group : scene.groups) {
    made.group_begins.push_back(group.begin);
    made.group_ends.push_back(group.end);
    made.group_matrices.push_back(scene::world_from_group(group));
  }
}

const mesh::Material* material_at(const weald_mesh* mesh, std::size_t index) noexcept {
  return index < weald_mesh_material_count(mesh) ? &mesh->mesh->materials[index] : nullptr;
}

const weald_scene::Prototype* prototype_at(const weald_scene* scene, std::size_t index) noexcept {
  if (scene == nullptr || index >= scene->prototypes.size()) return nullptr;
  return &scene->prototypes[index];
}

/// Null for an unknown use.
const std::optional<mesh::Texture>* texture_of(const mesh::Material& material, weald_texture_use use) noexcept {
  switch (use) {
    case WEALD_TEXTURE_COLOUR: return &material.texture;
    case WEALD_TEXTURE_NORMALS: return &material.normals;
    case WEALD_TEXTURE_OCCLUSION: return &material.occlusion;
    case WEALD_TEXTURE_METALLIC_ROUGHNESS: return &material.metallic_roughness;
    case WEALD_TEXTURE_EMISSION: return &material.emission_texture;
    default: return nullptr;
  }
}

}  // namespace

extern "C" {

weald_status weald_artifact_mesh(const weald_artifact* artifact, weald_mesh** out, weald_report** report) {
  return make(out, report, [&](auto&) { return mesh_from(content_of<mesh::Mesh>(artifact)); });
}

weald_status weald_mesh_get(const weald_mesh* mesh, weald_mesh_data* out) {
  if (mesh == nullptr) return WEALD_ERROR_PRESET;
  const mesh::Mesh& from = *mesh->mesh;
  return fill(
      out, {0, from.positions.size(), mesh->face_materials.size(), mesh->corner_vertices.size(), from.uvs.values.size(),
            from.normals.values.size(), numbers_of<float>(from.positions), numbers_of<std::uint8_t>(from.colours),
            numbers_of<float>(from.uvs.values), numbers_of<float>(from.normals.values), data_or_null(mesh->face_starts),
            data_or_null(mesh->face_materials), data_or_null(mesh->corner_vertices), data_or_null(mesh->corner_uvs),
            data_or_null(mesh->corner_normals), numbers_of<std::uint8_t>(from.wind)});
}

size_t weald_mesh_material_count(const weald_mesh* mesh) { return mesh != nullptr ? mesh->mesh->materials.size() : 0; }

weald_status weald_mesh_material(const weald_mesh* mesh, size_t index, weald_material* out) {
  const mesh::Material* from = material_at(mesh, index);
  if (from == nullptr) return WEALD_ERROR_PRESET;
  return fill(out, {0,
                    from->two_sided,
                    from->name.c_str(),
                    {from->colour.x, from->colour.y, from->colour.z},
                    from->roughness,
                    from->translucency.has_value(),
                    from->translucency.value_or(0),
                    from->metallic,
                    {from->emission.x, from->emission.y, from->emission.z},
                    from->emission_strength,
                    from->opacity,
                    {from->uv_scale.x, from->uv_scale.y},
                    {from->uv_offset.x, from->uv_offset.y}});
}

weald_status weald_mesh_texture(const weald_mesh* mesh, size_t material, weald_texture_use use, weald_texture* out) {
  const mesh::Material* from = material_at(mesh, material);
  const std::optional<mesh::Texture>* texture = from != nullptr ? texture_of(*from, use) : nullptr;
  if (texture == nullptr) return WEALD_ERROR_PRESET;
  if (!*texture) return fill(out, weald_texture{});
  const auto& pixels = (*texture)->image->pixels;
  return fill(out, {0, pixels.width(), pixels.height(), (*texture)->cutout, (*texture)->name.c_str(),
                    reinterpret_cast<const std::uint8_t*>(pixels.values().data())});
}

weald_status weald_mesh_triangulate(const weald_mesh* mesh, weald_triangles** out, weald_report** report) {
  return make(out, report, [&](auto&) { return triangles_of(*required(mesh, "mesh").mesh); });
}

void weald_mesh_free(weald_mesh* mesh) { delete mesh; }

weald_status weald_triangles_get(const weald_triangles* triangles, weald_triangle_data* out) {
  if (triangles == nullptr) return WEALD_ERROR_PRESET;
  const weald_triangles& from = *triangles;
  return fill(out, {0, from.positions.size(), from.indices.size(), from.ranges.size(),
                    numbers_of<float>(from.positions), numbers_of<float>(from.normals), numbers_of<float>(from.uvs),
                    numbers_of<std::uint8_t>(from.attributes.colours), data_or_null(from.indices),
                    data_or_null(from.ranges), numbers_of<std::uint8_t>(from.attributes.wind)});
}

void weald_triangles_free(weald_triangles* triangles) { delete triangles; }

weald_status weald_artifact_scene(const weald_artifact* artifact, weald_scene** out, weald_report** report) {
  return make(out, report, [&](auto&) {
    const auto scene = content_of<scene::Scene>(artifact);
    weald_scene made;
    add_prototypes(*scene, made);
    add_instances(*scene, made);
    add_groups(*scene, made);
    return made;
  });
}

weald_status weald_scene_get(const weald_scene* scene, weald_scene_data* out) {
  if (scene == nullptr) return WEALD_ERROR_PRESET;
  return fill(out,
              {0, scene->prototypes.size(), scene->instance_prototypes.size(), data_or_null(scene->instance_prototypes),
               numbers_of<double>(scene->instance_matrices), numbers_of<float>(scene->instance_tints),
               data_or_null(scene->instance_data), scene->group_names.size(), data_or_null(scene->group_name_pointers),
               data_or_null(scene->group_parents), data_or_null(scene->group_begins), data_or_null(scene->group_ends),
               numbers_of<double>(scene->group_matrices)});
}

weald_status weald_scene_prototype(const weald_scene* scene, size_t index, weald_prototype* out) {
  const weald_scene::Prototype* from = prototype_at(scene, index);
  if (from == nullptr) return WEALD_ERROR_PRESET;
  return fill(out, {0, from->name.c_str(), from->levels.size()});
}

weald_status weald_scene_level(const weald_scene* scene, size_t prototype, size_t level, weald_level* out) {
  const weald_scene::Prototype* from = prototype_at(scene, prototype);
  if (from == nullptr || level >= from->levels.size()) return WEALD_ERROR_PRESET;
  return fill(out, {0, from->levels[level].screen_size, &from->levels[level].mesh});
}

void weald_scene_free(weald_scene* scene) { delete scene; }
}
