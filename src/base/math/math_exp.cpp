// Powers and logarithms. e^x and 2^x: 2^(k + j/128) from a table, times a short series. Source: [tang1989].

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/math/detail/double_double.h"
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

// e^(x.hi + x.lo), error below 0.52 ulp while the result is normal. 0 and infinity at the ends of the range.
// Pre: not NaN, |x.lo| at most an ulp of x.hi.
double exp_of(const DoubleDouble& x) {
  if (x.hi > 710) return std::numeric_limits<double>::infinity();
  if (x.hi < -746) return 0;
  const double shifted = x.hi * kStepsPerLn2 + kRoundPower;
  const double steps = shifted - kRoundPower;
  const double r = (x.hi - steps * kLn2StepHigh) + (x.lo - steps * kLn2StepLow);
  return scaled_exp(static_cast<std::int64_t>(steps), r);
}

}  // namespace

double exp(double x) { return std::isnan(x) ? x : exp_of({x, 0}); }

double exp2(double x) {
  if (std::isnan(x)) return x;
  if (x > 1025) return std::numeric_limits<double>::infinity();
  if (x < -1076) return 0;
  const double steps = (x * kPowerSteps + kRoundPower) - kRoundPower;
  return scaled_exp(static_cast<std::int64_t>(steps), (x - steps / kPowerSteps) * kLn2.hi);
}

namespace {

// Logarithms: x = 2^k * z, z near 1/c for a tabulated c, log x = k ln2 - log c + log(1 + (zc - 1)). Source: [tang1990].

constexpr int kLogSteps = 128;
constexpr std::uint64_t kMantissaMask = 0xFFFFFFFFFFFFFu;

// ln2 in two parts; the first is a multiple of 2^-42, so that its product with an exponent is exact.
constexpr double kLn2High = 0x1.62e42fefa38p-1;
constexpr double kLn2Low = 0x1.ef35793c7673p-45;
constexpr DoubleDouble kInverseLn2{0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};

struct LogEntry {
  double factor = 1;  // c, at most 17 significant bits: its products with half a mantissa are exact
  DoubleDouble log;   // -log c, the high part a multiple of 2^-42
};

// -log c = 2 artanh((1 - c) / (1 + c)), summed by the compiler.
constexpr DoubleDouble minus_log(double c) {
  const DoubleDouble s = (DoubleDouble{1, 0} - DoubleDouble{c, 0}) / (DoubleDouble{1, 0} + DoubleDouble{c, 0});
  const DoubleDouble square = s * s;
  DoubleDouble sum{};
  for (int n = 43; n > 0; n -= 2) sum = DoubleDouble{1, 0} / DoubleDouble{static_cast<double>(n), 0} + square * sum;
  return DoubleDouble{2, 0} * s * sum;
}

constexpr int kHalvedFrom = 54;  // entries from here on belong to z / 2, which keeps z in [0.71, 1.42]

// Entry j serves the z nearest to 1 + j/128. The factor for z = 1 and z = 2 is 1, so the table contributes nothing to
// log x near 1.
constexpr std::array<LogEntry, kLogSteps + 1> make_entries() {
  std::array<LogEntry, kLogSteps + 1> entries{};
  for (int j = 0; j <= kLogSteps; ++j) {
    const double centre = (1 + static_cast<double>(j) / kLogSteps) * (j >= kHalvedFrom ? 0.5 : 1);
    const double factor = static_cast<double>(static_cast<int>(65536 / centre + 0.5)) / 65536;
    const DoubleDouble log = minus_log(factor);
    constexpr double kRoundLog = 0x1.8p10;  // rounds to a multiple of 2^-42
    const double high = (log.hi + kRoundLog) - kRoundLog;
    entries[static_cast<std::size_t>(j)] = {factor, {high, (log.hi - high) + log.lo}};
  }
  return entries;
}
constexpr std::array<LogEntry, kLogSteps + 1> kEntries = make_entries();

// x = 2^exponent / factor * (1 + r), where |r| is at most slightly more than 2^-8.
struct LogArgument {
  double exponent;
  DoubleDouble r;
  const LogEntry& entry;
};

// Pre: x is finite and above 0.
LogArgument reduce(double x) {
  auto bits = std::bit_cast<std::uint64_t>(x);
  int exponent = -1023;
  if (bits < 1ull << 52) {  // subnormal
    bits = std::bit_cast<std::uint64_t>(x * 0x1p54);
    exponent -= 54;
  }
  exponent += static_cast<int>(bits >> 52);
  const std::uint64_t mantissa = bits & kMantissaMask;
  const auto j = static_cast<std::size_t>((mantissa + (1ull << 44)) >> 45);
  std::uint64_t biased = 1023;
  if (j >= kHalvedFrom) {
    --biased;
    ++exponent;
  }
  const double z = std::bit_cast<double>(mantissa | biased << 52);
  const double z_high = std::bit_cast<double>((mantissa & ~0x7FFFFFFull) | biased << 52);
  const LogEntry& entry = kEntries[j];
  return {static_cast<double>(exponent), two_sum(z_high * entry.factor - 1, (z - z_high) * entry.factor), entry};
}

// (log(1 + r) - r + r^2/2) / r^3
double series(double r) {
  const double z = r * r;
  return (1.0 / 3 - r * (1.0 / 4)) + z * ((1.0 / 5 - r * (1.0 / 6)) + z * ((1.0 / 7 - r * (1.0 / 8)) + z * (1.0 / 9)));
}

// Whether the logarithm is a finite number; if not, the result is limit_of_log().
bool is_ordinary(double x) { return x > 0 && x <= std::numeric_limits<double>::max(); }
double limit_of_log(double x) {
  if (x == 0) return -std::numeric_limits<double>::infinity();
  return x > 0 ? x : std::numeric_limits<double>::quiet_NaN();
}

// Natural logarithm with a relative error of at most 2^-66. Pre: x is finite and above 0.
DoubleDouble log_of(double x) {
  const LogArgument a = reduce(x);
  const DoubleDouble square = two_product(a.r.hi, a.r.hi);
  const double cube_part = a.r.hi * square.hi * series(a.r.hi);
  const DoubleDouble first = fast_two_sum(a.exponent * kLn2High + a.entry.log.hi, a.r.hi);
  const DoubleDouble second = two_sum(first.hi, -0.5 * square.hi);
  const double low = (a.exponent * kLn2Low + a.entry.log.lo) + (a.r.lo - a.r.hi * a.r.lo) - 0.5 * square.lo;
  return fast_two_sum(second.hi, (first.lo + second.lo) + (low + cube_part));
}

}  // namespace

