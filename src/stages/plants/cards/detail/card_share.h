#pragma once
// CardShare: which part of a mesh a card of a billboard shows.

#include <cstddef>
#include <span>

#include "data/mesh.h"
#include "methods/mesh/soup.h"
#include "stages/plants/cards/detail/spine.h"

namespace weald::billboard {

/// Upright planes that cross in a spine and follow it.
struct CardPlanes {
  const Spine& spine;
  std::span<const Vec3> normals;  ///< unit; one per card
};

/// The faces of `soup` with a corner that lies within `depth` metres of plane number `card`, or is nearer to it than to
/// any other; with the vertices they use. May have no face. Pre: `card` is one of the planes.
mesh::Mesh share_of_card(const mesh::Soup& soup, const CardPlanes& planes, std::size_t card, double depth);

}  // namespace weald::billboard
