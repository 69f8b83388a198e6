#pragma once
// PLY: writes meshes and scenes in binary, without triangulating polygons. Y up, metres, little-endian, the same bytes
// for any thread count, never a NaN. Source: [ply-spec].

#include <span>

#include "base/run_context.h"
#include "formats/files/sink.h"
#include "formats/meshes/detail/placed_mesh.h"

namespace weald::io {

/// Writes `parts` one after the other as one list of vertices and one list of faces. Vertices have `x y z`; `nx ny nz`
/// if all meshes with faces have normals; and `s t`, `red green blue alpha` and `wind_bend wind_phase wind_flutter
/// wind_branch` if any of these meshes has UVs, colours or wind, respectively (other meshes then get 0 0, white or
/// zeros). The colours of a part are multiplied by its tint, in linear light; white ones if its mesh has none. Faces
/// are lists of `uint` with their length as `uchar`, or as `uint` if a face has more than 255 corners. A vertex whose
/// corners have different normals or UVs is written once for each: its copies follow the vertices of its mesh.
/// Materials and groups are not written, but the scale and offset of materials are applied to the UVs. Pre: every mesh
/// is set and its indices are in range. Errors: StageError, with the element, if a number is not finite, or if there
/// are more vertices or faces than 32 bits can count.
void write_ply(std::span<const PlacedMesh> parts, Sink& sink, const RunContext& context = {});

}  // namespace weald::io
