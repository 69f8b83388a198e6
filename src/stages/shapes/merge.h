#pragma once
// merge: merges several meshes and scenes into one mesh.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/run_context.h"
#include "data/estimates.h"
#include "data/mesh.h"
#include "data/scene.h"
#include "methods/mesh/soup.h"
#include "schema/codec.h"

namespace weald::mesh {

struct MergeParams {
  std::vector<schema::Input<Mesh, scene::Scene>> parts;
  std::optional<double> weld;
};

/// The polygons of all meshes, in order. Equal materials are shared; a material that differs from an earlier one of the
/// same name is renamed ("bark" -> "bark.2"). Equal groups (name and material) are shared. If only some parts have an
/// attribute, the others get UV (0, 0), smooth normals, or white. Throws StageError (key "parts") for more than 65535
/// groups or materials, or more than 2^31 - 2 corners.
Soup merged(std::span<const Mesh* const> parts);

/// One mesh with the meshes of all instances of a scene, see Merge. Non-manifold places are separated. Throws
/// StageError (with `key`) if it would be too large, and Interrupted.
Mesh flattened(const scene::Scene& scene, const std::string& key, const RunContext& context);

/// Stage `merge`: merged(), then welded if a tolerance is given. A scene counts as the transformed meshes of its
/// instances, in order, without coarser levels and collision meshes. Tints multiply the vertex colours.
struct Merge {
  using Params = MergeParams;
  static double seconds_each(const Params&) { return 6e-8; }
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Mesh run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::mesh

template <>
struct weald::schema::Schema<weald::mesh::MergeParams> {
  using P = weald::mesh::MergeParams;
  static constexpr std::string_view kind = "merge";
  static constexpr std::string_view summary =
      "Merges several meshes and scenes into one mesh; groups and materials are kept.";
  static constexpr auto fields =
      Fields{Field{&P::parts,
                   "parts",
                   "Meshes and scenes to merge, in the order of the result; of a scene, every copy.",
                   "",
                   {},
                   Presence::required},
             Field{&P::weld, "weld", "Largest distance at which vertices are welded; unset: the parts stay separate.",
                   "m", Range{0, 1e3}}};
  /// Checks that there is at least one part.
  static void check(const P& params, Checker& checker) {
    if (params.parts.empty()) checker.error("parts", "'parts' needs at least one mesh");
  }
};
