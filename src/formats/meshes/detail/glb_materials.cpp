#include "formats/meshes/detail/glb_materials.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/srgb.h"
#include "formats/images/png_reader.h"
#include "formats/meshes/detail/obj_textures.h"

namespace weald::io {

namespace {

constexpr std::size_t kMaxMaterials = 60'000;  // indices of groups have 16 bits
constexpr double kMaxEmission = 1e5, kMaxUv = 1e6;
constexpr const char* kDiffuseTransmission = "KHR_materials_diffuse_transmission";

/// The number `owner[key]`, clamped to 0 .. 1.
double share_of(const GlbJson& owner, const char* key, double otherwise) {
  const auto found = owner.find(key);
  return found != owner.end() && found->is_number() ? std::clamp(found->get<double>(), 0.0, 1.0) : otherwise;
}

double number_of(const GlbJson& owner, const char* key, double otherwise) {
  const auto found = owner.find(key);
  return found != owner.end() && found->is_number() ? found->get<double>() : otherwise;
}

/// Entry `i` of a list of numbers, clamped to -most .. most, or to 0 .. 1 without `most`.
double component(const GlbJson& list, std::size_t i, double otherwise, std::optional<double> most = {}) {
  if (!list.is_array() || i >= list.size() || !list[i].is_number()) return otherwise;
  return std::clamp(list[i].get<double>(), most ? -*most : 0.0, most.value_or(1.0));
}

/// The sRGB colour of linear factors.
Vec3f colour_of(const GlbJson& owner, const char* key, const Vec3f& otherwise) {
  const auto factor = owner.find(key);
  Vec3f colour = otherwise;
  if (factor == owner.end()) return colour;
  for (std::size_t i = 0; i < 3; ++i) {
    const int c = static_cast<int>(i);
    const double linear = component(*factor, i, linear_of_srgb(static_cast<double>(otherwise[c])));
    colour[c] = static_cast<float>(srgb_of_linear(linear));
  }
  return colour;
}

const GlbJson& object_of(const GlbJson& owner, const char* key) {
  static const GlbJson kNothing = GlbJson::object();
  const auto found = owner.find(key);
  return found != owner.end() && found->is_object() ? *found : kNothing;
}

std::string text_of(const GlbJson& owner, const char* key, std::string otherwise) {
  const auto found = owner.find(key);
  return found != owner.end() && found->is_string() && !found->get_ref<const std::string&>().empty()
             ? found->get<std::string>()
             : std::move(otherwise);
}

class MaterialReader {
 public:
  MaterialReader(const GlbContent& content, std::vector<std::string>& warnings)
      : content_(content), warnings_(warnings) {}

  mesh::Material read(const GlbJson& entry, std::size_t number) {
    mesh::Material material;
    material.name = text_of(entry, "name", fmt::format("material_{}", number));
    const GlbJson& pbr = object_of(entry, "pbrMetallicRoughness");
    material.colour = colour_of(pbr, "baseColorFactor", Vec3f{1.0f});
    material.roughness = static_cast<float>(share_of(pbr, "roughnessFactor", 1));
    material.metallic = static_cast<float>(share_of(pbr, "metallicFactor", 1));
    material.two_sided = entry.value("doubleSided", GlbJson(false)) == GlbJson(true);
    material.texture = texture_of(pbr, "baseColorTexture");
    read_alpha(entry, pbr, material);
    material.normals = texture_of(entry, "normalTexture");
    material.occlusion = texture_of(entry, "occlusionTexture");
    material.metallic_roughness = texture_of(pbr, "metallicRoughnessTexture");
    material.emission = colour_of(entry, "emissiveFactor", Vec3f{0.0f});
    material.emission_texture = texture_of(entry, "emissiveTexture");
    const GlbJson& extensions = object_of(entry, "extensions");
    material.emission_strength = static_cast<float>(std::clamp(
        number_of(object_of(extensions, "KHR_materials_emissive_strength"), "emissiveStrength", 1), 0.0, kMaxEmission));
    read_transform(entry, pbr, material);
    const GlbJson& transmission = object_of(extensions, kDiffuseTransmission);
    if (transmission.contains("diffuseTransmissionFactor"))
      material.translucency = static_cast<float>(share_of(transmission, "diffuseTransmissionFactor", 0));
    return material;
  }

