#include "stages/plants/skin/detail/axes.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/check.h"
#include "base/error.h"
#include "base/math/math.h"

namespace weald::plant {
namespace {

using lsystem::Skeleton;
using lsystem::SkeletonSegment;

constexpr double kFarthest = 1e6;
constexpr std::uint32_t kNone = 0xFFFFFFFFu;

StageError too_far(const char* what, std::size_t number) {
  return StageError(
      std::string(what) + " " + std::to_string(number) + " of the skeleton is not within 1000 km of the origin",
      "from");
}

double largest_coordinate(const Vec3& p) { return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}); }

/// Checks positions and sizes of leaves and other organs.
void check_organs(const Skeleton& skeleton) {
  for (std::size_t i = 0; i < skeleton.organs.size(); ++i) {
    const lsystem::SkeletonOrgan& organ = skeleton.organs[i];
    const bool near = largest_coordinate(organ.position) <= kFarthest && std::abs(organ.size) <= kFarthest &&
                      std::isfinite(glm::dot(organ.position, organ.position));
    if (!near) throw too_far("organ", i);
  }
}

/// Returns the largest coordinate of the segments. The comparison below also rejects NaN and infinities.
double check_segments(const Skeleton& skeleton) {
  double extent = 0;
  for (std::size_t i = 0; i < skeleton.segments.size(); ++i) {
    const SkeletonSegment& s = skeleton.segments[i];
    WEALD_CHECK(!s.parent || *s.parent < i);
    const double reach = std::max(largest_coordinate(s.start), largest_coordinate(s.end));
    const bool finite = largest_coordinate(s.start) <= kFarthest && largest_coordinate(s.end) <= kFarthest &&
                        std::abs(s.start_radius) <= kFarthest && std::abs(s.end_radius) <= kFarthest &&
                        std::isfinite(glm::dot(s.start, s.end));
    if (!finite) throw too_far("segment", i);
    extent = std::max(extent, reach);
  }
  return extent;
}

double length_of(const SkeletonSegment& s) { return glm::length(s.end - s.start); }

/// Per segment: the segment that continues its axis, or kNone at a tip.
std::vector<std::uint32_t> find_successors(const Skeleton& skeleton, const std::vector<SegmentRadius>& radii) {
  const auto& segments = skeleton.segments;
  std::vector<std::uint32_t> successor(segments.size(), kNone);
  const auto straightness = [&](std::uint32_t child) {
    const SkeletonSegment& p = segments[*segments[child].parent];
    const Vec3 along = normalized_or(p.end - p.start, p.frame.heading);
    return glm::dot(along, normalized_or(segments[child].end - segments[child].start, segments[child].frame.heading));
  };
  const auto better = [&](std::uint32_t candidate, std::uint32_t current) {
    const std::uint32_t parent_branch = segments[*segments[candidate].parent].branch;
    const bool same_branch = segments[candidate].branch == parent_branch;
    if (same_branch != (segments[current].branch == parent_branch)) return same_branch;
    if (radii[candidate].start != radii[current].start) return radii[candidate].start > radii[current].start;
    return straightness(candidate) > straightness(current);
  };
  for (std::uint32_t i = 0; i < segments.size(); ++i) {
    if (!segments[i].parent) continue;
    std::uint32_t& next = successor[*segments[i].parent];
    if (next == kNone || better(i, next)) next = i;
  }
  return successor;
}

/// Per segment: distance along the wood from its end to the farthest tip above it.
std::vector<double> tip_distances(const Skeleton& skeleton) {
  std::vector<double> distance(skeleton.segments.size(), 0.0);
  for (std::size_t i = skeleton.segments.size(); i-- > 0;) {
    const SkeletonSegment& s = skeleton.segments[i];
    if (s.parent) distance[*s.parent] = std::max(distance[*s.parent], distance[i] + length_of(s));
  }
  return distance;
}

/// Appends axes to the network one after another.
class Tracer {
 public:
  Tracer(const Skeleton& skeleton, const RadiusParams& params, AxisNetwork& network, double extent)
      : skeleton_(skeleton),
        radii_(segment_radii(skeleton, params)),
        successor_(find_successors(skeleton, radii_)),
        tip_distance_(tip_distances(skeleton)),
        network_(network) {
    // At smaller sizes, rings would coincide in single precision.
    const double resolution = 4e-6 * extent;
    network_.shortest_step = std::max(resolution, 1e-6);
    min_radius_ = std::max({params.min_radius, resolution, 2e-6});
    network_.end_node.assign(skeleton.segments.size(), 0);
    network_.axis_of.assign(skeleton.segments.size(), 0);
  }

