#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/check.h"
#include "base/error.h"
#include "base/math/srgb.h"
#include "formats/files/number_text.h"
#include "formats/files/text_block.h"
#include "formats/meshes/obj_writer.h"

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

/// Whether a texture with a cutout has pixels that are not opaque. Otherwise no opacity is written: programs read
/// opacity from the colours of a picture without alpha.
bool cuts_holes(const mesh::Texture& texture) {
  const auto pixels = texture.image->pixels.values();
  return texture.cutout > 0.0f && std::any_of(pixels.begin(), pixels.end(), [](const Rgba8& p) { return p.a != 255; });
}

/// Index of the picture in `among`, or the size of `among` if it is not there.
std::size_t place_of(const std::shared_ptr<const Image>& image, std::span<const ObjTexture> among) {
  const auto found = std::find_if(among.begin(), among.end(),
                                  [&](const ObjTexture& other) { return mesh::same_picture(image, other.image); });
  return static_cast<std::size_t>(found - among.begin());
}

/// The emitted light: sRGB like other colours, with the same curve continued above 1.
Vec3f emitted(const mesh::Material& material) {
  if (material.emission_strength == 1.0f) return material.emission;
  Vec3f result{0.0f};
  for (int i = 0; i < 3; ++i) {
    const double light = linear_of_srgb(std::clamp(static_cast<double>(material.emission[i]), 0.0, 1.0));
    result[i] = static_cast<float>(srgb_of_linear(light * static_cast<double>(material.emission_strength)));
  }
  return result;
}

void append_factors(const mesh::Material& material, TextBlock& text) {
  constexpr float kPlain = 0.04f;  // reflectance of a dielectric at normal incidence
  const Vec3f& kd = material.colour;
  const float gloss = 1.0f - std::clamp(material.roughness, 0.0f, 1.0f);
  const Vec3f ks = material.metallic > 0.0f ? Vec3f{kPlain} + (kd - kPlain) * material.metallic : Vec3f{kPlain};
  append_numbers(text, "Kd", {kd.r, kd.g, kd.b});
  append_numbers(text, "Ks", {ks.r, ks.g, ks.b});
  append_numbers(text, "Ns", {1000.0f * gloss * gloss});
  append_numbers(text, "Pr", {material.roughness});
  if (material.metallic > 0.0f) append_numbers(text, "Pm", {material.metallic});
  if (material.emission != Vec3f{0.0f}) {
    const Vec3f ke = emitted(material);
    append_numbers(text, "Ke", {ke.r, ke.g, ke.b});
  }
  append_numbers(text, "d", {material.opacity});
  text.append("illum 2\n");
}

template <class FileOf>
void append_maps(const mesh::Material& material, FileOf&& file_of, TextBlock& text) {
  if (material.texture) {
    const ObjTextureFile& file = file_of(*material.texture);
    text.append(fmt::format("map_Kd {}\n", file.colour));
    if (cuts_holes(*material.texture))
      text.append(fmt::format("map_d {}\n", file.opacity.empty() ? file.colour : file.opacity));
  }
  if (material.normals) {
    const std::string& file = file_of(*material.normals).colour;
    text.append(fmt::format("norm {0}\nmap_bump {0}\n", file));  // some programs do not know `map_Bump`
  }
  if (material.metallic_roughness) {
    const std::string& file = file_of(*material.metallic_roughness).colour;
    text.append(fmt::format("map_Pr -imfchan g {0}\nmap_Pm -imfchan b {0}\n", file));
  }
  if (material.emission_texture) text.append(fmt::format("map_Ke {}\n", file_of(*material.emission_texture).colour));
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

bool has_finite_numbers(const mesh::Material& material) {
  return is_finite(material.colour) && is_finite(material.emission) && std::isfinite(material.roughness) &&
         std::isfinite(material.metallic) && std::isfinite(material.emission_strength) &&
         std::isfinite(material.opacity) && std::isfinite(material.uv_scale.x + material.uv_scale.y) &&
         std::isfinite(material.uv_offset.x + material.uv_offset.y);
}

std::string tinted_name(const std::string& name, const scene::Tint& tint) {
  return fmt::format("{}_{:02x}{:02x}{:02x}", name, tint.red, tint.green, tint.blue);
}

ObjMaterials collect_materials(std::span<const ObjPart> parts) {
  ObjMaterials result;
  std::set<std::string> names;
  std::map<std::string, std::vector<std::size_t>> by_name;  // for imported meshes with thousands
  const auto index_of = [&](const mesh::Material& material, const std::string& prefix) {
    std::vector<std::size_t>& namesakes = by_name[prefix + material.name];
    for (const std::size_t known : namesakes) {
      if (result.all[known].material == material) return known;
    }
    namesakes.push_back(result.all.size());
    const std::string base = sanitized_name(prefix + material.name);
    std::string name = base;
    for (int copy = 2; !names.insert(name).second; ++copy) name = base + "_" + std::to_string(copy);
    result.all.push_back({name, material});
    return result.all.size() - 1;
  };
  for (const ObjPart& part : parts) {
    const auto [entry, is_new] = result.of_mesh.try_emplace({part.mesh, part.tint});
    if (!is_new) continue;
    for (mesh::Material material : part.mesh->materials) {
      if (part.tint != scene::Tint{}) {
        material.colour = scene::tinted(material.colour, part.tint);
        material.name = tinted_name(material.name, part.tint);
      }
      entry->second.push_back(index_of(material, part.material_prefix));
    }
  }
  return result;
}

std::vector<ObjTexture> textures_of(std::span<const ObjPart> parts) {
  std::vector<ObjTexture> textures;
  for (const ObjMaterial& entry : collect_materials(parts).all) {
    for (const mesh::Texture* texture : mesh::textures_of(entry.material)) {
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
    if (!has_finite_numbers(material))
      throw StageError("material '" + material.name + "' has a number that is not finite");
    text.append("\nnewmtl " + name + "\n");
    append_factors(material, text);
    if (textures.empty()) continue;
    append_maps(
        material,
        [&](const mesh::Texture& texture) -> const ObjTextureFile& {
          return texture_files[place_of(texture.image, textures)];
        },
        text);
  }
  sink.append(text.view());
}

}  // namespace weald::io
