#pragma once
// ExpressionBytecode: compiled expressions in a form that runs fast. It performs the same operations in the same order
// as run_code(), so results are identical.

#include <cstdint>
#include <span>
#include <vector>

#include "stages/plants/lsystem/detail/expression.h"

namespace weald::lsystem {

/// Code of the stack machine as operations on the numbered slots of a frame: constants, parameters, and results of
/// earlier operations.
class ExpressionBytecode {
 public:
  ExpressionBytecode() = default;
  /// Compiles `code`, which has `parameters` parameters and may leave any number of values.
  ExpressionBytecode(std::span<const Instruction> code, std::size_t parameters);

  /// A new frame that contains the constants.
  std::vector<double> frame() const;
  /// Index of the first parameter in a frame.
  std::size_t parameters_at() const { return constants_.size(); }
  /// Writes the values that run_code() would leave to `out`. Pre: `frame` comes from frame() and contains the
  /// parameters; `out` has room.
  void run(double* frame, const Draws& draws, double* out) const;

 private:
  // Operands are indices into the frame. `constant` copies `a`.
  struct Step {
    Op op = Op::constant;
    bool is_last = false;  // the last step of its expression writes to the output instead
    std::uint32_t a = 0, b = 0, c = 0, to = 0;
    std::uint32_t address = 0;  // for random draws
  };

  std::size_t add_expression(std::span<const Instruction> code, std::size_t parameters, std::size_t constants);

  std::vector<Step> steps_;
  std::vector<double> constants_;
  std::size_t size_ = 0;  // slots of a frame
};

}  // namespace weald::lsystem
