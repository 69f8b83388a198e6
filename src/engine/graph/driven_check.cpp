#include "engine/graph/driven_check.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace weald::pipeline {

std::optional<std::string> clamping_warning(const schema::InputUse& use, const Heightmap& field) {
  if (!use.driven_range) return std::nullopt;
  const auto [min, max] = *use.driven_range;
  const double least = min - 1e-6 * std::max(1.0, std::abs(min)), most = max + 1e-6 * std::max(1.0, std::abs(max));
  const auto outside =
      std::ranges::count_if(field.heights.values(), [&](double value) { return !(value >= least && value <= most); });
  if (outside == 0) return std::nullopt;
  const HeightRange range = height_range(field);
  const double percent = 100.0 * static_cast<double>(outside) / static_cast<double>(field.heights.size());
  return fmt::format(
      "{}: {:.2g} % of the samples of '{}', which range from {:g} to {:g}, lie outside {:g} to {:g} and are "
      "clamped",
      use.key, percent, use.stage, range.min, range.max, min, max);
}

}  // namespace weald::pipeline
