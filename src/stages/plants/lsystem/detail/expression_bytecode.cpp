#include "stages/plants/lsystem/detail/expression_bytecode.h"

#include <algorithm>

namespace weald::lsystem {

namespace {

// Branch-free, because the outcome of conditions is hard to predict.
double truth_of(bool value) { return static_cast<double>(value); }

}  // namespace

ExpressionBytecode::ExpressionBytecode(std::span<const Instruction> code, std::size_t parameters) {
  for (const Instruction& instruction : code) {
    if (instruction.op == Op::constant) constants_.push_back(instruction.value);
  }
  size_ = constants_.size() + parameters;
  std::size_t begin = 0, constants = 0;
  for (const std::size_t end : expression_ends(code)) {
    constants = add_expression(code.subspan(begin, end - begin), parameters, constants);
    begin = end;
  }
}

// A result is stored at its stack index, after the constants and parameters.
std::size_t ExpressionBytecode::add_expression(std::span<const Instruction> code, std::size_t parameters,
                                               std::size_t constants) {
  const std::size_t results_at = constants_.size() + parameters;
  std::vector<std::uint32_t> stack;
  for (const Instruction& instruction : code) {
    if (instruction.op == Op::constant) {
      stack.push_back(static_cast<std::uint32_t>(constants++));
      continue;
    }
    if (instruction.op == Op::parameter) {
      stack.push_back(static_cast<std::uint32_t>(constants_.size()) + instruction.index);
      continue;
    }
    if (instruction.op == Op::pick) {
      const std::uint32_t slot = stack[stack.size() - instruction.index];
      stack.push_back(slot);
      continue;
    }
    const auto operands = static_cast<std::size_t>(operand_count(instruction.op));
    const std::size_t first = stack.size() - operands;
    Step step{
        instruction.op,   false, operands > 0 ? stack[first] : 0, 0, 0, static_cast<std::uint32_t>(results_at + first),
        instruction.index};
    if (operands > 1) step.b = stack[first + 1];
    if (operands > 2) step.c = stack[first + 2];
    // The result of a function moves to where its first argument was, because later results may use its slot.
    if (instruction.op == Op::keep) step = {Op::constant, false, step.b, 0, 0, step.to, 0};
    steps_.push_back(step);
    stack.resize(first);
    stack.push_back(step.to);
    size_ = std::max(size_, results_at + first + 1);
  }
  if (code.size() == 1) steps_.push_back({Op::constant, false, stack[0], 0, 0, 0, 0});
  steps_.back().is_last = true;
  return constants;
}

std::vector<double> ExpressionBytecode::frame() const {
  std::vector<double> frame = constants_;
  frame.resize(size_);
  return frame;
}

void ExpressionBytecode::run(double* frame, const Draws& draws, double* out) const {
  for (const Step& step : steps_) {
    const double a = frame[step.a];
    const double b = frame[step.b];
    double result = a;
    switch (step.op) {
      case Op::constant: break;
      case Op::add: result = a + b; break;
      case Op::subtract: result = a - b; break;
      case Op::multiply: result = a * b; break;
      case Op::divide: result = a / b; break;
      case Op::equal: result = truth_of(a == b); break;
      case Op::less: result = truth_of(a < b); break;
      case Op::less_equal: result = truth_of(a <= b); break;
      case Op::greater: result = truth_of(a > b); break;
      case Op::greater_equal: result = truth_of(a >= b); break;
      case Op::logical_and: result = truth_of(is_true(a) && is_true(b)); break;
      case Op::logical_or: result = truth_of(is_true(a) || is_true(b)); break;
      case Op::logical_not: result = truth_of(!is_true(a)); break;
      case Op::step_number: result = draws.step_number; break;
      case Op::curve: result = (*draws.curves)[step.address](a); break;
      case Op::random:
      case Op::random_normal: result = draw_number(step.op, a, b, step.address, draws); break;
      case Op::ask: result = ask(static_cast<expression::Special>(step.address), {a, b, frame[step.c]}, draws); break;
      case Op::inside:
        result = truth_of(draws.volume == nullptr || draws.volume->contains({a, b, frame[step.c]}));
        break;
      default: result = apply(step.op, a, b, frame[step.c]);
    }
    if (step.is_last) {
      *out++ = result;
    } else {
      frame[step.to] = result;
    }
  }
}

}  // namespace weald::lsystem
