#pragma once
// glTF files that weald wrote, read by tinygltf.

#include <filesystem>

#include "data/artifact.h"

namespace weald::contract {

/// Checks a .glb or .gltf against the heightmap, mesh or scene that it was made from: the triangles and the box of
/// what stands in its scene, the levels of detail beside it, indices within range, unit normals, tangents where there
/// is a normal map, normals of two-sided materials before their faces, and alpha that is cut where the picture has it.
void check_gltf(const pipeline::Artifact& artifact, const std::filesystem::path& file);

}  // namespace weald::contract
