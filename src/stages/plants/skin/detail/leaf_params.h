#pragma once
// Parameters of leaves. Lengths in metres, angles in degrees, colours sRGB from 0 to 1.

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "base/math/vec.h"
#include "data/artifact_names.h"
#include "data/finish_params.h"
#include "data/mesh.h"
#include "schema/decode.h"
#include "schema/field.h"

namespace weald::plant {

/// Shape of a leaf.
enum class LeafShape { rhombus, oval, lobed, needles, card, folded_card, crossed };
/// Arrangement of leaves around a twig.
enum class Arrangement { spiral, alternate, opposite, pinnate, whorled };

/// Default alpha threshold of leaf textures.
inline constexpr double kLeafCutout = 0.5;

/// Leaves: placement and appearance.
struct LeafParams : mesh::FinishParams {
  std::optional<double> spacing;
  double reach = 0.6;
  Arrangement arrangement = Arrangement::spiral;
  std::optional<int> whorl;
  bool terminal = true;
  LeafShape shape = LeafShape::oval;
  schema::Input<mesh::Mesh> mesh;
  double size = 0.12;
  double size_variation = 0.25;
  double tip_size = 1;
  double organ_scale = 1;
  double width = 0.5;
  double petiole = 0.12;
  double spread = 55;
  double jitter = 0.3;
  double droop = 0.15;
  double light = 0.5;
  double fold = 20;
  double curl = 0;
  double normal_bend = 0.6;
  std::optional<Vec3> colour;
  std::optional<Vec3> second_colour;
  double colour_variation = 0.2;
  schema::Input<Image> texture;
  schema::Input<Image> normals;
  std::optional<double> cutout;
  std::optional<double> translucency;
  bool evergreen = false;
  Vec3 autumn_colour{0.78, 0.53, 0.12};
  std::optional<Vec3> autumn_second_colour;
  std::optional<double> roughness;
};

/// Green, for leaves without a colour, a picture or a mesh.
inline constexpr Vec3 kLeafGreen{0.25, 0.42, 0.12};

/// `colour` if it is given; otherwise white for leaves with colours of their own, and green for all others.
inline Vec3 base_colour(const LeafParams& leaves) {
  return leaves.colour.value_or(leaves.texture.given() || leaves.mesh.given() ? Vec3{1} : kLeafGreen);
}

}  // namespace weald::plant

