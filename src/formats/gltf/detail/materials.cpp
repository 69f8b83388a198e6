#include "formats/gltf/detail/materials.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/srgb.h"
#include "formats/images/image_writer.h"
#include "formats/meshes/obj_writer.h"
#include "methods/mesh/light_through.h"

namespace weald::gltf {

namespace {

constexpr float kRounding = 1e-5f;  // of coordinates that were meant to be 0 or 1

bool is_inside(const Vec2f& uv) {
  return uv.x >= -kRounding && uv.x <= 1 + kRounding && uv.y >= -kRounding && uv.y <= 1 + kRounding;
}

/// Per material of the mesh: whether it has textures whose coordinates lie beyond 0 to 1.
std::vector<bool> repeating_materials(const mesh::Mesh& mesh) {
  std::vector<bool> repeats(mesh.materials.size(), false), is_open(mesh.materials.size(), false);
  for (std::size_t i = 0; i < mesh.materials.size(); ++i) is_open[i] = !mesh::textures_of(mesh.materials[i]).empty();
  auto open = std::count(is_open.begin(), is_open.end(), true);
  const mesh::Dcel& dcel = mesh.topology;
  for (std::uint32_t i = 0; i < dcel.halfedge_count() && open > 0; ++i) {
    const mesh::HalfedgeId h{i};
    if (dcel.is_boundary(h)) continue;
    const std::size_t number = mesh.groups[mesh.group_of(dcel.face(h))].material;
    if (!is_open[number]) continue;
    const mesh::Material& material = mesh.materials[number];
    const Vec2f& uv = mesh.uvs.values[mesh.uvs.index_of(h, dcel.origin(h))];
    if (is_inside(uv * material.uv_scale + material.uv_offset)) continue;
    is_open[number] = false;
    repeats[number] = true;
    --open;
  }
  return repeats;
}

/// Per picture: whether a face that uses it has texture coordinates beyond 0 to 1. If no face has, only the picture
/// itself is visible, and clamping it prevents filtering from mixing opposite borders. `pictures` are those of
/// io::textures_of(parts). Time: linear in the corners.
std::vector<bool> repeating_pictures(std::span<const io::ObjPart> parts, std::span<const io::ObjTexture> pictures) {
  std::vector<bool> repeats(pictures.size(), false);
  std::set<const mesh::Mesh*> seen;
  for (const io::ObjPart& part : parts) {
    if (part.mesh->uvs.empty() || !seen.insert(part.mesh).second) continue;
    const std::vector<bool> materials = repeating_materials(*part.mesh);
    for (std::size_t m = 0; m < materials.size(); ++m) {
      if (!materials[m]) continue;
      for (const mesh::Texture* texture : mesh::textures_of(part.mesh->materials[m])) {
        for (std::size_t i = 0; i < pictures.size(); ++i) {
          if (!repeats[i] && mesh::same_picture(texture->image, pictures[i].image)) repeats[i] = true;
        }
      }
    }
  }
  return repeats;
}

/// Linear light of an sRGB component.
double linear(float srgb) { return linear_of_srgb(std::clamp(static_cast<double>(srgb), 0.0, 1.0)); }

/// `value` rounded to six decimals, since people read the factors too.
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
    for (const Level& level : prototype.levels)
      parts.push_back({level.mesh, Mat4{1.0}, prototype.name, model.material_prefix});
  }
  return parts;
}

MaterialTable::MaterialTable(std::span<const io::ObjPart> parts, std::span<const std::string> files)
    : pictures_(io::textures_of(parts)),
      repeats_(repeating_pictures(parts, pictures_)),
      files_(files.begin(), files.end()) {
  const io::ObjMaterials collected = io::collect_materials(parts);
  for (const io::ObjMaterial& entry : collected.all) {
    if (!io::has_finite_numbers(entry.material))
      throw StageError("material '" + entry.material.name + "' has a number that is not finite");
    materials_.emplace_back(entry.name, entry.material);
  }
  for (const auto& [key, materials] : collected.of_mesh) of_mesh_.emplace(key.first, materials);
}

std::size_t MaterialTable::index_of(const mesh::Mesh& mesh, std::size_t material, bool has_uvs) {
  const std::size_t index = of_mesh_.at(&mesh)[material];
  if (has_uvs || mesh::textures_of(materials_[index].second).empty()) return index;
  const auto [known, is_new] = plain_.try_emplace(index, materials_.size());
  if (is_new) {
    std::pair<std::string, mesh::Material> plain = materials_[index];
    plain.first += "_plain";
    mesh::Material& bare = plain.second;
    for (auto* texture :
         {&bare.texture, &bare.normals, &bare.occlusion, &bare.metallic_roughness, &bare.emission_texture})
      texture->reset();
    materials_.push_back(std::move(plain));
  }
  return known->second;
}

std::size_t MaterialTable::tinted(std::size_t index, const scene::Tint& tint) {
  if (tint == scene::Tint{}) return index;
  std::string name = io::tinted_name(materials_[index].first, tint);
  const auto [known, is_new] = tinted_.try_emplace({index, name}, materials_.size());
  if (is_new) {
    mesh::Material material = materials_[index].second;
    material.colour = scene::tinted(material.colour, tint);
    materials_.emplace_back(std::move(name), std::move(material));
  }
  return known->second;
}

