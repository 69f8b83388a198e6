#include "engine/outputs/digest.h"

#include <algorithm>
#include <initializer_list>

#include "base/hash.h"
#include "picture/picture.h"

namespace weald::pipeline {

namespace {

// Every overload writes the counts before the values, so that no two artifacts share a byte stream by accident.

template <class T>
void add_values(Hasher& hasher, const std::vector<T>& values) {
  hasher.add_array(std::span<const T>(values));
}

void add(Hasher& hasher, const Vec3& v) {
  for (int i = 0; i < 3; ++i) hasher.add(v[i]);
}

void add(Hasher& hasher, const GridSpec& grid) {
  hasher.add(static_cast<std::uint64_t>(grid.width));
  hasher.add(static_cast<std::uint64_t>(grid.height));
  hasher.add(grid.cell_size);
  hasher.add(grid.origin.x);
  hasher.add(grid.origin.y);
}

void add(Hasher& hasher, const Heightmap& map) {
  add(hasher, map.grid());
  hasher.add_array(map.heights.values());
}

void add(Hasher& hasher, const Image& image) {
  hasher.add(static_cast<std::uint64_t>(image.pixels.width()));
  hasher.add(static_cast<std::uint64_t>(image.pixels.height()));
  hasher.add_array(image.pixels.values());
  if (image.fine.empty()) return;
  hasher.add("16 bits");
  hasher.add_array(image.fine.values());
}

void add(Hasher& hasher, const curve::Curve& curve) {
  hasher.add(static_cast<std::uint64_t>(curve.plane));
  hasher.add(static_cast<std::uint64_t>(curve.paths.size()));
  for (const curve::Path& path : curve.paths) {
    hasher.add(static_cast<std::uint64_t>(path.closed));
    hasher.add(static_cast<std::uint64_t>(path.segments.size()));
    for (const curve::Segment& segment : path.segments) add_values(hasher, segment.points);
    if (path.widths.empty() && path.order == 0) continue;
    hasher.add(static_cast<std::uint64_t>(path.order));
    hasher.add_array(std::span<const double>(path.widths));
  }
}

void add(Hasher& hasher, const lsystem::LString& string) {
  hasher.add(lsystem::to_text(string));
  if (string.season != lsystem::LString{}.season) hasher.add(string.season);
}

void add(Hasher& hasher, const lsystem::Skeleton& skeleton) {
  hasher.add(static_cast<std::uint64_t>(skeleton.segments.size()));
  for (const auto& segment : skeleton.segments) {
    add(hasher, segment.start);
    add(hasher, segment.end);
    hasher.add(segment.start_radius);
    hasher.add(segment.end_radius);
    hasher.add(static_cast<std::uint64_t>(segment.level));
    hasher.add(static_cast<std::uint64_t>(segment.colour));
  }
  hasher.add(static_cast<std::uint64_t>(skeleton.polygons.size()));
  for (const auto& polygon : skeleton.polygons) {
    add_values(hasher, polygon.points);
    hasher.add(static_cast<std::uint64_t>(polygon.level));
    hasher.add(static_cast<std::uint64_t>(polygon.colour));
  }
  hasher.add(static_cast<std::uint64_t>(skeleton.organs.size()));
  for (const auto& organ : skeleton.organs) {
    add(hasher, organ.position);
    add(hasher, organ.frame.heading);
    add(hasher, organ.frame.up);
    hasher.add(organ.size);
    hasher.add(static_cast<std::uint64_t>(organ.level));
    hasher.add(static_cast<std::uint64_t>(organ.colour));
    if (!skeleton.organ_names.empty()) hasher.add(skeleton.organ_names[organ.kind]);
  }
  hasher.add(skeleton.season);
}

void add(Hasher& hasher, std::string_view use, const mesh::Texture& texture) {
  hasher.add(use);
  hasher.add(texture.name);
  hasher.add(static_cast<double>(texture.cutout));
  add(hasher, *texture.image);
}

/// Properties that few materials have: default values add nothing, so that older digests stay valid.
void add_finish(Hasher& hasher, const mesh::Material& material) {
  const auto add_numbers = [&](std::string_view name, std::initializer_list<float> values, float usual) {
    if (std::all_of(values.begin(), values.end(), [&](float value) { return value == usual; })) return;
    hasher.add(name);
    for (const float value : values) hasher.add(static_cast<double>(value));
  };
  const Vec3f& emission = material.emission;
  add_numbers("metallic", {material.metallic}, 0);
  add_numbers("emission", {emission.r, emission.g, emission.b}, 0);
  add_numbers("emission_strength", {material.emission_strength}, 1);
  add_numbers("opacity", {material.opacity}, 1);
  add_numbers("uv_scale", {material.uv_scale.x, material.uv_scale.y}, 1);
  add_numbers("uv_offset", {material.uv_offset.x, material.uv_offset.y}, 0);
  if (material.occlusion) add(hasher, "occlusion", *material.occlusion);
  if (material.metallic_roughness) add(hasher, "metallic_roughness", *material.metallic_roughness);
  if (material.emission_texture) add(hasher, "emission_texture", *material.emission_texture);
}

void add(Hasher& hasher, const mesh::Mesh& mesh) {
  add_values(hasher, mesh.positions);
  add_values(hasher, mesh.uvs.values);
  add_values(hasher, mesh.uvs.index);
  add_values(hasher, mesh.normals.values);
  add_values(hasher, mesh.normals.index);
  add_values(hasher, mesh.colours);
  for (const mesh::VertexAttribute& attribute : mesh::kVertexAttributes) {  // of later ones only those that are there
    const std::vector<Rgba8>& values = mesh.*attribute.values;
    if (attribute.values == &mesh::VertexAttributes::colours || values.empty()) continue;
    hasher.add(attribute.name);
    add_values(hasher, values);
  }
  add_values(hasher, mesh.face_groups);
  hasher.add_array(mesh.topology.origins());
  hasher.add_array(mesh.topology.nexts());
  hasher.add_array(mesh.topology.faces());
  for (const mesh::Group& group : mesh.groups) {
    hasher.add(group.name);
    hasher.add(static_cast<std::uint64_t>(group.material));
  }
  for (const mesh::Material& material : mesh.materials) {
    hasher.add(material.name);
    for (int i = 0; i < 3; ++i) hasher.add(static_cast<double>(material.colour[i]));
    hasher.add(static_cast<double>(material.roughness));
    hasher.add(static_cast<std::uint64_t>(material.two_sided));
    if (material.texture) add(hasher, "texture", *material.texture);
    if (material.normals) add(hasher, "normals", *material.normals);
    if (material.translucency) hasher.add(static_cast<double>(*material.translucency));
    add_finish(hasher, material);
  }
  for (const mesh::Fact& fact : mesh.facts) {
    hasher.add("fact");
    hasher.add(fact.name);
    hasher.add(fact.text);
    hasher.add(static_cast<std::uint64_t>(fact.row));
    for (const double value : fact.values) hasher.add(value);
  }
}

void add(Hasher& hasher, const scene::Scene& scene) {
  hasher.add(static_cast<std::uint64_t>(scene.prototypes.size()));
  for (const scene::Prototype& prototype : scene.prototypes) {
    hasher.add(prototype.name);
    add(hasher, *prototype.mesh);
    if (!prototype.lighter.empty()) {
      hasher.add("levels");
      hasher.add(prototype.screen_size);
      hasher.add(static_cast<std::uint64_t>(prototype.lighter.size()));
      for (const scene::LighterLevel& level : prototype.lighter) {
        hasher.add(level.screen_size);
        add(hasher, *level.mesh);
      }
    }
    if (!prototype.collision) continue;
    hasher.add("collision");
    add(hasher, *prototype.collision);
  }
  hasher.add(static_cast<std::uint64_t>(scene.instances.size()));
  for (const scene::Instance& instance : scene.instances) {
    hasher.add(static_cast<std::uint64_t>(instance.prototype));
    for (int column = 0; column < 4; ++column) {
      for (int row = 0; row < 4; ++row) hasher.add(instance.world_from_prototype[column][row]);
    }
  }
}

}  // namespace

std::string content_digest(const Artifact& artifact) {
  Hasher hasher;
  hasher.add(name_of(artifact));
  std::visit([&](const auto& value) { add(hasher, value); }, artifact);
  return hasher.hex();
}

std::string output_digest(const OutputSpec& spec, const ArtifactRef& artifact, const RunContext& context) {
  return spec.picture ? content_digest(picture_of(artifact, *spec.picture, context)) : content_digest(artifact.get());
}

}  // namespace weald::pipeline
