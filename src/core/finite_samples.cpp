#include "core/finite_samples.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

namespace weald {

namespace {

constexpr std::uint32_t kExponent = 0x7f800000;  // all of its bits are set in NaN and infinities, and only there
constexpr std::size_t kBlock = 256;              // a fixed length, which compilers turn into vector code

/// 1 where a sample is not finite. Without a branch.
std::uint32_t fault_bit(float sample) { return (std::bit_cast<std::uint32_t>(sample) & kExponent) == kExponent; }

}  // namespace

bool all_finite(std::span<const float> samples) {
  std::size_t i = 0;
  for (; i + kBlock <= samples.size(); i += kBlock) {
    const float* block = samples.data() + i;
    std::uint32_t faults = 0;
    for (std::size_t k = 0; k < kBlock; ++k) faults |= fault_bit(block[k]);
    if (faults != 0) return false;
  }
  std::uint32_t faults = 0;
  for (; i < samples.size(); ++i) faults |= fault_bit(samples[i]);
  return faults == 0;
}

std::optional<BadSample> first_not_finite(const HeightView& view) {
  const Region& region = view.region;
  for (int y = region.y; y < region.y + region.height; ++y) {
    const std::span row{view.row(y) + region.x, static_cast<std::size_t>(region.width)};
    if (all_finite(row)) continue;
    const auto found = std::find_if(row.begin(), row.end(), [](float sample) { return !std::isfinite(sample); });
    return BadSample{region.x + static_cast<int>(found - row.begin()), y, *found};
  }
  return std::nullopt;
}

std::string fault_of(const BadSample& sample, const std::string& of) {
  return fmt::format("the sample in column {}, row {}{} is {}", sample.x, sample.y, of,
                     std::isnan(sample.value) ? "not a number" : "infinite");
}

}  // namespace weald
