#pragma once
// Parameters of leaves. Lengths in metres, angles in degrees, colours sRGB from 0 to 1.

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/vec.h"
#include "schema/decode.h"
#include "schema/field.h"

namespace weald::plant {

/// Outline of a leaf.
enum class LeafShape { rhombus, oval, lobed, needles, card, crossed };

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

/// Colour of the leaves' material: the lightest that any of them has.
inline Vec3 brightest_colour(const LeafParams& leaves) {
  const Vec3 colour = glm::max(leaves.colour, leaves.second_colour.value_or(leaves.colour));
  return glm::min(colour * (1 + leaves.colour_variation), Vec3{1});
}

}  // namespace weald::plant

namespace weald::schema {

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

}  // namespace weald::schema
