#include "stages/plants/skin/detail/wood_colours.h"

#include <algorithm>
#include <cmath>

namespace weald::plant {
namespace {

/// Per node, the colour index of the segment that ends there; at the first node of an axis, that of its first segment.
std::vector<double> indices_below(const AxisNetwork& network, const lsystem::Skeleton& skeleton) {
  std::vector<double> below(network.nodes.size(), 0.0);
  for (std::size_t s = 0; s < skeleton.segments.size(); ++s) below[network.end_node[s]] = skeleton.segments[s].colour;
  for (const Axis& axis : network.axes) below[axis.first_node] = skeleton.segments[axis.first_segment].colour;
  return below;
}

}  // namespace

void colour_wood(std::span<Tube> tubes, const AxisNetwork& network, const lsystem::Skeleton& skeleton,
                 const PlantPalette& palette) {
  const std::vector<double> below = indices_below(network, skeleton);
  for (std::size_t i = 0; i < tubes.size(); ++i) {
    const Axis& axis = network.axes[i];
    const auto index_at = [&](std::uint32_t node) {  // between two segments, the mean of their indices
      const bool inner = node > 0 && node + 1 < axis.node_count;
      const double own = below[axis.first_node + node];
      return inner ? 0.5 * (own + below[axis.first_node + node + 1]) : own;
    };
    for (Ring& ring : tubes[i].stem.rings) {
      const auto node = std::min(static_cast<std::uint32_t>(ring.at), axis.node_count - 1);
      const double t = ring.at - node;
      const double index =
          t > 0 ? glm::mix(index_at(node), index_at(std::min(node + 1, axis.node_count - 1)), t) : index_at(node);
      ring.colour = palette.at(index);
    }
  }
}

}  // namespace weald::plant
