#pragma once
// Axes: a skeleton's segments joined into lines of wood that run from a joint or the ground to a tip.

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
  double tip_distance = 0;  ///< along the wood to the farthest tip it carries; 0 at the tip itself
};

/// Where a side axis leaves its parent.
struct Joint {
  std::uint32_t axis = 0;   ///< the parent, an earlier axis
  std::uint32_t node = 0;   ///< of the parent's nodes, counted from its first
  Vec3 direction{0, 1, 0};  ///< of the parent at the joint, unit length
  double radius = 0;        ///< of the parent at the joint, metres
};

/// A line of wood: a run of nodes.
struct Axis {
  std::uint32_t first_node = 0;
  std::uint32_t node_count = 0;     ///< 1: every segment was too short to draw
  std::uint32_t first_segment = 0;  ///< number of the skeleton's segment; addresses the axis's random numbers
  Vec3 reference{0, 0, 1};          ///< the turtle's up vector at the start
  std::optional<Joint> joint;       ///< unset at a root
};

/// All axes of a plant.
struct AxisNetwork {
  std::vector<AxisNode> nodes;
  std::vector<Axis> axes;  ///< parents before their side axes
  /// Per segment of the skeleton: number of the node at its end, and of its axis.
  std::vector<std::uint32_t> end_node;
  std::vector<std::uint32_t> axis_of;
  double thickest = 0;       ///< largest radius of a node, metres
  double twig_radius = 0;    ///< median radius at which axes begin that carry no others, metres
  double shortest_step = 0;  ///< no two neighbouring nodes of an axis are closer, metres
  std::size_t left_out = 0;  ///< segments that have a length, but less than that

  /// The nodes of one axis.
  std::span<const AxisNode> nodes_of(const Axis& axis) const {
    return std::span{nodes}.subspan(axis.first_node, axis.node_count);
  }
};

/// Radius of a segment at its two ends, metres.
struct SegmentRadius {
  double start = 0;
  double end = 0;
};

/// Radii of all segments by the chosen model, scaled; not yet bounded from below.
/// Source: [shinozaki1964] (pipe model).
std::vector<SegmentRadius> segment_radii(const lsystem::Skeleton& skeleton, const RadiusParams& params);

/// Joins segments into axes: a segment is continued by the one drawn next in the same brackets, else by the thickest
/// segment that starts at its end, the straightest among equals. Radii at nodes are the mean of the two segments that
/// meet, so that a width set between segments becomes a taper. Throws StageError for coordinates or radii that are not
/// finite or beyond 1e6 m.
AxisNetwork trace_axes(const lsystem::Skeleton& skeleton, const RadiusParams& params);

}  // namespace weald::plant
