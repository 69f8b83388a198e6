#pragma once
// The stage `collision`: simple bodies that approximate a plant for collision.
//
// Capsules are convex, so one that contains the balls around two nodes contains the tapered wood between them. The
// facts of the mesh have their numbers. Not a convex hull: the hull of a tree is its crown.

#include <optional>
#include <vector>

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/estimates.h"
#include "data/mesh.h"
#include "data/skeleton.h"
#include "schema/decode.h"
#include "schema/input.h"
#include "stages/plants/skin/detail/axes.h"
#include "stages/plants/skin/detail/stem_params.h"

namespace weald::plant {

/// All points within `radius` of the line from `from` to `to`; a ball if both are equal. Metres.
struct Capsule {
  Vec3 from{0};
  Vec3 to{0};
  double radius = 0;
};

/// Distance of a point from the line of a capsule, metres.
double distance_from_line(const Capsule& capsule, const Vec3& point);

/// Capsules that enclose a plant's thick wood.
struct CapsuleFit {
  std::vector<Capsule> capsules;  ///< axis by axis, each in order from its start
  double thinnest = 0;            ///< all wood with at least this radius is inside, metres
};

/// At most `count` capsules that enclose all wood with a radius of at least `thinnest` metres. They enclose each axis
/// from its start to its last node of that thickness, as straight tapered pieces between nodes, each piece entirely. If
/// more than `count` / 2 axes have such a part, only the thickest are enclosed, and the result states the radius above
/// which all wood is enclosed. Remaining capsules subdivide the loosest fits: the capsule that exceeds its wood most is
/// split at the node that gives the two narrowest capsules. Empty if no wood is that thick. Pre: count >= 1.
CapsuleFit fit_capsules(const AxisNetwork& network, int count, double thinnest);

struct CollisionParams {
  schema::Input<lsystem::Skeleton> from;
  RadiusParams radius;
  schema::Input<mesh::Mesh> plant;
  int capsules = 8;
  std::optional<double> thinnest;  ///< metres
  int sides = 8;
};

/// The capsules of a fit as closed meshes with the given number of sides, in groups capsule_0, capsule_1 and so on; all
/// vertices lie on the capsules. Facts: collision.capsules_m, one row per capsule with its two ends and its radius;
/// collision.thinnest_m; and with a `plant`, collision.crown_min_m and collision.crown_max_m, the box of the
/// translucent parts. Throws StageError if no wood is as thick as requested (key "thinnest") or there is no wood (key
/// "from"), and as trace_axes does.
mesh::Mesh collision_mesh(const lsystem::Skeleton& skeleton, const mesh::Mesh* plant, const CollisionParams& params);

/// The stage.
struct Collision {
  using Params = CollisionParams;
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static mesh::Mesh run(const Params& params, const schema::Inputs& inputs, const RunContext&) {
    return collision_mesh(inputs[params.from], inputs.maybe(params.plant), params);
  }
};

}  // namespace weald::plant

template <>
struct weald::schema::Schema<weald::plant::CollisionParams> {
  using P = weald::plant::CollisionParams;
  static constexpr std::string_view kind = "collision";
  static constexpr std::string_view summary =
      "Approximates the trunk and the limbs of a plant by capsules, as a mesh and as numbers, for collision in other "
      "programs.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Skeleton of the plant.", "", {}, Presence::required},
      Field{&P::radius, "radius", "Thickness of the wood; should be the same as for the mesh of the plant."},
      Field{&P::plant, "plant", "Mesh of the plant, for a box around its crown; unset: no box."},
      Field{&P::capsules, "capsules", "Most capsules.", "", Range{1, 256}},
      Field{&P::thinnest, "thinnest",
            "Least radius of the wood that the capsules cover; unset: a quarter of the thickest. With few capsules "
            "and many limbs it is raised, and a fact of the mesh reports its value.",
            "m", Range{0, 100}},
      Field{&P::sides, "sides", "Sides of a capsule in the mesh.", "", Range{3, 64}}};
};
