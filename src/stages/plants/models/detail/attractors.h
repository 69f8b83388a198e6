#pragma once
// Attraction points in the volume of a crown.

#include <vector>

#include "base/run_context.h"
#include "data/heightmap.h"
#include "stages/plants/models/detail/space_colonization_params.h"

namespace weald::tree {

/// Further limits of the crown besides `params.crown`; either may be null.
struct CrownInputs {
  const mesh::Mesh* volume = nullptr;
  const Heightmap* density = nullptr;
};

/// Whether `point` lies in the solid.
bool inside_crown(const CrownVolume& crown, const Vec3& point);

/// Points spread evenly, or by the density, in the crown: point i depends on the seed and i alone, so that more points
/// leave the first ones in place. Throws StageError where a point is not found in 100,000 tries: the volume or the
/// density is next to empty.
std::vector<Vec3> place_attractors(const SpaceColonizationParams& params, const CrownInputs& inputs,
                                   const RunContext& context);

}  // namespace weald::tree
