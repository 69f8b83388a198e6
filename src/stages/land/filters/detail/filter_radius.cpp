#include "stages/land/filters/detail/filter_radius.h"

#include <cmath>

#include <fmt/format.h>

#include "base/error.h"

namespace weald::filters {

double radius_in_samples(double radius, double cell_size) {
  constexpr double kRounding = 1e-9;  // relative; 0.3 / 0.1 is just below 3
  const double samples = radius / cell_size;
  const double whole = std::floor(samples + 0.5);
  return std::abs(samples - whole) <= kRounding * whole ? whole : samples;
}

void check_radius(double samples, int most, std::string_view filter) {
  if (samples <= most) return;
  throw StageError(
      fmt::format("the radius is {:.6g} samples, more than the {} of {}: use a smaller radius, or a larger "
                  "'cell_size'",
                  samples, most, filter),
      "radius");
}

}  // namespace weald::filters
