#pragma once
// Sites on rings, grids and spirals.

#include <vector>

#include "stages/scenes/detail/place_params.h"
#include "stages/scenes/detail/site.h"

namespace weald::scene {

/// `count` sites on a circle around the y axis, from the x axis on, counter-clockwise seen from above: evenly around a
/// full circle, or over the arc with sites at both of its ends. Normals lead outward.
std::vector<Site> ring_sites(const PlaceParams& params);

/// Sites on a grid, centred in x and z, that rises from y = 0; x varies fastest, then z, then y. Tangents lead along z.
/// Throws StageError (key "counts") for too many.
std::vector<Site> grid_sites(const PlaceParams& params);

/// Sites in the plane whose neighbours in every direction are `spacing` apart: rows along x, of which every other one
/// is shifted by half a spacing. Centred. Throws StageError (key "counts") for too many.
std::vector<Site> hexagon_sites(const PlaceParams& params);

/// Sites on a phyllotaxis spiral: each is turned by the angle from the one before, and each has the same share of the
/// area. On a disc, site i of n is at radius * sqrt((i + 1/2) / n) from the axis, and its normal is vertical; on a
/// cylinder or cone, sites climb from the base to the top. Source: [vogel1979] (disc), [vaniterson1907] (cylinder).
std::vector<Site> spiral_sites(const PlaceParams& params);

}  // namespace weald::scene
