#pragma once
// Checks of written files against the artifact they were written from. Each function makes Catch2 assertions.

#include <filesystem>
#include <string>
#include <vector>

#include "engine/outputs/output.h"

namespace weald::contract {

/// What an OBJ of polygons must hold.
struct ExpectedObj {
  std::size_t positions = 0, uvs = 0, normals = 0, faces = 0, corners = 0, triangles = 0, objects = 0;
  struct Group {
    std::string name;
    std::size_t faces = 0;
    std::string material;  ///< its name in the artifact
    bool is_two_sided = false;
  };
  std::vector<Group> groups;  ///< with faces, in order

  /// Adds one copy of `mesh`, an object called `name`.
  void add(const mesh::Mesh& mesh, const std::string& name);
};

/// Checks the files that `spec` and `artifact` were written as in `folder`, with their sidecars.
void check_output(const pipeline::OutputSpec& spec, const pipeline::Artifact& artifact,
                  const std::filesystem::path& folder);

}  // namespace weald::contract
