#pragma once
// AngleCache: sines and cosines of the few angles that a string uses repeatedly.

#include <array>
#include <bit>
#include <cstdint>

#include "base/math/math.h"

namespace weald::lsystem {

/// Caches the results of math::sin_deg and math::cos_deg.
class AngleCache {
 public:
  struct Entry {
    double degrees = 0, cosine = 1, sine = 0;
  };

  /// The cosine and sine of an angle in degrees; valid until the next call.
  const Entry& of(double degrees) {
    const auto bits = std::bit_cast<std::uint64_t>(degrees);
    Entry& entry = entries_[(bits * 0x9E3779B97F4A7C15ULL) >> kShift];
    if (std::bit_cast<std::uint64_t>(entry.degrees) != bits)
      entry = {degrees, math::cos_deg(degrees), math::sin_deg(degrees)};
    return entry;
  }

 private:
  static constexpr int kBits = 8, kShift = 64 - kBits;
  std::array<Entry, 1 << kBits> entries_;
};

}  // namespace weald::lsystem
