#include "formats/files/number_text.h"

#include <array>
#include <bit>

#include "formats/files/detail/two_words.h"

namespace weald::io {

using detail::digit_count, detail::eight_digits, detail::kEightZeros, detail::kPow10, detail::store;

namespace {

// Schubfach: of all decimals in the interval of reals that round to the float, it selects one with the fewest digits,
// and of these the nearest. The bounds of the interval and the value itself, times 4 / 10^k, are needed only as
// integers "rounded to odd" (the lowest bit is set if anything was cut off). One 64-bit multiplication yields each of
// them.

constexpr int kMinPower = -31;
constexpr int kMaxPower = 45;

constexpr int floor_log10_pow2(int e) { return (e * 1262611) >> 22; }
constexpr int floor_log10_three_quarters_pow2(int e) { return (e * 1262611 - 524031) >> 22; }
constexpr int floor_log2_pow10(int e) { return (e * 1741647) >> 19; }

#ifdef __SIZEOF_INT128__
__extension__ using Wide = unsigned __int128;
#else
using Wide = detail::TwoWords;
#endif

/// 10^power as a 64-bit significand with its highest bit set, rounded up.
constexpr std::uint64_t significand_of_pow10(int power) {
  Wide five = 1;
  for (int i = 0; i < (power < 0 ? -power : power); ++i) five *= 5;
  if (power >= 0) {
    while ((five >> 127) == 0) five <<= 1;
    return static_cast<std::uint64_t>(five >> 64) + (static_cast<std::uint64_t>(five) != 0 ? 1 : 0);
  }
  // Binary digits of 1 / 5^-power by long division.
  Wide rest = 1;
  std::uint64_t digits = 0;
  while ((digits >> 63) == 0) {
    rest <<= 1;
    digits <<= 1;
    if (rest >= five) {
      rest -= five;
      digits |= 1;
    }
  }
  return digits + 1;  // rounded up: 5 divides no power of two, so the quotient is never exact
}

constexpr auto kPowers = [] {
  std::array<std::uint64_t, kMaxPower - kMinPower + 1> table{};
  for (int power = kMinPower; power <= kMaxPower; ++power) {
    table[static_cast<std::size_t>(power - kMinPower)] = significand_of_pow10(power);
  }
  return table;
}();

/// The integer part of a product with 64 binary places, rounded to odd. The lowest 32 places hold the table's error and
/// are ignored.
std::uint32_t round_to_odd(Wide product) {
  const auto places = static_cast<std::uint32_t>(static_cast<std::uint64_t>(product >> 32));
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(product >> 64)) | (places > 1 ? 1u : 0u);
}

struct Decimal {
  std::uint32_t digits;
  int exponent;  // value = digits * 10^exponent
};

/// Pre: bits of a positive finite float.
Decimal shortest_decimal(std::uint32_t bits) {
  const std::uint32_t fraction = bits & 0x7FFFFFu;
  const int biased = static_cast<int>(bits >> 23);
  const std::uint32_t c = biased == 0 ? fraction : fraction | 0x800000u;
  const int q = biased == 0 ? -149 : biased - 150;
  const bool even = (c & 1u) == 0;  // then the ends of the interval also round to the value
  const bool closer_below = fraction == 0 && biased > 1;

  const std::uint32_t value = 4 * c;
  const int k = closer_below ? floor_log10_three_quarters_pow2(q) : floor_log10_pow2(q);
  const int shift = q + floor_log2_pow10(-k) + 1;
  const std::uint64_t power = kPowers[static_cast<std::size_t>(-k - kMinPower)];
  const Wide product = Wide{power} * (value << shift);
  const Wide step = Wide{power} << (shift + 1);  // half the distance to the next float
  const std::uint32_t lower = round_to_odd(product - (closer_below ? step >> 1 : step)) + (even ? 0 : 1);
  const std::uint32_t middle = round_to_odd(product);
  const std::uint32_t upper = round_to_odd(product + step) - (even ? 0 : 1);

  // One digit fewer is enough if one of the two neighbouring multiples of ten lies inside the interval; at most one
  // does. Both candidates are computed and one is selected by masks: on noisy data a branch would be mispredicted half
  // of the time.
  const std::uint32_t s = middle / 4;
  const std::uint32_t tens = s / 10;
  const std::uint32_t tens_below = lower <= 40 * tens;
  const std::uint32_t tens_above = 40 * tens + 40 <= upper;
  const std::uint32_t below = lower <= 4 * s;
  const std::uint32_t above = 4 * s + 4 <= upper;
  const std::uint32_t half = 4 * s + 2;
  const std::uint32_t nearer_above = std::uint32_t{middle > half} | (std::uint32_t{middle == half} & s);
  const std::uint32_t decided = below ^ above;
  const std::uint32_t ones = s + ((decided & above) | (~decided & nearer_above & 1u));
  const std::uint32_t shorter = std::uint32_t{s >= 10} & (tens_below ^ tens_above);
  const std::uint32_t mask = 0u - shorter;
  return {(mask & (tens + tens_above)) | (~mask & ones), k + static_cast<int>(shorter)};
}

char* write_exponent(char* out, int exponent) {
  *out++ = 'e';
  if (exponent < 0) *out++ = '-';
  return write_index(out, static_cast<std::uint32_t>(exponent < 0 ? -exponent : exponent));
}

}  // namespace

char* write_float(char* out, float value) {
  std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  if (bits << 1 == 0) {
    *out = '0';
    return out + 1;
  }
  *out = '-';
  out += bits >> 31;
  bits &= 0x7FFFFFFFu;
  if (const float magnitude = std::bit_cast<float>(bits); magnitude < 16777216.0f) {
    const auto whole = static_cast<std::uint32_t>(magnitude);
    if (static_cast<float>(whole) == magnitude) return write_index(out, whole);
  }

  // Nine digits: the first, and the eight after it as text; trailing zeros are then zero bytes at the upper end.
  const Decimal decimal = shortest_decimal(bits);
  const int length = digit_count(decimal.digits);
  const std::uint32_t nine = decimal.digits * kPow10[static_cast<std::size_t>(9 - length)];
  const char first = static_cast<char>('0' + nine / 100000000u);
  const std::uint64_t rest = eight_digits(nine % 100000000u);
  const int count = 9 - std::countl_zero(rest ^ kEightZeros) / 8;  // digits without trailing zeros
  const int point = length + decimal.exponent;                     // digits before the decimal point

  if (point > 0 && point <= 12) {
    *out = first;
    store(out + 1, rest);
    store(out + 9, kEightZeros);
    if (count <= point) return out + point;
    store(out + point + 1, rest >> (8 * (point - 1)));
    out[point] = '.';
    return out + count + 1;
  }
  if (point <= 0 && point > -6) {
    store(out, kEightZeros);
    out[1] = '.';
    out += 2 - point;
    *out = first;
    store(out + 1, rest);
    return out + count;
  }
  *out = first;
  out[1] = '.';
  store(out + 2, rest);
  return write_exponent(out + (count > 1 ? count + 1 : 1), point - 1);
}

}  // namespace weald::io
