#pragma once
// Icosphere: a sphere of nearly equal triangles.

#include "data/mesh.h"

namespace weald::mesh {

/// A sphere about the origin: an icosahedron with vertices at the poles (0, +-radius, 0), with every triangle split
/// into four `levels` times and the new vertices moved out to the sphere. Smooth normals, and UVs by longitude and
/// latitude. Vertices: the 12 of the icosahedron, then those of each level. Pre: levels 0 to 9, radius above 0
/// (metres).
Mesh make_icosphere(double radius, int levels);

}  // namespace weald::mesh
