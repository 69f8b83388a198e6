#include "stages/land/erosion/thermal_erosion.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

#include "base/math/math.h"
#include "base/parallel.h"
#include "data/grid.h"
#include "stages/land/erosion/detail/thermal_kernels.h"
#include "stages/land/erosion/detail/thermal_rest.h"

namespace weald::terrain {

namespace {

/// Ratio of the allowed height difference across a diagonal to the one along an axis.
constexpr float kDiagonalRise = 1.41421356f;

/// A row and its two adjacent rows; null where there is none.
struct RowsAround {
  const float* north = nullptr;
  const float* middle = nullptr;
  const float* south = nullptr;
};

/// A range of columns in a row of `width` samples.
struct Stretch {
  int begin = 0;
  int end = 0;
  int width = 0;
};

// Weights of the isotropic nine-point Laplacian, scaled so that the eight neighbours sum to one.
constexpr float kAxisWeight = 0.2f;
constexpr float kDiagonalWeight = 0.05f;

constexpr detail::Talus kNoNeighbour{std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity()};

void step_ends_and_middle(const detail::RowStep& step, const Stretch& stretch) {
  const float closed = kNoNeighbour.axis;
  const int last = stretch.width - 1;
  if (stretch.begin == 0) detail::step_sample(step, 0, 0, std::min(1, last), closed, last > 0 ? 0 : closed);
  if (last == 0) return;
  detail::step_inner_samples(step, std::max(stretch.begin, 1), std::min(stretch.end, last));
  if (stretch.end == stretch.width) detail::step_sample(step, last - 1, last, last, 0, closed);
}

/// Rows y - 1 to y + 1 of `heights`.
RowsAround rows_around(const Grid<float>& heights, int y) {
  return {y > 0 ? heights.row(y - 1).data() : nullptr, heights.row(y).data(),
          y + 1 < heights.height() ? heights.row(y + 1).data() : nullptr};
}

/// Computes a range of the middle row after one step with a uniform talus. `out` points to the whole row.
void step_row_of(const RowsAround& rows, const Stretch& stretch, const detail::Talus& talus, float rate, float* out) {
  step_ends_and_middle({.north = rows.north != nullptr ? rows.north : rows.middle,
                        .middle = rows.middle,
                        .south = rows.south != nullptr ? rows.south : rows.middle,
                        .out = out,
                        .to_north = rows.north != nullptr ? talus : kNoNeighbour,
                        .to_south = rows.south != nullptr ? talus : kNoNeighbour,
                        .in_row = talus,
                        .axis_rate = rate * kAxisWeight,
                        .diagonal_rate = rate * kDiagonalWeight},
                       stretch);
}

/// Computes a range of the middle row after one step with a varying talus: neighbours rest if their heights differ by
/// at most the sum of their `rises` times `aim`.
void step_row_of(const RowsAround& rows, const RowsAround& rises, float aim, const Stretch& stretch, float rate,
                 float* out) {
  const float axis_rate = rate * kAxisWeight;
  const float diagonal_rate = rate * kDiagonalWeight;
  const float diagonal_aim = aim * kDiagonalRise;
  for (int x = stretch.begin; x < stretch.end; ++x) {
    const auto arriving = [&](const float* heights, const float* half_rises, int column, float share) {
      if (heights == nullptr || column < 0 || column >= stretch.width) return 0.0f;
      const float difference = heights[column] - rows.middle[x];
      const float talus = (half_rises[column] + rises.middle[x]) * share;
      return difference - std::min(std::max(difference, -talus), talus);
    };
    const float axis =
        (arriving(rows.north, rises.north, x, aim) + arriving(rows.south, rises.south, x, aim)) +
        (arriving(rows.middle, rises.middle, x - 1, aim) + arriving(rows.middle, rises.middle, x + 1, aim));
    const float diagonal = (arriving(rows.north, rises.north, x - 1, diagonal_aim) +
                            arriving(rows.north, rises.north, x + 1, diagonal_aim)) +
                           (arriving(rows.south, rises.south, x - 1, diagonal_aim) +
                            arriving(rows.south, rises.south, x + 1, diagonal_aim));
    out[x] = rows.middle[x] + (axis * axis_rate + diagonal * diagonal_rate);
  }
}

constexpr std::size_t kMaxRowsPerBlock = 128;
constexpr std::size_t kMinRowsPerBlock = 32;
constexpr int kStepsAtOnce = 8;
constexpr int kPiece = 128;  // samples of a row whose movement is tracked together

// Half of the height difference at which a sample rests beside a neighbour with the same talus.
Grid<float> half_rises(const Heightmap& map, const schema::Driven& talus, const Heightmap& field) {
  if (field.grid() != map.grid()) {
    throw StageError("the heightmap of 'talus' lies on a different grid: it needs the same size, cell size and origin",
                     "talus");
  }
  const schema::DrivenSamples degrees(talus, view(field));
  Grid<float> rises(map.width(), map.height());
  parallel_blocks(static_cast<std::size_t>(map.height()), kMaxRowsPerBlock, [&](std::size_t begin, std::size_t end) {
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      for (int x = 0; x < map.width(); ++x) {
        rises.at(x, y) = static_cast<float>(0.5 * math::tan_deg(degrees.at(x, y)) * map.cell_size);
      }
    }
  });
  return rises;
}

// Small maps use smaller blocks so that all threads have work, although the rows between blocks are computed twice.
std::size_t rows_per_block(int height) {
  return std::clamp(static_cast<std::size_t>(height) / 16, kMinRowsPerBlock, kMaxRowsPerBlock);
}

// Pieces of each row that moved in a step. A piece rests in the next step if neither it nor its neighbours moved.
using Moved = Grid<std::uint8_t>;

int piece_count(int width) { return std::max(1, width / kPiece); }

// Computes several steps at once for a block of rows so that intermediate rows stay in the cache: the steps follow each
// other down the rows, and only the last three rows of each step are kept.
template <class StepRow>
class StepChain {
 public:
  StepChain(const Grid<float>& now, const Moved& moved, int steps, const StepRow& step_row)
      : now_(now), moved_(moved), steps_(steps), step_row_(step_row) {
    kept_ = Grid<float>(now.width(), 3 * steps, kUnset);
    kept_moved_ = Moved(moved.width(), 3 * steps, kUnset);
  }