 private:
  /// Alpha is used only if the mode is MASK or BLEND.
  static void read_alpha(const GlbJson& entry, const GlbJson& pbr, mesh::Material& material) {
    const std::string mode = text_of(entry, "alphaMode", "OPAQUE");
    if (mode == "OPAQUE") return;
    if (material.texture) material.texture->cutout = static_cast<float>(share_of(entry, "alphaCutoff", 0.5));
    const auto factor = pbr.find("baseColorFactor");
    if (mode == "BLEND" && factor != pbr.end()) material.opacity = static_cast<float>(component(*factor, 3, 1));
  }

  /// Reads the scale and offset of the textures. All textures use those of the first; rotations are ignored.
  void read_transform(const GlbJson& entry, const GlbJson& pbr, mesh::Material& material) {
    std::optional<GlbJson> first;
    for (const GlbJson* info : {&object_of(pbr, "baseColorTexture"), &object_of(pbr, "metallicRoughnessTexture"),
                                &object_of(entry, "normalTexture"), &object_of(entry, "occlusionTexture"),
                                &object_of(entry, "emissiveTexture")}) {
      if (info->empty()) continue;
      const GlbJson& transform = object_of(object_of(*info, "extensions"), "KHR_texture_transform");
      if (!first) {
        first = transform;
        continue;
      }
      if (*first == transform) continue;
      warnings_.push_back(
          fmt::format("the textures of material '{}' have different transforms: all use the transform of the first",
                      material.name));
      break;
    }
    if (!first || first->empty()) return;
    if (number_of(*first, "rotation", 0) != 0)
      warnings_.push_back(fmt::format("the rotation of the textures of material '{}' is ignored", material.name));
    const auto pair = [&](const char* key, double otherwise) {
      const auto found = first->find(key);
      return found == first->end()
                 ? Vec2{otherwise}
                 : Vec2{component(*found, 0, otherwise, kMaxUv), component(*found, 1, otherwise, kMaxUv)};
    };
    const Vec2 scale = pair("scale", 1), offset = pair("offset", 0);
    material.uv_scale = Vec2f{scale};
    material.uv_offset = Vec2f{Vec2{offset.x, 1 - scale.y - offset.y}};  // glTF's v grows downwards
  }

  std::optional<mesh::Texture> texture_of(const GlbJson& owner, const char* key) {
    const GlbJson& info = object_of(owner, key);
    if (info.empty()) return std::nullopt;
    const GlbJson* texture = content_.entry("textures", info, "index");
    const GlbJson* image = texture != nullptr ? content_.entry("images", *texture, "source") : nullptr;
    if (image == nullptr) return std::nullopt;
    const auto [known, is_new] = pictures_.try_emplace(image);
    if (is_new) known->second = decode(*image);
    if (known->second == nullptr) return std::nullopt;
    return mesh::Texture{text_of(*image, "name", "texture"), known->second, 0.0f};
  }

  std::shared_ptr<const Image> decode(const GlbJson& image) {
    const std::string name = text_of(image, "name", "texture");
    const GlbJson* view = content_.entry("bufferViews", image, "bufferView");
    if (view == nullptr) return left_out(name, "it is not in the file");
    const std::string_view bytes = content_.view(*view);
    if (!is_png(bytes)) return left_out(name, "it is not a PNG");
    try {
      const PngHeader header = png_header(bytes, name);
      const auto pixels = static_cast<std::uint64_t>(header.width) * static_cast<std::uint64_t>(header.height);
      if (std::max(header.width, header.height) > mesh::kMaxTextureSide || pixels > kMaxTexturePixels - pixels_)
        return left_out(name, "it is too large");
      pixels_ += pixels;
      return std::make_shared<const Image>(decode_png(bytes, name));
    } catch (const IoError& error) {
      return left_out(name, error.what());
    }
  }

  std::shared_ptr<const Image> left_out(const std::string& name, std::string_view why) {
    warnings_.push_back(fmt::format("the picture '{}' is ignored: {}", name, why));
    return nullptr;
  }

  const GlbContent& content_;
  std::vector<std::string>& warnings_;
  std::map<const GlbJson*, std::shared_ptr<const Image>> pictures_;
  std::uint64_t pixels_ = 0;
};

}  // namespace

std::vector<mesh::Material> glb_materials(const GlbContent& content, std::vector<std::string>& warnings) {
  MaterialReader reader(content, warnings);
  std::vector<mesh::Material> materials;
  const auto list = content.document().find("materials");
  const std::size_t count = list != content.document().end() && list->is_array() ? list->size() : 0;
  if (count > kMaxMaterials) content.fail(fmt::format("it has more than {} materials", kMaxMaterials));
  for (std::size_t i = 0; i < count; ++i) materials.push_back(reader.read(content.entry("materials", i), i));
  materials.emplace_back();
  return materials;
}

}  // namespace weald::io
