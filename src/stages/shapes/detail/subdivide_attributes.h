#pragma once
// Refinement of attributes by one level of subdivision (methods/mesh/refine.h).

#include "data/mesh.h"

namespace weald::mesh {

/// One refinement step: the mesh that is split, and how.
struct RefineStep {
  const Dcel& parent;
  const std::vector<std::uint32_t>& begin;  ///< corner_begin(parent)
  const std::vector<std::uint32_t>& rank;   ///< corner_ranks(parent, begin)
  bool quads = true;                        ///< split_to_quads, otherwise split_to_triangles
};

/// Interpolates corner values linearly. Every edge gets one midpoint value if both sides have the same values,
/// otherwise one per side; with `quads`, every face gets its mean.
CornerAttribute<Vec2f> refine_uvs(const CornerAttribute<Vec2f>& uvs, const RefineStep& step, const Dcel& child);

/// Interpolates a list of VertexAttributes linearly and rounds to nearest. An empty list stays empty.
std::vector<Rgba8> refine_bytes(const std::vector<Rgba8>& values, const RefineStep& step);

/// Group of each child face. An empty list stays empty.
std::vector<std::uint16_t> refine_groups(const std::vector<std::uint16_t>& groups, const RefineStep& step);

}  // namespace weald::mesh
