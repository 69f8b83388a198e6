#pragma once
// WindowedMap: a heightmap of which a stage without inputs computes windows instead of all samples at once.

#include <functional>
#include <string_view>

#include "base/run_context.h"
#include "data/field.h"

namespace weald {

/// How a stage that could be run as a whole is computed window by window, with the same samples.
struct WindowedMap {
  GridSpec grid;
  std::function<FieldKernel(const RunContext& context)> kernel;  ///< reads no inputs
  /// The kernels of its parts, which are heightmaps on the same grid and read no inputs either.
  std::function<FieldKernel(std::string_view part)> part_kernel;
};

}  // namespace weald
