#pragma once
// Wind packing: converts the wind data of plants to the form that an engine reads. Each function handles one vertex.

#include <array>
#include <cstdint>

#include "base/math/vec.h"
#include "data/image.h"
#include "formats/gltf/gltf_params.h"

namespace weald::gltf {

/// Number of sets of texture coordinates that the packing uses besides the first.
int uv_sets_of(WindPacking packing);

/// Set `set` (from 1) of a vertex with the wind data `wind` (mesh::VertexAttributes::wind), as stored in the file.
/// - unity, 1: bend and 1 - branch, since importers flip v. Source: [unity-spec], [gltfast-spec].
/// - unreal, 1: bend and phase; 2: flutter and branch. Source: [unreal-spec].
/// Pre: the packing has that set.
Vec2f packed_uv(WindPacking packing, int set, const Rgba8& wind);

/// COLOR_0 of a vertex in the packing unity, in units of 1/65535: phase, flutter, 0, and in alpha the shade, which is
/// the luminance of the vertex's own linear colour. Source: [unity-spec].
std::array<std::uint16_t, 4> unity_colour(const Rgba8& wind, const std::array<std::uint16_t, 4>& own);

}  // namespace weald::gltf
