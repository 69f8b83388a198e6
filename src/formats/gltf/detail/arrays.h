#pragma once
// Arrays: the vertices and triangles of a mesh as the bytes of a glTF file.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/math/placement.h"
#include "base/math/vec.h"
#include "data/mesh.h"
#include "formats/gltf/detail/binary.h"
#include "formats/gltf/detail/model.h"
#include "formats/gltf/gltf_params.h"
#include "methods/mesh/corner_list.h"

namespace weald::gltf {

/// Number and size of the visible elements: metadata of a file in `extras`.
struct Measures {
  std::size_t triangles = 0;
  std::size_t vertices = 0;
  Bounds bounds;  ///< metres
};

/// Adds a copy of a mesh with these measures. For a rotated copy, adds the bounds of its rotated box.
void add_copy(Measures& total, const Measures& mesh, const Placement& placement);

/// The measures as JSON: `triangles`, `vertices`, `height_m`, and `min_m` and `max_m` of the box, to the micrometre.
/// Without a box only `triangles` and `vertices`.
Json extras_of(const Measures& measures);

/// `preset` and `seed`. Pre: the model has an origin.
Json extras_of(const Origin& origin);

/// How quantized positions are decoded: a position in metres is offset + scale * p, p from 0 to 1.
struct Quantization {
  Vec3 offset{0.0};
  double scale = 1;
};

/// The triangles of one material, in the order of the file. The values remain in the mesh until they are written.
struct Primitive {
  mesh::CornerList corners;
  std::vector<Vec4f> tangents;  ///< empty, or one for each vertex
  Bounds bounds;                ///< of the positions, metres
  bool has_colours = false;     ///< false also if all are white
};

/// The data of a mesh in a file.
struct MeshArrays {
  const mesh::Mesh* mesh = nullptr;
  std::vector<Primitive> primitives;  ///< one for each material that has triangles
  bool is_quantized = false;
  bool is_filtered = false;  ///< quantized values are stored in the forms of Filter
  Quantization quantization;
  WindPacking wind = WindPacking::none;  ///< none also if the mesh has no wind data
  Measures measures;
};

/// Cuts `mesh`, which must outlive the arrays, into triangles in an order that suits graphics hardware. Errors:
/// StageError for a concave face with too many corners, or a position that is not finite.
MeshArrays arrays_of(const mesh::Mesh& mesh, const GltfParams& params);

/// Adds the arrays of a primitive of `arrays`, which must exist until the binary is written. Returns the JSON of the
/// primitive without its material.
Json add_primitive(const MeshArrays& arrays, const Primitive& primitive, Binary& binary);

}  // namespace weald::gltf
