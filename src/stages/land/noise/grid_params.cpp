#include "stages/land/noise/grid_params.h"

namespace weald::noise {

GridSpec driven_grid(const GridParams& params, std::initializer_list<DrivenKey> driven, const InputGrids& inputs) {
  const GridSpec own = grid_spec(params);
  for (const DrivenKey& entry : driven) require_same_grid(own, inputs, *entry.parameter, entry.key);
  return own;
}

}  // namespace weald::noise
