#pragma once
// Horizons of a heightmap: the elevation of the horizon around every sample, per direction.
//
// A direction (a, b) of coprime integers divides the grid into lines of samples. Where a line passes between two
// samples, it takes the interpolated height, so no terrain is skipped. The samples along a line that can be another
// sample's horizon form an upper hull, kept on a stack: each sample is pushed and popped once, however far away its
// horizon is. Source: [timonen2010].

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/heightmap.h"

namespace weald::maps {

/// A direction in which horizons are searched.
struct HorizonDirection {
  int columns = 1;      ///< step to the next sample on a line, coprime with `rows`
  int rows = 0;         ///< southward step
  double width = 0;     ///< angular width of its sector, radians
  Vec2 integral{0, 0};  ///< integral of the unit vectors (east, south) over that sector
};

/// Supported numbers of directions: with steps of up to 1, 2, 3 and 4 samples.
inline constexpr int kDirectionCounts[] = {8, 16, 32, 48};

/// `count` directions. Their sectors cover the circle; each extends from halfway to the previous direction to halfway
/// to the next. Opposite directions are adjacent in the list. Pre: count is one of kDirectionCounts.
std::vector<HorizonDirection> horizon_directions(int count);

/// Called for a sample with the direction and the tangent of its horizon's elevation, which is at least 0: terrain
/// below the horizontal hides no sky.
using HorizonVisitor = std::function<void(int x, int y, const HorizonDirection& direction, double tangent)>;

/// How horizons are searched.
struct HorizonSearch {
  std::span<const HorizonDirection> directions;
  double exaggeration = 1;  ///< factor of the heights
  /// Distance up to which terrain is a horizon, metres; unset: the whole map. With a distance the result for a sample
  /// depends only on the samples up to there and the next four, to the last bit.
  std::optional<double> distance{};
};

/// Calls `visit` once per sample and direction. The calls for any one sample come in the order of the directions;
/// different samples are visited from several threads at once. Time: about 10 ns per sample, direction and step of the
/// direction; with a distance, about 1 ns per sample, direction and point of the lines up to there.
void for_each_horizon(const Heightmap& map, const HorizonSearch& search, const HorizonVisitor& visit,
                      const RunContext& context);

}  // namespace weald::maps
