#include "formats/gltf/detail/document.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parallel.h"
#include "base/text/read_number.h"
#include "formats/files/raw_words.h"
#include "formats/meshes/glb_compressed.h"
#include "formats/meshes/meshopt_filters.h"
#include "formats/tables/facts_json.h"

namespace weald::gltf {

namespace {

constexpr const char* kQuantization = "KHR_mesh_quantization";

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json names_of(const std::set<std::string>& names) { return Json(std::vector<std::string>(names.begin(), names.end())); }

}  // namespace

std::string body_name(const std::string& name, std::size_t number, CollisionNames names) {
  switch (names) {
    case CollisionNames::unreal: return fmt::format("UCX_{}_{:02}", name, number);
    case CollisionNames::godot: return fmt::format("{}_collision_{:02}-convcolonly", name, number);
    case CollisionNames::plain:
    case CollisionNames::none: break;
  }
  return fmt::format("{}_collision_{:02}", name, number);
}

Document::Document(const Model& model, const GltfParams& params, std::span<const std::string> texture_files,
                   const RunContext& context)
    : model_(model),
      materials_(parts_of(model), texture_files),
      hierarchy_(model, params.instances == Instances::nodes),
      binary_(params.compression),
      uses_instancing_(params.instances == Instances::gpu) {
  document_["asset"] = {{"version", "2.0"}, {"generator", "weald"}};
  if (model.origin) document_["asset"]["extras"] = extras_of(*model.origin);
  place_copies();
  prepare_meshes(params, context);
  write_meshes();
  write_nodes(params);
  materials_.write(binary_, document_, used_);
  if (params.quantize && document_.contains("meshes")) required_.insert(kQuantization);
  if (binary_.is_compressed()) required_.insert(io::kMeshoptExtension);
  used_.insert(required_.begin(), required_.end());
  if (!used_.empty()) document_["extensionsUsed"] = names_of(used_);
  if (!required_.empty()) document_["extensionsRequired"] = names_of(required_);
  binary_.compress(context);
  if (binary_.size() > std::numeric_limits<std::uint32_t>::max() - (std::uint64_t{64} << 20))
    throw StageError(fmt::format("the file would have {} bytes: glTF is limited to 4 GiB", binary_.size()));
}

std::string Document::take_json(const std::string& binary_file) {
  if (binary_.size() > 0) {
    document_["accessors"] = binary_.accessors();
    document_["bufferViews"] = binary_.views();
    document_["buffers"] = binary_.buffers(binary_file);
  }
  std::string text = text_of(document_);
  document_ = {};
  if (node_count_ == 0) return text;
  text.back() = ',';  // replaces the closing brace
  text += "\"nodes\":[";
  text += std::exchange(nodes_, {});
  text += "]}";
  return text;
}

std::size_t Document::add_node(const Json& node) {
  if (node_count_ > 0) nodes_ += ',';
  nodes_ += text_of(node);
  return node_count_++;
}

void Document::prepare_meshes(const GltfParams& params, const RunContext& context) {
  for (std::size_t number = 0; number < model_.prototypes.size(); ++number) {
    const Prototype& prototype = model_.prototypes[number];
    first_entry_.push_back(entries_.size());
    for (std::size_t i = 0; i < prototype.levels.size(); ++i) {
      const bool is_chain = prototype.levels.size() > 1;
      entries_.push_back({prototype.levels[i].mesh,
                          is_chain ? fmt::format("{}_LOD{}", prototype.name, i) : prototype.name,
                          number,
                          {}});
    }
    if (params.collision == CollisionNames::none) continue;
    const std::string shown = entries_[first_entry_.back()].name;  // engines assign bodies to it by its name
    for (std::size_t i = 0; i < prototype.bodies.size(); ++i)
      entries_.push_back({prototype.bodies[i], body_name(shown, i, params.collision), number, {}, {}, true});
  }
  parallel_blocks(entries_.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      context.check_stop();
      if (counts_[entries_[i].prototype] > 0) entries_[i].arrays = arrays_of(*entries_[i].mesh, params);
    }
  });
}

