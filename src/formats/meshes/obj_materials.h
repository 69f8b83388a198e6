#pragma once
// How the materials of meshes map to those of an OBJ file.

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "formats/meshes/obj_writer.h"

namespace weald::io {

/// A material under its name in the files.
struct ObjMaterial {
  std::string name;  ///< unique in the file
  mesh::Material material;
};

/// The name of a material that is multiplied by a tint: the tint follows in hexadecimal digits.
std::string tinted_name(const std::string& name, const scene::Tint& tint);

/// The materials of one file.
struct ObjMaterials {
  std::vector<ObjMaterial> all;  ///< in order of first use
  /// Index into `all` per material of a mesh with a tint.
  std::map<std::pair<const mesh::Mesh*, scene::Tint>, std::vector<std::size_t>> of_mesh;
};

/// Whether all numbers of a material are finite, so that it can be written.
bool has_finite_numbers(const mesh::Material& material);

/// The materials of `parts`; equal materials share an entry, different materials of the same name get the suffixes
/// `_2`, `_3` ...
ObjMaterials collect_materials(std::span<const ObjPart> parts);

}  // namespace weald::io
