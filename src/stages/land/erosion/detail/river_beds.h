#pragma once
// RiverBeds: the beds that `carve` cuts in mode river, made to agree where they meet. Internal to terrain/.
//
// A tributary ends on the middle of the river that takes it, whose bed is lower there than that of the tributary beside
// its end. Were every place given the bed of the nearest curve, the last stretch of the tributary would stand as a dam
// in the larger river. So a place that lies in the beds of two rivers that join has the lower one. And as heights
// between samples come from four of them, a river's bed sinks to that of a larger one as soon as a sample beside its
// middle may lie in it; it does not rise again downstream, and never sinks below the mouth. Where rivers pass without
// joining, the nearer one has the place. At last the samples around the middle of each river sink until no height
// between them rises along it.

#include <cstddef>
#include <optional>
#include <vector>

#include "base/math/vec.h"
#include "data/curve.h"
#include "methods/curve/nearest.h"
#include "stages/land/erosion/detail/monotone_bed.h"
#include "stages/land/noise/fade.h"

namespace weald::terrain::detail {

/// Distance in samples within which a bed affects the middle of another river: the farthest of the four samples around
/// a place.
inline constexpr double kBesideSamples = 1.45;

struct RiverBedRules {
  double width = 8;         ///< metres, of curves without widths
  double shoulder = 6;      ///< metres
  double depth = 1;         ///< metres of the bed below the curve
  double tolerance = 0.01;  ///< metres, of the straight pieces
  noise::Fade profile = noise::Fade::cubic;
};

/// Most points of the polylines of all rivers; about 250 bytes each while beds are made.
inline constexpr std::size_t kMaxBedPoints = std::size_t{1} << 23;

/// The beds of all rivers of a curve, of which larger ones come before smaller ones. Immutable.
class RiverBeds {
 public:
  /// Throws StageError (key "curve") for more than kMaxBedPoints points, which lie at most half a sample apart.
  RiverBeds(const curve::Curve& curve, const RiverBedRules& rules, const GridSpec& grid);

  /// The height of the sample in column `x` and row `y`, where the ground is `ground`, with the beds carved into it.
  /// `hits` is scratch memory.
  float carved(int x, int y, float ground, std::vector<curve::NearestIndex::LineHit>& hits) const;

 private:
  struct Line {
    std::vector<Vec3> points;  // y: the bed
    std::vector<double> half_widths;
  };
  struct Place {
    double bed;
    double half_width;
    bool is_mouth;
  };
  using Hit = curve::NearestIndex::LineHit;

  Line line_of(const curve::Path& path, std::size_t most_points) const;
  std::optional<Hit> taker_of(std::size_t line) const;
  bool lower(std::size_t line, const std::vector<Line>& uncut);
  bool are_joined(std::size_t a, std::size_t b) const;
  static Place place(const Line& line, const Hit& hit);
  float cut(const Vec2& at, float ground, std::vector<Hit>& hits) const;
  void let_fall();

  RiverBedRules rules_;
  GridSpec grid_;
  std::vector<Line> lines_;
  std::vector<std::optional<Hit>> takers_;    // per line
  std::optional<curve::NearestIndex> index_;  // made from the lines
  std::optional<MonotoneBed> falling_;
};

}  // namespace weald::terrain::detail
