#pragma once
// Sites along a curve, at its corners and at its ends.

#include <vector>

#include "base/run_context.h"
#include "data/curve.h"
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

}  // namespace weald::scene
