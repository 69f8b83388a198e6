#pragma once
// The inner loops of adaptive meshes, in one version per SIMD target. Internal to terrain/.

#include "stages/land/meshing/detail/rtin_triangle.h"

namespace weald::terrain::detail {

/// Widens `residual` by all samples of a facet, and tells whether it then is within the tolerance; may stop early, with
/// `residual` unfinished, when it is not.
bool facet_fits(const Facet& facet, const Plate<const float>& samples, const Tolerance& tolerance, Residual& residual);

}  // namespace weald::terrain::detail
