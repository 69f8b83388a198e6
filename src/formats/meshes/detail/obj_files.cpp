#include "formats/meshes/detail/obj_files.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <sstream>
#include <string_view>

#include <tiny_obj_loader.h>

#include "base/error.h"
#include "formats/files/read_file.h"
#include "formats/meshes/detail/obj_reader.h"

namespace weald::io {

namespace {

constexpr std::string_view kBlanks = " \t\v\f";

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

/// The text of a file; empty if it cannot be read, which is reported when the mesh is read.
std::string text_or_nothing(const std::filesystem::path& path, std::size_t limit) {
  try {
    return read_file(path, limit);
  } catch (const IoError&) {
    return {};
  }
}

/// The names in `mtllib` lines. The whole text is searched for this word, which is faster than reading each line.
std::vector<std::string> material_files(std::string_view obj) {
  constexpr std::string_view kKey = "mtllib";
  std::vector<std::string> names;
  if (obj.starts_with("\xEF\xBB\xBF")) obj.remove_prefix(3);  // byte order mark
  for (std::size_t at = obj.find(kKey); at != std::string_view::npos; at = obj.find(kKey, at + kKey.size())) {
    const std::size_t before = obj.substr(0, at).find_last_not_of(kBlanks);
    const bool starts_line = before == std::string_view::npos || obj[before] == '\n' || obj[before] == '\r';
    std::string_view line = obj.substr(at + kKey.size());
    line = line.substr(0, line.find_first_of("\r\n"));
    const std::size_t first = line.find_first_not_of(kBlanks);
    if (!starts_line || first == 0 || first == std::string_view::npos) continue;
    add_once(names, std::string(line.substr(first, line.find_last_not_of(kBlanks) + 1 - first)));
  }
  return names;
}

std::vector<std::string> textures(const std::string& mtl) {
  std::istringstream stream(mtl);
  std::map<std::string, int> numbers;
  std::vector<tinyobj::material_t> materials;
  std::string warning, error;
  tinyobj::LoadMtl(&numbers, &materials, &stream, &warning, &error);
  std::vector<std::string> names;
  for (const tinyobj::material_t& material : materials) {
    for (const std::string& name :
         {material.diffuse_texname, material.alpha_texname, material.normal_texname, material.bump_texname,
          material.roughness_texname, material.metallic_texname, material.emissive_texname}) {
      if (!name.empty()) add_once(names, name);
    }
  }
  return names;
}

}  // namespace

std::vector<std::string> files_of_obj(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.parent_path();
  std::vector<std::string> files{path.string()};
  for (const std::string& name : material_files(text_or_nothing(path, kMaxObjBytes))) {
    const std::filesystem::path materials = folder / name;
    add_once(files, materials.string());
    for (const std::string& texture : textures(text_or_nothing(materials, kMaxMtlBytes)))
      add_once(files, (materials.parent_path() / texture).string());
  }
  return files;
}

}  // namespace weald::io
