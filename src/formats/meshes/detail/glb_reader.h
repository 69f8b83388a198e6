#pragma once
// Reading GLB files (binary glTF 2.0).

#include <cstddef>
#include <string>
#include <string_view>

#include "formats/meshes/mesh_file.h"

namespace weald::io {

/// Most corners that the copies of a file's meshes may have together.
inline constexpr std::size_t kMaxGlbCorners = std::size_t{1} << 27;

/// Reads a GLB file in memory; `name` stands for it in messages. The triangles of all nodes of its scene are taken to
/// their places, EXT_mesh_gpu_instancing included: copies of a mesh are written out. The faces of a material are a
/// group of its name. Materials have their colour, roughness, metallic, emission, opacity, pictures (PNG) with their
/// scale and offset, cutout and translucency; COLOR_0 is linear there and becomes sRGB, _WIND the wind. Lines, points,
/// other pictures, and attributes that weald does not have are passed over with a warning. Errors: IoError for what is
/// no GLB file, is cut short, refers to what is not there, needs an extension that is not read (such as a compression),
/// or has no triangle. Source: [gltf-spec].
MeshFile parse_glb(std::string_view bytes, const std::string& name);

}  // namespace weald::io
