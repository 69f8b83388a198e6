#pragma once
// CardShare: the part of a mesh that one card of a billboard shows.

#include <cstddef>
#include <span>

#include "data/mesh.h"
#include "methods/mesh/soup.h"
#include "stages/plants/cards/detail/spine.h"

namespace weald::billboard {

/// Vertical planes that cross in a spine and follow it.
struct CardPlanes {
  const Spine& spine;
  std::span<const Vec3> normals;  ///< unit vectors, one per card
};

/// The faces of `soup` with a corner that lies within `depth` metres of plane `card`, or is closer to it than to any
/// other plane; includes the vertices they use. May have no faces. Pre: `card` is one of the planes.
mesh::Mesh share_of_card(const mesh::Soup& soup, const CardPlanes& planes, std::size_t card, double depth);

}  // namespace weald::billboard