double log(double x) {
  if (!is_ordinary(x)) return limit_of_log(x);
  const LogArgument a = reduce(x);
  const DoubleDouble sum = fast_two_sum(a.exponent * kLn2High + a.entry.log.hi, a.r.hi);
  const double low = sum.lo + (a.exponent * kLn2Low + a.entry.log.lo + a.r.lo);
  const double square = a.r.hi * a.r.hi;
  return sum.hi + (low + (a.r.hi * square * series(a.r.hi) - 0.5 * square));
}

double log2(double x) {
  if (!is_ordinary(x)) return limit_of_log(x);
  LogArgument a = reduce(x);
  const DoubleDouble sum = fast_two_sum(a.entry.log.hi, a.r.hi);
  const double square = a.r.hi * a.r.hi;
  const double low = sum.lo + a.entry.log.lo + a.r.lo + (a.r.hi * square * series(a.r.hi) - 0.5 * square);
  const DoubleDouble scaled = two_product(sum.hi, kInverseLn2.hi);
  const DoubleDouble total = two_sum(a.exponent, scaled.hi);
  return total.hi + (total.lo + scaled.lo + (sum.hi * kInverseLn2.lo + low * kInverseLn2.hi));
}

namespace {

// x^y = e^(y log x), with the logarithm and the product in double-double.

constexpr double kInfinity = std::numeric_limits<double>::infinity();

enum class Parity { fraction, even, odd };

Parity parity_of(double y) {
  const double magnitude = std::abs(y);
  if (magnitude >= 0x1p53) return Parity::even;
  if (std::trunc(magnitude) != magnitude) return Parity::fraction;
  return std::trunc(magnitude / 2) * 2 == magnitude ? Parity::even : Parity::odd;
}

// x^y where x or y is zero, infinite or NaN, by the rules of C.
double special_pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<double>::quiet_NaN();
  const double magnitude = std::abs(x);
  if (std::isinf(y)) {
    if (magnitude == 1) return 1;
    return (magnitude > 1) == (y > 0) ? kInfinity : 0;
  }
  const double result = (magnitude > 1) == (y > 0) ? kInfinity : 0;
  return std::signbit(x) && parity_of(y) == Parity::odd ? -result : result;
}

// x^y for finite x > 0 and finite y.
double positive_pow(double x, double y) {
  if (x == 1) return 1;
  // |log x| is at least 2^-53: beyond these bounds the power is 1, or leaves the range of double.
  const double size = std::abs(y);
  if (size < 0x1p-65) return 1;
  if (size > 0x1p65) return (x > 1) == (y > 0) ? kInfinity : 0;
  const DoubleDouble log = log_of(x);
  const DoubleDouble product = two_product(y, log.hi);
  if (std::abs(product.hi) > 800) return product.hi > 0 ? kInfinity : 0;
  return exp_of({product.hi, product.lo + y * log.lo});
}

}  // namespace

double pow(double x, double y) {
  if (!std::isfinite(x) || !std::isfinite(y) || x == 0 || y == 0) return special_pow(x, y);
  if (x > 0) return positive_pow(x, y);
  const Parity parity = parity_of(y);
  if (parity == Parity::fraction) return std::numeric_limits<double>::quiet_NaN();
  const double size = positive_pow(-x, y);
  return parity == Parity::odd ? -size : size;
}

}  // namespace weald::math