void Document::write_meshes() {
  for (MeshEntry& entry : entries_) {
    if (entry.arrays.primitives.empty() || counts_[entry.prototype] == 0) continue;
    Json primitives = Json::array();
    std::vector<std::size_t> materials;  // of the primitives
    for (const Primitive& triangles : entry.arrays.primitives) {
      const std::uint16_t material = triangles.corners.material;
      Json primitive = add_primitive(entry.arrays, triangles, binary_);
      if (!entry.is_body) {
        materials.push_back(materials_.index_of(*entry.mesh, material, !entry.mesh->uvs.empty()));
        primitive["material"] = materials.back();
      }
      Json groups = Json::array();
      for (const std::uint16_t group : triangles.corners.groups) groups.push_back(entry.mesh->groups[group].name);
      primitive["extras"] = {{"groups", std::move(groups)}};
      primitives.push_back(std::move(primitive));
    }
    Json& meshes = document_["meshes"];
    Json extras = extras_of(entry.arrays.measures);
    io::add_facts(entry.mesh->facts, extras);
    for (const scene::Tint& tint : tints_of(entry)) {
      for (std::size_t i = 0; i < materials.size(); ++i)
        primitives[i]["material"] = materials_.tinted(materials[i], tint);
      entry.numbers.emplace_back(tint, meshes.size());
      meshes.push_back({{"name", entry.name}, {"primitives", primitives}, {"extras", extras}});
    }
  }
}

bool Document::is_instanced(const Batch& batch) const { return uses_instancing_ && batch.copies.size() > 1; }

/// The tints of which the file has a mesh: those of copies with nodes of their own, in the order of the copies.
std::vector<scene::Tint> Document::tints_of(const MeshEntry& entry) const {
  std::vector<scene::Tint> tints;
  std::set<std::array<std::uint8_t, 3>> known;
  const auto add = [&](const scene::Tint& tint) {
    if (known.insert({tint.red, tint.green, tint.blue}).second) tints.push_back(tint);
  };
  for (const Batch& batch : batches_) {
    if (batch.prototype != entry.prototype) continue;
    if (entry.is_body || is_instanced(batch))
      add({});
    else
      for (const Copy& copy : batch.copies) add(copy.tint);
  }
  return tints;
}

void Document::place_copies() {
  counts_.resize(model_.prototypes.size(), 0);
  // The number of the group, or 0, and the prototype.
  std::map<std::pair<std::size_t, std::size_t>, std::vector<Copy>> sorted;
  for (std::size_t i = 0; i < model_.instances.size(); ++i) {
    const Instance& instance = model_.instances[i];
    const auto group = hierarchy_.group_of(i);
    std::size_t& number = counts_[instance.prototype];
    const auto placement = hierarchy_.within_group(group, instance.world_from_prototype);
    if (!placement)
      throw StageError(fmt::format("copy {} of '{}' is sheared or flat, which glTF cannot represent", number,
                                   model_.prototypes[instance.prototype].name));
    sorted[{group ? *group + 1 : 0, instance.prototype}].push_back({*placement, instance.tint, instance.data, number});
    ++number;
  }
  for (auto& [key, copies] : sorted) batches_.push_back({key.first, key.second, std::move(copies)});
}

