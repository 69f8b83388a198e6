#pragma once
// GuideLines: curves that stems follow, such as the wires of a trellis. Source: [prusinkiewicz2001] (axes that follow
// curves drawn by the user).

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "data/artifact_names.h"
#include "data/curve.h"
#include "data/polyline.h"
#include "schema/decode.h"

namespace weald::lsystem {

struct GuideParams {
  std::vector<schema::Input<curve::Curve>> curves;
  double strength = 1;
  double reach = 0.1;  ///< metres
  int level = 0;       ///< of brackets
};

/// The position of a stem on a guide.
struct GuidePlace {
  std::size_t line = 0;
  double arc = 0;        ///< metres from the line's start
  double way = 1;        ///< 1 along the line, -1 against it
  bool is_over = false;  ///< the stem has reached the end of its line, and grows freely
};

/// Curves as polylines, for stems that follow them.
class GuideLines {
 public:
  GuideLines(std::span<const curve::Curve* const> curves, const GuideParams& params);

  const GuideParams& params() const { return params_; }
  /// The nearest place on the line whose direction there is nearest to `heading` or its opposite, of the lines within
  /// reach, to be followed in the direction nearer to `heading`; unset if no line is within reach, or all that are
  /// cross the heading at more than 60 degrees.
  std::optional<GuidePlace> caught(const Vec3& position, const Vec3& heading) const;
  /// Moves `place` on by a step of `length` metres from `position` and returns the point to aim for: the first point
  /// of the line ahead that is `length` away from the position, so that steps at full strength end on the line; from
  /// farther away, a point one step ahead. Unset at the end of an open line, where `place` is over. Pre: length > 0.
  std::optional<Vec3> next(const Vec3& position, double length, GuidePlace& place) const;

 private:
  struct Line {
    Polyline points;           // a closed line repeats its first point
    std::vector<double> arcs;  // of the points, metres
    double length() const { return arcs.back(); }
  };
  Vec3 at(const Line& line, double arc) const;

  GuideParams params_;
  std::vector<Line> lines_;
};

/// The lines of a guide; null without one.
std::shared_ptr<const GuideLines> guide_lines(const std::optional<GuideParams>& params, const schema::Inputs& inputs);

}  // namespace weald::lsystem

namespace weald::schema {

template <>
struct Schema<lsystem::GuideParams> {
  using P = lsystem::GuideParams;
  static constexpr auto fields = Fields{
      Field{&P::curves,
            "curves",
            "Curves that stems follow; of several, a stem follows one.",
            "",
            {},
            Presence::required},
      Field{&P::strength, "strength",
            "Share of the turn towards the curve that each segment makes; 1: segments end on the curve, except while "
            "a stem approaches it.",
            "", Range{0, 1}},
      Field{&P::reach, "reach",
            "Distance from the curve within which a stem begins to follow it, in the direction nearer to its own; of "
            "several, it follows the one that runs most as the stem does. Stems cross curves at more than 60 degrees.",
            "m", Range{0, 1e6}},
      Field{&P::level, "level", "Deepest level of brackets whose stems follow the curve; 0: outside of brackets.", "",
            Range{0, 1000}}};
};

}  // namespace weald::schema