  // Computes rows [begin, end) after all steps into `next`. Rows beyond the block are recomputed by the adjacent block.
  void run(int begin, int end, Grid<float>& next, Moved& moved_next) {
    for (int front = std::max(0, begin - steps_ + 1); front < end + steps_ - 1; ++front) {
      for (int step = 1; step <= steps_; ++step) {
        const int y = front - step + 1;
        const int beyond = steps_ - step;
        if (y < std::max(0, begin - beyond) || y >= std::min(now_.height(), end + beyond)) continue;
        if (step == steps_)
          step_pieces(step, y, next.row(y).data(), moved_next.row(y).data());
        else
          step_pieces(step, y, kept_.row(kept_row(step, y)).data(), kept_moved_.row(kept_row(step, y)).data());
      }
    }
  }

 private:
  static int kept_row(int step, int y) { return 3 * (step - 1) + y % 3; }
  const float* row(int step, int y) const {
    if (y < 0 || y >= now_.height()) return nullptr;
    return step == 0 ? now_.row(y).data() : kept_.row(kept_row(step, y)).data();
  }
  const std::uint8_t* moved(int step, int y) const {
    if (y < 0 || y >= now_.height()) return nullptr;
    return step == 0 ? moved_.row(y).data() : kept_moved_.row(kept_row(step, y)).data();
  }

