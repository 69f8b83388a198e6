#pragma once
// CardMesh: the faces of one card of a billboard.

#include "methods/mesh/soup.h"
#include "picture/camera/camera.h"
#include "picture/raster/flat_view.h"
#include "stages/plants/cards/detail/atlas.h"
#include "stages/plants/cards/detail/spine.h"

namespace weald::billboard {

/// Placement and content of a card.
struct CardPlace {
  render::ViewAxes axes;  ///< its front faces the direction `back`
  Vec2 corner{0, 0};      ///< upper left corner, along axes.right and axes.up, metres
  double pixel = 1;       ///< metres
  AtlasCell cell;
  render::PixelSize atlas;
  bool upright = true;  ///< upright cards follow the spine; others lie horizontally at half the height of the mesh
  double level = 0;     ///< height of a horizontal card, metres
};

/// Lighting of cards.
struct CardLight {
  double bend = 0.5;   ///< how far normals tilt away from the spine at the edge of the widest card
  double reach = 1;    ///< distance of that edge from the spine, metres
  double apart = 0.0;  ///< distance between front and back, metres
};

/// Appends the front and the back of a card, which are `apart` metres apart and have separate normals. An upright card
/// is divided along the spine and at the heights of the spine's points, and follows the spine in depth. Normals of both
/// sides point up where the cards cross, and tilt outwards away from there; lighting then does not distinguish the
/// cards.
void add_card(const CardPlace& card, const Spine& spine, const CardLight& light, mesh::Soup& soup);

}  // namespace weald::billboard
