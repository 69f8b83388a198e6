// e^x and 2^x: 2^(k + j/128) from a table, times a short series. Source: [tang1989].

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/math/detail/math_exp.h"
#include "base/math/math.h"

namespace weald::math {

namespace {

constexpr int kPowerSteps = 128;  // table entries per octave
constexpr double kRoundPower = 0x1.8p52;
constexpr DoubleDouble kLn2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};

// ln2 / 128 in two parts; products of the first with an integer below 2^19 are exact.
constexpr double kLn2StepHigh = 0x1.62e42fef8p-8;
constexpr double kLn2StepLow = 0x1.1cf79abc9e3b4p-43;
constexpr double kStepsPerLn2 = 0x1.71547652b82fep+7;

// 2^(j/128) for j = 0 .. 127, summed by the compiler from the series of e^x.
constexpr std::array<DoubleDouble, kPowerSteps> make_powers() {
  std::array<DoubleDouble, kPowerSteps> powers{};
  for (int j = 0; j < kPowerSteps; ++j) {
    const DoubleDouble x = kLn2 * DoubleDouble{static_cast<double>(j) / kPowerSteps, 0};
    DoubleDouble sum{1, 0};
    for (int n = 27; n > 0; --n) sum = DoubleDouble{1, 0} + x * sum / DoubleDouble{static_cast<double>(n), 0};
    powers[static_cast<std::size_t>(j)] = sum;
  }
  return powers;
}
constexpr std::array<DoubleDouble, kPowerSteps> kPowers = make_powers();

// 2^(steps/128) * e^r for |r| <= ln2 / 256.
double scaled_exp(std::int64_t steps, double r) {
  const double series = r + r * r * ((0.5 + r * (1.0 / 6)) + r * r * (1.0 / 24 + r * (1.0 / 120)));
  const DoubleDouble& power = kPowers[static_cast<std::size_t>(steps & (kPowerSteps - 1))];
  const double value = power.hi + (power.lo + power.hi * series);
  const std::int64_t exponent = steps >> 7;
  if (exponent > -1021 && exponent < 1023) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) + (static_cast<std::uint64_t>(exponent) << 52));
  }
  // The exponent is applied in two steps, because the result may be infinite or subnormal. The last product rounds a
  // subnormal result once more.
  return exponent > 0 ? value * 0x1p1023 * power_of_two(exponent - 1023)
                      : value * 0x1p-1000 * power_of_two(exponent + 1000);
}

}  // namespace

double exp_of(const DoubleDouble& x) {
  if (x.hi > 710) return std::numeric_limits<double>::infinity();
  if (x.hi < -746) return 0;
  const double shifted = x.hi * kStepsPerLn2 + kRoundPower;
  const double steps = shifted - kRoundPower;
  const double r = (x.hi - steps * kLn2StepHigh) + (x.lo - steps * kLn2StepLow);
  return scaled_exp(static_cast<std::int64_t>(steps), r);
}

double exp(double x) { return std::isnan(x) ? x : exp_of({x, 0}); }

double exp2(double x) {
  if (std::isnan(x)) return x;
  if (x > 1025) return std::numeric_limits<double>::infinity();
  if (x < -1076) return 0;
  const double steps = (x * kPowerSteps + kRoundPower) - kRoundPower;
  return scaled_exp(static_cast<std::int64_t>(steps), (x - steps / kPowerSteps) * kLn2.hi);
}

}  // namespace weald::math
