#include "methods/expression/detail/units.h"

#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace weald::expression {

namespace {

constexpr int kLargestPower = 9;

/// a * first + b * second, power by power; unset if a power is not whole or too large.
std::optional<Unit> combined(const Unit& first, double a, const Unit& second, double b) {
  Unit result;
  for (std::size_t i = 0; i < result.powers.size(); ++i) {
    const double power = a * first.powers[i] + b * second.powers[i];
    if (std::trunc(power) != power || std::abs(power) > kLargestPower) return std::nullopt;
    result.powers[i] = static_cast<std::int8_t>(power);
  }
  return result;
}

/// The one unit of operands that need the same unit.
UnitResult common(std::span<const Unit> operands) {
  UnitResult result;
  for (const Unit& unit : operands) {
    if (!unit.given()) continue;
    if (result.unit.given() && result.unit != unit)
      return {{}, fmt::format("the units {} and {} do not fit each other", unit_text(result.unit), unit_text(unit))};
    result.unit = unit;
  }
  return result;
}

UnitResult without(const UnitResult& checked) { return {{}, checked.message}; }

UnitResult of_angle(const Unit& unit) {
  Unit degrees;
  degrees.powers[1] = 1;
  if (!unit.given() || unit == degrees) return {};
  return {{}, fmt::format("expected degrees here, not {}", unit_text(unit))};
}

}  // namespace

UnitResult unit_of(Op op, std::span<const Unit> operands, double second) {
  switch (op) {
    case Op::negate:
    case Op::absolute:
    case Op::floor:
    case Op::ceil:
    case Op::trunc:
    case Op::round: return {operands[0], {}};
    case Op::sin:
    case Op::cos:
    case Op::tan: return of_angle(operands[0]);
    case Op::sqrt: return {combined(operands[0], 0.5, {}, 0).value_or(Unit{}), {}};
    case Op::power: return {combined(operands[0], second, {}, 0).value_or(Unit{}), {}};
    case Op::multiply: return {combined(operands[0], 1, operands[1], 1).value_or(Unit{}), {}};
    case Op::divide: return {combined(operands[0], 1, operands[1], -1).value_or(Unit{}), {}};
    case Op::add:
    case Op::subtract:
    case Op::modulo:
    case Op::minimum:
    case Op::maximum:
    case Op::clamp: return common(operands);
    case Op::mix: return common(operands.first(2));
    case Op::step:
    case Op::smoothstep:
    case Op::atan2:
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal: return without(common(operands));
    default: return {};
  }
}

}  // namespace weald::expression
