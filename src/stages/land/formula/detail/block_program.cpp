#include "stages/land/formula/detail/block_program.h"

#include <algorithm>
#include <memory>

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

constexpr std::size_t kBlock = 256;      // columns: 2 kB for each value, so that a frame fits the first cache
constexpr std::size_t kSmallBlock = 64;  // for frames that would not
constexpr std::size_t kManyBlockValues = 24;

/// Gives every value a place. Values with copies come first in a frame, then x, then those of whole blocks.
class FrameLayout {
 public:
  explicit FrameLayout(const Graph& graph)
      : values_(graph.values), variations_(variations_of(graph)), numbers_(values_.size()) {
    find_last_uses();
    for (std::uint32_t i = 0; i < values_.size(); ++i) {
      if (!varies_in_block(i)) {
        numbers_[i] = copied_++;
      } else if (values_[i].op == Op::parameter && values_[i].index == kX) {
        numbers_[i] = 0;
      } else if (variations_[i] == Variation::column) {
        numbers_[i] = blocks_++;  // for all rows, whose other values must not take its place
      } else {
        numbers_[i] = take_block();
      }
      give_back_operands(i);
    }
    block_ = blocks_ <= kManyBlockValues ? kBlock : kSmallBlock;
  }

  Place place_of(std::uint32_t value) const {
    const std::size_t number = numbers_[value];
    if (varies_in_block(value)) return {block_at(number), ~std::size_t{0}};
    return {number * kCopies, 0};
  }

  Variation variation(std::uint32_t value) const { return variations_[value]; }
  std::size_t z() const { return copied_ * kCopies; }  // for formulas without z too
  std::size_t x() const { return block_at(0); }
  std::size_t size() const { return block_at(blocks_); }
  std::size_t block() const { return block_; }

 private:
  bool varies_in_block(std::uint32_t value) const { return variations_[value] >= Variation::column; }

  std::size_t block_at(std::size_t number) const { return (copied_ + 1) * kCopies + number * block_; }

  void find_last_uses() {
    last_use_.resize(values_.size());
    for (std::uint32_t i = 0; i < values_.size(); ++i) {
      for (int k = 0; k < operand_count(values_[i].op); ++k)
        last_use_[values_[i].operands[static_cast<std::size_t>(k)]] = i;
    }
  }

  std::size_t take_block() {
    if (free_.empty()) return blocks_++;
    const std::size_t number = free_.back();
    free_.pop_back();
    return number;
  }

  // A result never takes the place of its own operands.
  void give_back_operands(std::uint32_t user) {
    std::vector<std::uint32_t> given;
    for (int k = 0; k < operand_count(values_[user].op); ++k) {
      const std::uint32_t operand = values_[user].operands[static_cast<std::size_t>(k)];
      const bool is_done = variations_[operand] == Variation::sample && last_use_[operand] == user;
      if (!is_done || std::ranges::find(given, operand) != given.end()) continue;
      given.push_back(operand);
      free_.push_back(numbers_[operand]);
    }
  }

  const std::vector<GraphValue>& values_;
  std::vector<Variation> variations_;
  std::vector<std::size_t> numbers_;  // among the values of their sort
  std::vector<std::uint32_t> last_use_;
  std::vector<std::size_t> free_;
  std::size_t copied_ = 0;
  std::size_t blocks_ = 1;  // the first is x
  std::size_t block_ = kBlock;
};

Step step_of(const GraphValue& value, std::size_t to, const FrameLayout& layout) {
  Step step{.op = value.op, .to = to, .field = value.index};
  const int operands = operand_count(value.op);
  if (operands > 0) step.a = layout.place_of(value.operands[0]);
  if (operands > 1) step.b = layout.place_of(value.operands[1]);
  if (operands > 2) step.c = layout.place_of(value.operands[2]);
  return step;
}

}  // namespace

BlockProgram block_program(const Graph& graph) {
  const std::vector<GraphValue>& values = graph.values;
  const FrameLayout layout(graph);
  BlockProgram program{.x = layout.x(), .z = layout.z(), .block = layout.block(), .frame_size = layout.size()};
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    const GraphValue& value = values[i];
    const Place place = layout.place_of(i);
    if (value.op == Op::constant) {
      program.constants.resize(place.at + kCopies);
      std::fill_n(program.constants.begin() + static_cast<std::ptrdiff_t>(place.at), kCopies, value.number);
    } else if (value.op == Op::parameter && value.index == kZ) {
      program.z = place.at;
    } else if (value.op != Op::parameter || value.index != kX) {
      const Variation variation = layout.variation(i);
      auto& steps = variation == Variation::row      ? program.row_steps
                    : variation == Variation::column ? program.column_steps
                                                     : program.sample_steps;
      steps.push_back(step_of(value, place.at, layout));
    }
  }
  program.result = layout.place_of(graph.results.front());
  return program;
}

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
