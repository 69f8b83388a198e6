#include "formats/meshes/detail/obj_reader.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "formats/files/read_file.h"
#include "formats/meshes/detail/mtl_reader.h"
#include "formats/meshes/detail/obj_geometry.h"
#include "formats/meshes/detail/obj_scanner.h"
#include "formats/meshes/detail/obj_textures.h"

namespace weald::io {

namespace {

mesh::Material material_of(const MtlMaterial& given, const std::filesystem::path& folder, TextureReader& textures) {
  mesh::Material material{.name = given.name, .colour = given.colour, .roughness = given.roughness};
  material.texture = textures.read(folder, given.colour_texture, given.alpha_texture);
  material.normals = textures.read_normals(folder, given.normal_texture, given.bump_texture);
  material.metallic = given.metallic;
  material.opacity = given.opacity;
  material.emission = given.emission;
  material.emission_strength = given.emission_strength;
  material.metallic_roughness = textures.read_packed(folder, given.roughness_texture, given.metallic_texture);
  material.emission_texture = textures.read(folder, given.emission_texture, {});
  return material;
}

/// The materials of the files that `mtllib` names, by name. The first material of a name is used.
std::map<std::string, mesh::Material> read_materials(const std::vector<std::string>& files,
                                                     const std::filesystem::path& folder,
                                                     std::vector<std::string>& warnings) {
  std::map<std::string, mesh::Material> result;
  TextureReader textures(warnings);
  for (const std::string& file : files) {
    const std::filesystem::path path = folder / file;
    if (const std::string why = why_unreadable(path); !why.empty()) {
      warnings.push_back(
          fmt::format("cannot read material file '{}': {}; default materials are used", path.string(), why));
      continue;
    }
    const std::string bytes = read_file(path, kMaxMtlBytes);
    for (const MtlMaterial& m : parse_mtl(bytes, path.string(), warnings)) {
      if (result.contains(m.name)) continue;
      result.emplace(m.name, material_of(m, path.parent_path(), textures));
    }
  }
  return result;
}

/// The text of a file; empty if it cannot be read, which is reported when the mesh is read.
std::string text_or_nothing(const std::filesystem::path& path, std::size_t limit) {
  try {
    return read_file(path, limit);
  } catch (const IoError&) {
    return {};
  }
}

/// The names in `mtllib` lines, up to a line that is no text, each once.
std::vector<std::string> material_files(const std::filesystem::path& path) {
  const std::string text = text_or_nothing(path, kMaxObjBytes), name = path.string();
  std::vector<std::string> names;
  ObjScanner scanner(text, name);
  try {
    while (scanner.next_line()) {
      if (scanner.word().text != "mtllib") continue;
      const std::string_view file = scanner.rest().text;
      if (std::ranges::find(names, file) == names.end()) names.emplace_back(file);
    }
  } catch (const IoError&) {  // reported when the mesh is read
  }
  return names;
}

}  // namespace

ObjFile parse_obj(std::string_view text, const std::string& name, const std::filesystem::path& folder) {
  auto [file, material_names, material_files] = parse_obj_geometry(text, name);
  const auto library = read_materials(material_files, folder, file.warnings);
  for (std::size_t i = 0; i < file.soup.materials.size(); ++i) {
    const std::optional<std::string>& wanted = material_names[i];
    if (!wanted) continue;
    if (const auto known = library.find(*wanted); known != library.end())
      file.soup.materials[i] = known->second;
    else
      file.warnings.push_back(fmt::format("'{}' uses material '{}', which no material file defines", name, *wanted));
  }
  return std::move(file);
}

void check_obj(std::string_view text, const std::string& name) { parse_obj_geometry(text, name); }

std::vector<std::string> files_of_obj(const std::filesystem::path& path) {
  std::vector<std::string> files{path.string()};
  const auto add = [&](const std::filesystem::path& file) {
    if (std::ranges::find(files, file.string()) == files.end()) files.push_back(file.string());
  };
  for (const std::string& name : material_files(path)) {
    const std::filesystem::path materials = path.parent_path() / name;
    add(materials);
    std::vector<std::string> warnings;  // reported when the mesh is read
    for (const MtlMaterial& m : parse_mtl(text_or_nothing(materials, kMaxMtlBytes), materials.string(), warnings))
      for (const std::string& texture : {m.colour_texture, m.alpha_texture, m.normal_texture, m.bump_texture,
                                         m.roughness_texture, m.metallic_texture, m.emission_texture})
        if (!texture.empty()) add(materials.parent_path() / texture);
  }
  return files;
}

}  // namespace weald::io
