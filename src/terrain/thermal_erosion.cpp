#include "terrain/thermal_erosion.h"

#include <algorithm>

#include "core/math.h"
#include "core/parallel.h"
#include "terrain/thermal_rest.h"
#include "terrain/thermal_step.h"

namespace weald::terrain {

namespace {

constexpr std::size_t kRowsPerBlock = 32;

// Half the difference in height at which a sample rests beside one of the same talus.
Grid<float> half_rises(const Heightmap& map, const schema::Driven& talus, const Heightmap& field) {
  if (field.grid() != map.grid()) {
    throw StageError("the heightmap of the talus lies on another grid: it needs the same size, cell size and origin",
                     "talus");
  }
  const schema::DrivenSamples degrees(talus, view(field));
  Grid<float> rises(map.width(), map.height());
  parallel_blocks(static_cast<std::size_t>(map.height()), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      for (int x = 0; x < map.width(); ++x) {
        rises.at(x, y) = static_cast<float>(0.5 * math::tan_deg(degrees.at(x, y)) * map.cell_size);
      }
    }
  });
  return rises;
}

template <class StepRow>
void step_times(Heightmap& map, int iterations, const RunContext& context, const StepRow& step_row) {
  Grid<float> next(map.width(), map.height());
  for (int i = 0; i < iterations; ++i) {
    context.progress(static_cast<double>(i) / iterations);
    const Grid<float>& now = map.heights;
    parallel_blocks(static_cast<std::size_t>(map.height()), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
      for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) step_row(now, y, next.row(y).data());
    });
    std::swap(map.heights, next);
  }
}

}  // namespace

Heightmap erode_thermally(Heightmap map, const ThermalErosionParams& params, const RunContext& context,
                          const Heightmap* talus_field) {
  const double rise = math::tan_deg(params.talus.value) * map.cell_size;
  const detail::Talus talus{static_cast<float>(rise), static_cast<float>(rise * math::kSqrt2)};
  const Grid<float> rises = talus_field != nullptr ? half_rises(map, params.talus, *talus_field) : Grid<float>{};
  const auto rate = static_cast<float>(params.rate);
  if (params.until == ThermalEnd::rest) {
    const detail::RestLimits limits{talus, talus_field != nullptr ? &rises : nullptr};
    const detail::Rest rest = detail::relax_to_rest(map.heights, limits, kMostRestSteps, context);
    if (!rest.reached) context.warn("some slopes are still steeper than the talus after 20000 steps", "until");
  } else if (talus_field != nullptr) {
    step_times(map, params.iterations, context, [&](const Grid<float>& now, int y, float* out) {
      detail::step_row_of(now, rises, 1, y, rate, out);
    });
  } else {
    step_times(map, params.iterations, context, [&](const Grid<float>& now, int y, float* out) {
      detail::step_row_of(now, y, talus, rate, out);
    });
  }
  return map;
}

}  // namespace weald::terrain
