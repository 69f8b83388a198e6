#include "picture/render/detail/light_key.h"

#include <map>

#include <fmt/format.h>

namespace weald::render {

namespace {

template <class T>
void add(Hasher& hasher, const std::optional<T>& value) {
  hasher.add(static_cast<std::uint64_t>(value.has_value()));
  hasher.add(static_cast<double>(value.value_or(T{0})));
}

template <class T>
void add_values(Hasher& hasher, const std::vector<T>& values) {
  hasher.add_array(std::span<const T>(values));
}

// Light from under water depends on the water's colour, so these parameters belong to the key.
void add_water(Hasher& hasher, const PictureParams& params) {
  hasher.add(static_cast<std::uint64_t>(params.water));
  for (const auto& value : {params.sea_level, params.water_clarity}) add(hasher, value);
  hasher.add(static_cast<std::uint64_t>(params.water_colour.has_value()));
  if (params.water_colour) {
    for (int i = 0; i < 3; ++i) hasher.add(static_cast<double>((*params.water_colour)[i]));
  }
  hasher.add(params.ripples);
}

void add(Hasher& hasher, const std::optional<Vec3>& point) {
  hasher.add(static_cast<std::uint64_t>(point.has_value()));
  for (int axis = 0; axis < 3 && point; ++axis) hasher.add((*point)[axis]);
}

void add_camera(Hasher& hasher, const std::optional<CameraParams>& camera) {
  hasher.add(static_cast<std::uint64_t>(camera.has_value()));
  if (!camera) return;
  for (const auto& point : {camera->position, camera->target}) add(hasher, point);
  add(hasher, camera->distance);
  add(hasher, camera->box ? std::optional(camera->box->min) : std::nullopt);
  add(hasher, camera->box ? std::optional(camera->box->max) : std::nullopt);
}

// Parameters that the lighting of both kinds of picture depends on. Colours, exposure and the settings of lines and
// hillshades are left out.
Hasher start(std::string_view kind, const PictureParams& params) {
  Hasher hasher;
  hasher.add("light of a picture");
  hasher.add(kLightVersion);
  hasher.add(kind);
  const PixelSize size = size_or(params, kDefaultSize);
  hasher.add(static_cast<std::uint64_t>(size.width));
  hasher.add(static_cast<std::uint64_t>(size.height));
  hasher.add(static_cast<std::uint64_t>(params.samples));
  for (const auto& value : {params.azimuth, params.elevation, params.sun_azimuth, params.sun_elevation})
    add(hasher, value);
  for (const double value : {params.field_of_view, params.zoom, params.margin}) hasher.add(value);
  hasher.add(static_cast<std::uint64_t>(params.ground));
  hasher.add(static_cast<std::uint64_t>(params.projection));
  for (const auto& value : {params.fog, params.fog_height}) add(hasher, value);
  for (const auto& value : {params.sun_strength, params.sky_strength}) add(hasher, value);
  hasher.add(static_cast<std::uint64_t>(params.look));
  for (const double value : {params.wireframe, params.exact_triangles}) hasher.add(value);
  add_camera(hasher, params.camera);
  add_water(hasher, params);
  hasher.add(static_cast<std::uint64_t>(params.framing.has_value()));
  if (params.framing) {
    const FrustumSupport& s = params.framing->support;
    for (const double value : {s.right, s.left, s.top, s.bottom, s.nearest, s.farthest}) hasher.add(value);
    for (int axis = 0; axis < 3; ++axis) hasher.add(params.framing->pivot[axis]);
  }
  return hasher;
}

void add_pixels(Hasher& hasher, const Image& image) {
  const auto pixels = image.pixels.values();
  std::vector<std::uint32_t> words;
  words.reserve(pixels.size());
  for (const Rgba8& p : pixels)
    words.push_back(std::uint32_t{p.r} | std::uint32_t{p.g} << 8 | std::uint32_t{p.b} << 16);
  hasher.add_array(std::span<const std::uint32_t>(words));
}

// Normal maps, alpha cutouts and texture sizes, which determine the mip level of a lookup.
void add_textures(Hasher& hasher, const Surface& surface) {
  add_values(hasher, surface.uvs);
  add_values(hasher, surface.uv_indices);
  for (const SurfaceMaterial& material : surface.materials) {
    if (material.normals != nullptr) {
      hasher.add("normals");
      hasher.add(static_cast<std::uint64_t>(material.normals->width()));
      add_pixels(hasher, *material.normals->image());
    }
    for (const auto& data : {material.occlusion, material.metallic_roughness}) {
      hasher.add(static_cast<std::uint64_t>(data != nullptr));
      if (data == nullptr) continue;
      hasher.add(static_cast<std::uint64_t>(data->width()));
      add_pixels(hasher, data->image());
    }
    hasher.add(static_cast<std::uint64_t>(material.texture != nullptr));
    if (material.texture == nullptr) {
      if (material.emission_texture == nullptr) continue;
      hasher.add("emission");
      hasher.add(static_cast<std::uint64_t>(material.emission_texture->width()));
      hasher.add(static_cast<std::uint64_t>(material.emission_texture->height()));
      continue;
    }
    hasher.add(static_cast<std::uint64_t>(material.texture->width()));
    hasher.add(static_cast<std::uint64_t>(material.texture->height()));
    hasher.add(static_cast<std::uint64_t>(material.texture->has_holes()));
    if (!material.texture->has_holes()) continue;
    hasher.add(static_cast<double>(material.texture->cutout()));
    add_values(hasher, material.texture->alphas());
  }
}

// The shape and the finish of a surface. Normals that the mesh does not store follow from its topology.
void add(Hasher& hasher, const mesh::Mesh& mesh, const Surface& surface) {
  add_values(hasher, surface.positions);
  add_values(hasher, surface.triangles);
  add_values(hasher, surface.normal_indices);
  add_values(hasher, surface.edges);
  add_values(hasher, surface.triangle_materials);
  hasher.add(static_cast<std::uint64_t>(surface.materials.size()));
  for (const SurfaceMaterial& material : surface.materials) {
    hasher.add(static_cast<std::uint64_t>(material.finish));
    for (const float value : {material.roughness, material.metallic, material.opacity})
      hasher.add(static_cast<double>(value));
    if (material.finish != Finish::leaf) continue;
    add(hasher, material.translucency);
    for (int channel = 0; channel < 3; ++channel) hasher.add(static_cast<double>(material.glow[channel]));
  }
  if (!surface.uvs.empty()) add_textures(hasher, surface);
  add_values(hasher, mesh.normals.values);
  if (mesh.normals.empty()) {
    hasher.add_array(mesh.topology.nexts());
    hasher.add_array(mesh.topology.faces());
  }
}

}  // namespace

std::string light_key(std::span<const MeshItem> items, std::span<const mesh::Mesh* const> meshes,
                      std::span<const Surface* const> surfaces, const PictureParams& params) {
  Hasher hasher = start("meshes", params);
  std::map<const mesh::Mesh*, std::uint64_t> numbers;  // only used for lookup, so that addresses do not matter
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    add(hasher, *meshes[i], *surfaces[i]);
    numbers.emplace(meshes[i], i);
  }
  for (const MeshItem& item : items) {
    hasher.add(numbers.at(item.mesh));
    for (int column = 0; column < 4; ++column) {
      for (int row = 0; row < 4; ++row) hasher.add(item.world_from_mesh[column][row]);
    }
    if (item.tint != scene::Tint{})
      hasher.add(fmt::format("tint {} {} {}", item.tint.red, item.tint.green, item.tint.blue));
    hasher.add(static_cast<std::uint64_t>(item.lighter.size()));
    if (!item.lighter.empty()) hasher.add(item.screen_size);
    for (const scene::LighterLevel& level : item.lighter) {
      hasher.add(numbers.at(level.mesh.get()));
      hasher.add(level.screen_size);
    }
  }
  return hasher.hex();
}

std::string light_key(const Heightmap& map, const PictureParams& params) {
  Hasher hasher = start("relief", params);
  hasher.add(static_cast<std::uint64_t>(map.width()));
  hasher.add(static_cast<std::uint64_t>(map.height()));
  for (const double value : {map.cell_size, map.origin.x, map.origin.y}) hasher.add(value);
  hasher.add_array(map.heights.values());
  add(hasher, params.exaggeration);
  return hasher.hex();
}

}  // namespace weald::render
