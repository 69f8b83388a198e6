#include "stages/land/masks/detail/map_grid.h"

#include <fmt/format.h>

namespace weald::masks {

void check_grid_is_free(std::string_view key, schema::Checker& checker) {
  for (const char* other : {"size", "cell_size", "origin"}) {
    if (checker.given(other))
      checker.error(other, fmt::format("'{}' is set by the heightmap that '{}' names", other, key), "remove it");
  }
}

}  // namespace weald::masks
