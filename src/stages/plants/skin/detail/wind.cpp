#include "stages/plants/skin/detail/wind.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace weald::plant {
namespace {

constexpr std::uint64_t kPhaseDraws = std::uint64_t{1} << 42;
constexpr double kStiffest = 1e-4;  // metres: wood below this radius gets no more flexible

/// Wind of the wood between two nodes, interpolated by t.
Rgba8 wind_between(const NodeWind& wind, std::uint32_t low, std::uint32_t high, double t) {
  const auto mixed = [&](const std::vector<double>& values) { return glm::mix(values[low], values[high], t); };
  const Rgba8 codes = to_rgba8({mixed(wind.bend), mixed(wind.phase), mixed(wind.branch)});
  return {codes.r, codes.g, 0, codes.b};
}

/// Scales the values so that the largest is 1.
void scale_to_one(std::vector<double>& values) {
  const double most = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
  if (most > 0) {
    for (double& value : values) value /= most;
  }
}

/// Finds the node nearest to a point; searches nodes in order of x.
class NearestNode {
 public:
  explicit NearestNode(std::span<const AxisNode> nodes) : nodes_(nodes), order_(nodes.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return nodes[a].position.x < nodes[b].position.x; });
  }

  std::uint32_t at(const Vec3& point) const {
    const auto middle = std::lower_bound(order_.begin(), order_.end(), point.x,
                                         [&](std::uint32_t node, double x) { return nodes_[node].position.x < x; });
    double nearest = 1e300;
    std::uint32_t best = 0;
    // returns false if neither this node nor any farther along x can be nearer
    const auto try_node = [&](std::uint32_t node) {
      const Vec3 apart = nodes_[node].position - point;
      if (apart.x * apart.x > nearest) return false;
      const double distance2 = glm::dot(apart, apart);
      if (distance2 < nearest) nearest = distance2, best = node;
      return true;
    };
    for (auto up = middle; up != order_.end() && try_node(*up);) ++up;
    for (auto down = middle; down != order_.begin() && try_node(*(down - 1));) --down;
    return best;
  }

 private:
  std::span<const AxisNode> nodes_;
  std::vector<std::uint32_t> order_;
};

}  // namespace

NodeWind node_wind(const AxisNetwork& network, const lsystem::Skeleton& skeleton, const Rng& rng) {
  const std::vector<double> zeros(network.nodes.size());
  NodeWind wind{zeros, zeros, zeros};
  for (const Axis& axis : network.axes) {
    const auto nodes = network.nodes_of(axis);
    const auto& parent = skeleton.segments[axis.first_segment].parent;
    const double start_bend = parent ? wind.bend[network.end_node[*parent]] : 0;
    const double start_phase = parent ? wind.phase[network.end_node[*parent]] : 0;
    const double start_branch = parent ? wind.branch[network.end_node[*parent]] : 0;
    const double own_phase = parent ? rng.uniform(axis.first_segment, kPhaseDraws) : 0;
    double length = 0;
    for (std::size_t i = 1; i < nodes.size(); ++i) length += glm::length(nodes[i].position - nodes[i - 1].position);
    double arc = 0, bend = start_bend;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (i > 0) {
        const double step = glm::length(nodes[i].position - nodes[i - 1].position);
        arc += step;
        bend += step / std::sqrt(std::max(0.5 * (nodes[i].radius + nodes[i - 1].radius), kStiffest));
      }
      const double share = length > 0 ? std::min(2 * arc / length, 1.0) : 1.0;
      wind.bend[axis.first_node + i] = bend;
      wind.branch[axis.first_node + i] = parent ? start_branch + (bend - start_bend) : 0;
      wind.phase[axis.first_node + i] = glm::mix(start_phase, own_phase, share);
    }
  }
  scale_to_one(wind.bend);
  scale_to_one(wind.branch);
  return wind;
}

void set_wind(std::span<Tube> tubes, const AxisNetwork& network, const NodeWind& wind) {
  for (std::size_t i = 0; i < tubes.size(); ++i) {
    const Axis& axis = network.axes[i];
    for (Ring& ring : tubes[i].stem.rings) {
      const auto below = std::min(static_cast<std::uint32_t>(ring.at), axis.node_count - 1);
      const std::uint32_t low = axis.first_node + below;
      const std::uint32_t high = axis.first_node + std::min(below + 1, axis.node_count - 1);
      ring.wind = wind_between(wind, low, high, std::clamp(ring.at - below, 0.0, 1.0));
    }
  }
}

void set_wind(std::span<LeafPolygon> polygons, const AxisNetwork& network, const NodeWind& wind) {
  if (network.nodes.empty()) return;
  const NearestNode nearest(network.nodes);
  for (LeafPolygon& polygon : polygons) {
    const std::uint32_t node = nearest.at(polygon.points[0]);
    polygon.wind = wind_between(wind, node, node, 0);
  }
}

std::vector<double> flutter_of(const LeafModel& model) {
  std::vector<double> flutter;
  for (const Vec3& p : model.positions) flutter.push_back(glm::length(p));
  scale_to_one(flutter);
  return flutter;
}

}  // namespace weald::plant