  void step_pieces(int step, int y, float* out, std::uint8_t* out_moved) {
    const RowsAround rows{row(step - 1, y - 1), row(step - 1, y), row(step - 1, y + 1)};
    const std::uint8_t* around[] = {moved(step - 1, y - 1), moved(step - 1, y), moved(step - 1, y + 1)};
    const int pieces = moved_.width();
    for (int piece = 0; piece < pieces; ++piece) {
      const Stretch stretch{piece * kPiece, piece + 1 == pieces ? now_.width() : (piece + 1) * kPiece, now_.width()};
      bool may_move = false;
      for (const std::uint8_t* flags : around) {
        for (int p = std::max(0, piece - 1); p <= std::min(pieces - 1, piece + 1); ++p)
          may_move = may_move || (flags != nullptr && flags[p] != 0);
      }
      const float* before = rows.middle + stretch.begin;
      const auto count = static_cast<std::size_t>(stretch.end - stretch.begin);
      if (may_move)
        step_row_(rows, y, stretch, out);
      else
        std::copy_n(before, count, out + stretch.begin);
      out_moved[piece] = may_move && std::memcmp(before, out + stretch.begin, count * sizeof(float)) != 0;
    }
  }

  const Grid<float>& now_;
  const Moved& moved_;
  int steps_;
  const StepRow& step_row_;
  Grid<float> kept_;
  Moved kept_moved_;
};

// Heights after all iterations. Two grids alternate; the threads that fill them touch their memory first.
template <class StepRow>
Grid<float> after_steps(const Grid<float>& before, int iterations, const RunContext& context, const StepRow& step_row) {
  if (iterations == 0) return before;
  const int width = before.width();
  const int height = before.height();
  Grid<float> now;
  Grid<float> next;
  Moved moved(piece_count(width), height, 1);
  Moved moved_next = moved;
  for (int done = 0; done < iterations;) {
    const int steps = std::min(kStepsAtOnce, iterations - done);
    const Grid<float>& from = done == 0 ? before : now;
    if (next.empty()) next = Grid<float>(width, height, kUnset);
    parallel_blocks(static_cast<std::size_t>(height), rows_per_block(height), [&](std::size_t begin, std::size_t end) {
      context.check_stop();
      StepChain<StepRow>(from, moved, steps, step_row)
          .run(static_cast<int>(begin), static_cast<int>(end), next, moved_next);
    });
    std::swap(now, next);
    std::swap(moved, moved_next);
    for (int i = 0; i < steps; ++i) context.progress(static_cast<double>(++done) / iterations);
  }
  return now;
}

}  // namespace

Heightmap erode_thermally(const Heightmap& map, const ThermalErosionParams& params, const RunContext& context,
                          const Heightmap* talus_field) {
  const double rise = math::tan_deg(params.talus.value) * map.cell_size;
  const detail::Talus talus{static_cast<float>(rise), static_cast<float>(rise * math::kSqrt2)};
  const Grid<float> rises = talus_field != nullptr ? half_rises(map, params.talus, *talus_field) : Grid<float>{};
  const auto rate = static_cast<float>(params.rate);
  Heightmap result;
  result.cell_size = map.cell_size;
  result.origin = map.origin;
  if (params.until == ThermalEnd::rest) {
    result.heights = map.heights;
    const detail::RestLimits limits{talus, talus_field != nullptr ? &rises : nullptr};
    const detail::Rest rest = detail::relax_to_rest(result.heights, limits, kMaxRestSteps, context);
    if (!rest.reached) context.warn("some slopes are still steeper than the talus angle after 20000 steps", "until");
  } else if (talus_field != nullptr) {
    result.heights = after_steps(map.heights, params.iterations, context,
                                 [&](const RowsAround& rows, int y, const Stretch& stretch, float* out) {
                                   step_row_of(rows, rows_around(rises, y), 1, stretch, rate, out);
                                 });
  } else {
    result.heights = after_steps(map.heights, params.iterations, context,
                                 [&](const RowsAround& rows, int, const Stretch& stretch, float* out) {
                                   step_row_of(rows, stretch, talus, rate, out);
                                 });
  }
  return result;
}

}  // namespace weald::terrain
