#include "noise/grid_params.h"

#include <string>

#include "core/error.h"

namespace weald::noise {

GridSpec driven_grid(const GridParams& params, const schema::Driven& driven, std::string_view key,
                     std::span<const GridSpec> inputs) {
  const GridSpec own = grid_spec(params);
  if (driven.given() && inputs[0] != own) {
    throw StageError("the heightmap '" + driven.stage +
                         "' lies on another grid than this stage: both need the same size, cell size and origin",
                     std::string(key));
  }
  return own;
}

}  // namespace weald::noise
