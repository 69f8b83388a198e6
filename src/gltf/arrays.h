#pragma once
// Arrays: the vertices and triangles of a mesh as the bytes of a glTF file.

#include <array>
#include <cstdint>
#include <vector>

#include "core/vec.h"
#include "gltf/binary.h"
#include "gltf/gltf_params.h"
#include "gltf/measures.h"
#include "mesh/triangle_list.h"

namespace weald::gltf {

/// How quantized positions are turned back: a position in metres is offset + scale * p, p from 0 to 1.
struct Quantization {
  Vec3 offset{0.0};
  double scale = 1;
};

/// The triangles of one material, in the component types of the file. Absent attributes are empty.
struct PrimitiveArrays {
  std::uint16_t material = 0;  ///< index into Mesh::materials
  std::vector<std::uint16_t> groups;
  std::size_t vertex_count = 0;
  std::vector<Vec3f> positions, normals;
  std::vector<std::array<std::uint16_t, 4>> small_positions;              ///< in place of positions; the fourth is 0
  std::vector<std::array<std::int8_t, 4>> small_normals, small_tangents;  ///< in place of those; of normals likewise
  std::vector<Vec4f> tangents;
  std::vector<Vec2f> uvs;                             ///< v grows downwards
  std::vector<std::array<std::uint16_t, 4>> colours;  ///< linear light
  std::vector<Rgba8> wind;
  std::vector<Vec2f> uvs1, uvs2;         ///< further texture coordinates, as the file has them
  std::vector<std::uint16_t> indices16;  ///< where they fit, in place of indices32
  std::vector<std::uint32_t> indices32;
  Vec3 least{0.0}, most{0.0};  ///< bounds of the positions as the file has them
};

/// The arrays of a mesh, one entry for each material that a face has.
struct MeshArrays {
  std::vector<PrimitiveArrays> primitives;  ///< none where the mesh has no triangles
  Quantization quantization;                ///< of small_positions
  Measures measures;
};

/// Cuts `mesh` into triangles in the order that suits graphics hardware. Errors: StageError for a concave face of too
/// many corners, or a number that is not finite.
MeshArrays arrays_of(const mesh::Mesh& mesh, const GltfParams& params);

/// Adds the arrays of a primitive, which must stay until the binary is written. Gives the JSON of the primitive but
/// for its material.
Json add_primitive(const PrimitiveArrays& arrays, Binary& binary);

}  // namespace weald::gltf
