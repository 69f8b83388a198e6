#pragma once
// How the materials of meshes map to those of an OBJ file.

#include <map>
#include <span>
#include <string>
#include <vector>

#include "formats/meshes/obj_writer.h"

namespace weald::io {

/// A material under its name in the files.
struct ObjMaterial {
  std::string name;  ///< unique in the file
  mesh::Material material;
};

/// The materials of one file.
struct ObjMaterials {
  std::vector<ObjMaterial> all;                                   ///< in order of first use
  std::map<const mesh::Mesh*, std::vector<std::size_t>> of_mesh;  ///< index into `all` per material of the mesh
};

/// Whether all numbers of a material are finite, so that it can be written.
bool has_finite_numbers(const mesh::Material& material);

/// The materials of `parts`; equal materials share an entry, different materials of the same name get the suffixes
/// `_2`, `_3` ...
ObjMaterials collect_materials(std::span<const ObjPart> parts);

}  // namespace weald::io
