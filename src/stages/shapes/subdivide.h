#pragma once
// Subdivision surfaces: Catmull-Clark on any polygons, Loop on triangles.

#include <cstdint>

#include "base/run_context.h"
#include "data/estimates.h"
#include "data/mesh.h"
#include "schema/codec.h"

namespace weald::mesh {

/// Rule by which faces are split.
enum class SubdivisionScheme {
  loop,           ///< splits each triangle into four
  catmull_clark,  ///< splits each polygon into one quad per corner
};

/// Treatment of boundary vertices with a single face.
enum class BoundaryCorner {
  smooth,  ///< rounded, like the rest of the boundary
  sharp,   ///< kept in place
};

struct SubdivideParams {
  schema::Input<Mesh> from;
  SubdivisionScheme scheme = SubdivisionScheme::catmull_clark;
  int levels = 1;
  BoundaryCorner corners = BoundaryCorner::smooth;
};

/// Most faces that subdivision makes.
inline constexpr std::uint64_t kMaxSubdividedFaces = 20'000'000;

/// Faces after `levels` steps.
std::uint64_t subdivided_face_count(const Dcel& dcel, SubdivisionScheme scheme, int levels);

/// Options for callers without a preset.
struct SubdivideOptions {
  SubdivisionScheme scheme = SubdivisionScheme::catmull_clark;
  int levels = 1;
  BoundaryCorner corners = BoundaryCorner::smooth;
  bool normals = true;  ///< recompute smooth vertex normals; otherwise the result has none
};

/// Subdivides `mesh` `levels` times.
///
/// Positions follow the published masks; the boundary becomes a cubic B-spline curve that depends on boundary vertices
/// only. UVs and vertex colours are interpolated linearly, separately on each side of a seam, which keeps seams in
/// place in the texture. Children inherit the groups and materials of their parents. Normals are recomputed. The
/// children of a face follow each other, in order of the parents.
/// Pre: check(mesh).ok(); only triangles for `loop`. Throws StageError (key "levels"), before anything is allocated, if
/// the result would have more than kMaxSubdividedFaces faces. Time and memory are linear in the result.
/// Bytes per face, with UVs (without): quads 150 (120) at the peak and 120 (96) kept, triangles 105 (80) and 82 (66).
/// The largest result with quads and UVs takes about 3 GB.
/// Source: [catmull1978], [loop1987] (masks), [biermann2000] (boundary rules), [dupuy2021] (connectivity).
Mesh subdivide(const Mesh& mesh, const SubdivideOptions& options, const RunContext& context);

/// Stage `subdivide`. Coincident boundary edges are first joined by close_seams, because the mesh would otherwise come
/// apart there; UV seams are kept. With `loop`, faces with more than three corners are triangulated first, with a
/// warning.
struct Subdivide {
  using Params = SubdivideParams;
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Mesh run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::mesh

template <>
struct weald::schema::EnumNames<weald::mesh::SubdivisionScheme> {
  static constexpr auto names = names_in_order<weald::mesh::SubdivisionScheme>("loop", "catmull_clark");
};

template <>
struct weald::schema::EnumNames<weald::mesh::BoundaryCorner> {
  static constexpr auto names = names_in_order<weald::mesh::BoundaryCorner>("smooth", "sharp");
};

template <>
struct weald::schema::Schema<weald::mesh::SubdivideParams> {
  using P = weald::mesh::SubdivideParams;
  static constexpr std::string_view kind = "subdivide";
  static constexpr std::string_view summary =
      "Smooths a mesh by splitting every face (Loop or Catmull-Clark subdivision).";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Mesh to subdivide; coincident boundary edges are joined.", "", {}, Presence::required},
      Field{&P::scheme, "scheme",
            "Subdivision rule: loop makes triangles from triangles, catmull_clark quads from any faces."},
      Field{&P::levels, "levels",
            "Number of times every face is split; each level has about four times as "
            "many faces.",
            "", Range{0, 10}},
      Field{&P::corners, "corners",
            "Whether the boundary is rounded at vertices of a single face, or stays sharp there."}};
};
