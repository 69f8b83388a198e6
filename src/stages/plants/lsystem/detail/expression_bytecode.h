#pragma once
// ExpressionBytecode: the code of expressions in a form that runs fast. Same operations in the same order, so the same
// results.

#include <cstdint>
#include <span>
#include <vector>

#include "stages/plants/lsystem/detail/expression.h"

namespace weald::lsystem {

/// Code of the stack machine as operations on the numbered values of a frame: constants, parameters, and results of
/// earlier operations.
class ExpressionBytecode {
 public:
  ExpressionBytecode() = default;
  /// The program of `code`, which leaves any number of values and has so many parameters.
  ExpressionBytecode(std::span<const Instruction> code, std::size_t parameters);

  /// A new frame with the constants in it.
  std::vector<double> frame() const;
  /// Where the parameters belong in a frame.
  std::size_t parameters_at() const { return constants_.size(); }
  /// Writes what run_code() would leave to `out`. Pre: `frame` is one of this program, with its parameters in it; `out`
  /// has room.
  void run(double* frame, const Draws& draws, double* out) const;

 private:
  // Numbers are places in the frame. `constant` copies `a`.
  struct Step {
    Op op = Op::constant;
    bool is_last = false;  // of its expression: writes to the output instead
    std::uint32_t a = 0, b = 0, c = 0, to = 0;
    std::uint32_t address = 0;  // random
  };

  std::size_t add_expression(std::span<const Instruction> code, std::size_t parameters, std::size_t constants);

  std::vector<Step> steps_;
  std::vector<double> constants_;
  std::size_t size_ = 0;  // of a frame
};

}  // namespace weald::lsystem
