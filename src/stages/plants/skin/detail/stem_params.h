#pragma once
// Parameters of wood and bark. Lengths in metres, angles in degrees, colours sRGB from 0 to 1.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "base/math/vec.h"
#include "data/artifact_names.h"
#include "data/curve.h"
#include "data/finish_params.h"
#include "schema/decode.h"
#include "schema/field.h"

namespace weald::plant {

/// Source of radii.
enum class RadiusModel { turtle, pipe };
/// Shape of branch tips.
enum class TipShape { blunt, point, flat, round };
/// Whether the lower end of a tube is closed by a face.
enum class BaseShape { closed, open };
/// Kind of joint between a branch and its parent.
enum class JointKind { overlap, collar, weld };

/// Thickness of the wood.
struct RadiusParams {
  RadiusModel model = RadiusModel::turtle;
  double exponent = 2.4;      ///< pipe: r^e of a branch is the sum of r^e over its child branches
  double tip_radius = 0.004;  ///< pipe: radius at the tips, m
  double scale = 1;
  double min_radius = 0.001;  ///< m
};

/// Most sides of a tube.
inline constexpr std::uint32_t kMaxSides = 64;

/// Shape of a stem's ribs.
enum class RibShape { wave, bulge, crest };

/// Outline of stems across their axes.
struct ContourParams {
  schema::Input<curve::Curve> outline;
  int ribs = 0;
  RibShape shape = RibShape::wave;
  double depth = 0.15;
  double turn = 0;
  std::optional<double> fade;
  double thinnest = 0;
};

class CrossSection;

/// Parameters for sampling axes as rings.
struct StemParams {
  int sides = 16;
  int min_sides = 3;
  int smooth = 4;
  double smooth_angle = 12;
  std::optional<double> ring_length;
  TipShape tip = TipShape::blunt;
  double tip_share = 0.6;
  BaseShape base = BaseShape::closed;
  JointKind joint = JointKind::overlap;
  double collar = 0.35;
  ContourParams contour;
  double detail = 1;
  std::shared_ptr<const CrossSection> section{};          ///< see cross_section(); not a parameter of presets
  double line = std::numeric_limits<double>::infinity();  ///< see line_for(); not a parameter of presets
  double thinnest = 0;
};

/// Flare of a trunk towards the ground.
struct FlareParams {
  double amount = 0;
  double height = 4;
  int lobes = 5;
  double lobe_depth = 0.25;
  double depth = 0;
};

/// Moss on the bark.
struct MossParams {
  double amount = 0;
  Vec3 colour{0.45, 0.60, 0.16};
  double height = 1.5;  ///< metres
};

/// Colours of the bark.
struct BarkParams : mesh::FinishParams {
  std::optional<Vec3> colour;
  std::optional<Vec3> twig_colour;
  double streaks = 0.25;
  double marks = 0;
  MossParams moss;
  schema::Input<Image> texture;
  schema::Input<Image> normals;
  double texture_width = 0.5;
  std::optional<double> roughness;
};

/// Brown, for bark without a colour or a picture.
inline constexpr Vec3 kBarkBrown{0.36, 0.28, 0.21};

/// `colour` if it is given; otherwise white with a texture, brown without.
inline Vec3 base_colour(const BarkParams& bark) {
  return bark.colour.value_or(bark.texture.given() ? Vec3{1} : kBarkBrown);
}

/// The brighter of a colour and that of the moss, if there is any.
inline Vec3 with_moss(const Vec3& colour, const BarkParams& bark) {
  return bark.moss.amount > 0 ? glm::max(colour, bark.moss.colour) : colour;
}

/// Colour of the bark's material: the brightest colour of any part.
inline Vec3 brightest_colour(const BarkParams& bark) {
  const Vec3 colour = base_colour(bark);
  return with_moss(glm::max(colour, bark.twig_colour.value_or(colour)), bark);
}

}  // namespace weald::plant

