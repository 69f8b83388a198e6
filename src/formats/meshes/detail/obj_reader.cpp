#include "formats/meshes/detail/obj_reader.h"

#include <algorithm>
#include <cmath>
#include <istream>
#include <map>
#include <optional>
#include <streambuf>
#include <utility>

#include <fmt/format.h>
#include <tiny_obj_loader.h>

#include "base/check.h"
#include "base/error.h"
#include "formats/files/read_file.h"
#include "formats/meshes/detail/mtl_reader.h"
#include "formats/meshes/detail/obj_text.h"
#include "formats/meshes/detail/obj_textures.h"
#include "methods/mesh/analysis.h"

namespace weald::io {

namespace {

constexpr std::size_t kMaxGroups = 0xFFFF;

/// Passes runs of lines to a stream without copying them, with line ends between them.
class RunsBuffer : public std::streambuf {
 public:
  explicit RunsBuffer(const std::vector<std::string_view>& runs) : runs_(runs) {}

 protected:
  int_type underflow() override {
    if (next_ == runs_.size()) return traits_type::eof();
    const std::string_view part = is_line_end_ ? "\n" : runs_[next_];
    if (is_line_end_) ++next_;
    is_line_end_ = !is_line_end_;
    char* const begin = const_cast<char*>(part.data());  // required by setg(); an input stream does not write
    setg(begin, begin, begin + part.size());
    return traits_type::to_int_type(part.front());
  }

 private:
  const std::vector<std::string_view>& runs_;
  std::size_t next_ = 0;
  bool is_line_end_ = false;
};

/// Makes polygons of the faces that tinyobjloader passes one by one, with indices as in the file. Its callbacks are C
/// functions, so errors in them are stored and thrown afterwards.
class SoupMaker {
 public:
  SoupMaker(const ObjText& text, mesh::Soup& soup) : text_(text), soup_(soup) {
    soup_.groups.clear();
    soup_.face_begin.reserve(text.face_lines.size() + 1);
    soup_.corners.reserve(text.corners);
  }

  void run() {
    RunsBuffer buffer(text_.faces.runs);
    std::istream faces(&buffer);
    tinyobj::callback_t callbacks;
    callbacks.index_cb = [](void* self, tinyobj::index_t* corners, int count) {
      static_cast<SoupMaker*>(self)->add_face(corners, count);
    };
    std::string warnings, errors;
    WEALD_CHECK(tinyobj::LoadObjWithCallback(faces, callbacks, this, nullptr, &warnings, &errors));
    WEALD_CHECK(soup_.face_count() == text_.face_lines.size() && soup_.corners.size() == text_.corners);
    if (too_many_groups_) throw IoError(fmt::format("there are more than {} groups", kMaxGroups));
    complete();
  }

  /// The material that group `g` uses, as an index into ObjText::materials; unset if the file names none.
  std::optional<std::uint32_t> material_of(std::size_t g) const { return group_keys_[g].second; }
  std::optional<std::uint32_t> name_of(std::size_t g) const { return group_keys_[g].first; }

 private:
  using Key = std::pair<std::optional<std::uint32_t>, std::optional<std::uint32_t>>;  // group name, material

  /// An index that counts from 1; 0 means none, here and in tinyobjloader.
  static std::uint32_t counted(int index, std::uint32_t pool) {
    return index < 0 ? pool + 1 - static_cast<std::uint32_t>(-index) : static_cast<std::uint32_t>(index);
  }

  /// Advances `passed` beyond the notes at or before the current face.
  template <class Note>
  void go_on(const std::vector<Note>& notes, std::size_t& passed) const {
    while (passed < notes.size() && notes[passed].face <= soup_.face_count()) ++passed;
  }

  void add_face(const tinyobj::index_t* corners, int count) {
    go_on(text_.pools, pools_passed_);
    go_on(text_.selections, selections_passed_);
    const ObjPools pools = pools_passed_ > 0 ? text_.pools[pools_passed_ - 1] : ObjPools{};
    for (int i = 0; i < count; ++i) {
      soup_.corners.push_back(counted(corners[i].vertex_index, pools.positions) - 1);
      uvs_.push_back(counted(corners[i].texcoord_index, pools.uvs));
      normals_.push_back(counted(corners[i].normal_index, pools.normals));
    }
    soup_.face_begin.push_back(static_cast<std::uint32_t>(soup_.corners.size()));
    soup_.face_groups.push_back(group_number());
  }

  std::uint16_t group_number() {
    const ObjSelection selected = selections_passed_ > 0 ? text_.selections[selections_passed_ - 1] : ObjSelection{};
    const Key key{selected.group, selected.material};
    const auto [entry, is_new] = groups_.try_emplace(key, group_keys_.size());
    if (is_new) group_keys_.push_back(key);
    too_many_groups_ = too_many_groups_ || entry->second >= kMaxGroups;
    return static_cast<std::uint16_t>(std::min(entry->second, kMaxGroups - 1));
  }

