#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/check.h"
#include "core/error.h"
#include "io/number_text.h"
#include "io/obj_materials.h"
#include "io/text_block.h"

namespace weald::io {

namespace {

void append_numbers(TextBlock& text, std::string_view key, std::initializer_list<float> values) {
  text.append(key);
  for (const float value : values) {
    char* out = text.room(1 + kNumberRoom);
    *out++ = ' ';
    text.end_at(write_float(out, value));
  }
  text.append("\n");
}

/// Programs that are told of opacity in a picture without alpha read its colours for it.
bool cuts_holes(const mesh::Texture& texture) {
  const auto pixels = texture.image->pixels.values();
  return texture.cutout > 0.0f && std::any_of(pixels.begin(), pixels.end(), [](const Rgba8& p) { return p.a != 255; });
}

/// Index of the picture, or their number where it is not among them.
std::size_t place_of(const std::shared_ptr<const Image>& image, std::span<const ObjTexture> among) {
  const auto found = std::find_if(among.begin(), among.end(),
                                  [&](const ObjTexture& other) { return mesh::same_picture(image, other.image); });
  return static_cast<std::size_t>(found - among.begin());
}

}  // namespace

std::string sanitized_name(std::string_view name) {
  std::string result(name.empty() ? "unnamed" : name);
  for (char& c : result) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x20 || byte == 0x7F || c == '#' || c == '\\') c = '_';
  }
  return result;
}

ObjMaterials collect_materials(std::span<const ObjPart> parts) {
  ObjMaterials result;
  std::set<std::string> names;
  std::map<std::string, std::vector<std::size_t>> by_name;  // of the materials: an imported mesh may have thousands
  const auto index_of = [&](const mesh::Material& material) {
    std::vector<std::size_t>& namesakes = by_name[material.name];
    for (const std::size_t known : namesakes) {
      if (result.all[known].material == material) return known;
    }
    namesakes.push_back(result.all.size());
    const std::string base = sanitized_name(material.name);
    std::string name = base;
    for (int copy = 2; !names.insert(name).second; ++copy) name = base + "_" + std::to_string(copy);
    result.all.push_back({name, material});
    return result.all.size() - 1;
  };
  for (const ObjPart& part : parts) {
    const auto [entry, is_new] = result.of_mesh.try_emplace(part.mesh);
    if (!is_new) continue;
    for (const mesh::Material& material : part.mesh->materials) entry->second.push_back(index_of(material));
  }
  return result;
}

std::vector<ObjTexture> textures_of(std::span<const ObjPart> parts) {
  std::vector<ObjTexture> textures;
  for (const ObjMaterial& entry : collect_materials(parts).all) {
    for (const auto& texture : {entry.material.texture, entry.material.normals}) {
      if (!texture) continue;
      const std::size_t place = place_of(texture->image, textures);
      if (place == textures.size()) textures.push_back({texture->image, {}});
      std::vector<std::string>& names = textures[place].names;
      if (std::find(names.begin(), names.end(), texture->name) == names.end()) names.push_back(texture->name);
    }
  }
  return textures;
}

void write_mtl(std::span<const ObjPart> parts, Sink& sink, std::span<const ObjTextureFile> texture_files) {
  const auto textures = texture_files.empty() ? std::vector<ObjTexture>{} : textures_of(parts);
  WEALD_CHECK(textures.size() == texture_files.size());
  TextBlock text;
  text.append("# weald\n");
  for (const auto& [name, material] : collect_materials(parts).all) {
    const Vec3f& kd = material.colour;
    if (!std::isfinite(kd.r) || !std::isfinite(kd.g) || !std::isfinite(kd.b) || !std::isfinite(material.roughness)) {
      throw StageError("material '" + material.name + "' has a number that is not finite");
    }
    const float gloss = 1.0f - std::clamp(material.roughness, 0.0f, 1.0f);
    text.append("\nnewmtl " + name + "\n");
    append_numbers(text, "Kd", {kd.r, kd.g, kd.b});
    append_numbers(text, "Ks", {0.04f, 0.04f, 0.04f});  // what plain matter reflects head-on
    append_numbers(text, "Ns", {1000.0f * gloss * gloss});
    append_numbers(text, "Pr", {material.roughness});
    append_numbers(text, "d", {1.0f});
    text.append("illum 2\n");
    if (textures.empty()) continue;
    const auto file_of = [&](const mesh::Texture& texture) -> const ObjTextureFile& {
      return texture_files[place_of(texture.image, textures)];
    };
    if (material.texture) {
      const ObjTextureFile& file = file_of(*material.texture);
      text.append(fmt::format("map_Kd {}\n", file.colour));
      if (cuts_holes(*material.texture))
        text.append(fmt::format("map_d {}\n", file.opacity.empty() ? file.colour : file.opacity));
    }
    if (material.normals) {
      const std::string& file = file_of(*material.normals).colour;
      text.append(fmt::format("norm {0}\nmap_bump {0}\n", file));  // some know no capital letter, some no options
    }
  }
  sink.append(text.view());
}

}  // namespace weald::io
