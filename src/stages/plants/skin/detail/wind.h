#pragma once
// Wind: four 8-bit numbers per vertex with which a shader sways a plant (mesh::VertexAttributes::wind).
//
// Red is the bend: how far a point leans with the wind, from 0 at the ground to 255 where the plant leans farthest. It
// increases along the wood by length / square root of radius, and is constant around a stem and on a leaf.
// Green is the phase, in 255ths of a cycle. It is 0 on the trunk; on a branch, it changes linearly from the parent's
// phase at the joint to the branch's own phase at half its length. Leaves have the phase of the wood they grow from.
// Blue is the flutter: 0 on wood and at the foot of a stalk, 255 at the point of a leaf farthest from its foot.
// Alpha is the branch's share of the bend: 0 on trunks; beyond them it increases like the bend, up to 255 where
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

/// Computes the wind at the nodes of `network`, which was traced from `skeleton`.
NodeWind node_wind(const AxisNetwork& network, const lsystem::Skeleton& skeleton, const Rng& rng);

/// Sets Ring::wind of all stems, from which leaves placed afterwards take their wind.
void set_wind(std::span<Tube> tubes, const AxisNetwork& network, const NodeWind& wind);
/// Gives each polygon the wind of the node nearest to its first point.
void set_wind(std::span<LeafPolygon> polygons, const AxisNetwork& network, const NodeWind& wind);

/// Flutter of each vertex of a model, 0 to 1: its distance from the foot, relative to the largest.
std::vector<double> flutter_of(const LeafModel& model);

}  // namespace weald::plant
