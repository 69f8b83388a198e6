#include "noise/grid_params.h"

#include <string>

#include "core/error.h"

namespace weald::noise {

void check_same_grid(const GridSpec& own, const GridSpec& grid, std::string_view stage, std::string_view key) {
  if (grid == own) return;
  throw StageError("the heightmap '" + std::string(stage) +
                       "' lies on another grid than this stage: both need the same size, cell size and origin",
                   std::string(key));
}

GridSpec driven_grid(const GridParams& params, std::initializer_list<DrivenKey> driven,
                     std::span<const GridSpec> inputs) {
  const GridSpec own = grid_spec(params);
  std::size_t used = 0;
  for (const DrivenKey& entry : driven) {
    if (!entry.parameter->given()) continue;
    check_same_grid(own, inputs[used++], entry.parameter->stage, entry.key);
  }
  return own;
}

}  // namespace weald::noise
