#pragma once
// RiverBeds: the beds that `carve` cuts in mode river, consistent at the junctions of rivers.
//
// A tributary ends on the centre line of the river it flows into, whose bed there is lower than the tributary's bed
// just beside it. If every point took the bed of its nearest curve, the last stretch of the tributary would form a dam
// in the larger river. A point in the beds of two rivers that join therefore takes the lower bed. Heights between
// samples are interpolated from four of them, so a river's bed sinks to that of a larger river as soon as a sample
// beside its centre line may lie in the larger bed; it does not rise again downstream, and never sinks below the mouth.
// Where rivers pass without joining, the ground takes the bed of the nearer one. Finally, the samples around each
// centre line sink until the interpolated ground no longer rises along it.

#include <cstddef>
#include <optional>
#include <vector>

#include "base/math/vec.h"
#include "data/curve.h"
#include "methods/curve/nearest.h"
#include "stages/land/erosion/detail/monotone_bed.h"
#include "stages/land/noise/fade.h"

namespace weald::terrain::detail {

/// Distance in samples beside a bed within which it affects the centre line of another river: the largest distance
/// between a point and one of the four samples around it.
inline constexpr double kBesideSamples = 1.45;

struct RiverBedRules {
  double width = 8;         ///< metres, for curves without widths
  double shoulder = 6;      ///< metres
  double depth = 1;         ///< metres from the curve down to the bed
  double tolerance = 0.01;  ///< metres, for flattening the curve
  noise::Fade profile = noise::Fade::cubic;
};

/// Most points of all flattened rivers together; each takes about 250 bytes while beds are built.
inline constexpr std::size_t kMaxBedPoints = std::size_t{1} << 23;

/// The beds of all rivers of a curve, in which larger rivers precede smaller ones. Immutable.
class RiverBeds {
 public:
  /// Throws StageError (key "curve") for more than kMaxBedPoints points; points are at most half a sample apart.
  RiverBeds(const curve::Curve& curve, const RiverBedRules& rules, const GridSpec& grid);

  /// Height of the sample in column `x` and row `y` with the beds carved into it; `ground` is its height before. `hits`
  /// is scratch memory.
  float carved(int x, int y, float ground, std::vector<curve::NearestIndex::LineHit>& hits) const;

 private:
  struct Line {
    std::vector<Vec3> points;  // y: the bed
    std::vector<double> half_widths;
  };
  struct BedSection {
    double bed;
    double half_width;
    bool is_mouth;
  };
  using Hit = curve::NearestIndex::LineHit;

  Line line_of(const curve::Path& path, std::size_t most_points) const;
  std::optional<Hit> taker_of(std::size_t line) const;
  bool lower(std::size_t line, const std::vector<Line>& uncut);
  bool are_joined(std::size_t a, std::size_t b) const;
  static BedSection section(const Line& line, const Hit& hit);
  float cut(const Vec2& at, float ground, std::vector<Hit>& hits) const;
  void let_fall();

  RiverBedRules rules_;
  GridSpec grid_;
  std::vector<Line> lines_;
  std::vector<std::optional<Hit>> takers_;    // per line: the river it flows into
  std::optional<curve::NearestIndex> index_;  // built from the lines
  std::optional<MonotoneBed> falling_;
};

}  // namespace weald::terrain::detail
