#pragma once
// How a local field stage makes a window of its output from windows of its inputs.
//
// Chains of local stages are evaluated window by window, in parallel, without storing the grids in between
// (engine/plan/field_eval.h). The values must not depend on how the grid is cut into windows.

#include <functional>
#include <optional>
#include <span>

#include "data/heightmap.h"

namespace weald {

/// One call's work: fill `out` (all of out.region) from `inputs`, whose regions are out.region grown by the kernel's
/// radius and clipped to the grid. Inputs stand in the order of the stage's Input<Heightmap> fields.
struct FieldWindow {
  const GridSpec& grid;
  std::span<const HeightView> inputs;
  MutableHeightView out;
};

/// A prepared local operation. `fill` is called from several threads at once and must not write shared state.
struct FieldKernel {
  int radius = 0;  ///< samples around an output sample that its value depends on; 0: pointwise
  std::function<void(const FieldWindow&)> fill;
  /// No sample is larger than this in size, whatever the inputs hold, as the method proves; finite. Unset: not known.
  /// The evaluator looks for samples that are not finite only where it is unset.
  std::optional<float> largest = {};
};

}  // namespace weald