  void trace_from(std::uint32_t first) {
    const SkeletonSegment& segment = skeleton_.segments[first];
    Axis axis;
    axis.first_node = static_cast<std::uint32_t>(network_.nodes.size());
    axis.first_segment = first;
    axis.reference = segment.frame.up;
    if (segment.parent) axis.joint = joint_at(*segment.parent);
    const double start = std::max(radii_[first].start, min_radius_);
    const double limit = axis.joint ? axis.joint->radius : start;
    network_.nodes.push_back({segment.start, std::min(start, limit), tip_distance_[first] + length_of(segment)});
    for (std::uint32_t s = first; s != kNone; s = successor_[s]) append_end_of(s, axis.first_node);
    axis.node_count = static_cast<std::uint32_t>(network_.nodes.size()) - axis.first_node;
    for (const AxisNode& node : network_.nodes_of(axis)) network_.thickest = std::max(network_.thickest, node.radius);
    network_.axes.push_back(axis);
  }

  bool starts_axis(std::uint32_t s) const {
    const auto& parent = skeleton_.segments[s].parent;
    return !parent || successor_[*parent] != s;
  }

 private:
  void append_end_of(std::uint32_t s, std::uint32_t first_node) {
    const SkeletonSegment& segment = skeleton_.segments[s];
    const std::uint32_t next = successor_[s];
    const double radius = next == kNone ? radii_[s].end : 0.5 * (radii_[s].end + radii_[next].start);
    const AxisNode node{segment.end, std::max(radius, min_radius_), tip_distance_[s]};
    AxisNode& last = network_.nodes.back();
    if (glm::length(node.position - last.position) >= network_.shortest_step) {
      network_.nodes.push_back(node);
    } else if (network_.nodes.size() - 1 > first_node) {
      last.radius = node.radius;  // the segment is too short to draw, but its end radius still applies
      last.tip_distance = node.tip_distance;
    }
    const double length = length_of(segment);
    if (length > 0 && length < network_.shortest_step) ++network_.left_out;
    network_.end_node[s] = static_cast<std::uint32_t>(network_.nodes.size() - 1);
    network_.axis_of[s] = static_cast<std::uint32_t>(network_.axes.size());
  }

  Joint joint_at(std::uint32_t parent) const {
    const SkeletonSegment& p = skeleton_.segments[parent];
    const std::uint32_t axis = network_.axis_of[parent];
    const std::uint32_t node = network_.end_node[parent];
    return {axis, node - network_.axes[axis].first_node, normalized_or(p.end - p.start, p.frame.heading),
            network_.nodes[node].radius};
  }

  const Skeleton& skeleton_;
  std::vector<SegmentRadius> radii_;
  std::vector<std::uint32_t> successor_;
  std::vector<double> tip_distance_;
  AxisNetwork& network_;
  double min_radius_ = 0;
};

/// Median radius at the start of axes that carry no others; 0 if there are none.
double median_twig_radius(const AxisNetwork& network) {
  std::vector<std::uint8_t> carries(network.axes.size(), 0);
  for (const Axis& axis : network.axes) {
    if (axis.joint) carries[axis.joint->axis] = 1;
  }
  std::vector<double> radii;
  for (std::size_t i = 0; i < network.axes.size(); ++i) {
    if (carries[i] == 0) radii.push_back(network.nodes[network.axes[i].first_node].radius);
  }
  if (radii.empty()) return 0;
  const auto middle = radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2);
  std::nth_element(radii.begin(), middle, radii.end());
  return *middle;
}

}  // namespace

std::vector<SegmentRadius> segment_radii(const Skeleton& skeleton, const RadiusParams& params) {
  const auto& segments = skeleton.segments;
  std::vector<SegmentRadius> radii(segments.size());
  if (params.model == RadiusModel::turtle) {
    for (std::size_t i = 0; i < segments.size(); ++i) {
      radii[i] = {std::abs(segments[i].start_radius) * params.scale, std::abs(segments[i].end_radius) * params.scale};
    }
    return radii;
  }
  // Powers of radii are summed from the tips; children come after their parents.
  std::vector<double> carried(segments.size(), 0.0);
  const double tip = math::pow(params.tip_radius, params.exponent);
  for (std::size_t i = segments.size(); i-- > 0;) {
    const bool is_tip = carried[i] == 0;
    const double power = is_tip ? tip : carried[i];
    const double radius = is_tip ? params.tip_radius : math::pow(power, 1 / params.exponent);
    radii[i] = {radius * params.scale, radius * params.scale};
    if (segments[i].parent) carried[*segments[i].parent] += power;
  }
  return radii;
}

AxisNetwork trace_axes(const Skeleton& skeleton, const RadiusParams& params) {
  AxisNetwork network;
  const double extent = check_segments(skeleton);
  check_organs(skeleton);
  Tracer tracer(skeleton, params, network, extent);
  network.nodes.reserve(skeleton.segments.size() + skeleton.segments.size() / 2);
  for (std::uint32_t s = 0; s < skeleton.segments.size(); ++s) {
    if (tracer.starts_axis(s)) tracer.trace_from(s);
  }
  network.twig_radius = median_twig_radius(network);
  return network;
}

}  // namespace weald::plant
