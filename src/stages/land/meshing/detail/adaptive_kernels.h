#pragma once
// Inner loops of adaptive meshes, compiled once per SIMD target.

#include "stages/land/meshing/detail/rtin_triangle.h"

namespace weald::terrain::detail {

/// Widens `residual` by all samples of a facet and returns whether the result is within the tolerance. May stop early
/// if it is not, leaving `residual` incomplete.
bool facet_fits(const Facet& facet, const Plate<const float>& samples, const Tolerance& tolerance, Residual& residual);

}  // namespace weald::terrain::detail
