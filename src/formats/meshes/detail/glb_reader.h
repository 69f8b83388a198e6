#pragma once
// Reading GLB files (binary glTF 2.0).

#include <cstddef>
#include <string>
#include <string_view>

#include "formats/meshes/mesh_file.h"

namespace weald::io {

/// Most corners that the copies of a file's meshes may have together.
inline constexpr std::size_t kMaxGlbCorners = std::size_t{1} << 27;

/// Reads a GLB file in memory; `name` is its name in messages. The triangles of all nodes of its scene, and of
/// instances of EXT_mesh_gpu_instancing, are transformed to their positions: each copy of a mesh becomes separate
/// triangles. The faces of a material form a group of its name. Materials keep their colour, roughness, metallic,
/// emission, opacity, pictures (PNG) with scale and offset, cutout and translucency. COLOR_0 is converted from linear
/// to sRGB, and _WIND is read as wind data. Lines, points, other pictures and unknown attributes are ignored with a
/// warning. Errors: IoError if the file is not a GLB file, is truncated, refers to missing entries, requires an
/// unsupported extension, or has no triangle. Source: [gltf-spec].
MeshFile parse_glb(std::string_view bytes, const std::string& name);

}  // namespace weald::io
