#pragma once
// Walls that hang from the border of a meshed heightmap: a skirt, or a base that closes it.

#include <cstdint>
#include <optional>
#include <vector>

#include "methods/mesh/soup.h"

namespace weald::terrain::detail {

/// Side of the map on which a wall stands, in the order of the border loop.
enum class Side : std::uint32_t { west, south, east, north };

/// An edge of the surface that has a wall below it.
struct BorderEdge {
  std::uint32_t from;
  std::uint32_t to;
  Side side;
};

struct Walls {
  std::optional<double> base{};  ///< metres
  double skirt = 0;              ///< metres
  double turf = 0;               ///< metres; height of a narrow upper row of walls; 0: there is none
};

/// Faces that the walls below `edges` border edges have, with the bottom of a base.
std::size_t wall_faces(const Walls& walls, std::size_t edges);

/// Adds a wall below every border edge, and the bottom of a base, in a group of their own; corners have normals of
/// their own, and the UVs of the border vertex above. `border` is the loop as the surface's faces run along it, from
/// the north-west corner down the west side; `opposite` is the edge that starts in the south-east corner. Pre: the soup
/// has positions, normals and UVs for its vertices, faces in group 0 only, and the group for the surface.
void add_walls(mesh::Soup& soup, const std::vector<BorderEdge>& border, std::size_t opposite, const Walls& walls);

}  // namespace weald::terrain::detail
