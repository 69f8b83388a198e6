#pragma once
// The difference of two meshes: in counts and measures, in the distance between their surfaces, and in attributes.

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
  Vec3 hausdorff_at{0};  ///< that sample, metres
  /// Upper bound of the distance from any point of either surface to the other.
  double upper_bound = 0;
  double mean = 0;            ///< mean distance over the samples of both
  std::uint64_t samples = 0;  ///< number of samples on both
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
  double bounds = 0;                          ///< metres; largest displacement of a side of the bounds
  bool identical = false;                     ///< faces, positions, attributes, groups and materials are bit-identical
  bool same_faces = false;                    ///< the same corners in the same order
  bool same_attributes = false;               ///< both have or lack uvs, normals, colours and wind
  std::string materials;                      ///< the first difference of groups or materials; empty: none
  std::optional<AttributeErrors> attributes;  ///< unset if the faces differ
  std::optional<SurfaceDistance> distance;    ///< unset if a mesh has no face, or a position that is not finite
  /// FLIP of pictures of both in the view of mesh_view(); unset if a mesh cannot be drawn, or no limit needs it.
  std::optional<FlipSummary> picture;
  std::optional<std::uint32_t> first_face;    ///< first face whose corners differ, or that only one has
  std::optional<std::uint32_t> first_vertex;  ///< first vertex whose position differs, if the faces are the same
};

/// The length to which shares of the diagonal refer, metres: the diagonal of the bounds, but at least a hundredth of
/// the largest coordinate and a micrometre, to allow for rounding far from the origin.
double mesh_scale(const mesh::Mesh& mesh);

/// Compares two meshes. `tolerance` decides whether pictures are compared. Pre: check(mesh).ok() for both.
MeshDifference compare_meshes(const mesh::Mesh& expected, const mesh::Mesh& actual, const MeshTolerance& tolerance = {},
                              const RunContext& context = {});

/// Symmetric distance of the surfaces, sampled at the corners of every triangle and at the centres of the small
/// triangles into which it is divided: some 20,000 for each surface, at most 80,000 plus one for each triangle. The
/// distance of each sample is exact; the mean is weighted by area. Time is about n log n for surfaces that are close
/// together. Pre: both have faces. Source: [aspert2002].
SurfaceDistance surface_distance(const mesh::Mesh& a, const mesh::Mesh& b, const RunContext& context = {});

}  // namespace weald::compare
