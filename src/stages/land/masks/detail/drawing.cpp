#include "stages/land/masks/detail/drawing.h"

#include <fmt/format.h>

#include "methods/curve/flatten.h"
#include "methods/curve/upright.h"

namespace weald::masks {

void check_grid_is_free(std::string_view key, schema::Checker& checker) {
  for (const char* other : {"size", "cell_size", "origin"}) {
    if (checker.given(other))
      checker.error(other, fmt::format("'{}' is set by the heightmap that '{}' names", other, key), "remove it");
  }
}

std::vector<Polyline> lines_on_ground(const curve::Curve& curve, double tolerance, std::string_view key,
                                      const RunContext& context) {
  curve::warn_if_upright(curve, key, context);
  return curve::flatten(curve, tolerance);
}

}  // namespace weald::masks
