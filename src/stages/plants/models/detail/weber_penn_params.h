#pragma once
// Parameters of weber_penn. Lengths in metres, angles in degrees. The help texts give the paper's names.

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/decode.h"
#include "schema/field.h"

namespace weald::tree {

/// Shape of the crown: the length of main branches as a function of their height on the trunk.
enum class CrownShape {
  conical,
  spherical,
  hemispherical,
  cylindrical,
  tapered_cylindrical,
  flame,
  inverse_conical,
  tend_flame,
  envelope
};

/// Stems of one level: the trunk, main branches, and so on.
struct StemLevel {
  double length = 1;
  double length_variation = 0;
  double taper = 1;
  int segments = 5;
  double curve = 0;
  double curve_back = 0;
  double curve_variation = 0;
  double segment_splits = 0;
  double split_angle = 0;
  double split_angle_variation = 0;
  int branches = 20;
  double down_angle = 45;
  double down_angle_variation = 0;
  double rotate = 140;
  double rotate_variation = 0;
};

/// Leaves on the stems of the last level.
struct StemLeaves {
  int count = 10;
  double size = 0.2;
  double size_at_base = 1;
  double size_at_tip = 1;
  double bare = 0;
  double down_angle = 45;
  double down_angle_variation = 10;
  double rotate = 140;
  double rotate_variation = 0;
};

/// The surface beyond which stems are pruned.
struct PruneEnvelope {
  double ratio = 0;
  double width = 0.5;
  double width_peak = 0.5;
  double power_low = 0.5;
  double power_high = 0.5;
};

/// Default levels: a trunk, slightly rising branches, and twigs.
inline std::vector<StemLevel> default_levels() {
  return {{.segments = 6, .curve_variation = 40},
          {.length = 0.4, .curve = -40, .curve_variation = 50, .branches = 30, .down_angle = 65},
          {.length = 0.5, .segments = 3, .branches = 15}};
}

/// Limits: stems per stem, and segments per stem.
inline constexpr int kMaxBranches = 2000;
inline constexpr int kMaxSegments = 100;

struct WeberPennParams {
  CrownShape shape = CrownShape::conical;
  double base_size = 0.1;
  double height = 10;
  double height_variation = 0;
  double stretch = 1;
  double stretch_variation = 0;
  double ratio = 0.02;
  double ratio_power = 1.2;
  double trunk_scale = 1;
  double trunk_scale_variation = 0;
  double flare = 0;
  int base_splits = 0;
  double attraction_up = 0;
  std::vector<StemLevel> levels = default_levels();
  StemLeaves leaves;
  PruneEnvelope prune;
  double quality = 1;
  int max_segments = 2'000'000;
};

}  // namespace weald::tree

