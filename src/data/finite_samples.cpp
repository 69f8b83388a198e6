#include "data/finite_samples.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

namespace weald {

namespace {

constexpr std::size_t kLanes = 32;

bool each_is_finite(std::span<const float> samples) {
  return std::all_of(samples.begin(), samples.end(), [](float sample) { return std::isfinite(sample); });
}

}  // namespace

// A sum that includes NaN or an infinity is never finite again. Vectorized sums need one instruction per vector of
// samples. Each sample is tested only if a sum is not finite, which may also result from an overflow of large samples.
bool all_finite(std::span<const float> samples) {
  std::array<float, kLanes> sums{};
  std::size_t i = 0;
  for (; i + kLanes <= samples.size(); i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) sums[lane] += samples[i + lane];
  }
  return each_is_finite(samples.subspan(i)) && (each_is_finite(sums) || each_is_finite(samples));
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
  return fmt::format("sample ({}, {}){} is {}", sample.x, sample.y, of,
                     std::isnan(sample.value) ? "not a number" : "infinite");
}

}  // namespace weald
