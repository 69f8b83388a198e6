#pragma once
// Stage `prune`: removes copies from a scene, by place and by chance.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/curve.h"
#include "data/estimates.h"
#include "data/scene.h"
#include "schema/decode.h"
#include "schema/input.h"
#include "stages/shapes/transform.h"

namespace weald::scene {

/// What is kept or removed as a whole.
enum class PruneUnit {
  copy,      ///< each copy of a mesh or of a scene that a stage has placed
  instance,  ///< each mesh, even if it is part of a copy
};

/// Which side of the limits is kept.
enum class Kept { inside, outside };

struct PruneParams {
  schema::Input<Scene> from;
  Kept keep = Kept::inside;
  schema::Input<Heightmap> mask;
  std::vector<mesh::PlacementParams> boxes;
  schema::Input<curve::Curve> curve;
  double distance = 0;  ///< metres
  double share = 1;
  PruneUnit each = PruneUnit::copy;
  std::vector<std::string> groups;
};

/// The limits of a prune; pointers to those that are not given are null.
struct PruneLimits {
  const Heightmap* mask = nullptr;
  const curve::Curve* curve = nullptr;
};

/// The scene without the copies that `params` remove; groups and prototypes that are no longer used are removed too.
/// Each decision depends on the seed and on the position of the copy, not on other copies. Throws StageError as
/// curve::flatten().
Scene pruned(const Scene& scene, const PruneParams& params, const PruneLimits& limits, std::uint64_t seed);

/// Stage `prune`.
struct Prune {
  using Params = PruneParams;
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Scene run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::scene

template <>
struct weald::schema::EnumNames<weald::scene::PruneUnit> {
  static constexpr auto names = names_in_order<weald::scene::PruneUnit>("copy", "instance");
};

template <>
struct weald::schema::EnumNames<weald::scene::Kept> {
  static constexpr auto names = names_in_order<weald::scene::Kept>("inside", "outside");
};

template <>
struct weald::schema::Schema<weald::scene::PruneParams> {
  using P = scene::PruneParams;
  static constexpr std::string_view kind = "prune";
  static constexpr std::string_view summary =
      "Removes copies from a scene: those outside or inside boxes, curves or a mask, and others by chance.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Scene to remove copies from.", "", {}, Presence::required},
      Field{&P::keep, "keep",
            "Which copies stay: those inside all given limits ('boxes', 'curve' and 'mask'), or those outside all of "
            "them. The origin of a copy counts."},
      Field{&P::mask, "mask",
            "Heightmap of the probability of being inside, 0 to 1, seen from above; beyond its edges it is 0."},
      Field{&P::boxes, "boxes",
            "Boxes of which one must contain a copy: cubes with sides of 1 m about the origin, each with its "
            "placement."},
      Field{&P::curve, "curve",
            "Curve seen from above: inside is what its closed paths enclose, and what is within 'distance' of any "
            "path."},
      Field{&P::distance, "distance", "Distance from the curve that is still inside.", "m", Range{0, 1e5}},
      Field{&P::share, "share", "Of the copies that the limits keep, the share that stays, chosen by chance.", "",
            Range{0, 1}},
      Field{&P::each, "each",
            "What stays or goes as a whole: copy, each copy of a mesh or a scene; instance, each mesh, even if it is "
            "part of a copied scene."},
      Field{&P::groups, "groups",
            "Names of groups that stay or go as a whole, instead of 'each'; everything else stays."}};
  /// Checks that no key is given in vain, and that boxes have a size.
  static void check(const P& params, Checker& checker);
};
