#include "formats/gltf/detail/document.h"

#include <array>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parallel.h"
#include "formats/meshes/glb_compressed.h"
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

}  // namespace weald::gltf
