#pragma once
// Wind: what a shader needs to sway a plant, four numbers of 8 bits for each vertex (mesh::VertexAttributes::wind).
//
// Red is the bend: how far a point leans with the wind, 0 at the ground and 255 where the plant leans farthest. It
// grows along the wood by length / square root of radius and is the same for all points around a stem and on a leaf.
// Green is the phase, in 255ths of a cycle: 0 on the trunk; on a branch it passes evenly from that of its parent, at
// the joint, to one of its own, at half its length. Leaves have that of the wood they grow from.
// Blue is the flutter: 0 on wood and at the foot of a stalk, 255 at the point of a leaf that is farthest from its foot.
// Alpha is the branch's share of the bend: 0 on trunks, and from there on it grows as the bend does, to 255 where
// branches lean farthest from their trunk.

#include <span>
#include <vector>

#include "base/rng.h"
#include "data/skeleton.h"
#include "stages/plants/skin/detail/axes.h"
#include "stages/plants/skin/detail/bark_plan.h"
#include "stages/plants/skin/detail/leaf_model.h"
#include "stages/plants/skin/detail/leaves.h"

namespace weald::plant {

/// Wind at the nodes of a plant.
struct NodeWind {
  std::vector<double> bend;    ///< per node, 0 to 1
  std::vector<double> phase;   ///< per node, 0 to 1
  std::vector<double> branch;  ///< per node, 0 to 1
};

/// Wind at the nodes of `network`, which was traced from `skeleton`.
NodeWind node_wind(const AxisNetwork& network, const lsystem::Skeleton& skeleton, const Rng& rng);

/// Writes wind into Ring::wind of all tubes; leaves that are placed afterwards take theirs from it.
void set_wind(std::span<Tube> tubes, const AxisNetwork& network, const NodeWind& wind);
/// Gives polygons the wind of the node nearest to their first point.
void set_wind(std::span<LeafPolygon> polygons, const AxisNetwork& network, const NodeWind& wind);

/// Flutter of each vertex of a model, 0 to 1: its distance from the foot as a share of the largest.
std::vector<double> flutter_of(const LeafModel& model);

}  // namespace weald::plant
