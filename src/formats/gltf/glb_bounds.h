#pragma once
// The box around what a GLB file shows, from the head of the file alone.

#include <filesystem>

#include "base/math/vec.h"

namespace weald::io {

/// The bounds of all meshes of the scene of a GLB file, metres: from the bounds of their positions that the file names,
/// and the places of their nodes. Empty for a scene without meshes. Errors: IoError if the file cannot be read, is no
/// sound GLB, or has nodes that are turned or more than 64 deep.
Bounds glb_bounds(const std::filesystem::path& path);

}  // namespace weald::io
