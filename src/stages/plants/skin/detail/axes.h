#pragma once
// Axes: the segments of a skeleton joined into continuous lines of wood, from a joint or the ground to a tip.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "data/skeleton.h"
#include "stages/plants/skin/detail/stem_params.h"

namespace weald::plant {

/// A point of an axis. Lengths in metres.
struct AxisNode {
  Vec3 position{0};
  double radius = 0;
  double tip_distance = 0;  ///< distance along the wood to the farthest tip it carries; 0 at the tip itself
};

/// The point where a side axis leaves its parent.
struct Joint {
  std::uint32_t axis = 0;   ///< the parent, which is an earlier axis
  std::uint32_t node = 0;   ///< index among the parent's nodes
  Vec3 direction{0, 1, 0};  ///< unit direction of the parent at the joint
  double radius = 0;        ///< radius of the parent at the joint, metres
};

/// A line of wood: a sequence of nodes.
struct Axis {
  std::uint32_t first_node = 0;
  std::uint32_t node_count = 0;     ///< 1 if every segment was too short to draw
  std::uint32_t first_segment = 0;  ///< index of the skeleton's segment; addresses the axis's random numbers
  Vec3 reference{0, 0, 1};          ///< the turtle's up vector at the start
  std::optional<Joint> joint;       ///< unset for a root
};

/// All axes of a plant.
struct AxisNetwork {
  std::vector<AxisNode> nodes;
  std::vector<Axis> axes;  ///< parents precede their side axes
  /// Per segment of the skeleton: the index of the node at its end, and of its axis.
  std::vector<std::uint32_t> end_node;
  std::vector<std::uint32_t> axis_of;
  double thickest = 0;       ///< largest radius of a node, metres
  double twig_radius = 0;    ///< median radius at the start of axes that carry no others, metres
  double shortest_step = 0;  ///< lower bound of the distance between adjacent nodes of an axis, metres
  std::size_t left_out = 0;  ///< number of segments with a length below that

  /// The nodes of one axis.
  std::span<const AxisNode> nodes_of(const Axis& axis) const {
    return std::span{nodes}.subspan(axis.first_node, axis.node_count);
  }
};

/// Radius at both ends of a segment, metres.
struct SegmentRadius {
  double start = 0;
  double end = 0;
};

/// Radii of all segments by the chosen model, scaled, without a lower bound.
/// Source: [shinozaki1964] (pipe model).
std::vector<SegmentRadius> segment_radii(const lsystem::Skeleton& skeleton, const RadiusParams& params);

/// Joins segments into axes. A segment is continued by the segment drawn next in the same brackets, otherwise by the
/// thickest segment that starts at its end; ties go to the straightest. The radius at a node is the mean of the two
/// segments that meet there, so a change of width between segments becomes a taper. Throws StageError for coordinates
/// or radii that are not finite or exceed 1e6 m.
AxisNetwork trace_axes(const lsystem::Skeleton& skeleton, const RadiusParams& params);

}  // namespace weald::plant
