#pragma once
// mirror: reflects a mesh or a scene in a plane, beside the original or alone.

#include <optional>
#include <variant>

#include "base/run_context.h"
#include "data/estimates.h"
#include "data/mesh.h"
#include "data/scene.h"
#include "schema/codec.h"

namespace weald::mesh {

struct MirrorParams {
  schema::Input<Mesh, scene::Scene> from;
  Vec3 normal{1, 0, 0};
  double offset = 0;  ///< metres
  bool keep = true;
  std::optional<double> weld;  ///< metres
};

/// The reflection in the plane through `normal` * `offset` / |`normal`|, perpendicular to `normal`. Exact for planes
/// perpendicular to an axis. Pre: the normal is not zero.
Mat4 reflection(const Vec3& normal, double offset);

/// Stage `mirror`: a mesh for a mesh, a scene for a scene. With `keep`, the original comes first. Throws StageError
/// (key "from") for a scene of more than 1,000,000 instances, and (key "weld") for a scene, whose meshes stay separate.
struct Mirror {
  using Params = MirrorParams;
  static double seconds_each(const Params&) { return 6e-8; }
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static std::variant<Mesh, scene::Scene> run(const Params& params, const schema::Inputs& inputs,
                                              const RunContext& context);
};

}  // namespace weald::mesh

template <>
struct weald::schema::Schema<weald::mesh::MirrorParams> {
  using P = weald::mesh::MirrorParams;
  static constexpr std::string_view kind = "mirror";
  static constexpr std::string_view summary = "Mirrors a mesh or a scene in a plane, beside the original or alone.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Mesh or scene to mirror.", "", {}, Presence::required},
      Field{&P::normal, "normal", "Direction perpendicular to the plane: [1, 0, 0] swaps left and right.", "",
            Range{-1e6, 1e6}},
      Field{&P::offset, "offset", "Distance of the plane from the origin, along the normal.", "m", Range{-1e6, 1e6}},
      Field{&P::keep, "keep", "Whether the original stays beside its mirror image."},
      Field{&P::weld, "weld",
            "Largest distance at which vertices of the original and of its image are welded (meshes); unset: both "
            "stay separate.",
            "m", Range{0, 1e3}}};
  /// Checks that the normal has a direction, and that nothing is welded without the original.
  static void check(const P& params, Checker& checker);
};
