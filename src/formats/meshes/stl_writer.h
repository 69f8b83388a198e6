#pragma once
// STL: the triangles of meshes and scenes as binary numbers. Y up, metres, the same bytes for any thread count, never a
// NaN. Source: [burns1993].

#include <span>

#include "base/run_context.h"
#include "formats/files/sink.h"
#include "formats/meshes/detail/placed_mesh.h"

namespace weald::io {

/// Writes `parts` one after the other: 80 bytes that say what made them, the number of triangles, and for each its
/// normal (zeros where it has no area), its corners and a zero. Polygons are cut as mesh::triangulate_polygon does.
/// Pre: every mesh is set and its indices are in range. Errors: StageError when a position is not finite, naming it,
/// where there are more than 2^32 - 1 triangles, or where a concave face is too large.
void write_stl(std::span<const PlacedMesh> parts, Sink& sink, const RunContext& context = {});

}  // namespace weald::io
