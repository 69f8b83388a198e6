// The nodes of a glTF file: copies, as nodes or as the instances of a node, and the groups that contain them.

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/text/read_number.h"
#include "formats/files/raw_words.h"
#include "formats/gltf/detail/document.h"
#include "formats/meshes/meshopt_filters.h"

namespace weald::gltf {

namespace {

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
