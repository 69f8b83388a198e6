#include "formats/gltf/detail/hierarchy.h"

#include <algorithm>
#include <cmath>

namespace weald::gltf {

namespace {

/// Whether the axes are at right angles and equally long, up to the precision in which they are stored.
bool is_similarity(const Mat4& matrix) {
  constexpr double kTolerance = 1e-5;
  const Mat3 axes{matrix};
  const double square = glm::dot(axes[0], axes[0]);
  if (!(square > 1e-20)) return false;
  for (int i = 0; i < 3; ++i) {
    if (std::abs(glm::dot(axes[i], axes[i]) - square) > kTolerance * square) return false;
    if (std::abs(glm::dot(axes[i], axes[(i + 1) % 3])) > kTolerance * square) return false;
  }
  return true;
}

Mat4 translation_of(const Mat4& frame) {
  Mat4 result{1.0};
  result[3] = frame[3];
  return result;
}

/// What rounding errors left of 0 and 1: less than a reader with single precision can see.
Placement without_noise(Placement placement) {
  constexpr double kRotation = 1e-7, kScale = 2e-7;
  const double metres = 1e-7 * (1 + glm::length(placement.translation));
  const auto to_zero = [](double& value, double noise) {
    if (std::abs(value) < noise) value = 0;
  };
  for (int i = 0; i < 4; ++i) {
    to_zero(placement.rotation[i], kRotation);
    if (std::abs(placement.rotation[i] - 1) < kRotation) placement.rotation[i] = 1;
  }
  for (int i = 0; i < 3; ++i) {
    to_zero(placement.translation[i], metres);
    if (std::abs(placement.scale[i] - 1) < kScale) placement.scale[i] = 1;
  }
  return placement;
}

}  // namespace

Hierarchy::Hierarchy(const Model& model, bool has_copies) {
  std::vector<std::optional<std::size_t>> node_of(model.groups.size());
  std::vector<bool> is_dissolved(model.groups.size(), false);
  if (!model.groups.empty()) group_of_.assign(model.instances.size(), 0);
  for (std::size_t i = 0; i < model.groups.size(); ++i) {
    const Group& group = model.groups[i];
    is_dissolved[i] = !has_copies && (group.is_copy || (group.outer && is_dissolved[*group.outer]));
    node_of[i] = group.outer ? node_of[*group.outer] : std::nullopt;
    if (is_dissolved[i]) continue;
    nodes_.push_back({group.name, node_of[i], &group});
    node_of[i] = nodes_.size() - 1;
    // Inner groups follow and overwrite their part.
    std::fill(group_of_.begin() + group.begin, group_of_.begin() + group.end,
              static_cast<std::uint32_t>(nodes_.size()));
  }
  for (std::size_t node = 0; node < nodes_.size(); ++node) choose_frame(model, node);
}

/// Gives a node this frame if it and the copies within it can be represented.
bool Hierarchy::try_frame(const Model& model, std::size_t node, const Mat4& world_from_node) {
  Node& tried = nodes_[node];
  const auto placement = within_group(tried.outer, world_from_node);
  if (!placement) return false;
  tried.placement = without_noise(*placement);
  // As readers will compute it, without the rounding errors of the frame.
  tried.world_from_node = (tried.outer ? nodes_[*tried.outer].world_from_node : Mat4{1.0}) * matrix_of(tried.placement);
  tried.node_from_world = glm::inverse(tried.world_from_node);
  if (is_similarity(world_from_node)) return true;  // no angle changes
  for (std::size_t i = tried.group->begin; i < tried.group->end; ++i) {
    if (group_of(i) == node && !within_group(node, model.instances[i].world_from_prototype)) return false;
  }
  return true;
}

void Hierarchy::choose_frame(const Model& model, std::size_t node) {
  const Mat4& frame = nodes_[node].group->world_from_group;
  if (try_frame(model, node, frame) || try_frame(model, node, translation_of(frame))) return;
  try_frame(model, node, nodes_[node].outer ? nodes_[*nodes_[node].outer].world_from_node : Mat4{1.0});
}

std::optional<std::size_t> Hierarchy::group_of(std::size_t instance) const {
  if (group_of_.empty() || group_of_[instance] == 0) return std::nullopt;
  return group_of_[instance] - 1;
}

std::optional<Placement> Hierarchy::within_group(std::optional<std::size_t> group,
                                                 const Mat4& world_from_prototype) const {
  if (!group) return placement_of(world_from_prototype);
  const auto placement = placement_of(nodes_[*group].node_from_world * world_from_prototype);
  return placement ? std::optional{without_noise(*placement)} : std::nullopt;
}

}  // namespace weald::gltf
