#include "stages/land/maps/detail/weights.h"

#include <array>
#include <cmath>

#include "base/check.h"

namespace weald::maps {

void round_weights(std::span<const double> shares, std::span<std::uint8_t> bytes) {
  WEALD_DEBUG_CHECK(shares.size() == bytes.size() && shares.size() <= kMaxLayers);
  double sum = 0;
  for (const double share : shares) sum += share;
  WEALD_DEBUG_CHECK(sum > 0);
  std::array<double, kMaxLayers> lost{};
  int missing = 255;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double exact = shares[i] / sum * 255;
    const double below = std::floor(exact);
    lost[i] = exact - below;
    bytes[i] = static_cast<std::uint8_t>(below);
    missing -= static_cast<int>(below);
  }
  // Rounding errors of the division can make the rounded-down values alone sum to 256.
  for (; missing < 0; ++missing) {
    std::size_t least = shares.size();
    for (std::size_t i = 0; i < shares.size(); ++i) {
      if (bytes[i] > 0 && (least == shares.size() || lost[i] < lost[least])) least = i;
    }
    --bytes[least];
    lost[least] = 1;
  }
  for (; missing > 0; --missing) {
    std::size_t most = 0;
    for (std::size_t i = 1; i < shares.size(); ++i) {
      if (lost[i] > lost[most]) most = i;
    }
    ++bytes[most];
    lost[most] -= 1;
  }
}

}  // namespace weald::maps
