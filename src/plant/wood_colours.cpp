#include "plant/wood_colours.h"

#include <algorithm>
#include <cmath>

namespace weald::plant {
namespace {

/// Per node the colour index of the segment that ends there; at the first node of an axis that of its first segment.
std::vector<double> indices_below(const AxisNetwork& network, const lsystem::Skeleton& skeleton) {
  std::vector<double> below(network.nodes.size(), 0.0);
  for (std::size_t s = 0; s < skeleton.segments.size(); ++s) below[network.end_node[s]] = skeleton.segments[s].colour;
  for (const Axis& axis : network.axes) below[axis.first_node] = skeleton.segments[axis.first_segment].colour;
  return below;
}

}  // namespace

std::vector<double> ring_parameters(std::span<const AxisNode> nodes, const Stem& stem) {
  std::vector<double> chords(nodes.size(), 0.0);
  for (std::size_t i = 1; i < nodes.size(); ++i)
    chords[i] = chords[i - 1] + glm::length(nodes[i].position - nodes[i - 1].position);
  std::vector<double> result(stem.rings.size(), 0.0);
  if (stem.rings.empty()) return result;
  const double scale = chords.back() / std::max(stem.rings.back().arc, 1e-300);
  std::size_t node = 0;
  for (std::size_t r = 0; r < stem.rings.size(); ++r) {
    const double along = stem.rings[r].arc * scale;
    while (node + 2 < nodes.size() && chords[node + 1] <= along) ++node;
    const double room = chords[node + 1] - chords[node];
    result[r] = static_cast<double>(node) + (room > 0 ? std::clamp((along - chords[node]) / room, 0.0, 1.0) : 0);
  }
  return result;
}

void colour_wood(std::span<Stem> stems, const AxisNetwork& network, const lsystem::Skeleton& skeleton,
                 const PlantPalette& palette) {
  const std::vector<double> below = indices_below(network, skeleton);
  for (std::size_t i = 0; i < stems.size(); ++i) {
    const Axis& axis = network.axes[i];
    const std::vector<double> places = ring_parameters(network.nodes_of(axis), stems[i]);
    const auto index_at = [&](std::uint32_t node) {  // at a node between two segments the mean of theirs
      const bool inner = node > 0 && node + 1 < axis.node_count;
      const double own = below[axis.first_node + node];
      return inner ? 0.5 * (own + below[axis.first_node + node + 1]) : own;
    };
    for (std::size_t r = 0; r < places.size(); ++r) {
      const auto node = static_cast<std::uint32_t>(places[r]);
      const double t = places[r] - node;
      const double index = t > 0 ? glm::mix(index_at(node), index_at(node + 1), t) : index_at(node);
      stems[i].rings[r].colour = palette.at(index);
    }
  }
}

}  // namespace weald::plant
