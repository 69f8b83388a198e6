#pragma once
// The parameters of a species: plants that the stage `scatter` lets compete with others.

#include <array>
#include <optional>
#include <vector>

#include "data/artifact_names.h"
#include "data/scene.h"
#include "schema/decode.h"
#include "schema/input.h"
#include "stages/scenes/detail/copy_params.h"

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
