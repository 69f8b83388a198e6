#pragma once
// Walls below the border of a meshed heightmap: a skirt, or a base that closes the mesh.

#include <cstdint>
#include <optional>
#include <vector>

#include "methods/mesh/soup.h"

namespace weald::terrain::detail {

/// Side of the map with a wall, in the order of the border loop.
enum class Side : std::uint32_t { west, south, east, north };

/// An edge of the surface with a wall below it.
struct BorderEdge {
  std::uint32_t from;
  std::uint32_t to;
  Side side;
};

struct Walls {
  std::optional<double> base{};  ///< metres
  double skirt = 0;              ///< metres
  double turf = 0;               ///< metres; height of a narrow upper row of a base's walls; 0: no such row
};

/// Number of faces of the walls below `edges` border edges, including the bottom of a base.
std::size_t wall_faces(const Walls& walls, std::size_t edges);

/// Adds a wall below every border edge, and the bottom of a base, as a separate group. Wall corners have the UVs of the
/// border vertex above. Those of a base have their own normals; those of a skirt have the normal and the colour of that
/// vertex, so that a skirt that shows beside a tile is shaded as the land above it. `border` is the loop in the
/// direction in which the surface's faces run along it, from the north-west corner down the west side; `opposite` is
/// the index of the edge that starts at the south-east corner. Pre: the soup has positions, normals and UVs for its
/// vertices, only faces of group 0, and the group of the surface.
void add_walls(mesh::Soup& soup, const std::vector<BorderEdge>& border, std::size_t opposite, const Walls& walls);

}  // namespace weald::terrain::detail
