#pragma once
// Grey pictures of the kinds that heightmaps are.

#include <cstdint>

#include "base/run_context.h"
#include "data/grid.h"
#include "formats/files/sink.h"

namespace weald::test {

using GreyMap = Grid<std::uint16_t>;

/// Bilinear value noise of some octaves: as compressible as terrain.
GreyMap noisy_map(int width, int height, int octaves, std::uint64_t seed);
GreyMap constant_map(int width, int height, std::uint16_t value);
/// Rises by `dx` per column and `dy` per row, wrapping around.
GreyMap ramp_map(int width, int height, int dx, int dy);
/// `map` with its values rounded down to multiples of `step`: terraces.
GreyMap terraced(GreyMap map, int step);
/// `map` with all values below `level` raised to it: a sea.
GreyMap flooded(GreyMap map, std::uint16_t level);
/// Writes `map` as a 16-bit grey PNG, as weald's encoder makes it.
void write_grey_png(const GreyMap& map, io::Sink& sink, const RunContext& context = {});

}  // namespace weald::test
