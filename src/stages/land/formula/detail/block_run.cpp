#include "stages/land/formula/detail/block_run.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "stages/land/formula/detail/block_kernels.h"

namespace weald::formula {

namespace {

/// The values of one block, at the start of a cache line.
class BlockFrame {
 public:
  explicit BlockFrame(const BlockProgram& program) : memory_(program.frame_size + kCopies) {
    void* start = memory_.data();
    std::size_t space = memory_.size() * sizeof(double);
    values_ =
        static_cast<double*>(std::align(kCopies * sizeof(double), program.frame_size * sizeof(double), start, space));
    std::ranges::copy(program.constants, values_);
  }
  double* values() { return values_; }

 private:
  std::vector<double> memory_;
  double* values_;
};

// Once for a row of a block: not worth vectors.
void run_row_steps(const BlockProgram& program, double z, double* frame) {
  std::fill_n(frame + program.z, kCopies, z);
  for (const Step& step : program.row_steps) {
    const double result = expression::apply(step.op, frame[step.a.at], frame[step.b.at], frame[step.c.at]);
    std::fill_n(frame + step.to, kCopies, result);
  }
}

}  // namespace

void run_program(const BlockProgram& program, const GridSpec& grid, std::span<const HeightView> fields,
                 const MutableHeightView& out) {
  BlockFrame memory(program);
  double* frame = memory.values();
  std::vector<const float*> rows(fields.size());
  const Region& region = out.region;
  const int block = static_cast<int>(program.block);
  for (int first = region.x; first < region.x + region.width; first += block) {
    const auto count = static_cast<std::size_t>(std::min(block, region.x + region.width - first));
    for (std::size_t i = 0; i < count; ++i) frame[program.x + i] = grid.position(first + static_cast<int>(i), 0).x;
    detail::run_steps(program.column_steps, nullptr, count, frame);
    for (int y = region.y; y < region.y + region.height; ++y) {
      run_row_steps(program, grid.position(0, y).y, frame);
      std::ranges::transform(fields, rows.begin(), [&](const HeightView& field) { return field.row(y) + first; });
      detail::run_steps(program.sample_steps, rows.data(), count, frame);
      detail::store_floats(frame, program.result, count, out.row(y) + first);
    }
  }
}

}  // namespace weald::formula
