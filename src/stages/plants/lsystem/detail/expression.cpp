#include "stages/plants/lsystem/detail/expression.h"

#include <algorithm>
#include <array>

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
  return std::any_of(code.begin(), code.end(), [](const Instruction& i) { return expression::is_random(i.op); });
}

double draw_number(Op op, double a, double b, std::uint32_t address, const Draws& draws) {
  const std::uint64_t position = draws.step << 32 | address;
  if (op == Op::random) return a + (b - a) * draws.rng->uniform(draws.key, position);
  const std::array<double, 4> shares = draws.rng->four_uniforms(draws.key, position);
  return expression::normal_number(a, b, shares[0], shares[1]);
}

double ask(expression::Special question, const Vec3& point, const Draws& draws) {
  if (draws.surroundings != nullptr) return draws.surroundings->answer(question, point);
  return question == expression::Special::light ? 1 : 0;
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
      case Op::step_number: *stack++ = draws.step_number; break;
      case Op::pick:
        *stack = *(stack - instruction.index);
        ++stack;
        break;
      case Op::curve: stack[-1] = (*draws.curves)[instruction.index](stack[-1]); break;
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
      case Op::keep: binary([](double, double b) { return b; }); break;
      case Op::random:
      case Op::random_normal:
        binary([&](double a, double b) { return draw_number(instruction.op, a, b, instruction.index, draws); });
        break;
      case Op::ask:
        stack -= 2;
        stack[-1] = ask(static_cast<expression::Special>(instruction.index), {stack[-1], stack[0], stack[1]}, draws);
        break;
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
    const bool is_slow =
        expression::is_slow(instruction.op) || expression::is_random(instruction.op) || instruction.op == Op::curve;
    const bool asks = instruction.op == Op::inside || instruction.op == Op::ask;
    work += asks ? 64 : is_slow ? 8 : 1;
  }
  return work;
}

}  // namespace weald::lsystem