namespace weald::schema {

template <>
struct EnumNames<plant::LeafShape> {
  static constexpr auto names =
      names_in_order<plant::LeafShape>("rhombus", "oval", "lobed", "needles", "card", "folded_card", "crossed");
};
template <>
struct EnumNames<plant::Arrangement> {
  static constexpr auto names =
      names_in_order<plant::Arrangement>("spiral", "alternate", "opposite", "pinnate", "whorled");
};

template <>
struct Schema<plant::LeafParams> {
  using P = plant::LeafParams;
  static constexpr auto own_fields = Fields{
      Field{&P::spacing, "spacing",
            "Distance between leaves along a twig; unset: only the leaves and polygons that the turtle places.", "m",
            Range{1e-3, 1e3}},
      Field{&P::reach, "reach", "Leaves grow on wood within this distance below the farthest tip that it carries.", "m",
            Range{0, 1e4}},
      Field{&P::arrangement, "arrangement",
            "Arrangement around the twig: spiral, turned by 137.5 degrees from leaf to leaf; alternate, in two rows; "
            "opposite, in pairs, each turned by 90 degrees; pinnate, in pairs in one plane, as on a fern; whorled, in "
            "rings, each leaf above a gap of the ring below."},
      Field{&P::whorl, "whorl", "Leaves at each place along a twig, if spiral or whorled; unset: 1, or 3 if whorled.",
            "", Range{1, 16}},
      Field{&P::terminal, "terminal", "Whether the tip of a twig carries a leaf that points forward."},
      Field{&P::shape, "shape",
            "Shape: rhombus (2 triangles), oval (4), lobed (14), needles (8), card (2, with the whole texture), "
            "folded_card (4) or crossed cards (4)."},
      Field{&P::mesh, "mesh",
            "Mesh to use as a leaf instead of 'shape': 1 m long along its y axis, with its upper face along z; it "
            "keeps its materials."},
      Field{&P::size, "size", "Length of a leaf including its stalk.", "m", Range{1e-4, 100}},
      Field{&P::size_variation, "size_variation", "Largest deviation of a leaf's length, as a share.", "",
            Range{0, 0.9}},
      Field{&P::tip_size, "tip_size",
            "Length of the leaves at a twig's tip, as a multiple of the length of the "
            "lowest leaves.",
            "", Range{0.05, 5}},
      Field{&P::organ_scale, "organ_scale",
            "Length of a leaf placed by the turtle, as a multiple of the organ's "
            "size.",
            "", Range{1e-4, 1e4}},
      Field{&P::width, "width", "Width of a leaf as a share of its length.", "", Range{0.01, 4}},
      Field{&P::petiole, "petiole", "Length of the stalk as a share of the leaf's length.", "", Range{0, 0.8}},
      Field{&P::spread, "spread", "Angle between a leaf and its twig.", "deg", Range{0, 180}},
      Field{&P::jitter, "jitter", "Random variation of position and direction; 0: perfectly regular.", "", Range{0, 1}},
      Field{&P::droop, "droop", "How far leaves hang down; at 1, gravity has the same weight as their own direction.",
            "", Range{0, 10}},
      Field{&P::light, "light", "How far leaves turn their upper side towards the sky; 0: not at all.", "",
            Range{0, 1}},
      Field{&P::fold, "fold", "Angle by which the halves of a leaf are raised from flat.", "deg", Range{0, 80}},
      Field{&P::curl, "curl", "Angle by which a leaf bends down along its length, from foot to tip.", "deg",
            Range{-360, 360}},
      Field{&P::normal_bend, "normal_bend",
            "How far shading normals follow the surface of the crown instead of the individual leaf.", "", Range{0, 1}},
      Field{&P::colour, "colour",
            "Colour of leaves, sRGB, which multiplies a texture or a mesh's own colours; unset: a green, or white with "
            "a texture or mesh.",
            "", Range{0, 1}},
      Field{&P::second_colour, "second_colour",
            "Second colour, sRGB: each leaf's colour lies between 'colour' and this one; unset: one colour.", "",
            Range{0, 1}},
      Field{&P::colour_variation, "colour_variation", "Variation of brightness among leaves.", "", Range{0, 1}},
      Field{&P::texture, "texture", "Image on each leaf, with its stalk at the bottom and its tip at the top."},
      Field{&P::normals, "normals", "Normal map on each leaf, green towards the tip."},
      Field{&P::cutout, "cutout",
            "Threshold of the texture's alpha below which the leaf is cut out; 0: alpha is ignored; unset: 0.5.", "",
            Range{0, 1}},
      Field{&P::translucency, "translucency",
            "Translucency: share of light that passes through a leaf, also onto the leaves behind it, so that crowns "
            "glow; unset: 0.38, with shadows as of a solid object.",
            "", Range{0, 1}},
      Field{&P::evergreen, "evergreen", "Whether leaves stay the same all year, regardless of the skeleton's season."},
      Field{&P::autumn_colour, "autumn_colour", "Colour that leaves turn in autumn, sRGB.", "", Range{0, 1}},
      Field{&P::autumn_second_colour, "autumn_second_colour",
            "Second autumn colour, sRGB: each leaf's autumn colour lies between 'autumn_colour' and this one; unset: "
            "one colour.",
            "", Range{0, 1}},
      mesh::roughness_field(&P::roughness)};
  static constexpr auto fields = joined(own_fields, mesh::kFinishFields);
  /// Checks that a whorl is given only if the arrangement allows it, that shape and mesh are exclusive, and that the
  /// parameters of a texture come with a texture.
  static void check(const P& p, Checker& checker) {
    const bool counts = p.arrangement == plant::Arrangement::spiral || p.arrangement == plant::Arrangement::whorled;
    if (p.whorl && !counts) checker.error("whorl", "'whorl' is used with the arrangements 'spiral' and 'whorled' only");
    if (p.mesh.given() && checker.given("shape"))
      checker.error("shape", "'shape' and 'mesh' exclude each other", "remove one of the two");
    if (p.mesh.given() && p.texture.given())
      checker.error("texture", "a mesh has its own texture", "set it with a 'material' stage");
    const auto refuse_with_mesh = [&](std::string_view key) {
      if (p.mesh.given() && checker.given(key))
        checker.error(key, "a mesh has its own material", "set it with a 'material' stage");
    };
    refuse_with_mesh("translucency");
    refuse_with_mesh("roughness");
    const auto refuse_field = [&](const auto& field) { refuse_with_mesh(field.key); };
    mesh::kFinishFields.visit(refuse_field);
    if (p.normals.given() && !p.texture.given()) checker.error("normals", "'normals' needs a 'texture'");
    if (!p.texture.given() && p.cutout) checker.error("cutout", "'cutout' needs a 'texture'");
  }
};

}  // namespace weald::schema
