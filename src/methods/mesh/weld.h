#pragma once
// weld: joins positions that are equal or almost equal.

#include <cstdint>
#include <vector>

#include "methods/mesh/soup.h"

namespace weald::mesh {

/// A welded soup.
struct WeldResult {
  Soup soup;
  std::uint32_t positions_merged = 0;       ///< positions merged into another
  std::uint32_t faces_dropped = 0;          ///< faces left with fewer than three distinct corners
  std::vector<std::uint32_t> kept_faces{};  ///< per face of the result: its index in the soup
};

/// Joins every position to the nearest earlier kept position within `tolerance` metres, and to the earliest if several
/// are equally near. A tolerance of 0 joins only equal positions. UVs and normals of corners are unchanged, so seams
/// survive. Coincident corners are removed from their faces. Kept positions keep their order, colour and wind data.
/// Non-finite positions are never joined. Expected linear time while only a few positions lie within the tolerance of
/// each other. Pre: corners in range, arrays of matching length; tolerance at least 0.
WeldResult weld(const Soup& soup, double tolerance);

}  // namespace weald::mesh
