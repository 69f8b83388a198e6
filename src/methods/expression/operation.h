#pragma once
// Operations: what the operators and functions of expressions do with numbers. Presets, L-systems and formulas share
// them, so that an expression has the same meaning in all three.

#include <cstdint>

namespace weald::expression {

/// An operation on up to three numbers. Operations with the same number of operands stand together.
enum class Op : std::uint8_t {
  constant,     ///< a number
  step_number,  ///< the number of the derivation step
  parameter,    ///< a number with a name
  negate,
  logical_not,
  absolute,
  floor,
  ceil,
  sqrt,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  exp,
  log,
  trunc,
  round,
  curve,  ///< of a number; needs curves
  sign,
  add,
  subtract,
  multiply,
  divide,
  modulo,
  power,
  atan2,
  minimum,
  maximum,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  logical_and,
  logical_or,
  step,
  random_normal,  ///< of a mean and a deviation; needs a source of random numbers
  random,         ///< of two bounds; needs a source of random numbers
  clamp,
  mix,
  smoothstep,
  conditional,
  inside,  ///< of a point; needs a volume
  ask,     ///< of a point; needs surroundings
};

/// Number of operands of an operation: 0 for constants, parameters and the like, otherwise 1 to 3.
constexpr int operand_count(Op op) {
  if (op <= Op::parameter) return 0;
  if (op <= Op::sign) return 1;
  return op <= Op::random ? 2 : 3;
}

/// Whether the operation draws random numbers.
constexpr bool is_random(Op op) { return op == Op::random || op == Op::random_normal; }

/// Whether the operation is one on numbers alone, which apply() computes.
constexpr bool is_arithmetic(Op op) {
  return op > Op::parameter && op < Op::inside && op != Op::curve && !is_random(op);
}

/// Whether an operation takes many times as long as an addition: functions that are series, and the remainder.
bool is_slow(Op op);

/// Truth value of a number in conditions and logical operators: NaN is false.
constexpr bool is_true(double value) { return value != 0 && value == value; }

/// The result of an operation on numbers; only as many operands are used as it has. Angles are in degrees, a comparison
/// yields 1 or 0, round() rounds halves up, and a % b and mod(a, b) have the sign of b. clamp(x, low, high) is
/// min(max(x, low), high). mix(a, b, t) is a + (b - a) * t. step(edge, x) is 1 from the edge on. smoothstep(low, high,
/// x) is 3 t^2 - 2 t^3 of the share t of x between the edges, clamped to 0 .. 1; with equal edges it is step(low, x).
/// Pre: is_arithmetic(op).
double apply(Op op, double a, double b = 0, double c = 0);

/// A random number with a normal distribution, made from two independent uniform numbers in [0, 1).
/// Source: [box1958].
double normal_number(double mean, double deviation, double first, double second);

}  // namespace weald::expression
