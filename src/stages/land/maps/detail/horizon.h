#pragma once
// Horizons of a heightmap: how high the land rises above every sample, direction by direction.
//
// A direction (a, b) of coprime whole numbers cuts the grid into lines of samples; where a line passes between two
// samples it takes the height between them, so that nothing is stepped over. Along a line the samples that can be
// somebody's horizon form an upper hull, which a stack keeps: each sample is pushed and popped once, whatever the
// distance of its horizon. Source: [timonen2010].

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/heightmap.h"

namespace weald::maps {

/// A direction in which horizons are looked for.
struct HorizonDirection {
  int columns = 1;      ///< step to the next sample on a line, coprime with `rows`
  int rows = 0;         ///< towards the south
  double width = 0;     ///< of the sector that it stands for, radians
  Vec2 integral{0, 0};  ///< of the unit vectors (east, south) over that sector
};

/// The numbers of directions there are: with steps of up to 1, 2, 3 and 4 samples.
inline constexpr int kDirectionCounts[] = {8, 16, 32, 48};

/// `count` directions; the sectors cover the circle, each from halfway to the previous direction to halfway to the
/// next. A direction and the opposite one follow each other. Pre: count is one of kDirectionCounts.
std::vector<HorizonDirection> horizon_directions(int count);

/// Called for a sample with the direction and the tangent of its horizon's height there: at least 0, for what lies
/// below the horizontal hides no sky.
using HorizonVisitor = std::function<void(int x, int y, const HorizonDirection& direction, double tangent)>;

/// Calls `visit` once per sample and direction. Directions come in order, so that a sample's calls do; samples come
/// from several threads at once. Heights are multiplied by `exaggeration`. Time: about 10 ns per sample, direction and
/// step of the direction.
void for_each_horizon(const Heightmap& map, std::span<const HorizonDirection> directions, double exaggeration,
                      const HorizonVisitor& visit, const RunContext& context);

}  // namespace weald::maps
