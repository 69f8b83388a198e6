#pragma once
// PLY: meshes and scenes as binary numbers, with polygons not triangulated. Y up, metres, little-endian, the same bytes
// for any thread count, never a NaN. Source: [ply-spec].

#include <span>

#include "base/run_context.h"
#include "formats/files/sink.h"
#include "formats/meshes/detail/placed_mesh.h"

namespace weald::io {

/// Writes `parts` one after the other as one set of vertices (`x y z`, `nx ny nz` where all meshes with faces have
/// normals, `s t`, `red green blue alpha` and `wind_bend wind_phase wind_flutter wind_branch` where one of them has
/// UVs, colours and wind; meshes without them get 0 0, white and zeros) and one of faces, as lists of `uint` with their
/// length as `uchar`, or as `uint` where a face has more than 255 corners. A vertex whose corners have different
/// normals or UVs is written once for each: its copies follow the vertices of its mesh. Materials and groups are left
/// out, but UVs have the scale and offset of their materials in them. Pre: every mesh is set and its indices are in
/// range. Errors: StageError when a number is not finite, naming the element, or where there are more vertices or faces
/// than 32 bits can count.
void write_ply(std::span<const PlacedMesh> parts, Sink& sink, const RunContext& context = {});

}  // namespace weald::io
