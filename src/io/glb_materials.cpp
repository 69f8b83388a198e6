#include "io/glb_materials.h"

#include <algorithm>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "core/error.h"
#include "core/srgb.h"
#include "io/obj_textures.h"
#include "io/png_reader.h"

namespace weald::io {

namespace {

constexpr std::size_t kMostMaterials = 60'000;  // groups are counted with 16 bits
constexpr const char* kDiffuseTransmission = "KHR_materials_diffuse_transmission";

/// The number of `owner[key]`, within 0 and 1.
double share_of(const GlbJson& owner, const char* key, double otherwise) {
  const auto found = owner.find(key);
  return found != owner.end() && found->is_number() ? std::clamp(found->get<double>(), 0.0, 1.0) : otherwise;
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
    material.colour = {1, 1, 1};
    if (const auto factor = pbr.find("baseColorFactor"); factor != pbr.end() && factor->is_array()) {
      for (std::size_t i = 0; i < 3 && i < factor->size(); ++i) {
        if ((*factor)[i].is_number())
          material.colour[static_cast<int>(i)] =
              static_cast<float>(srgb_of_linear(std::clamp((*factor)[i].get<double>(), 0.0, 1.0)));
      }
    }
    material.roughness = static_cast<float>(share_of(pbr, "roughnessFactor", 1));
    material.two_sided = entry.value("doubleSided", GlbJson(false)) == GlbJson(true);
    material.texture = texture_of(pbr, "baseColorTexture");
    if (material.texture && text_of(entry, "alphaMode", "OPAQUE") != "OPAQUE")
      material.texture->cutout = static_cast<float>(share_of(entry, "alphaCutoff", 0.5));
    material.normals = texture_of(entry, "normalTexture");
    const GlbJson& transmission = object_of(object_of(entry, "extensions"), kDiffuseTransmission);
    if (transmission.contains("diffuseTransmissionFactor"))
      material.translucency = static_cast<float>(share_of(transmission, "diffuseTransmissionFactor", 0));
    return material;
  }

 private:
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
    if (!is_png(bytes)) return left_out(name, "it is no PNG");
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
    warnings_.push_back(fmt::format("the picture '{}' is left out: {}", name, why));
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
  if (count > kMostMaterials) content.fail(fmt::format("it has more than {} materials", kMostMaterials));
  for (std::size_t i = 0; i < count; ++i) materials.push_back(reader.read(content.entry("materials", i), i));
  materials.emplace_back();
  return materials;
}

}  // namespace weald::io
