#pragma once
// Parameters of plant_mesh. Lengths in metres, angles in degrees, colours sRGB from 0 to 1.

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/vec.h"
#include "lsystem/skeleton.h"
#include "schema/decode.h"
#include "schema/field.h"

namespace weald::plant {

/// Most vertices of one plant: bounds memory to about 1.5 GB with the half-edge mesh.
inline constexpr std::size_t kMaxVertices = 8'000'000;

/// Where radii come from.
enum class RadiusModel { turtle, pipe };
/// How a branch ends.
enum class TipShape { point, flat, round };
/// Whether the lower end of a tube has a face.
enum class BaseShape { closed, open };
/// Outline of a leaf.
enum class LeafShape { rhombus, oval, lobed, needles, card, crossed };

/// How thick the wood is.
struct RadiusParams {
  RadiusModel model = RadiusModel::turtle;
  double exponent = 2.4;      ///< pipe: r^e of a branch is the sum of r^e of its branches
  double tip_radius = 0.004;  ///< pipe: radius at the tips, m
  double scale = 1;
  double min_radius = 0.001;  ///< m
};

/// How an axis becomes rings.
struct StemParams {
  int sides = 16;
  int min_sides = 3;
  int smooth = 4;
  double smooth_angle = 12;
  std::optional<double> ring_length;
  TipShape tip = TipShape::point;
  BaseShape base = BaseShape::closed;
  double collar = 0.35;
};

/// The widening of a trunk towards the ground.
struct FlareParams {
  double amount = 0;
  double height = 4;
  int lobes = 5;
  double lobe_depth = 0.25;
};

/// Colours of the bark.
struct BarkParams {
  Vec3 colour{0.36, 0.28, 0.21};
  std::optional<Vec3> twig_colour;
  double streaks = 0.25;
  double marks = 0;
  double texture_width = 0.5;
};

/// Leaves: where they grow and what they look like.
struct LeafParams {
  std::optional<double> spacing;
  double reach = 0.6;
  int whorl = 1;
  LeafShape shape = LeafShape::oval;
  double size = 0.12;
  double size_variation = 0.25;
  double organ_scale = 1;
  double width = 0.5;
  double petiole = 0.12;
  double spread = 55;
  double jitter = 0.3;
  double droop = 0.15;
  double light = 0.5;
  double fold = 20;
  double normal_bend = 0.6;
  Vec3 colour{0.25, 0.42, 0.12};
  std::optional<Vec3> second_colour;
  double colour_variation = 0.2;
};

/// Colour of the bark's material: the lightest that any of it has.
inline Vec3 brightest_colour(const BarkParams& bark) {
  return glm::max(bark.colour, bark.twig_colour.value_or(bark.colour));
}

/// Colour of the leaves' material: the lightest that any of them has.
inline Vec3 brightest_colour(const LeafParams& leaves) {
  const Vec3 colour = glm::max(leaves.colour, leaves.second_colour.value_or(leaves.colour));
  return glm::min(colour * (1 + leaves.colour_variation), Vec3{1});
}

struct PlantMeshParams {
  schema::Input<lsystem::Skeleton> from;
  RadiusParams radius;
  StemParams stem;
  FlareParams flare;
  BarkParams bark;
  LeafParams leaves;
  double shade = 0.5;
};

}  // namespace weald::plant

