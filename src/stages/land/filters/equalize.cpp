#include "stages/land/filters/equalize.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "stages/land/filters/detail/float_order.h"
#include "stages/land/noise/curve_params.h"

namespace weald::filters {

namespace {

constexpr std::uint64_t kPosition = 0xffffffff;

/// -0 and 0 are one height.
std::uint32_t key_of(float height) { return order_key(height == 0 ? 0.0f : height); }

/// Keys and positions of the samples, sorted by height.
std::vector<std::uint64_t> sorted_items(std::span<const float> heights) {
  std::vector<std::uint64_t> items, scratch;
  items.reserve(heights.size());
  for (const float height : heights) items.push_back(std::uint64_t{key_of(height)} << 32 | items.size());
  radix_sort(items, scratch, 32);
  return items;
}

/// One past the last of the items that are as high as item `first`.
std::size_t end_of_ties(std::span<const std::uint64_t> items, std::size_t first) {
  std::size_t end = first + 1;
  while (end < items.size() && items[end] >> 32 == items[first] >> 32) ++end;
  return end;
}

/// Twice the mean rank of the samples `first` to `end` of the order.
double doubled_rank(std::size_t first, std::size_t end) { return static_cast<double>(first + end - 1); }

}  // namespace

Estimate Equalize::estimate(const Params& params, const schema::Estimates& inputs) {
  const Estimate& from = inputs[params.from];
  Estimate result = from.grid ? Estimate::of_heightmap(*from.grid) : Estimate{};
  result.scratch = from.pixels * (2.0 * sizeof(std::uint64_t));
  return result;
}

Heightmap Equalize::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  const Heightmap& map = inputs[params.from];
  context.check_stop();
  Heightmap result = map;
  const std::span<float> heights = result.heights.values();
  const std::vector<std::uint64_t> items = sorted_items(heights);
  const double low = heights[items.front() & kPosition], high = heights[items.back() & kPosition];
  if (!(low < high)) return result;
  const auto curve = noise::curve_function(params.curve);
  const double lowest = doubled_rank(0, end_of_ties(items, 0));
  const auto first_of_last =
      std::ranges::lower_bound(items, items.back() >> 32, {}, [](std::uint64_t item) { return item >> 32; });
  const double highest = doubled_rank(static_cast<std::size_t>(first_of_last - items.begin()), items.size());
  for (std::size_t first = 0, end = 0; first < items.size(); first = end) {
    end = end_of_ties(items, first);
    const double share = curve((doubled_rank(first, end) - lowest) / (highest - lowest));
    const double target = low + (high - low) * share;
    const double height = height_of(static_cast<std::uint32_t>(items[first] >> 32));
    const auto made = static_cast<float>(height * (1 - params.strength) + target * params.strength);
    for (std::size_t i = first; i < end; ++i) heights[items[i] & kPosition] = made;
  }
  return result;
}

}  // namespace weald::filters

void weald::schema::Schema<weald::filters::EqualizeParams>::check(const P& params, Checker& checker) {
  const auto& curve = params.curve;
  if (!weald::noise::check_curve(curve, checker) || curve.empty()) return;
  if (curve.front().x != 0 || curve.back().x != 1)
    return checker.error("curve", "a hypsometric curve runs from x = 0 to x = 1");
  for (std::size_t i = 1; i < curve.size(); ++i) {
    if (curve[i].y < curve[i - 1].y) return checker.error("curve", "the y of a hypsometric curve must not fall");
  }
}
