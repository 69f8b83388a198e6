#pragma once
// How attributes pass through one level of refinement (methods/mesh/refine.h). Internal to src/methods/mesh.

#include "data/mesh.h"

namespace weald::mesh {

/// The shape of one refinement step: what was split, and how.
struct RefineStep {
  const Dcel& parent;
  const std::vector<std::uint32_t>& begin;  ///< corner_begin(parent)
  const std::vector<std::uint32_t>& rank;   ///< corner_ranks(parent, begin)
  bool quads = true;                        ///< split_to_quads, else split_to_triangles
};

/// Linear interpolation of corner values: every edge gets its middle, once where both its sides have the same values,
/// else once for each side; under `quads` every face gets its mean.
CornerAttribute<Vec2f> refine_uvs(const CornerAttribute<Vec2f>& uvs, const RefineStep& step, const Dcel& child);

/// Linear interpolation of a list of VertexAttributes, rounded to nearest; empty in, empty out.
std::vector<Rgba8> refine_bytes(const std::vector<Rgba8>& values, const RefineStep& step);

/// The group of each child face; empty in, empty out.
std::vector<std::uint16_t> refine_groups(const std::vector<std::uint16_t>& groups, const RefineStep& step);

}  // namespace weald::mesh
