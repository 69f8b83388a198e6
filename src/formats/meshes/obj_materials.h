#pragma once
// Which material of an OBJ file each mesh's materials are.

#include <map>
#include <span>
#include <string>
#include <vector>

#include "formats/meshes/obj_writer.h"

namespace weald::io {

/// A material as the files name it.
struct ObjMaterial {
  std::string name;  ///< unique in the file
  mesh::Material material;
};

/// The materials of one file.
struct ObjMaterials {
  std::vector<ObjMaterial> all;                                   ///< in order of first use
  std::map<const mesh::Mesh*, std::vector<std::size_t>> of_mesh;  ///< index into `all` per material of the mesh
};

/// Whether all numbers of a material can be written.
bool has_finite_numbers(const mesh::Material& material);

/// The materials of `parts`; equal ones share an entry, different ones of one name get `_2`, `_3` ... behind it.
ObjMaterials collect_materials(std::span<const ObjPart> parts);

}  // namespace weald::io
