#pragma once
// Stage `scatter`: copies of meshes on a terrain, at random places with a minimum distance.
//
// The places are a maximal Poisson-disc sampling of the whole ground, made before any limit is applied. Slope, height,
// mask, avoided curve and count then only remove places; a change of a limit in one spot moves nothing elsewhere.

#include <array>
#include <optional>
#include <vector>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/curve.h"
#include "data/estimates.h"
#include "data/scene.h"
#include "schema/decode.h"
#include "schema/input.h"

namespace weald::scene {

struct ScatterParams {
  schema::Input<Heightmap> on;
  std::vector<schema::Input<mesh::Mesh, Scene>> meshes;
  std::vector<double> weights;
  double distance = 5;
  std::optional<int> count;
  std::array<double, 2> slope{0, 90};
  std::optional<std::array<double, 2>> height;
  schema::Input<Heightmap> mask;
  schema::Input<curve::Curve> avoid;
  double clearance = 5;
  double margin = 0;
  std::array<double, 2> scale{1, 1};
  double turn = 360;
  double align = 0;
  double sink = 0;
};

/// The limits on places; the pointers may be null.
struct ScatterGround {
  const Heightmap& ground;
  const Heightmap* mask = nullptr;
  const curve::Curve* avoid = nullptr;
};

/// The instances that `params` describe; variety k is mesh or scene k. Throws StageError (key "distance") for more
/// than a million instances or more than 2 million places to test, and (key "on") for ground without area.
std::vector<Instance> scatter(const ScatterGround& ground, const ScatterParams& params, const RunContext& context);

/// Stage `scatter`.
struct Scatter {
  using Params = ScatterParams;
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Scene run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::scene

template <>
struct weald::schema::Schema<weald::scene::ScatterParams> {
  using P = scene::ScatterParams;
  static constexpr std::string_view kind = "scatter";
  static constexpr std::string_view summary =
      "Scatters copies of meshes at random places on the ground, with a minimum distance between them.";
  static constexpr auto fields = Fields{
      Field{&P::on, "on", "Heightmap that the copies stand on.", "", {}, Presence::required},
      Field{&P::meshes,
            "meshes",
            "Meshes to choose from, or scenes, whose parts keep their arrangement.",
            "",
            {},
            Presence::required},
      Field{&P::weights, "weights", "How often each mesh is chosen, relative to the others; empty: equally often.", "",
            Range{0, 1e6}},
      Field{&P::distance, "distance", "Minimum distance between two copies, seen from above.", "m", Range{1e-3, 1e6}},
      Field{&P::count, "count", "Maximum number of copies, at randomly chosen places; unset: as many as fit.", "",
            Range{0, 1e6}},
      Field{&P::slope, "slope", "Least and greatest slope of the ground on which copies stand.", "deg", Range{0, 90}},
      Field{&P::height, "height", "Least and greatest height of the ground on which copies stand; unset: all.", "m",
            Range{-1e6, 1e6}},
      Field{&P::mask, "mask", "Mask: probability that a place is kept, clamped to 0 .. 1; unset: 1."},
      Field{&P::avoid, "avoid", "Curve to keep away from, such as a road."},
      Field{&P::clearance, "clearance", "Distance to keep from the avoided curve.", "m", Range{1e-3, 1e5}},
      Field{&P::margin, "margin", "Distance to keep from the edge of the ground.", "m", Range{0, 1e6}},
      Field{&P::scale, "scale", "Least and greatest scale of the copies.", "", Range{1e-3, 1e3}},
      Field{&P::turn, "turn", "Range of the random rotation about the vertical.", "deg", Range{0, 360}},
      Field{&P::align, "align", "How far copies tilt from the vertical (0) to the ground's normal (1).", "",
            Range{0, 1}},
      Field{&P::sink, "sink", "Depth to which a copy of scale 1 sinks into the ground.", "m", Range{-1e4, 1e4}}};
  /// Checks that weights match the meshes, limits are ordered, and a clearance is given only with `avoid`.
  static void check(const P& params, Checker& checker);
};