namespace {

// The nodes of a glTF file: copies, as nodes or as the instances of a node, and the groups that contain them.

constexpr const char* kInstancing = "EXT_mesh_gpu_instancing";
constexpr const char* kLod = "MSFT_lod";

bool is_identity(const Placement& p) {
  return p.translation == Vec3{0.0} && p.rotation == Vec4{0, 0, 0, 1} && p.scale == Vec3{1.0};
}

/// The number with the fewest digits among those that are `value` in single precision, as readers store it: JSON then
/// has 0.4, not 0.4000000059604645.
double short_double(double value) {
  std::array<char, 32> text{};
  const auto printed = std::to_chars(text.data(), text.data() + text.size(), static_cast<float>(value));
  double result = 0;
  read_number({text.data(), printed.ptr}, result);
  return result;
}

template <class V>
Json short_numbers(const V& vector) {
  Json numbers = Json::array();
  for (int i = 0; i < V::length(); ++i) numbers.push_back(short_double(vector[i]));
  return numbers;
}

void set_placement(Json& node, const Placement& p) {
  if (p.translation != Vec3{0.0}) node["translation"] = short_numbers(p.translation);
  if (p.rotation != Vec4{0, 0, 0, 1}) node["rotation"] = short_numbers(p.rotation);
  if (p.scale != Vec3{1.0}) node["scale"] = short_numbers(p.scale);
}

template <class V>
char* put_vector(char* out, const V& vector) {
  for (int i = 0; i < V::length(); ++i) out = io::put_float(out, static_cast<float>(vector[i]));
  return out;
}

void put_coarse(char* out, const Vec3& vector, int exponent) {
  for (int i = 0; i < 3; ++i) io::put_exponential(static_cast<float>(vector[i]), exponent, out + 4 * i);
}

}  // namespace

/// The nodes of all copies, then those of the groups: inner ones first, since a node names its children.
void Document::write_nodes(const GltfParams& params) {
  children_.resize(hierarchy_.size() + 1);
  std::vector<std::size_t> parts(model_.prototypes.size(), 0), part(model_.prototypes.size(), 0);
  for (const Batch& batch : batches_) ++parts[batch.prototype];
  for (const Batch& batch : batches_) {
    const std::string& name = model_.prototypes[batch.prototype].name;
    if (is_instanced(batch)) {
      const std::size_t number = part[batch.prototype]++;
      required_.insert(kInstancing);
      add_levels(batch, parts[batch.prototype] == 1 ? name : fmt::format("{}_{}", name, number), nullptr, params);
      continue;
    }
    for (const Copy& copy : batch.copies)
      add_levels(batch, counts_[batch.prototype] == 1 ? name : fmt::format("{}_{}", name, copy.number), &copy, params);
  }
  std::vector<std::vector<std::size_t>> groups(hierarchy_.size() + 1);  // within each group, the last first
  for (std::size_t i = hierarchy_.size(); i-- > 0;) {
    const std::size_t within = hierarchy_.outer(i) ? *hierarchy_.outer(i) + 1 : 0;
    if (const auto node = add_group(i, groups[i + 1])) groups[within].push_back(*node);
  }
  children_.front().insert(children_.front().end(), groups.front().rbegin(), groups.front().rend());
  document_["scene"] = 0;
  Json scene{{"name", model_.name}};
  if (!children_.front().empty()) scene["nodes"] = children_.front();
  scene["extras"] = extras_of(shown_measures());
  document_["scenes"].push_back(std::move(scene));
}

/// The node of a group, unless it has no children.
std::optional<std::size_t> Document::add_group(std::size_t group, const std::vector<std::size_t>& inner) {
  std::vector<std::size_t>& children = children_[group + 1];
  children.insert(children.end(), inner.rbegin(), inner.rend());
  if (children.empty()) return std::nullopt;
  Json node{{"name", hierarchy_.name(group)}, {"children", std::exchange(children, {})}};
  set_placement(node, hierarchy_.placement(group));
  return add_node(node);
}

/// The measures of all copies, at their finest levels.
Measures Document::shown_measures() const {
  Measures total;
  for (const Instance& instance : model_.instances) {
    if (const auto placement = placement_of(instance.world_from_prototype))
      add_copy(total, entries_[first_entry_[instance.prototype]].arrays.measures, *placement);
  }
  return total;
}

