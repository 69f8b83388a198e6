#include "stages/land/noise/detail/warp.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace weald::noise {

WarpSpec warp_spec(const WarpParams& warp, const WarpedStage& stage) {
  const double frequency = warp.frequency.value_or(stage.frequency);
  const double ratio = frequency / stage.frequency;
  WarpSpec spec{.mode = warp.mode,
                .octaves = warp.mode == WarpMode::single ? 1 : warp.octaves,
                .frequency_x = frequency,
                .frequency_y = stage.flat ? 0.0 : frequency,
                .offset = stage.offset * ratio,
                .seed = stage.seed,
                .limit = static_cast<float>(kMaxWarpCells / stage.finest)};
  if (stage.period) {
    const auto cells = [&](int base) { return static_cast<std::int64_t>(std::floor(base * ratio + 0.5)); };
    spec.period = LatticePeriod{cells(stage.period->x), cells(stage.period->y)};
  }
  return spec;
}

void check_warp(const std::optional<WarpParams>& warp, double frequency, double finest,
                const std::optional<Period>& period, schema::Checker& checker) {
  if (!warp) return;
  if (!warp->strength.given() && warp->strength.value * finest > kMaxWarpCells) {
    return checker.error("warp",
                         fmt::format("the warp moves positions by {:.3g} cells of the finest octave, more than {}",
                                     warp->strength.value * finest, kMaxWarpCells));
  }
  const double ratio = warp->frequency.value_or(frequency) / frequency;
  if (!period || !warp->frequency) return;
  for (const int cells : {period->x, period->y}) {
    const double warped = cells * ratio;
    // The product of two decimal fractions is rarely an exact integer; a deviation of a billionth of a cell is
    // tolerated.
    if (warped < 0.5 || std::abs(warped - std::floor(warped + 0.5)) > 1e-9 * std::max(warped, 1.0)) {
      return checker.error(
          "warp", fmt::format("a warp of {:.6g} cells does not repeat with a period of {} cells", warped, cells),
          "choose a frequency of the warp with a whole number of cells per period, or remove the warp");
    }
  }
}

}  // namespace weald::noise
