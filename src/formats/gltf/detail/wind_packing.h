#pragma once
// Wind packing: the wind data of plants as an engine reads them. Each function gives the values of one vertex.

#include <array>
#include <cstdint>

#include "base/math/vec.h"
#include "data/image.h"
#include "formats/gltf/gltf_params.h"

namespace weald::gltf {

/// Number of sets of texture coordinates that the packing takes beside the first.
int uv_sets_of(WindPacking packing);

/// Set `set` (from 1) of a vertex with the wind data `wind` (mesh::VertexAttributes::wind), as the file has it.
/// - unity, 1: bend and 1 - branch, for importers turn v round. Source: [unity-spec].
/// - unreal, 1: bend and phase; 2: flutter and branch. Source: [unreal-spec].
/// Pre: the packing has that set.
Vec2f packed_uv(WindPacking packing, int set, const Rgba8& wind);

/// COLOR_0 of a vertex in the packing unity, in 65535ths: phase, flutter, 0, and as alpha the shade, which is the
/// luminance of the vertex's own linear colour. Source: [unity-spec].
std::array<std::uint16_t, 4> unity_colour(const Rgba8& wind, const std::array<std::uint16_t, 4>& own);

}  // namespace weald::gltf
