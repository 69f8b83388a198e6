#pragma once
// What the harnesses of mesh files ask of what was read.

#include <string_view>

#include "base/error.h"
#include "formats/meshes/mesh_file.h"
#include "harness.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"

namespace weald::fuzz {

/// Requires that all corners of a file's faces refer to what is there, and that a sound mesh is built from them, which
/// is returned.
inline mesh::Mesh require_mesh(io::MeshFile file) {
  const mesh::Soup& soup = file.soup;
  require(soup.face_count() == file.face_places.size(), "every face has its place");
  for (const std::uint32_t corner : soup.corners) require(corner < soup.positions.size(), "corners are in range");
  for (const Vec3f& p : soup.positions) require(is_finite(p), "positions are finite");
  for (const std::string& warning : file.warnings) require(!warning.empty(), "a warning says something");
  mesh::BuildResult result = mesh::build_mesh(std::move(file.soup), mesh::NonManifold::split);
  require(!result.refused, "a mesh is built from whatever is read");
  require(mesh::check(result.mesh).ok(), "a mesh that was built has no fault");
  return std::move(result.mesh);
}

}  // namespace weald::fuzz
