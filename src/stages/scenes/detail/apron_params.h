#pragma once
// ApronParams: the border of a tile that its neighbours have too.

#include "schema/field.h"

namespace weald::scene {

struct ApronParams {
  int apron = 0;  ///< samples
};

inline constexpr auto kApronField = schema::Fields{
    schema::Field{&ApronParams::apron, "apron",
                  "For tiles: samples along the border of the map or region that belong to the neighbouring tiles, so "
                  "that no copy stands there; as that of heightmap_mesh.",
                  "samples", schema::Range{0, 1024}}};

}  // namespace weald::scene
