#include "terrain/thermal_erosion.h"

#include <algorithm>
#include <vector>

#include "core/math.h"
#include "core/parallel.h"
#include "terrain/thermal_rest.h"
#include "terrain/thermal_step.h"

namespace weald::terrain {

namespace {

constexpr std::size_t kRowsPerBlock = 128;
constexpr int kStepsAtOnce = 8;

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

// Rows of `now` after several steps at once, so that what lies between stays in the cache: the rows run through the
// steps one behind the other, and of each step only the last three are kept.
template <class StepRow>
class StepChain {
 public:
  StepChain(const Grid<float>& now, int steps, const StepRow& step_row) : now_(now), steps_(steps), step_row_(step_row) {
    kept_.resize(static_cast<std::size_t>(3 * (steps - 1)) * static_cast<std::size_t>(now.width()));
  }

  // Rows [begin, end) after all steps, into `next`. Rows beyond are computed again by the block beside.
  void run(int begin, int end, Grid<float>& next) {
    for (int front = std::max(0, begin - steps_ + 1); front < end + steps_ - 1; ++front) {
      for (int step = 1; step <= steps_; ++step) {
        const int y = front - step + 1;
        const int beyond = steps_ - step;
        if (y < std::max(0, begin - beyond) || y >= std::min(now_.height(), end + beyond)) continue;
        const detail::RowsAround rows{y > 0 ? row(step - 1, y - 1) : nullptr, row(step - 1, y),
                                      y + 1 < now_.height() ? row(step - 1, y + 1) : nullptr};
        step_row_(rows, y, step == steps_ ? next.row(y).data() : kept(step, y));
      }
    }
  }

 private:
  const float* row(int step, int y) { return step == 0 ? now_.row(y).data() : kept(step, y); }
  float* kept(int step, int y) {
    return kept_.data() + static_cast<std::size_t>(3 * (step - 1) + y % 3) * static_cast<std::size_t>(now_.width());
  }

  const Grid<float>& now_;
  int steps_;
  const StepRow& step_row_;
  std::vector<float> kept_;
};

template <class StepRow>
void step_times(Heightmap& map, int iterations, const RunContext& context, const StepRow& step_row) {
  Grid<float> next(map.width(), map.height());
  for (int done = 0; done < iterations;) {
    const int steps = std::min(kStepsAtOnce, iterations - done);
    const Grid<float>& now = map.heights;
    parallel_blocks(static_cast<std::size_t>(map.height()), kRowsPerBlock, [&](std::size_t begin, std::size_t end) {
      context.check_stop();
      StepChain<StepRow>(now, steps, step_row).run(static_cast<int>(begin), static_cast<int>(end), next);
    });
    std::swap(map.heights, next);
    for (int i = 0; i < steps; ++i) context.progress(static_cast<double>(++done) / iterations);
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
    step_times(map, params.iterations, context, [&](const detail::RowsAround& rows, int y, float* out) {
      detail::step_row_of(rows, detail::rows_around(rises, y), 1, map.width(), rate, out);
    });
  } else {
    step_times(map, params.iterations, context, [&](const detail::RowsAround& rows, int, float* out) {
      detail::step_row_of(rows, map.width(), talus, rate, out);
    });
  }
  return map;
}

}  // namespace weald::terrain
