#pragma once
// Document: the JSON and the binary data of a glTF file.

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/math/placement.h"
#include "base/run_context.h"
#include "formats/files/sink.h"
#include "formats/gltf/detail/arrays.h"
#include "formats/gltf/detail/binary.h"
#include "formats/gltf/detail/hierarchy.h"
#include "formats/gltf/detail/materials.h"
#include "formats/gltf/detail/model.h"
#include "formats/gltf/gltf_params.h"

namespace weald::gltf {

/// The name of a collision body of the object `name`: Unreal's importers recognize UCX_NAME_NN as a convex body of
/// NAME, Godot's the suffix -convcolonly as an invisible convex body.
std::string body_name(const std::string& name, std::size_t number, CollisionNames names);

/// A file that is ready to be written; the model must outlive it.
class Document {
 public:
  /// Prepares all meshes, several at once, and compresses them if requested. `texture_files` as in MaterialTable.
  /// Errors: StageError for a mesh or a material with a number that is not finite, for a copy that is sheared or
  /// flattened, which the format cannot represent, and for more than 4 GiB.
  Document(const Model& model, const GltfParams& params, std::span<const std::string> texture_files,
           const RunContext& context);

  /// The JSON text. `binary_file` names the file that write_binary() writes, as a URI; empty: the bytes follow in the
  /// same file. Pre: called once.
  std::string take_json(const std::string& binary_file);
  /// Number of bytes that write_binary() writes.
  std::uint64_t binary_size() const { return binary_.size(); }
  void write_binary(io::Sink& sink, const RunContext& context) const { binary_.write(sink, context); }

 private:
  /// A level of a prototype, or one of its collision bodies, in the file.
  struct MeshEntry {
    const mesh::Mesh* mesh = nullptr;
    std::string name;
    std::size_t prototype = 0;
    MeshArrays arrays;
    /// Indices into `meshes` for each tint, in the order in which copies first have it; empty: it has no triangles.
    std::vector<std::pair<scene::Tint, std::size_t>> numbers{};
    bool is_body = false;  ///< it has no material
  };

  /// A copy of a prototype in the file.
  struct Copy {
    Placement placement;  ///< within its group
    scene::Tint tint;
    float data = 0;
    std::size_t number = 0;  ///< among all copies of the prototype
  };

  /// The copies of a prototype in one group.
  struct Batch {
    std::size_t group = 0;  ///< index of the group plus 1; 0: no group
    std::size_t prototype = 0;
    std::vector<Copy> copies;
  };

  /// How an attribute of copies is stored.
  struct InstanceArray {
    Use use{};
    Component component{};
    std::string_view type;
    std::size_t stride = 0;
    Filter filter = Filter::none;
  };

  void prepare_meshes(const GltfParams& params, const RunContext& context);
  void write_meshes();
  void place_copies();
  void write_nodes(const GltfParams& params);
  std::optional<std::size_t> add_group(std::size_t group, const std::vector<std::size_t>& inner);
  Measures shown_measures() const;
  std::size_t add_node(const Json& node);
  bool is_instanced(const Batch& batch) const;
  std::vector<scene::Tint> tints_of(const MeshEntry& entry) const;
  Json level_node(const Batch& batch, const MeshEntry& entry, const std::string& name, const Copy* copy);
  std::vector<Json> body_nodes(const Batch& batch, const std::string& name, const Copy* copy, CollisionNames names);
  void add_levels(const Batch& batch, const std::string& name, const Copy* copy, const GltfParams& params);
  void add_varieties(const Batch& batch, const MeshEntry& entry, Json& attributes);
  Json instancing(const Batch& batch, const MeshEntry& entry);
  Json filtered_instancing(const Batch& batch, const MeshEntry& entry);
  std::size_t add_copy_array(const Batch& batch, const InstanceArray& form,
                             std::function<void(const Copy&, char*)> put);
  std::size_t add_place_array(const Batch& batch, const MeshEntry& entry, const InstanceArray& form,
                              std::function<void(const Placement&, char*)> put);

  const Model& model_;
  MaterialTable materials_;
  Hierarchy hierarchy_;
  std::vector<MeshEntry> entries_;        // for each prototype its levels, then its bodies
  std::vector<std::size_t> first_entry_;  // per prototype
  std::vector<std::size_t> counts_;       // copies per prototype
  std::vector<Batch> batches_;            // by group, then by prototype
  Binary binary_;
  bool uses_instancing_ = false;  // copies of a prototype are attributes of one node
  Json document_ = Json::object();
  std::string nodes_;  // their JSON texts, with commas: a million copies as Json objects would fill the memory
  std::size_t node_count_ = 0;
  std::vector<std::vector<std::size_t>> children_;  // nodes within the root, and within each group
  std::set<std::string> used_, required_;
};

}  // namespace weald::gltf
