#include "stages/plants/lsystem/detail/expression.h"

#include <algorithm>

namespace weald::lsystem {

namespace {

double truth(bool value) { return value ? 1.0 : 0.0; }

}  // namespace

// Scans backwards, where the number of operands still needed is known.
std::vector<std::size_t> expression_ends(std::span<const Instruction> code) {
  std::vector<std::size_t> ends;
  for (std::size_t end = code.size(); end > 0;) {
    ends.push_back(end);
    for (int wanted = 1; wanted > 0; --end) wanted += operand_count(code[end - 1].op) - 1;
  }
  std::reverse(ends.begin(), ends.end());
  return ends;
}

bool is_random(std::span<const Instruction> code) {
  return std::any_of(code.begin(), code.end(), [](const Instruction& i) { return i.op == Op::random; });
}

double* run_code(std::span<const Instruction> code, const double* parameters, const Draws& draws, double* stack) {
  const auto binary = [&stack](auto operation) {
    --stack;
    stack[-1] = operation(stack[-1], stack[0]);
  };
  for (const Instruction& instruction : code) {
    switch (instruction.op) {
      case Op::constant: *stack++ = instruction.value; break;
      case Op::parameter: *stack++ = parameters[instruction.index]; break;
      // The most frequent operations have their own cases, which avoids the call to apply().
      case Op::add: binary([](double a, double b) { return a + b; }); break;
      case Op::subtract: binary([](double a, double b) { return a - b; }); break;
      case Op::multiply: binary([](double a, double b) { return a * b; }); break;
      case Op::divide: binary([](double a, double b) { return a / b; }); break;
      case Op::equal: binary([](double a, double b) { return truth(a == b); }); break;
      case Op::less: binary([](double a, double b) { return truth(a < b); }); break;
      case Op::less_equal: binary([](double a, double b) { return truth(a <= b); }); break;
      case Op::greater: binary([](double a, double b) { return truth(a > b); }); break;
      case Op::greater_equal: binary([](double a, double b) { return truth(a >= b); }); break;
      case Op::logical_and: binary([](double a, double b) { return truth(is_true(a) && is_true(b)); }); break;
      case Op::logical_or: binary([](double a, double b) { return truth(is_true(a) || is_true(b)); }); break;
      case Op::logical_not: stack[-1] = truth(!is_true(stack[-1])); break;
      case Op::random: {
        --stack;
        const double share = draws.rng->uniform(draws.key, draws.step << 32 | instruction.index);
        stack[-1] += (stack[0] - stack[-1]) * share;
        break;
      }
      case Op::inside:
        stack -= 2;
        stack[-1] = truth(draws.volume == nullptr || draws.volume->contains({stack[-1], stack[0], stack[1]}));
        break;
      default:
        switch (operand_count(instruction.op)) {
          case 1: stack[-1] = apply(instruction.op, stack[-1]); break;
          case 2:
            --stack;
            stack[-1] = apply(instruction.op, stack[-1], stack[0]);
            break;
          default: stack -= 2; stack[-1] = apply(instruction.op, stack[-1], stack[0], stack[1]);
        }
    }
  }
  return stack;
}

double evaluate(std::span<const Instruction> code, const double* parameters, const Draws& draws) {
  double stack[kMaxStack + 1];
  run_code(code, parameters, draws, stack);
  return stack[0];
}

std::size_t work_of(std::span<const Instruction> code) {
  std::size_t work = 0;
  for (const Instruction& instruction : code) {
    const bool is_slow = expression::is_slow(instruction.op) || instruction.op == Op::random;
    work += instruction.op == Op::inside ? 64 : is_slow ? 8 : 1;
  }
  return work;
}

}  // namespace weald::lsystem
