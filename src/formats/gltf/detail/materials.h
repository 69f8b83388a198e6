#pragma once
// Materials: the materials, textures and pictures of a glTF file.

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "data/mesh.h"
#include "formats/gltf/detail/binary.h"
#include "formats/gltf/detail/model.h"
#include "formats/meshes/obj_writer.h"

namespace weald::gltf {

/// The meshes of `model` that have a copy, in the order in which copies first occur in the scene, as in an OBJ:
/// materials of the same name are numbered in this order.
std::vector<io::ObjPart> parts_of(const Model& model);

/// The materials of all meshes of a file, without duplicates, and their pictures, each once.
class MaterialTable {
 public:
  /// `parts` name the meshes, which must outlive the table. `files` name the files of io::textures_of(parts), relative
  /// to the folder of the glTF file; empty: the pictures go into the binary. Errors: StageError if a number of a
  /// material is not finite.
  MaterialTable(std::span<const io::ObjPart> parts, std::span<const std::string> files);

  /// Index in the file of a material of a mesh. Triangles without UVs get the same material without pictures. Pre: the
  /// mesh is one of the parts.
  std::size_t index_of(const mesh::Mesh& mesh, std::size_t material, bool has_uvs);
  /// Index of the material `index` multiplied by a tint, under its name with the tint in hexadecimal digits.
  std::size_t tinted(std::size_t index, const scene::Tint& tint);
  /// Adds the pictures to `binary`, unless they have files, and `materials`, `textures`, `images` and `samplers`, if
  /// there are any, to `document`; records extensions in `used`.
  void write(Binary& binary, Json& document, std::set<std::string>& used);

 private:
  Json material(const mesh::Material& material, const std::string& name, std::set<std::string>& used) const;
  Json texture_info(const mesh::Material& material, const mesh::Texture& texture, std::set<std::string>& used) const;
  void add_pictures(const mesh::Material& material, Json& result, std::set<std::string>& used) const;
  void add_extensions(const mesh::Material& material, Json& result, std::set<std::string>& used) const;
  std::size_t picture_of(const mesh::Texture& texture) const;

  std::vector<io::ObjTexture> pictures_;
  std::vector<bool> repeats_;  // of the pictures
  std::vector<std::string> files_;
  std::vector<std::string> encoded_;  // PNG files of the pictures
  std::vector<std::pair<std::string, mesh::Material>> materials_;
  std::map<const mesh::Mesh*, std::vector<std::size_t>> of_mesh_;
  std::map<std::size_t, std::size_t> plain_;  // per material with pictures: the same material without them
  std::map<std::pair<std::size_t, std::string>, std::size_t> tinted_;  // per material and name of the tinted one
};

}  // namespace weald::gltf
