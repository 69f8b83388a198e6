#include "methods/expression/operation.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"

namespace weald::expression {

namespace {

double truth(bool value) { return value ? 1.0 : 0.0; }

// Remainder with the sign of the divisor, so that a % 3 cycles through 0, 1, 2 for negative a too.
double modulo(double a, double b) {
  const double rest = math::fmod(a, b);
  if (rest == 0) return std::copysign(rest, b);
  return (rest < 0) != (b < 0) ? rest + b : rest;
}

double smoothstep(double low, double high, double x) {
  if (low == high) return truth(x >= low);
  const double t = std::min(std::max((x - low) / (high - low), 0.0), 1.0);
  return t * t * (3 - 2 * t);
}

}  // namespace

double apply(Op op, double a, double b, double c) {
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
    case Op::power: return b == 2 ? a * a : math::pow(a, b);  // common, and a product is as good as a power gets
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
    case Op::step: return truth(b >= a);
    case Op::clamp: return std::min(std::max(a, b), c);
    case Op::mix: return a + (b - a) * c;
    case Op::smoothstep: return smoothstep(a, b, c);
    case Op::conditional: return is_true(a) ? b : c;
    case Op::constant:
    case Op::step_number:
    case Op::parameter:
    case Op::curve:
    case Op::random_normal:
    case Op::random:
    case Op::inside:
    case Op::ask: break;
  }
  return 0;
}

// 1 - first is never 0.
double normal_number(double mean, double deviation, double first, double second) {
  const double radius = std::sqrt(-2 * math::log(1 - first));
  return mean + deviation * radius * math::cos_deg(360 * second);
}

bool is_slow(Op op) {
  switch (op) {
    case Op::sin:
    case Op::cos:
    case Op::tan:
    case Op::asin:
    case Op::acos:
    case Op::atan:
    case Op::atan2:
    case Op::exp:
    case Op::log:
    case Op::modulo:
    case Op::power: return true;
    default: return false;
  }
}

}  // namespace weald::expression
