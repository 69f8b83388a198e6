#pragma once
// 128-bit unsigned integers as two words, for compilers that have none (those for 32-bit processors).

#include <compare>
#include <cstdint>

namespace weald::io::detail {

/// A 128-bit unsigned integer with the operators needed for printing numbers; results are modulo 2^128.
class TwoWords {
 public:
  constexpr TwoWords() = default;
  /// The value of `low`.
  constexpr TwoWords(std::uint64_t low) : low_(low) {}

  /// The lower 64 bits.
  constexpr explicit operator std::uint64_t() const { return low_; }

  friend constexpr TwoWords operator+(TwoWords a, TwoWords b) {
    const std::uint64_t low = a.low_ + b.low_;
    return {a.high_ + b.high_ + (low < a.low_ ? 1 : 0), low};
  }
  friend constexpr TwoWords operator-(TwoWords a, TwoWords b) {
    return {a.high_ - b.high_ - (a.low_ < b.low_ ? 1 : 0), a.low_ - b.low_};
  }
  /// The product with a number of 32 bits.
  friend constexpr TwoWords operator*(TwoWords a, std::uint32_t b) {
    const std::uint64_t lower = (a.low_ & 0xFFFFFFFFu) * b;
    const std::uint64_t upper = (a.low_ >> 32) * b + (lower >> 32);
    return {a.high_ * b + (upper >> 32), (upper << 32) | (lower & 0xFFFFFFFFu)};
  }
  /// Shifts by 0 to 127 places.
  friend constexpr TwoWords operator<<(TwoWords a, int places) {
    if (places >= 64) return {a.low_ << (places - 64), 0};
    if (places == 0) return a;
    return {(a.high_ << places) | (a.low_ >> (64 - places)), a.low_ << places};
  }
  friend constexpr TwoWords operator>>(TwoWords a, int places) {
    if (places >= 64) return {0, a.high_ >> (places - 64)};
    if (places == 0) return a;
    return {a.high_ >> places, (a.low_ >> places) | (a.high_ << (64 - places))};
  }
  constexpr TwoWords& operator-=(TwoWords b) { return *this = *this - b; }
  constexpr TwoWords& operator*=(std::uint32_t b) { return *this = *this * b; }
  constexpr TwoWords& operator<<=(int places) { return *this = *this << places; }

  friend constexpr bool operator==(const TwoWords&, const TwoWords&) = default;
  friend constexpr std::strong_ordering operator<=>(const TwoWords&, const TwoWords&) = default;

 private:
  constexpr TwoWords(std::uint64_t high, std::uint64_t low) : high_(high), low_(low) {}

  std::uint64_t high_ = 0;  // compared first
  std::uint64_t low_ = 0;
};

}  // namespace weald::io::detail