/// The node of a level for a copy or, if it is null, for all copies.
Json Document::level_node(const Batch& batch, const MeshEntry& entry, const std::string& name, const Copy* copy) {
  const scene::Tint tint = copy != nullptr && !entry.is_body ? copy->tint : scene::Tint{};
  const auto found = std::ranges::find(entry.numbers, tint, &std::pair<scene::Tint, std::size_t>::first);
  Json node{{"name", name}, {"mesh", found->second}};
  if (copy == nullptr) {
    node["extensions"][kInstancing] = instancing(batch, entry);
    return node;
  }
  const Quantization& quantization = entry.arrays.quantization;
  const Placement inner = within(copy->placement, quantization.offset, quantization.scale);
  if (!is_identity(inner)) set_placement(node, inner);
  if (copy->data != 0 && !entry.is_body) node["extras"]["data"] = short_double(static_cast<double>(copy->data));
  return node;
}

/// The nodes of the bodies of an object whose node has `name`.
std::vector<Json> Document::body_nodes(const Batch& batch, const std::string& name, const Copy* copy,
                                       CollisionNames names) {
  const std::size_t prototype = batch.prototype;
  std::vector<Json> nodes;
  std::size_t next = first_entry_[prototype] + model_.prototypes[prototype].levels.size();
  for (std::size_t i = 0; next < entries_.size() && entries_[next].prototype == prototype; ++i, ++next) {
    if (!entries_[next].numbers.empty())
      nodes.push_back(level_node(batch, entries_[next], body_name(name, i, names), copy));
  }
  return nodes;
}

void Document::add_levels(const Batch& batch, const std::string& name, const Copy* copy, const GltfParams& params) {
  const std::size_t prototype = batch.prototype;
  std::vector<std::size_t>& children = children_[batch.group];
  const std::vector<Level>& levels = model_.prototypes[prototype].levels;
  std::vector<Json> level_nodes;
  Json sizes = Json::array();
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const MeshEntry& entry = entries_[first_entry_[prototype] + i];
    if (entry.numbers.empty()) continue;
    const std::string level_name = levels.size() > 1 ? fmt::format("{}_LOD{}", name, i) : name;
    level_nodes.push_back(level_node(batch, entry, level_name, copy));
    if (levels.size() > 1) level_nodes.back()["extras"]["lod"] = i;
    sizes.push_back(levels[i].screen_size);
  }
  if (level_nodes.empty()) return;
  std::vector<std::size_t> lighter;  // nodes of the coarser levels
  for (std::size_t i = 1; i < level_nodes.size(); ++i) lighter.push_back(node_count_ + i);
  children.push_back(node_count_);
  if (!lighter.empty()) {
    level_nodes.front()["extras"]["MSFT_screencoverage"] = sizes;
    if (params.lods == LodNodes::extension) {
      used_.insert(kLod);
      level_nodes.front()["extensions"][kLod] = {{"ids", lighter}};
    } else {
      children.insert(children.end(), lighter.begin(), lighter.end());
    }
  }
  const std::vector<Json> bodies =
      body_nodes(batch, level_nodes.front()["name"].get<std::string>(), copy, params.collision);
  std::vector<std::size_t> numbers;  // of their nodes
  for (std::size_t i = 0; i < bodies.size(); ++i) numbers.push_back(node_count_ + level_nodes.size() + i);
  if (params.collision == CollisionNames::plain && !bodies.empty())
    level_nodes.front()["extras"]["collision"] = numbers;
  else
    children.insert(children.end(), numbers.begin(), numbers.end());
  for (const Json& node : level_nodes) add_node(node);
  for (const Json& node : bodies) add_node(node);
}

std::size_t Document::add_copy_array(const Batch& batch, const InstanceArray& form,
                                     std::function<void(const Copy&, char*)> put) {
  const std::vector<Copy>& copies = batch.copies;
  const auto fill = [&copies, stride = form.stride, put = std::move(put)](std::size_t begin, std::size_t end,
                                                                          char* out) {
    for (std::size_t i = begin; i < end; ++i, out += stride) put(copies[i], out);
  };
  return binary_.add({form.use, form.component, form.component != Component::f32, form.type, copies.size(), form.stride,
                      fill, form.filter});
}

