#include "stages/land/noise/grid_params.h"

namespace weald::noise {

GridSpec driven_grid(const GridParams& params, std::initializer_list<DrivenKey> driven,
                     std::span<const GridSpec> inputs) {
  const GridSpec own = grid_spec(params);
  std::size_t used = 0;
  for (const DrivenKey& entry : driven) {
    if (!entry.parameter->given()) continue;
    require_same_grid(own, inputs[used++], entry.key);
  }
  return own;
}

}  // namespace weald::noise
