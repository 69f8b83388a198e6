#include "stages/plants/lsystem/detail/expression.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"

namespace weald::lsystem {

namespace {

double truth(bool value) { return value ? 1.0 : 0.0; }

// Remainder with the sign of the divisor, so that a % 3 cycles through 0, 1, 2 for negative a too.
double modulo(double a, double b) {
  const double rest = math::fmod(a, b);
  if (rest == 0) return std::copysign(rest, b);
  return (rest < 0) != (b < 0) ? rest + b : rest;
}

}  // namespace

int operand_count(Op op) {
  if (op == Op::constant || op == Op::parameter) return 0;
  if (op == Op::inside) return 3;
  return op <= Op::sign ? 1 : 2;
}

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

double apply(Op op, double a, double b) {
  switch (op) {
    case Op::negate: return -a;
    case Op::logical_not: return truth(!is_true(a));
    case Op::absolute: return std::abs(a);
    case Op::floor: return std::floor(a);
    case Op::ceil: return std::ceil(a);
    case Op::sqrt: return std::sqrt(a);
    case Op::sin: return math::sin_deg(a);
    case Op::cos: return math::cos_deg(a);
    case Op::tan: return math::tan_deg(a);
    case Op::asin: return math::degrees(math::asin(a));
    case Op::acos: return math::degrees(math::acos(a));
    case Op::atan: return math::degrees(math::atan(a));
    case Op::exp: return math::exp(a);
    case Op::log: return math::log(a);
    case Op::trunc: return std::trunc(a);
    case Op::round: return std::floor(a + 0.5);
    case Op::sign: return truth(a > 0) - truth(a < 0);
    case Op::add: return a + b;
    case Op::subtract: return a - b;
    case Op::multiply: return a * b;
    case Op::divide: return a / b;
    case Op::modulo: return modulo(a, b);
    case Op::power: return math::pow(a, b);
    case Op::atan2: return math::degrees(math::atan2(a, b));
    case Op::minimum: return std::min(a, b);
    case Op::maximum: return std::max(a, b);
    case Op::equal: return truth(a == b);
    case Op::not_equal: return truth(a != b);
    case Op::less: return truth(a < b);
    case Op::less_equal: return truth(a <= b);
    case Op::greater: return truth(a > b);
    case Op::greater_equal: return truth(a >= b);
    case Op::logical_and: return truth(is_true(a) && is_true(b));
    case Op::logical_or: return truth(is_true(a) || is_true(b));
    case Op::constant:
    case Op::parameter:
    case Op::random:
    case Op::inside: break;
  }
  return 0;
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
        if (operand_count(instruction.op) == 1) {
          stack[-1] = apply(instruction.op, stack[-1], 0);
        } else {
          --stack;
          stack[-1] = apply(instruction.op, stack[-1], stack[0]);
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
    switch (instruction.op) {
      case Op::power:
      case Op::exp:
      case Op::log:
      case Op::sin:
      case Op::cos:
      case Op::tan:
      case Op::asin:
      case Op::acos:
      case Op::atan:
      case Op::atan2:
      case Op::modulo:
      case Op::random: work += 8; break;
      case Op::inside: work += 64; break;
      default: work += 1;
    }
  }
  return work;
}

}  // namespace weald::lsystem