std::size_t MaterialTable::picture_of(const mesh::Texture& texture) const {
  const auto found = std::ranges::find_if(
      pictures_, [&](const io::ObjTexture& picture) { return mesh::same_picture(texture.image, picture.image); });
  return static_cast<std::size_t>(found - pictures_.begin());
}

Json MaterialTable::texture_info(const mesh::Material& material, const mesh::Texture& texture,
                                 std::set<std::string>& used) const {
  Json info{{"index", picture_of(texture)}};
  if (!mesh::moves_uvs(material)) return info;
  constexpr const char* kTransform = "KHR_texture_transform";
  used.insert(kTransform);
  const Vec2 scale{material.uv_scale}, offset{material.uv_offset};
  // v points down in glTF.
  info["extensions"][kTransform] = {{"offset", {short_number(offset.x), short_number(1 - scale.y - offset.y)}},
                                    {"scale", {short_number(scale.x), short_number(scale.y)}}};
  return info;
}

void MaterialTable::add_pictures(const mesh::Material& material, Json& result, std::set<std::string>& used) const {
  const auto info = [&](const mesh::Texture& texture) { return texture_info(material, texture, used); };
  Json& pbr = result["pbrMetallicRoughness"];
  if (material.metallic_roughness) pbr["metallicRoughnessTexture"] = info(*material.metallic_roughness);
  if (material.normals) result["normalTexture"] = info(*material.normals);
  if (material.occlusion) result["occlusionTexture"] = info(*material.occlusion);
  if (material.emission_texture) result["emissiveTexture"] = info(*material.emission_texture);
}

void MaterialTable::add_extensions(const mesh::Material& material, Json& result, std::set<std::string>& used) const {
  const auto add = [&](const char* name, Json value) {
    used.insert(name);
    result["extensions"][name] = std::move(value);
  };
  if (material.emission != Vec3f{0.0f} && material.emission_strength != 1.0f)
    add("KHR_materials_emissive_strength", {{"emissiveStrength", short_number(material.emission_strength)}});
  // Leaves reflect little of the sky: with the full reflection of a smooth dielectric they would look grey.
  constexpr double kLeafSpecular = 0.3;
  if (mesh::lets_light_through(material)) add("KHR_materials_specular", {{"specularFactor", kLeafSpecular}});
  if (!(material.translucency.value_or(0.0f) > 0.0f)) return;
  const Json& pbr = result["pbrMetallicRoughness"];
  Json transmission{{"diffuseTransmissionFactor", short_number(*material.translucency)},
                    {"diffuseTransmissionColorFactor", pbr["baseColorFactor"]}};
  transmission["diffuseTransmissionColorFactor"].erase(3);
  if (material.texture) transmission["diffuseTransmissionColorTexture"] = pbr["baseColorTexture"];
  add("KHR_materials_diffuse_transmission", std::move(transmission));
}

Json MaterialTable::material(const mesh::Material& material, const std::string& name,
                             std::set<std::string>& used) const {
  const auto linear_colour = [](const Vec3f& c) {
    return Json{short_number(linear(c.r)), short_number(linear(c.g)), short_number(linear(c.b))};
  };
  const auto share = [](float value) { return short_number(std::clamp(static_cast<double>(value), 0.0, 1.0)); };
  Json pbr = Json::object();
  pbr["baseColorFactor"] = linear_colour(material.colour);
  pbr["baseColorFactor"].push_back(share(material.opacity));
  if (material.texture) pbr["baseColorTexture"] = texture_info(material, *material.texture, used);
  pbr["metallicFactor"] = share(material.metallic);
  pbr["roughnessFactor"] = share(material.roughness);
  Json result{{"name", name}, {"pbrMetallicRoughness", std::move(pbr)}};
  add_pictures(material, result, used);
  if (material.emission != Vec3f{0.0f}) result["emissiveFactor"] = linear_colour(material.emission);
  if (material.opacity < 1.0f) {
    result["alphaMode"] = "BLEND";
  } else if (material.texture && cuts_holes(*material.texture)) {
    result["alphaMode"] = "MASK";
    result["alphaCutoff"] = short_number(material.texture->cutout);
  }
  if (material.two_sided) result["doubleSided"] = true;
  add_extensions(material, result, used);
  return result;
}

void MaterialTable::write(Binary& binary, Json& document, std::set<std::string>& used) {
  for (const auto& [name, entry] : materials_) document["materials"].push_back(material(entry, name, used));
  if (pictures_.empty()) return;
  // Linear with mipmaps; repeating, or clamped at the border.
  const auto sampler = [](int wrap) {
    return Json{{"magFilter", 9729}, {"minFilter", 9987}, {"wrapS", wrap}, {"wrapT", wrap}};
  };
  constexpr int kRepeat = 10497, kClamp = 33071;
  Json samplers = Json::array();
  std::vector<int> wraps;
  encoded_.resize(pictures_.size());
  for (std::size_t i = 0; i < pictures_.size(); ++i) {
    const std::string& name = pictures_[i].names.front();
    const int wrap = repeats_[i] ? kRepeat : kClamp;
    const auto place = static_cast<std::size_t>(std::ranges::find(wraps, wrap) - wraps.begin());
    if (place == wraps.size()) {
      wraps.push_back(wrap);
      samplers.push_back(sampler(wrap));
    }
    document["textures"].push_back({{"sampler", place}, {"source", i}, {"name", name}});
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
  document["samplers"] = std::move(samplers);
}

}  // namespace weald::gltf
