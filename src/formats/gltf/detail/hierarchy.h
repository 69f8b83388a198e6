#pragma once
// Hierarchy: the nodes of the groups of a glTF file, and where copies stand within them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/math/placement.h"
#include "base/math/vec.h"
#include "formats/gltf/detail/model.h"

namespace weald::gltf {

/// The groups of a model that have nodes. A node's frame is that of its group if scale, rotation and translation can
/// represent it, and the copies within it; otherwise it has only the group's position, or the frame of the group around
/// it. Copies that are sheared in the world can be represented within a group whose scale shears them.
class Hierarchy {
 public:
  /// Unless `has_copies` is set, groups that are copies of scenes, and those within them, have no nodes. The model must
  /// outlive the hierarchy.
  Hierarchy(const Model& model, bool has_copies);

  /// Number of groups with nodes.
  std::size_t size() const { return nodes_.size(); }
  const std::string& name(std::size_t group) const { return nodes_[group].name; }
  /// The group around a group.
  std::optional<std::size_t> outer(std::size_t group) const { return nodes_[group].outer; }
  /// The placement of a group within the group around it.
  const Placement& placement(std::size_t group) const { return nodes_[group].placement; }
  /// The innermost group of an instance.
  std::optional<std::size_t> group_of(std::size_t instance) const;
  /// The placement within a group of what `world_from_prototype` places in the world; unset if it is sheared or flat.
  std::optional<Placement> within_group(std::optional<std::size_t> group, const Mat4& world_from_prototype) const;

 private:
  struct Node {
    std::string name;
    std::optional<std::size_t> outer;
    const Group* group = nullptr;
    Placement placement{};
    Mat4 world_from_node{1.0};
    Mat4 node_from_world{1.0};
  };

  bool try_frame(const Model& model, std::size_t node, const Mat4& world_from_node);
  void choose_frame(const Model& model, std::size_t node);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> group_of_;  // per instance: index of its group plus 1; none at all without groups
};

}  // namespace weald::gltf