namespace weald::schema {

template <>
struct EnumNames<tree::CrownShape> {
  static constexpr auto names =
      names_in_order<tree::CrownShape>("conical", "spherical", "hemispherical", "cylindrical", "tapered_cylindrical",
                                       "flame", "inverse_conical", "tend_flame", "envelope");
};

template <>
struct Schema<tree::StemLevel> {
  using P = tree::StemLevel;
  static constexpr auto fields = Fields{
      Field{&P::length, "length",
            "Length as a share of the tree's height (trunk) or of the length that the parent allows (nLength).", "",
            Range{0.001, 10}},
      Field{&P::length_variation, "length_variation", "Largest deviation of 'length' (nLengthV).", "", Range{0, 10}},
      Field{&P::taper, "taper",
            "Taper (nTaper): 0 cylinder, 1 cone, 2 cylinder with a rounded end, 3 a row of balls; fractions blend.", "",
            Range{0, 3}},
      Field{&P::segments, "segments", "Segments along a stem (nCurveRes).", "", Range{1, tree::kMaxSegments}},
      Field{&P::curve, "curve", "Bend from foot to tip, positive away from the parent (nCurve).", "deg",
            Range{-720, 720}},
      Field{&P::curve_back, "curve_back",
            "Bend of the upper half; 'curve' is then the bend of the lower half; 0: one bend along the whole stem "
            "(nCurveBack).",
            "deg", Range{-720, 720}},
      Field{&P::curve_variation, "curve_variation",
            "Random bend, distributed over the segments; negative: a helix at this angle to its axis (nCurveV).", "deg",
            Range{-720, 720}},
      Field{&P::segment_splits, "segment_splits",
            "Average number of additional stems at the end of each segment, for a stem together with all stems that "
            "split off it (nSegSplits).",
            "", Range{0, 4}},
      Field{&P::split_angle, "split_angle", "Angle to the vertical that split stems tend towards (nSplitAngle).", "deg",
            Range{0, 180}},
      Field{&P::split_angle_variation, "split_angle_variation", "Largest deviation of 'split_angle' (nSplitAngleV).",
            "deg", Range{0, 180}},
      Field{&P::branches, "branches",
            "Stems of this level on a full-grown parent, shared by the parts of a parent that splits; not for the "
            "trunk (nBranches).",
            "", Range{0, tree::kMaxBranches}},
      Field{&P::down_angle, "down_angle", "Angle between a stem and its parent (nDownAngle).", "deg", Range{-180, 180}},
      Field{&P::down_angle_variation, "down_angle_variation",
            "Largest deviation of 'down_angle'; negative: added at the parent's foot and subtracted at its tip "
            "(nDownAngleV).",
            "deg", Range{-180, 180}},
      Field{&P::rotate, "rotate",
            "Turn about the parent from stem to stem; negative: alternately left and right, this far from its "
            "underside (nRotate).",
            "deg", Range{-360, 360}},
      Field{&P::rotate_variation, "rotate_variation", "Largest deviation of 'rotate' (nRotateV).", "deg",
            Range{0, 360}}};
};

template <>
struct Schema<tree::StemLeaves> {
  using P = tree::StemLeaves;
  static constexpr auto fields = Fields{
      Field{&P::count, "count",
            "Number of leaves on a stem of the last level at its parent's tip; half as many at the foot; negative: a "
            "fan at the stem's end (Leaves).",
            "", Range{-1000, 1000}},
      Field{&P::size, "size",
            "Length of a leaf on a tree with exactly this 'height'; leaves of taller or lower trees are scaled in "
            "proportion (LeafScale).",
            "m", Range{1e-4, 100}},
      Field{&P::size_at_base, "size_at_base", "Length of leaves at the stem's foot, as a multiple of 'size'.", "",
            Range{0, 10}},
      Field{&P::size_at_tip, "size_at_tip", "Length of leaves at the stem's tip, as a multiple of 'size'.", "",
            Range{0, 10}},
      Field{&P::bare, "bare", "Share of a stem, from its foot, that has no leaves.", "", Range{0, 1}},
      Field{&P::down_angle, "down_angle", "Angle between a leaf and its stem (nDownAngle of the next level).", "deg",
            Range{-180, 180}},
      Field{&P::down_angle_variation, "down_angle_variation",
            "Largest deviation of 'down_angle'; negative: added at the stem's foot and subtracted at its tip.", "deg",
            Range{-180, 180}},
      Field{&P::rotate, "rotate",
            "Turn about the stem from leaf to leaf; negative: alternately left and right; in a fan, its width "
            "(nRotate of the next level).",
            "deg", Range{-360, 360}},
      Field{&P::rotate_variation, "rotate_variation", "Largest deviation of 'rotate'.", "deg", Range{0, 360}}};
};

template <>
struct Schema<tree::PruneEnvelope> {
  using P = tree::PruneEnvelope;
  static constexpr auto fields = Fields{
      Field{&P::ratio, "ratio",
            "How far branches are shortened to stay inside the envelope: 0 not at all, 1 completely (PruneRatio).", "",
            Range{0, 1}},
      Field{&P::width, "width", "Largest radius as a share of the tree's height (PruneWidth).", "", Range{0.001, 10}},
      Field{&P::width_peak, "width_peak",
            "Height at which the envelope is widest, as a share of the crown's height from below (PruneWidthPeak).", "",
            Range{0.01, 0.99}},
      Field{&P::power_low, "power_low",
            "Outline below the widest place: below 1 it bulges out, above 1 it curves in (PrunePowerLow).", "",
            Range{0, 10}},
      Field{&P::power_high, "power_high",
            "Outline above the widest place: below 1 it bulges out, above 1 it "
            "curves in (PrunePowerHigh).",
            "", Range{0, 10}}};
};

template <>
struct Schema<tree::WeberPennParams> {
  using P = tree::WeberPennParams;
  static constexpr std::string_view kind = "weber_penn";
  static constexpr std::string_view summary =
      "Tree model of Weber and Penn: stems by level, described by their proportions and angles.";
  static constexpr auto fields = Fields{
      Field{&P::shape, "shape",
            "Length of main branches as a function of their height; envelope: the outline of 'prune' (Shape)."},
      Field{&P::base_size, "base_size", "Share of the height below which there are no branches (BaseSize).", "",
            Range{0, 0.99}},
      Field{&P::height, "height", "Height of the tree (Scale).", "m", Range{0.01, 1000}},
      Field{&P::height_variation, "height_variation", "Largest deviation of 'height' (ScaleV).", "m", Range{0, 1000}},
      Field{&P::stretch, "stretch", "Factor applied to all heights of the finished tree (ZScale).", "",
            Range{0.01, 100}},
      Field{&P::stretch_variation, "stretch_variation", "Largest deviation of 'stretch' (ZScaleV).", "", Range{0, 100}},
      Field{&P::ratio, "ratio", "Radius of the trunk as a share of its length (Ratio).", "", Range{1e-4, 0.5}},
      Field{&P::ratio_power, "ratio_power",
            "Exponent that turns a branch's share of its parent's length into its share of the radius (RatioPower).",
            "", Range{0, 10}},
      Field{&P::trunk_scale, "trunk_scale", "Factor applied to the trunk's radius only (0Scale).", "",
            Range{0.01, 100}},
      Field{&P::trunk_scale_variation, "trunk_scale_variation", "Largest deviation of 'trunk_scale' (0ScaleV).", "",
            Range{0, 100}},
      Field{&P::flare, "flare",
            "Widening of the trunk at the ground, as a share of its radius (Flare); Lobes and LobeDepth are "
            "parameters of plant_mesh.",
            "", Range{0, 10}},
      Field{&P::base_splits, "base_splits",
            "Additional trunks into which the trunk divides at the end of its first segment (0BaseSplits).", "",
            Range{0, 16}},
      Field{&P::attraction_up, "attraction_up",
            "How strongly stems from the third level on turn upwards, or downwards if negative; 1: tips point "
            "straight up (AttractionUp).",
            "", Range{-100, 100}},
      Field{&P::levels, "levels", "Stem levels: the trunk, the main branches, and so on (Levels is their number)."},
      Field{&P::leaves, "leaves", "Leaves on the stems of the last level."},
      Field{&P::prune, "prune", "Envelope that shortens branches."},
      Field{&P::quality, "quality", "Share of the leaves that grow; fewer leaves are larger.", "", Range{0.01, 1}},
      Field{&P::max_segments, "max_segments", "Most segments and leaves.", "", Range{1, 2e7}}};
  /// Requires one to eight levels, and variations smaller than the values they vary.
  static void check(const P& params, Checker& checker);
};

}  // namespace weald::schema
