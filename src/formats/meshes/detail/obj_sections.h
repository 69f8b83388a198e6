#pragma once
// The lines of an OBJ file, formatted a range at a time; obj_writer.cpp puts the ranges together.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "formats/files/text_block.h"
#include "formats/meshes/detail/placed_mesh.h"
#include "formats/meshes/obj_writer.h"

namespace weald::io {

/// Data shared by all instances of a mesh.
struct MeshPlan {
  struct Run {
    std::string header;  ///< follows the part's name in the lines of the group: `_bark\n` and `usemtl ...\n`
    std::size_t begin = 0, end = 0;
  };
  std::vector<std::uint32_t> order;  ///< faces by group; empty: in the order of the mesh
  std::vector<Run> runs;
};

/// A part, with the numbers of its first elements in the file.
struct PartPlan {
  const ObjPart* part = nullptr;
  const MeshPlan* mesh = nullptr;
  std::uint32_t first_position = 1, first_uv = 1, first_normal = 1;  ///< OBJ counts from 1
  bool same_indices = false;  ///< position, texture coordinate and normal of every corner have the same number
};

/// Appends the `v` lines of the positions [begin, end) of a part, with their colours if it has any. Errors: StageError,
/// with the element, if a number is not finite.
void write_positions(const PartPlan& plan, const Placing& placing, std::size_t begin, std::size_t end, TextBlock& text);

/// Appends the `vt` lines of the texture coordinates [begin, end). Errors: as write_positions.
void write_uvs(const PartPlan& plan, std::size_t begin, std::size_t end, TextBlock& text);

/// Appends the `vn` lines of the normals [begin, end), transformed with the part. Errors: as write_positions.
void write_normals(const PartPlan& plan, const Placing& placing, std::size_t begin, std::size_t end, TextBlock& text);

/// Appends the `f` lines of the faces [begin, end), counted in the order of their groups.
void write_faces(const PartPlan& plan, bool mirrored, std::size_t begin, std::size_t end, TextBlock& text);

}  // namespace weald::io
