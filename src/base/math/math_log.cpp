// Logarithms: x = 2^k * z, z near 1/c for a tabulated c, log x = k ln2 - log c + log(1 + (zc - 1)). Source: [tang1990].

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/math/detail/math_exp.h"
#include "base/math/math.h"

namespace weald::math {

namespace {

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

}  // namespace

DoubleDouble log_of(double x) {
  const LogArgument a = reduce(x);
  const DoubleDouble square = two_product(a.r.hi, a.r.hi);
  const double cube_part = a.r.hi * square.hi * series(a.r.hi);
  const DoubleDouble first = fast_two_sum(a.exponent * kLn2High + a.entry.log.hi, a.r.hi);
  const DoubleDouble second = two_sum(first.hi, -0.5 * square.hi);
  const double low = (a.exponent * kLn2Low + a.entry.log.lo) + (a.r.lo - a.r.hi * a.r.lo) - 0.5 * square.lo;
  return fast_two_sum(second.hi, (first.lo + second.lo) + (low + cube_part));
}

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

}  // namespace weald::math
