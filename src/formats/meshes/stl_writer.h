#pragma once
// STL: writes the triangles of meshes and scenes in binary. Y up, metres, the same bytes for any thread count, never a
// NaN. Source: [burns1993].

#include <span>

#include "base/run_context.h"
#include "formats/files/sink.h"
#include "formats/meshes/detail/placed_mesh.h"

namespace weald::io {

/// Writes `parts` one after the other: 80 bytes that name the generator, the number of triangles, and for each triangle
/// its normal (zeros if it has no area), its corners and a zero. Polygons are triangulated by
/// mesh::triangulate_polygon. Pre: every mesh is set and its indices are in range. Errors: StageError if a position is
/// not finite (the message names it), if there are more than 2^32 - 1 triangles, or if a concave face is too large.
void write_stl(std::span<const PlacedMesh> parts, Sink& sink, const RunContext& context = {});

}  // namespace weald::io
