#pragma once
// Stage `scatter`: copies of meshes on a terrain, at random places with a minimum distance.
//
// The places are a maximal Poisson-disc sampling of the whole ground, made before any limit is applied. Slope, height,
// mask, avoided curve and count then only remove places; a change of a limit in one spot moves nothing elsewhere.
//
// Species are sown and compete for places instead; see detail/stand.h.

#include <array>
#include <optional>
#include <vector>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/curve.h"
#include "data/cut_rule.h"
#include "data/estimates.h"
#include "data/scene.h"
#include "schema/decode.h"
#include "schema/input.h"
#include "stages/scenes/detail/copy_params.h"
#include "stages/scenes/detail/obstacles.h"
#include "stages/scenes/detail/variation.h"
#include "stages/shapes/transform.h"

namespace weald::scene {

/// Layers of plants, in the order in which they take their places.
enum class PlantLayer { canopy, understory, herbs };
inline constexpr std::size_t kPlantLayers = 3;

/// Most species of a stage.
inline constexpr std::size_t kMaxSpecies = 64;

/// Where a species grows, seen from the crowns of the layers above.
enum class Shade {
  any,
  under,  ///< only below a crown
  open,   ///< only where no crown is above
};

/// Patches in which a species grows.
struct ClusterParams {
  double size = 40;    ///< metres between the middles of neighbouring patches
  double share = 0.3;  ///< of the land
  double rest = 0;     ///< suitability of the land between the patches
};

/// A species: plants that compete with others for their places.
struct SpeciesParams : VaryKey {
  std::vector<schema::Input<mesh::Mesh, Scene>> meshes;
  double weight = 1;
  PlantLayer layer = PlantLayer::canopy;
  double crown = 2;  ///< radius at scale 1, metres
  double trunk = 0;  ///< radius at scale 1, metres
  double strength = 1;
  Shade shade = Shade::any;
  std::array<double, 2> slope{0, 90};
  double slope_fade = 0;
  std::optional<std::array<double, 2>> height;
  double height_fade = 0;
  std::optional<std::array<double, 2>> moisture;
  double moisture_fade = 0;
  schema::Input<Heightmap> mask;
  std::optional<ClusterParams> cluster;
  std::array<double, 2> scale{1, 1};
  double turn = 360;
  double align = 0;
  double sink = 0;
  std::vector<Vec3f> tints;
};

struct ScatterParams : TintParams, VaryKeys, ApronParams {
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
  std::vector<SpeciesParams> species;
  double seedlings = 2;
  schema::Input<Heightmap> size;
  schema::Input<Heightmap> age;
  double age_spread = 0.2;
  schema::Input<Heightmap> moisture;
  std::vector<schema::Input<mesh::Mesh, Scene>> keep_off;
  std::vector<mesh::PlacementParams> keep_off_boxes;
  double keep_off_distance = 0;
};

/// The limits on places; the pointers may be null.
struct ScatterGround {
  const Heightmap& ground;
  const Heightmap* mask = nullptr;
  const curve::Curve* avoid = nullptr;
  const Heightmap* size = nullptr;
  const Heightmap* age = nullptr;
  const Heightmap* moisture = nullptr;               ///< not null if a species has limits of moisture
  std::vector<const Heightmap*> species_masks = {};  ///< per species; or none at all
  std::vector<Bounds> boxes = {};                    ///< of each mesh or scene; needed with obstacles
  const Obstacles* obstacles = nullptr;
  std::vector<NamedField> fields = {};  ///< that expressions use
};

/// The meshes and scenes to place: those of the stage, or those of its species one after the other.
std::vector<schema::Input<mesh::Mesh, Scene>> all_meshes(const ScatterParams& params);

/// Metres from the edge of the ground beyond which the species of a land do not depend on what lies beyond the edge: 24
/// times the largest radius of a crown, added up over the layers, and a little more. Pre: params has species.
double reach_of_species(const ScatterParams& params);

/// The instances that `params` describe, those of its region if the ground is a part of a map; variety k is mesh or
/// scene k of all_meshes(). Throws StageError (key "distance" or "species") for more than a million instances or too
/// many places to test, and (key "on") for ground without area.
std::vector<Instance> scatter(const ScatterGround& ground, const ScatterParams& params, const RunContext& context);

/// Stage `scatter`.
struct Scatter {
  using Params = ScatterParams;
  static CutRule cut_rule(const Params& params);
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Scene run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::scene

template <>
struct weald::schema::EnumNames<weald::scene::PlantLayer> {
  static constexpr auto names = names_in_order<weald::scene::PlantLayer>("canopy", "understory", "herbs");
};

template <>
struct weald::schema::EnumNames<weald::scene::Shade> {
  static constexpr auto names = names_in_order<weald::scene::Shade>("any", "under", "open");
};

template <>
struct weald::schema::Schema<weald::scene::ClusterParams> {
  using P = scene::ClusterParams;
  static constexpr auto fields = Fields{
      Field{&P::size, "size", "Mean distance between the middles of neighbouring patches.", "m", Range{0.1, 1e5}},
      Field{&P::share, "share", "Share of the land that lies in patches.", "", Range{0, 1}},
      Field{&P::rest, "rest", "Suitability of the land between the patches, relative to theirs.", "", Range{0, 1}}};
};

template <>
struct weald::schema::Schema<weald::scene::SpeciesParams> {
  using P = scene::SpeciesParams;
  static constexpr auto own_fields = Fields{
      Field{&P::meshes,
            "meshes",
            "Meshes or scenes to choose from, from the youngest plant to the oldest if 'age' is given.",
            "",
            {},
            Presence::required},
      Field{&P::weight, "weight", "How often the species is sown, relative to the others of its layer.", "",
            Range{0, 1e6}},
      Field{&P::layer, "layer", "Layer of plants; crowns of one layer do not overlap, trunks of any layers do not."},
      Field{&P::crown, "crown", "Radius of the crown at scale 1, seen from above.", "m", Range{0.01, 1e3}},
      Field{&P::trunk, "trunk", "Radius of the trunk at scale 1, at most that of the crown.", "m", Range{0, 1e3}},
      Field{&P::strength, "strength",
            "Odds of winning a place, multiplied by the scale: of two plants, one of twice the strength wins twice as "
            "often as it loses.",
            "", Range{1e-3, 1e3}},
      Field{&P::shade, "shade",
            "Whether plants stand anywhere, only under crowns of higher layers, or only beside "
            "them."},
      Field{&P::slope, "slope", "Least and greatest slope of the ground on which the species grows.", "deg",
            Range{0, 90}},
      Field{&P::slope_fade, "slope_fade", "Degrees beyond 'slope' over which the species gets rarer.", "deg",
            Range{0, 90}},
      Field{&P::height, "height", "Least and greatest height of the ground on which it grows; unset: all.", "m",
            Range{-1e6, 1e6}},
      Field{&P::height_fade, "height_fade", "Metres beyond 'height' over which it gets rarer.", "m", Range{0, 1e6}},
      Field{&P::moisture, "moisture", "Least and greatest value of the stage's 'moisture' where it grows; unset: all.",
            "", Range{-1e6, 1e6}},
      Field{&P::moisture_fade, "moisture_fade", "Range beyond 'moisture' over which it gets rarer.", "", Range{0, 1e6}},
      Field{&P::mask, "mask", "Mask: suitability of the land for the species, clamped to 0 .. 1; unset: 1."},
      Field{&P::cluster, "cluster", "Patches in which the species grows; unset: it grows everywhere."},
      Field{&P::scale, "scale", "Least and greatest scale of the plants, or those of age 0 and 1.", "",
            Range{1e-3, 1e3}},
      Field{&P::turn, "turn", "Range of the random rotation about the vertical.", "deg", Range{0, 360}},
      Field{&P::align, "align", "How far plants tilt from the vertical (0) to the ground's normal (1).", "",
            Range{0, 1}},
      Field{&P::sink, "sink", "Depth to which a plant of scale 1 sinks into the ground.", "m", Range{-1e4, 1e4}},
      Field{&P::tints, "tints",
            "Colours, sRGB, by which those of the plants are multiplied: each has a random one between the first and "
            "the last; empty: the 'tints' of the stage.",
            "", Range{0, 1}}};
  static constexpr auto fields = joined(own_fields, weald::scene::kVaryField);
  /// Checks that there is a mesh, limits are ordered, and fades have their limits.
  static void check(const P& params, Checker& checker);
};

template <>
struct weald::schema::Schema<weald::scene::ScatterParams> {
  using P = scene::ScatterParams;
  static constexpr std::string_view kind = "scatter";
  static constexpr std::string_view summary =
      "Scatters copies of meshes at random places on the ground, with a minimum distance between them.";
  static constexpr auto own_fields = Fields{
      Field{&P::on, "on", "Heightmap that the copies stand on.", "", {}, Presence::required},
      Field{&P::meshes, "meshes",
            "Meshes to choose from, or scenes, whose parts keep their arrangement; 'species' have their own."},
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
      Field{&P::sink, "sink", "Depth to which a copy of scale 1 sinks into the ground.", "m", Range{-1e4, 1e4}},
      Field{&P::species, "species", "Species of plants that compete for places, instead of 'meshes'."},
      Field{&P::seedlings, "seedlings",
            "With 'species': seedlings sown, in units of those whose crowns together have the area of the ground; more "
            "fill more gaps and take longer.",
            "", Range{0.25, 16}},
      Field{&P::size, "size",
            "With 'species': heightmap that scales plants and their crowns, clamped to 0 .. 1; unset: 1."},
      Field{&P::age, "age",
            "With 'species': heightmap of ages, 0 to 1, that choose among scales and meshes; unset: by chance."},
      Field{&P::age_spread, "age_spread", "Range of ages among plants at places of equal 'age'.", "", Range{0, 2}},
      Field{&P::moisture, "moisture", "Heightmap to which the limits of moisture of 'species' refer."},
      Field{&P::keep_off, "keep_off", "Meshes and scenes whose boxes the boxes of copies must not touch."},
      Field{&P::keep_off_boxes, "keep_off_boxes",
            "Further boxes to keep off: cubes with sides of 1 m about the origin, each with its placement."},
      Field{&P::keep_off_distance, "keep_off_distance", "Distance by which all these boxes are enlarged.", "m",
            Range{0, 1e5}}};
  static constexpr auto fields = joined(own_fields, weald::scene::kTintFields, weald::scene::kVaryField,
                                        weald::scene::kOfField, weald::scene::kApronField);
  /// Checks that weights match the meshes, limits are ordered, and keys are not given in vain.
  static void check(const P& params, Checker& checker);
};