  /// Gives every corner a texture coordinate or a normal if any corner of the file has one.
  void complete() {
    const auto given = [](std::uint32_t index) { return index != 0; };
    if (std::any_of(uvs_.begin(), uvs_.end(), given)) {
      const auto none = static_cast<std::uint32_t>(soup_.uvs.size());
      if (std::find(uvs_.begin(), uvs_.end(), 0u) != uvs_.end()) soup_.uvs.emplace_back(0, 0);
      for (std::uint32_t& index : uvs_) index = index == 0 ? none : index - 1;
      soup_.corner_uvs = std::move(uvs_);
    } else {
      soup_.uvs.clear();
    }
    if (std::any_of(normals_.begin(), normals_.end(), given)) {
      for (std::uint32_t f = 0; f < soup_.face_count(); ++f) complete_normals(f);
      soup_.corner_normals = std::move(normals_);
    } else {
      soup_.normals.clear();
    }
  }

  void complete_normals(std::uint32_t f) {
    const bool missing = normals_[soup_.face_begin[f]] == 0;  // all corners of a face have the same form
    if (missing) soup_.normals.push_back(plane_normal(f));
    for (std::uint32_t i = soup_.face_begin[f]; i < soup_.face_begin[f + 1]; ++i) {
      normals_[i] = missing ? static_cast<std::uint32_t>(soup_.normals.size() - 1) : normals_[i] - 1;
    }
  }

  Vec3f plane_normal(std::uint32_t f) const {
    std::vector<Vec3> points;
    for (const std::uint32_t position : soup_.face(f)) points.emplace_back(soup_.positions[position]);
    return Vec3f(normalized_or(mesh::vector_area(points), Vec3{0, 1, 0}));
  }

  const ObjText& text_;
  mesh::Soup& soup_;
  std::size_t pools_passed_ = 0, selections_passed_ = 0;
  std::map<Key, std::size_t> groups_;
  std::vector<Key> group_keys_;
  std::vector<std::uint32_t> uvs_, normals_;
  bool too_many_groups_ = false;
};

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
std::map<std::string, mesh::Material> read_materials(const ObjText& text, const std::filesystem::path& folder,
                                                     std::vector<std::string>& warnings) {
  std::map<std::string, mesh::Material> result;
  TextureReader textures(warnings);
  for (const std::string& file : text.material_files) {
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

/// Scales normals to unit length; a normal without a direction becomes up.
void normalize(std::vector<Vec3f>& normals) {
  for (Vec3f& n : normals) {
    const double square = glm::dot(Vec3(n), Vec3(n));
    if (std::abs(square - 1) > 1e-5) n = Vec3f(normalized_or(Vec3(n), Vec3{0, 1, 0}));
  }
}

}  // namespace

ObjFile parse_obj(std::string_view bytes, const std::string& name, const std::filesystem::path& folder) {
  ObjText text = check_obj(bytes, name);
  ObjFile file;
  file.warnings = std::move(text.warnings);
  file.face_lines = text.face_lines;
  mesh::Soup& soup = file.soup;
  soup.positions = std::move(text.positions);
  soup.colours = std::move(text.colours);
  soup.uvs = std::move(text.uvs);
  soup.normals = std::move(text.normals);
  normalize(soup.normals);
  SoupMaker maker(text, soup);
  maker.run();

  const auto library = read_materials(text, folder, file.warnings);
  std::map<std::optional<std::uint32_t>, std::uint16_t> material_numbers;
  soup.materials.clear();
  const std::size_t groups = *std::max_element(soup.face_groups.begin(), soup.face_groups.end()) + std::size_t{1};
  for (std::size_t g = 0; g < groups; ++g) {
    const auto wanted = maker.material_of(g);
    const auto [entry, is_new] =
        material_numbers.try_emplace(wanted, static_cast<std::uint16_t>(soup.materials.size()));
    if (is_new) {
      mesh::Material material;
      if (wanted) {
        material.name = text.materials[*wanted];
        const auto known = library.find(material.name);
        if (known != library.end()) {
          material = known->second;
        } else {
          file.warnings.push_back(
              fmt::format("'{}' uses material '{}', which no material file defines", name, material.name));
        }
      }
      soup.materials.push_back(material);
    }
    const auto group_name = maker.name_of(g);
    soup.groups.push_back({group_name ? text.groups[*group_name] : "mesh", entry->second});
  }
  return file;
}

ObjFile read_obj(const std::filesystem::path& path) {
  return parse_obj(read_file(path, kMaxObjBytes), path.string(), path.parent_path());
}

}  // namespace weald::io
