#include "front/library/c/call.h"

using namespace weald;
using namespace weald::c_api;

namespace {

const api::Material* material_at(const weald_mesh* mesh, std::size_t index) noexcept {
  if (mesh == nullptr || index >= mesh->mesh.materials.size()) return nullptr;
  return &mesh->mesh.materials[index];
}

const weald_scene::Prototype* prototype_at(const weald_scene* scene, std::size_t index) noexcept {
  if (scene == nullptr || index >= scene->prototypes.size()) return nullptr;
  return &scene->prototypes[index];
}

/// Null for an unknown use.
const std::optional<api::Texture>* texture_of(const api::Material& material, weald_texture_use use) noexcept {
  switch (use) {
    case WEALD_TEXTURE_COLOUR: return &material.texture;
    case WEALD_TEXTURE_NORMALS: return &material.normals;
    case WEALD_TEXTURE_OCCLUSION: return &material.occlusion;
    case WEALD_TEXTURE_METALLIC_ROUGHNESS: return &material.metallic_roughness;
    case WEALD_TEXTURE_EMISSION: return &material.emission_texture;
    default: return nullptr;
  }
}

static_assert(sizeof(weald_triangle_range) == sizeof(api::TriangleRange) &&
              offsetof(weald_triangle_range, material) == offsetof(api::TriangleRange, material) &&
              offsetof(weald_triangle_range, first) == offsetof(api::TriangleRange, first) &&
              offsetof(weald_triangle_range, count) == offsetof(api::TriangleRange, count));

}  // namespace

extern "C" {

weald_status weald_mesh_get(const weald_mesh* mesh, weald_mesh_data* out) {
  if (mesh == nullptr) return WEALD_ERROR_PRESET;
  const api::Mesh& from = mesh->mesh;
  return fill(out, {0, from.vertex_count(), from.face_count(), from.corner_vertices.size(), from.uvs.size() / 2,
                    from.normals.size() / 3, data_or_null(from.positions), data_or_null(from.colours),
                    data_or_null(from.uvs), data_or_null(from.normals), data_or_null(from.face_starts),
                    data_or_null(from.face_materials), data_or_null(from.corner_vertices),
                    data_or_null(from.corner_uvs), data_or_null(from.corner_normals), data_or_null(from.wind)});
}

size_t weald_mesh_material_count(const weald_mesh* mesh) { return mesh != nullptr ? mesh->mesh.materials.size() : 0; }

weald_status weald_mesh_material(const weald_mesh* mesh, size_t index, weald_material* out) {
  const api::Material* from = material_at(mesh, index);
  if (from == nullptr) return WEALD_ERROR_PRESET;
  return fill(out, {0,
                    from->two_sided,
                    from->name.c_str(),
                    {from->colour[0], from->colour[1], from->colour[2]},
                    from->roughness,
                    from->translucency.has_value(),
                    from->translucency.value_or(0),
                    from->metallic,
                    {from->emission[0], from->emission[1], from->emission[2]},
                    from->emission_strength,
                    from->opacity,
                    {from->uv_scale[0], from->uv_scale[1]},
                    {from->uv_offset[0], from->uv_offset[1]}});
}

weald_status weald_mesh_texture(const weald_mesh* mesh, size_t material, weald_texture_use use, weald_texture* out) {
  const api::Material* from = material_at(mesh, material);
  const std::optional<api::Texture>* found = from != nullptr ? texture_of(*from, use) : nullptr;
  if (found == nullptr) return WEALD_ERROR_PRESET;
  const std::optional<api::Texture>& texture = *found;
  if (!texture) return fill(out, weald_texture{});
  return fill(out, {0, texture->image.width, texture->image.height, texture->cutout, texture->name.c_str(),
                    texture->image.rgba.data()});
}

weald_status weald_mesh_triangulate(const weald_mesh* mesh, weald_triangles** out, weald_report** report) {
  if (out != nullptr) *out = nullptr;
  return call(report, [&] {
    required(out, "out");
    auto made = std::make_unique<weald_triangles>();
    return deliver(report, api::triangulate(required(mesh, "mesh").mesh), [&](api::TriangleMesh& triangles) {
      made->mesh = std::move(triangles);
      *out = made.release();
    });
  });
}

void weald_mesh_free(weald_mesh* mesh) { delete mesh; }

weald_status weald_triangles_get(const weald_triangles* triangles, weald_triangle_data* out) {
  if (triangles == nullptr) return WEALD_ERROR_PRESET;
  const api::TriangleMesh& from = triangles->mesh;
  return fill(
      out, {0, from.positions.size() / 3, from.indices.size(), from.ranges.size(), data_or_null(from.positions),
            data_or_null(from.normals), data_or_null(from.uvs), data_or_null(from.colours), data_or_null(from.indices),
            reinterpret_cast<const weald_triangle_range*>(data_or_null(from.ranges)), data_or_null(from.wind)});
}

void weald_triangles_free(weald_triangles* triangles) { delete triangles; }

weald_status weald_scene_get(const weald_scene* scene, weald_scene_data* out) {
  if (scene == nullptr) return WEALD_ERROR_PRESET;
  return fill(
      out,
      {0, scene->prototypes.size(), scene->instance_prototypes.size(), data_or_null(scene->instance_prototypes),
       data_or_null(scene->instance_matrices), data_or_null(scene->instance_tints), data_or_null(scene->instance_data),
       scene->group_names.size(), data_or_null(scene->group_name_pointers), data_or_null(scene->group_parents),
       data_or_null(scene->group_begins), data_or_null(scene->group_ends), data_or_null(scene->group_matrices)});
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
