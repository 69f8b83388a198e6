#pragma once
// Arc length of curves: parameter to length and length to parameter.
//
// The speed |C'(t)| is integrated by 16-point Gauss-Legendre rules. An interval is accepted if its rule and the sum of
// the rules of its halves differ by no more than its share of the accuracy. The result is the sum of the halves, whose
// error on smooth curves is about 2^32 times smaller. Near cusps, where no fixed order suffices, intervals shrink
// geometrically. Source: [farin2002] (arc length), [press2007] (Gauss-Legendre quadrature, bracketing).

#include <vector>

#include "data/curve.h"

namespace weald::curve {

/// Length of a segment in metres, with an error of about `accuracy` metres or 1e-14 of the length, whichever is larger.
/// Pre: accuracy > 0.
double length(const Segment& segment, double accuracy);

/// A position on a path.
struct PathPosition {
  std::size_t segment = 0;
  double t = 0;
};

/// Length along one path. Holds a reference to the path, which must outlive it.
class ArcLength {
 public:
  /// Measures `path` to `accuracy` metres per segment. Pre: accuracy > 0, at least one segment.
  ArcLength(const Path& path, double accuracy);

  /// Length of the path, metres.
  double total() const { return total_; }
  /// The position `s` metres from the start, found to the accuracy by a bracketed Newton iteration; `s` is clamped to
  /// [0, total()].
  PathPosition at(double s) const;

 private:
  /// An interval of one segment on which one Gauss-Legendre rule is accurate.
  struct Interval {
    std::size_t segment;
    double t0, t1;
    double start;  ///< length from the start of the path
    double length;
  };
  void measure(std::size_t segment, double t0, double t1, double whole, double accuracy, int depth);

  const Path& path_;
  double accuracy_;
  std::vector<Interval> intervals_;
  double total_ = 0;
};

}  // namespace weald::curve
