#pragma once
// CrossSection: the outline of a stem across its axis.

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "data/curve.h"
#include "data/estimates.h"
#include "stages/plants/skin/detail/stem_params.h"

namespace weald::plant {

/// The outline of a stem as distances from its axis, relative to the stem's radius. Every ray from the axis meets it
/// once. Source: [prusinkiewicz2001] (contours of stems), [weber1995] (lobes).
class CrossSection {
 public:
  /// The distance of a point from the axis, relative to the stem's radius, and the derivative per radian around it; at
  /// an edge of the outline, the mean of the derivatives on both sides.
  struct Point {
    double share = 1;
    double around = 0;
  };

  /// Ribs of one shape: `params.ribs` waves of the depth `params.depth`. Pre: at least one rib.
  explicit CrossSection(const ContourParams& params);
  /// A closed curve in its own plane around the origin, scaled so that its farthest point lies at the stem's radius.
  /// Throws StageError if the curve is not one closed path that goes round the origin once, always in one direction.
  CrossSection(const curve::Curve& outline, const ContourParams& params);

  /// The outline `degrees` around from the stem's side, counter-clockwise about its tangent.
  Point at(double degrees) const;

  /// Smallest number of sides, from `least` to 64, at which a tube stays within `tolerance` of the outline, relative to
  /// the stem's radius; the number that stays nearest if none does.
  std::uint32_t sides(std::uint32_t least, double tolerance) const;

 private:
  double measured(std::uint32_t sides, std::span<const double> probes) const;
  void measure();

  int ribs_ = 0;
  RibShape shape_ = RibShape::wave;
  double depth_ = 0, turn_ = 0;
  std::vector<double> shares_;                  // of a curve, at equal angles
  std::array<double, kMaxSides + 1> errors_{};  // by number of sides
};

/// Throws the StageError of CrossSection if the outline of `params` is known to be no closed curve before it is made.
void require_closed_outline(const ContourParams& params, const schema::Estimates& inputs);

/// The cross section that `params` describe, with `outline` where a curve is given; null for round stems.
std::shared_ptr<const CrossSection> cross_section(const ContourParams& params, const curve::Curve* outline);

}  // namespace weald::plant
