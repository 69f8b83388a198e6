#pragma once
// CardMesh: the faces of a card of a billboard.

#include "methods/mesh/soup.h"
#include "picture/camera/camera.h"
#include "picture/raster/flat_view.h"
#include "stages/plants/cards/detail/atlas.h"
#include "stages/plants/cards/detail/spine.h"

namespace weald::billboard {

/// Where a card stands and what it shows.
struct CardPlace {
  render::ViewAxes axes;  ///< `back` is the side that its front looks to
  Vec2 corner{0, 0};      ///< upper left one, along axes.right and axes.up, metres
  double pixel = 1;       ///< metres
  AtlasCell cell;
  render::PixelSize atlas;
  bool upright = true;  ///< it follows the spine; otherwise it lies level at half the height of the mesh
  double level = 0;     ///< of a level card: its height, metres
};

/// How cards take light.
struct CardLight {
  double bend = 0.5;   ///< how far normals point away from the spine at the card that reaches farthest
  double reach = 1;    ///< how far that one reaches from the spine, metres
  double apart = 0.0;  ///< distance between front and back, metres
};

/// Appends the front and the back of a card, which lie `apart` from each other and have normals of their own. An
/// upright card is cut along the spine, and at the heights of its points, and follows it to and fro. Normals of both
/// sides point up where the cards cross and outwards away from there, so that light does not tell one card from
/// another.
void add_card(const CardPlace& card, const Spine& spine, const CardLight& light, mesh::Soup& soup);

}  // namespace weald::billboard