namespace weald::schema {

template <>
struct EnumNames<plant::RadiusModel> {
  static constexpr auto names = names_in_order<plant::RadiusModel>("turtle", "pipe");
};
template <>
struct EnumNames<plant::TipShape> {
  static constexpr auto names = names_in_order<plant::TipShape>("blunt", "point", "flat", "round");
};
template <>
struct EnumNames<plant::BaseShape> {
  static constexpr auto names = names_in_order<plant::BaseShape>("closed", "open");
};

template <>
struct EnumNames<plant::JointKind> {
  static constexpr auto names = names_in_order<plant::JointKind>("overlap", "collar", "weld");
};

template <>
struct EnumNames<plant::RibShape> {
  static constexpr auto names = names_in_order<plant::RibShape>("wave", "bulge", "crest");
};

template <>
struct Schema<plant::RadiusParams> {
  using P = plant::RadiusParams;
  static constexpr auto fields = Fields{
      Field{&P::model, "model", "Source of the radii: half the turtle's width, or the pipe model from the tips down."},
      Field{&P::exponent, "exponent", "Pipe model: r^exponent of a branch is the sum over the branches it carries.", "",
            Range{1, 6}},
      Field{&P::tip_radius, "tip_radius", "Pipe model: radius of the last segment before a tip.", "m", Range{1e-5, 10}},
      Field{&P::scale, "scale", "Factor applied to every radius.", "", Range{1e-3, 1e3}},
      Field{&P::min_radius, "min_radius", "Least radius of wood, except at pointed tips.", "m", Range{1e-5, 10}}};
};

template <>
struct Schema<plant::ContourParams> {
  using P = plant::ContourParams;
  static constexpr auto fields = Fields{
      Field{&P::outline, "outline",
            "Closed curve around the origin that stems have as their outline; a ray from the origin meets it once. It "
            "is scaled until its farthest point lies at the stem's radius."},
      Field{&P::ribs, "ribs", "Number of ribs around stems; 0: none.", "", Range{0, 32}},
      Field{&P::shape, "shape",
            "Shape of ribs: wave, round ribs and grooves; bulge, round ribs with sharp grooves, as on a cactus; or "
            "crest, sharp ribs with round grooves, as on a buttressed trunk."},
      Field{&P::depth, "depth", "Depth of the grooves between ribs, as a share of the radius.", "", Range{0, 0.9}},
      Field{&P::turn, "turn", "Rotation of the outline around stems.", "deg", Range{-360, 360}},
      Field{&P::fade, "fade",
            "Length over which the outline of a stem fades into a circle, in radii at its start; unset: it does not "
            "fade.",
            "", Range{0.1, 1000}},
      Field{&P::thinnest, "thinnest",
            "Radius below which a stem is round from its start, as a share of the thickest radius.", "", Range{0, 1}}};
  /// Checks that there are either ribs or an outline.
  static void check(const P& p, Checker& checker) {
    if (p.outline.given() && p.ribs > 0) checker.error("ribs", "'ribs' cannot be combined with 'outline'");
  }
};

template <>
struct Schema<plant::StemParams> {
  using P = plant::StemParams;
  static constexpr auto fields = Fields{
      Field{&P::sides, "sides",
            "Sides of a tube where the plant is thickest; the number falls with the square root of the radius.", "",
            Range{3, 64}},
      Field{&P::min_sides, "min_sides", "Sides of the thinnest tubes; 'detail' scales them too, down to 3.", "",
            Range{3, 64}},
      Field{&P::smooth, "smooth",
            "Most pieces that a segment is divided into along a curve through its ends; 0: segments stay straight.", "",
            Range{0, 16}},
      Field{&P::smooth_angle, "smooth_angle",
            "Intended turn between rings along the curve; on twigs it may be up to three times as large.", "deg",
            Range{1, 90}},
      Field{&P::ring_length, "ring_length",
            "Longest distance between rings, in radii, on wood with at least half of 'sides'; unset: as the bends "
            "require.",
            "", Range{0.1, 1000}},
      Field{&P::tip, "tip",
            "Shape of branch tips: blunt, nearly as thick as the branch and rounded off over its own width; point, "
            "tapered over the last piece; flat, cut off; or round, with a dome."},
      Field{&P::tip_share, "tip_share",
            "Blunt tip: share of its radius that a branch keeps at its end; no wood is thinner than this share of "
            "the plant's median twig.",
            "", Range{0, 1}},
      Field{&P::base, "base", "Whether the hidden lower end of each tube has a face."},
      Field{
          &P::joint, "joint",
          "Joint of a branch with its parent: overlap, its tube starts inside the parent; collar, it flares out on "
          "the parent's surface; or weld, it is welded into a hole of the parent, and all bark is one closed surface."},
      Field{&P::collar, "collar",
            "Widening of a branch where it leaves its parent, as a share of its radius; with 'joint: collar' or "
            "'weld', half the radius of the fillet.",
            "", Range{0, 2}},
      Field{&P::contour, "contour", "Outline of stems across their axes; unset: a circle."},
      Field{&P::detail, "detail",
            "Share of the sides, and of the rings needed for bends, that is kept in coarser levels of one plant; "
            "rings stay on the same curves.",
            "", Range{0.02, 1}},
      Field{&P::thinnest, "thinnest",
            "Branches thinner than this at their start get no bark, nor does anything that grows from them; their "
            "leaves are kept.",
            "m", Range{0, 1e6}}};
  /// Checks that min_sides is at most sides.
  static void check(const P& p, Checker& checker) {
    if (p.min_sides > p.sides) checker.error("min_sides", "'min_sides' is greater than 'sides'");
  }
};

template <>
struct Schema<plant::FlareParams> {
  using P = plant::FlareParams;
  static constexpr auto fields =
      Fields{Field{&P::amount, "amount", "Widening of the trunk at the ground, as a share of its radius; 0: none.", "",
                   Range{0, 5}},
             Field{&P::height, "height", "Height over which the widening fades, in trunk radii.", "", Range{0.1, 100}},
             Field{&P::lobes, "lobes", "Number of root buttresses around the foot.", "", Range{0, 16}},
             Field{&P::lobe_depth, "lobe_depth",
                   "Height of the buttresses and depth of the hollows between them, as a share of the radius.", "",
                   Range{0, 0.6}},
             Field{&P::depth, "depth",
                   "How far a widened trunk continues below the ground, in trunk radii, for uneven "
                   "ground.",
                   "", Range{0, 10}}};
};

template <>
struct Schema<plant::MossParams> {
  using P = plant::MossParams;
  static constexpr auto fields = Fields{
      Field{&P::amount, "amount", "How much of the bark is mossy; 0: none, 1: nearly all near the ground.", "",
            Range{0, 1}},
      Field{&P::colour, "colour", "Colour of moss, sRGB, which multiplies a texture.", "", Range{0, 1}},
      Field{&P::height, "height", "Height above y = 0 at which bark that faces north is half as damp as at the ground.",
            "m", Range{0.01, 1000}}};
};

template <>
struct Schema<plant::BarkParams> {
  using P = plant::BarkParams;
  static constexpr auto own_fields = Fields{
      Field{&P::colour, "colour",
            "Colour of thick wood, sRGB, which multiplies a texture; unset: a brown, or white with a texture.", "",
            Range{0, 1}},
      Field{&P::twig_colour, "twig_colour", "Colour of the thinnest wood, sRGB; unset: the same as 'colour'.", "",
            Range{0, 1}},
      Field{&P::streaks, "streaks", "Strength of irregular dark streaks, mostly along the wood.", "", Range{0, 1}},
      Field{&P::marks, "marks", "Strength of sparse dark marks across the bark, as on birch.", "", Range{0, 1}},
      Field{&P::moss, "moss",
            "Moss in the vertex colours of the bark: on sides that face up, and on the foot of the trunk, most on its "
            "north side (-z). Patches are as fine as the corners of the tubes ('stem.ring_length')."},
      Field{&P::texture, "texture",
            "Image of the bark, repeated around and along the wood; up points towards the "
            "tip."},
      Field{&P::normals, "normals", "Normal map of the bark, green towards the tip."},
      Field{&P::texture_width, "texture_width",
            "Width of bark that one repeat of the texture covers, rounded to whole repeats around the stem; wood with "
            "a circumference below 0.6 widths has a part of one repeat, mirrored.",
            "m", Range{1e-3, 1e3}},
      mesh::roughness_field(&P::roughness)};
  static constexpr auto fields = joined(own_fields, mesh::kFinishFields);
  /// Checks that normals are given only with a texture.
  static void check(const P& p, Checker& checker) {
    if (p.normals.given() && !p.texture.given()) checker.error("normals", "'normals' needs a 'texture'");
  }
};

}  // namespace weald::schema
