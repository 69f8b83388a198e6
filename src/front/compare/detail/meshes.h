#pragma once
// The difference of two meshes: counts and measures, the distance between their surfaces, and their attributes.

#include <cstdint>
#include <optional>
#include <string>

#include "base/run_context.h"
#include "data/mesh.h"
#include "front/compare/detail/images.h"
#include "front/compare/tolerance.h"
#include "methods/mesh/analysis.h"

namespace weald::compare {

/// Distances between two surfaces, metres.
struct SurfaceDistance {
  double hausdorff = 0;  ///< largest distance found from a sample of either surface to the other
  Vec3 hausdorff_at{0};  ///< that sample
  /// Bound: no point of either surface is farther from the other than this.
  double upper_bound = 0;
  double mean = 0;            ///< mean distance over the samples of both
  std::uint64_t samples = 0;  ///< of both
};

/// Differences of the attributes of meshes with the same faces.
struct AttributeErrors {
  double max_position = 0;  ///< metres, vertex by vertex
  std::uint32_t max_position_vertex = 0;
  double rms_position = 0;  ///< metres
  double max_uv = 0;
  double max_normal = 0;  ///< degrees
  int max_colour = 0;     ///< levels, of colours and of wind
};

/// The difference of two meshes.
struct MeshDifference {
  mesh::MeshAnalysis expected, actual;
  double scale = 0;                           ///< metres; mesh_scale(expected)
  double bounds = 0;                          ///< metres; largest move of a side of the bounds
  bool identical = false;                     ///< bit for bit: faces, positions, attributes, groups and materials
  bool same_faces = false;                    ///< the same corners in the same order
  bool same_attributes = false;               ///< both have or lack uvs, normals, colours and wind
  std::string materials;                      ///< the first difference of groups or materials; empty: none
  std::optional<AttributeErrors> attributes;  ///< unset where the faces differ
  std::optional<SurfaceDistance> distance;    ///< unset where one of them has no face or positions that are not finite
  /// FLIP of pictures of both with mesh_view(); unset if one cannot be drawn, or if no limit needs it.
  std::optional<FlipSummary> picture;
  std::optional<std::uint32_t> first_face;    ///< first face whose corners differ, or that only one has
  std::optional<std::uint32_t> first_vertex;  ///< first vertex whose position differs, where the faces are the same
};

/// The length to which shares of the diagonal refer, metres: the diagonal of the bounds, but at least a hundredth of
/// the largest coordinate and a micrometre, so that rounding is allowed far from the origin.
double mesh_scale(const mesh::Mesh& mesh);

/// Compares two meshes. `tolerance` decides whether pictures are compared. Pre: check(mesh).ok() for both.
MeshDifference compare_meshes(const mesh::Mesh& expected, const mesh::Mesh& actual, const MeshTolerance& tolerance = {},
                              const RunContext& context = {});

/// Symmetric distance of the surfaces, sampled at the corners of every triangle and the centres of the small triangles
/// that it is divided into: some 20,000 for each surface, at most 80,000 plus one for each triangle. The distance of
/// each sample is exact; the mean is weighted by area. Time is about n log n for surfaces that are close together. Pre:
/// both have faces. Source: [aspert2002].
SurfaceDistance surface_distance(const mesh::Mesh& a, const mesh::Mesh& b, const RunContext& context = {});

}  // namespace weald::compare