namespace weald::schema {

template <>
struct EnumNames<plant::RadiusModel> {
  static constexpr std::array names{std::pair{std::string_view{"turtle"}, plant::RadiusModel::turtle},
                                    std::pair{std::string_view{"pipe"}, plant::RadiusModel::pipe}};
};
template <>
struct EnumNames<plant::TipShape> {
  static constexpr std::array names{std::pair{std::string_view{"point"}, plant::TipShape::point},
                                    std::pair{std::string_view{"flat"}, plant::TipShape::flat},
                                    std::pair{std::string_view{"round"}, plant::TipShape::round}};
};
template <>
struct EnumNames<plant::BaseShape> {
  static constexpr std::array names{std::pair{std::string_view{"closed"}, plant::BaseShape::closed},
                                    std::pair{std::string_view{"open"}, plant::BaseShape::open}};
};
template <>
struct EnumNames<plant::LeafShape> {
  static constexpr std::array names{std::pair{std::string_view{"rhombus"}, plant::LeafShape::rhombus},
                                    std::pair{std::string_view{"oval"}, plant::LeafShape::oval},
                                    std::pair{std::string_view{"lobed"}, plant::LeafShape::lobed},
                                    std::pair{std::string_view{"needles"}, plant::LeafShape::needles},
                                    std::pair{std::string_view{"card"}, plant::LeafShape::card},
                                    std::pair{std::string_view{"crossed"}, plant::LeafShape::crossed}};
};

template <>
struct Schema<plant::RadiusParams> {
  using P = plant::RadiusParams;
  static constexpr auto fields = std::tuple{
      Field{&P::model, "model",
            "Where radii come from: half the turtle's width, or the pipe model from the tips down."},
      Field{&P::exponent, "exponent", "Pipe model: r^exponent of a branch is the sum over the branches it carries.", "",
            Range{1, 6}},
      Field{&P::tip_radius, "tip_radius", "Pipe model: radius of the last segment before a tip.", "m", Range{1e-5, 10}},
      Field{&P::scale, "scale", "Factor on every radius.", "", Range{1e-3, 1e3}},
      Field{&P::min_radius, "min_radius", "Least radius of wood, except at a pointed tip.", "m", Range{1e-5, 10}}};
};

template <>
struct Schema<plant::StemParams> {
  using P = plant::StemParams;
  static constexpr auto fields = std::tuple{
      Field{&P::sides, "sides",
            "Sides of a tube where the plant is thickest; fewer with the square root of the radius.", "", Range{3, 64}},
      Field{&P::min_sides, "min_sides", "Sides of the thinnest tubes.", "", Range{3, 64}},
      Field{&P::smooth, "smooth",
            "Most pieces a segment is cut into along a curve through its ends; 0 keeps straight lines.", "",
            Range{0, 16}},
      Field{&P::smooth_angle, "smooth_angle",
            "Turn between rings that the curve aims at; twigs may turn up to three times as much.", "deg",
            Range{1, 90}},
      Field{&P::ring_length, "ring_length",
            "Longest distance between rings, in radii, on wood with half of 'sides' or more; unset: as the bends need.",
            "", Range{0.1, 1000}},
      Field{&P::tip, "tip", "How a branch ends: tapered to a point over its last piece, cut flat, or rounded."},
      Field{&P::base, "base", "Whether the hidden lower end of each tube has a face."},
      Field{&P::collar, "collar", "Widening of a branch where it leaves its parent, as a share of its radius.", "",
            Range{0, 2}}};
  /// min_sides is at most sides.
  static void check(const P& p, Checker& checker) {
    if (p.min_sides > p.sides) checker.error("min_sides", "'min_sides' is larger than 'sides'");
  }
};

template <>
struct Schema<plant::FlareParams> {
  using P = plant::FlareParams;
  static constexpr auto fields = std::tuple{
      Field{&P::amount, "amount", "Widening of the trunk at the ground, as a share of its radius; 0: none.", "",
            Range{0, 5}},
      Field{&P::height, "height", "Height over which the widening fades, in trunk radii.", "", Range{0.1, 100}},
      Field{&P::lobes, "lobes", "Number of root buttresses around the foot.", "", Range{0, 16}},
      Field{&P::lobe_depth, "lobe_depth",
            "How far the buttresses stand out and the hollows go in, as a share of the radius.", "", Range{0, 0.6}}};
};

template <>
struct Schema<plant::BarkParams> {
  using P = plant::BarkParams;
  static constexpr auto fields = std::tuple{
      Field{&P::colour, "colour", "Colour of thick wood, sRGB.", "", Range{0, 1}},
      Field{&P::twig_colour, "twig_colour", "Colour of the thinnest wood, sRGB; unset: as 'colour'.", "", Range{0, 1}},
      Field{&P::streaks, "streaks", "Depth of the uneven darkening of the bark, mostly along the wood.", "",
            Range{0, 1}},
      Field{&P::marks, "marks", "Depth of sparse dark marks across the bark, as on birch.", "", Range{0, 1}},
      Field{&P::texture_width, "texture_width",
            "Width of bark that one repeat of the texture covers, rounded to whole repeats around the stem.", "m",
            Range{1e-3, 1e3}}};
};

template <>
struct Schema<plant::LeafParams> {
  using P = plant::LeafParams;
  static constexpr auto fields = std::tuple{
      Field{&P::spacing, "spacing",
            "Distance between leaves along a twig; unset: only the turtle's own leaves and polygons.", "m",
            Range{1e-3, 1e3}},
      Field{&P::reach, "reach", "Largest distance below the last tip that wood carries at which leaves grow on it.",
            "m", Range{0, 1e4}},
      Field{&P::whorl, "whorl", "Leaves at each place along a twig.", "", Range{1, 16}},
      Field{&P::shape, "shape",
            "Outline: rhombus (2 triangles), oval (4), lobed (14), needles (8), card, crossed cards."},
      Field{&P::size, "size", "Length of a leaf with its stalk.", "m", Range{1e-4, 100}},
      Field{&P::size_variation, "size_variation", "Largest deviation of a leaf's length, as a share.", "",
            Range{0, 0.9}},
      Field{&P::organ_scale, "organ_scale", "Length of a leaf set by the turtle, as a multiple of the organ's size.",
            "", Range{1e-4, 1e4}},
      Field{&P::width, "width", "Width of a leaf as a share of its length.", "", Range{0.01, 4}},
      Field{&P::petiole, "petiole", "Length of the stalk as a share of the leaf.", "", Range{0, 0.8}},
      Field{&P::spread, "spread", "Angle between a leaf and its twig.", "deg", Range{0, 180}},
      Field{&P::jitter, "jitter", "Unevenness of place and direction; 0: a regular spiral of 137.5 degrees.", "",
            Range{0, 1}},
      Field{&P::droop, "droop", "How far leaves hang; 1 pulls as strongly as their own direction.", "", Range{0, 10}},
      Field{&P::light, "light", "How far leaves turn their upper face to the sky; 0: not at all.", "", Range{0, 1}},
      Field{&P::fold, "fold", "Angle by which the halves of a leaf are raised from flat.", "deg", Range{0, 80}},
      Field{&P::normal_bend, "normal_bend",
            "How far shading normals follow the surface of the crown instead of each leaf.", "", Range{0, 1}},
      Field{&P::colour, "colour", "Colour of leaves, sRGB.", "", Range{0, 1}},
      Field{&P::second_colour, "second_colour",
            "Each leaf's colour lies between 'colour' and this one, sRGB; unset: one colour.", "", Range{0, 1}},
      Field{&P::colour_variation, "colour_variation", "Spread of brightness among leaves.", "", Range{0, 1}}};
};

template <>
struct Schema<plant::PlantMeshParams> {
  using P = plant::PlantMeshParams;
  static constexpr std::string_view kind = "plant_mesh";
  static constexpr std::string_view summary = "Covers a skeleton with bark, as closed tapered tubes, and with leaves.";
  static constexpr auto fields = std::tuple{
      Field{&P::from, "from", "Skeleton to cover.", "", {}, Presence::required},
      Field{&P::radius, "radius", "How thick the wood is."},
      Field{&P::stem, "stem", "How branches become tubes."},
      Field{&P::flare, "flare", "Widening of trunks towards the ground."},
      Field{&P::bark, "bark", "Colours and texture scale of the bark."},
      Field{&P::leaves, "leaves", "Where leaves grow and what they look like."},
      Field{&P::shade, "shade", "How far vertex colours are darkened where the crown hides the sky; 0: not at all.", "",
            Range{0, 1}}};
};

}  // namespace weald::schema
