#pragma once
// Sites of the arrangements of `place`: along curves, at elements of meshes and skeletons, and in patterns.

#include <vector>

#include "base/run_context.h"
#include "data/curve.h"
#include "data/mesh.h"
#include "data/skeleton.h"
#include "stages/scenes/detail/place_params.h"
#include "stages/scenes/detail/site.h"

namespace weald::scene {

/// The largest error of a length along a path, metres.
inline constexpr double kArcAccuracy = 1e-8;

/// Lengths from the start of a path of `length` metres at which sites lie, ascending. With a spacing, they are that far
/// apart from `start` on; with `fit` or a count, they are evenly spaced from `start` to `end` before the path's end. A
/// closed path without gaps is divided evenly; without `fit`, the last distance may be larger. Empty if the gaps
/// leave nothing of the path. Throws StageError (key "spacing") for too many.
std::vector<double> lengths_along(double length, bool closed, const PlaceParams& params);

/// Sites of the arrangements along, corners and ends, path by path, and for each path one row per side: the left one
/// first. Tangents at corners lie halfway between the two directions. The outward direction leads to the side, on the
/// curve itself to the right; from an end of the curve it leads away. With `up: normal`, frames have as little twist as
/// possible, and the first one is as close to the vertical as the tangent allows; otherwise they are level across.
/// Warns of paths that are shorter than the gaps. Throws StageError at "spacing", "count" or "curve" for too many
/// sites. Source: [wang2008] (frames).
std::vector<Site> curve_sites(const curve::Curve& curve, const PlaceParams& params, const RunContext& context);

/// A site at each vertex. Normals are the angle-weighted ones, tangents are as close to the z axis as they allow.
/// Throws StageError (key "surface") for too many, like the two functions below.
std::vector<Site> vertex_sites(const mesh::Mesh& mesh);

/// A site at the middle of each edge, with the tangent along it, and the sum of the normals of its faces as normal.
std::vector<Site> edge_sites(const mesh::Mesh& mesh);

/// A site at the mean of the corners of each face, with the face's normal and the direction of its first edge.
std::vector<Site> face_sites(const mesh::Mesh& mesh);

/// A site at each end of a skeleton at which no other segment starts. Normals lead along the segment. Throws StageError
/// (key "skeleton") for too many.
std::vector<Site> tip_sites(const lsystem::Skeleton& skeleton);

/// A site at the start of each root, and at the end of each segment. Otherwise as tip_sites().
std::vector<Site> node_sites(const lsystem::Skeleton& skeleton);

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