std::size_t Document::add_place_array(const Batch& batch, const MeshEntry& entry, const InstanceArray& form,
                                      std::function<void(const Placement&, char*)> put) {
  return add_copy_array(batch, form,
                        [quantization = entry.arrays.quantization, put = std::move(put)](const Copy& copy, char* out) {
                          put(within(copy.placement, quantization.offset, quantization.scale), out);
                        });
}

/// The tints, as linear factors, and the data of all copies, unless all have the usual ones. Renderers such as three.js
/// multiply colours by _COLOR_0.
void Document::add_varieties(const Batch& batch, const MeshEntry& entry, Json& attributes) {
  if (entry.is_body) return;
  const std::vector<Copy>& copies = batch.copies;
  if (std::ranges::any_of(copies, [](const Copy& copy) { return copy.tint != scene::Tint{}; }))
    attributes["_COLOR_0"] =
        add_copy_array(batch, {Use::tints, Component::f32, "VEC3", 12},
                       [](const Copy& copy, char* out) { put_vector(out, scene::linear_factors(copy.tint)); });
  if (std::ranges::any_of(copies, [](const Copy& copy) { return copy.data != 0; }))
    attributes["_DATA"] = add_copy_array(batch, {Use::data, Component::f32, "SCALAR", 4},
                                         [](const Copy& copy, char* out) { io::put_float(out, copy.data); });
}

Json Document::instancing(const Batch& batch, const MeshEntry& entry) {
  if (entry.arrays.is_filtered) return filtered_instancing(batch, entry);
  Json attributes = Json::object();
  attributes["TRANSLATION"] = add_place_array(batch, entry, {Use::translations, Component::f32, "VEC3", 12},
                                              [](const Placement& p, char* out) { put_vector(out, p.translation); });
  attributes["ROTATION"] = add_place_array(batch, entry, {Use::rotations, Component::f32, "VEC4", 16},
                                           [](const Placement& p, char* out) { put_vector(out, p.rotation); });
  attributes["SCALE"] = add_place_array(batch, entry, {Use::scales, Component::f32, "VEC3", 12},
                                        [](const Placement& p, char* out) { put_vector(out, p.scale); });
  add_varieties(batch, entry, attributes);
  return {{"attributes", std::move(attributes)}};
}

/// The instances in forms that compress well: positions are exact to a quarter of a millimetre, scales to a millionth
/// of the largest.
Json Document::filtered_instancing(const Batch& batch, const MeshEntry& entry) {
  constexpr int kFinestPlace = -12, kFinestSize = -100;
  const Quantization& quantization = entry.arrays.quantization;
  float furthest = 0, largest = 0;
  for (const Copy& copy : batch.copies) {
    const Placement inner = within(copy.placement, quantization.offset, quantization.scale);
    for (int i = 0; i < 3; ++i) {
      furthest = std::max(furthest, static_cast<float>(std::abs(inner.translation[i])));
      largest = std::max(largest, static_cast<float>(std::abs(inner.scale[i])));
    }
  }
  const int of_places = io::exponent_for(furthest, kFinestPlace), of_sizes = io::exponent_for(largest, kFinestSize);
  Json attributes = Json::object();
  attributes["TRANSLATION"] =
      add_place_array(batch, entry, {Use::translations, Component::f32, "VEC3", 12, Filter::exponential},
                      [of_places](const Placement& p, char* out) { put_coarse(out, p.translation, of_places); });
  attributes["ROTATION"] =
      add_place_array(batch, entry, {Use::rotations, Component::i16, "VEC4", 8, Filter::quaternion},
                      [](const Placement& p, char* out) { io::put_quaternion(p.rotation, out); });
  attributes["SCALE"] =
      add_place_array(batch, entry, {Use::scales, Component::f32, "VEC3", 12, Filter::exponential},
                      [of_sizes](const Placement& p, char* out) { put_coarse(out, p.scale, of_sizes); });
  add_varieties(batch, entry, attributes);
  return {{"attributes", std::move(attributes)}};
}

}  // namespace weald::gltf
