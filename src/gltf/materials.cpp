#include "gltf/materials.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/error.h"
#include "core/srgb.h"
#include "io/image_writer.h"
#include "io/obj_materials.h"

namespace weald::gltf {

namespace {

/// Linear light of an sRGB component.
double linear(float srgb) { return linear_of_srgb(std::clamp(static_cast<double>(srgb), 0.0, 1.0)); }

/// `value` to six decimals: people read factors too.
double short_number(double value) { return std::round(value * 1e6) / 1e6; }

bool cuts_holes(const mesh::Texture& texture) {
  return texture.cutout > 0.0f &&
         std::ranges::any_of(texture.image->pixels.values(), [](const Rgba8& pixel) { return pixel.a != 255; });
}

}  // namespace

std::vector<io::ObjPart> parts_of(const Model& model) {
  std::vector<io::ObjPart> parts;
  std::vector<bool> is_met(model.prototypes.size(), false);
  for (const Instance& instance : model.instances) {
    if (is_met[instance.prototype]) continue;
    is_met[instance.prototype] = true;
    const Prototype& prototype = model.prototypes[instance.prototype];
    for (const Level& level : prototype.levels) parts.push_back({level.mesh, Mat4{1.0}, prototype.name});
  }
  return parts;
}

MaterialTable::MaterialTable(std::span<const io::ObjPart> parts, std::span<const std::string> files)
    : pictures_(io::textures_of(parts)), files_(files.begin(), files.end()) {
  const io::ObjMaterials collected = io::collect_materials(parts);
  for (const io::ObjMaterial& entry : collected.all) {
    const Vec3f& c = entry.material.colour;
    if (!is_finite(c) || !std::isfinite(entry.material.roughness))
      throw StageError("material '" + entry.material.name + "' has a number that is not finite");
    materials_.emplace_back(entry.name, entry.material);
  }
  for (const auto& [mesh, materials] : collected.of_mesh) of_mesh_.emplace(mesh, materials);
}

std::size_t MaterialTable::index_of(const mesh::Mesh& mesh, std::size_t material, bool has_uvs) {
  const std::size_t index = of_mesh_.at(&mesh)[material];
  if (has_uvs || (!materials_[index].second.texture && !materials_[index].second.normals)) return index;
  const auto [known, is_new] = plain_.try_emplace(index, materials_.size());
  if (is_new) {
    std::pair<std::string, mesh::Material> plain = materials_[index];
    plain.first += "_plain";
    plain.second.texture.reset();
    plain.second.normals.reset();
    materials_.push_back(std::move(plain));
  }
  return known->second;
}

std::size_t MaterialTable::picture_of(const mesh::Texture& texture) const {
  const auto found = std::ranges::find_if(
      pictures_, [&](const io::ObjTexture& picture) { return mesh::same_picture(texture.image, picture.image); });
  return static_cast<std::size_t>(found - pictures_.begin());
}

Json MaterialTable::material(const mesh::Material& material, const std::string& name,
                             std::set<std::string>& used) const {
  Json pbr = Json::object();
  const Vec3f& c = material.colour;
  pbr["baseColorFactor"] = {short_number(linear(c.r)), short_number(linear(c.g)), short_number(linear(c.b)), 1.0};
  if (material.texture) pbr["baseColorTexture"] = {{"index", picture_of(*material.texture)}};
  pbr["metallicFactor"] = 0.0;
  pbr["roughnessFactor"] = short_number(std::clamp(static_cast<double>(material.roughness), 0.0, 1.0));
  Json result{{"name", name}, {"pbrMetallicRoughness", std::move(pbr)}};
  if (material.normals) result["normalTexture"] = {{"index", picture_of(*material.normals)}};
  if (material.texture && cuts_holes(*material.texture)) {
    result["alphaMode"] = "MASK";
    result["alphaCutoff"] = short_number(material.texture->cutout);
  }
  if (material.two_sided) {
    result["doubleSided"] = true;
    // Leaves mirror little of the sky: with the whole of what a smooth dielectric reflects they turn grey.
    constexpr const char* kSpecular = "KHR_materials_specular";
    constexpr double kLeafSpecular = 0.3;
    used.insert(kSpecular);
    result["extensions"][kSpecular] = {{"specularFactor", kLeafSpecular}};
  }
  if (material.two_sided && material.translucency && *material.translucency > 0) {
    constexpr const char* kTransmission = "KHR_materials_diffuse_transmission";
    used.insert(kTransmission);
    Json transmission{{"diffuseTransmissionFactor", short_number(*material.translucency)},
                      {"diffuseTransmissionColorFactor", result["pbrMetallicRoughness"]["baseColorFactor"]}};
    transmission["diffuseTransmissionColorFactor"].erase(3);
    if (material.texture)
      transmission["diffuseTransmissionColorTexture"] = result["pbrMetallicRoughness"]["baseColorTexture"];
    result["extensions"][kTransmission] = std::move(transmission);
  }
  return result;
}

void MaterialTable::write(Binary& binary, Json& document, std::set<std::string>& used) {
  for (const auto& [name, entry] : materials_) document["materials"].push_back(material(entry, name, used));
  if (pictures_.empty()) return;
  encoded_.resize(pictures_.size());
  for (std::size_t i = 0; i < pictures_.size(); ++i) {
    const std::string& name = pictures_[i].names.front();
    document["textures"].push_back({{"sampler", 0}, {"source", i}, {"name", name}});
    Json image{{"name", name}};
    if (!files_.empty()) {
      image["uri"] = files_[i];
    } else {
      io::StringSink sink;
      io::write_png8(*pictures_[i].image, sink);
      encoded_[i] = std::move(sink.text);
      image["mimeType"] = "image/png";
      image["bufferView"] = binary.add_picture(encoded_[i]);
    }
    document["images"].push_back(std::move(image));
  }
  // Linear with mip maps, repeating.
  document["samplers"] = {{{"magFilter", 9729}, {"minFilter", 9987}, {"wrapS", 10497}, {"wrapT", 10497}}};
}

}  // namespace weald::gltf
