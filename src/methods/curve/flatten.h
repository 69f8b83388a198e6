#pragma once
// Flattening: curves to polylines that stay within a stated distance of them.
//
// Between neighbouring points of the result, curve and chord are at most `tolerance` apart in both directions
// (Hausdorff distance), for every segment with positive weights, including segments in 3D and those with cusps, loops,
// reversals or repeated control points. The bound is proven for every chord, up to the rounding error of the
// coordinates: all control points of a subdivided piece lie within the tolerance of the chord, and the distance to a
// segment is convex. Points are placed evenly in the integral of the square root of curvature, which is optimal for
// small tolerances. Intervals whose chord fails the test are halved. Source: [levien2019], [farin2002].

#include <vector>

#include "data/curve.h"
#include "data/polyline.h"

namespace weald::curve {

/// Maximum number of points of one flattened segment; if more are needed, StageError is thrown with the key
/// "tolerance".
inline constexpr std::size_t kMaxFlattenedPoints = 1u << 22;

/// Parameters 0 = t0 < t1 < ... = 1 at which the chords of `segment` begin and end. Pre: tolerance > 0, metres. Throws
/// StageError if more than kMaxFlattenedPoints are needed.
std::vector<double> flatten_parameters(const Segment& segment, double tolerance);

/// The path as a polyline; consecutive points differ; a closed path gives a closed polyline whose first point is not
/// repeated. A path of a single point gives one point, an empty path none. Pre and errors as above.
Polyline flatten(const Path& path, double tolerance);

/// All paths as polylines, in order. Pre and errors as above; the limit holds for each segment.
std::vector<Polyline> flatten(const Curve& curve, double tolerance);

/// True if every point of `segment` is proven to lie within `tolerance` of the chord between its ends; false if it does
/// not, or exceeds 0.999 of the tolerance. The test that flatten() is based on.
bool chord_is_within(const Segment& segment, double tolerance);

}  // namespace weald::curve
