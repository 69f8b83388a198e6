#pragma once
// How a local field stage makes a window of its output from windows of its inputs.
//
// Chains of local stages are evaluated window by window, in parallel, without storing the grids in between
// (engine/plan/field_eval.h). The values must not depend on how the grid is cut into windows.

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "base/error.h"
#include "data/artifact_names.h"
#include "data/heightmap.h"
#include "schema/input.h"

namespace weald {

/// What is known of one input of a field stage: its grid, or a window of its samples.
template <class T>
struct FieldInput {
  std::string_view stage;  ///< the name that the preset gives
  T value;
};

/// What is known of the inputs of a field stage, by the parameter that names them. Refers to the entries.
template <class T>
class FieldInputs {
 public:
  FieldInputs() = default;
  FieldInputs(std::span<const FieldInput<T>> entries) : entries_(entries) {}

  /// The value of an input. Pre: the parameter is declared and given.
  const T& operator[](const schema::Input<Heightmap>& input) const {
    for (const FieldInput<T>& entry : entries_) {
      if (entry.stage == input.stage) return entry.value;
    }
    throw InternalError("a field stage reads an input that it does not declare");
  }
  /// The value of an optional input; null when it was not given.
  const T* maybe(const schema::Input<Heightmap>& input) const { return input.given() ? &(*this)[input] : nullptr; }

 private:
  std::span<const FieldInput<T>> entries_;
};

/// The grids of a field stage's inputs.
using InputGrids = FieldInputs<GridSpec>;
/// Windows of a field stage's inputs.
using InputViews = FieldInputs<HeightView>;

/// Throws StageError at `key` where the heightmap that `input` names lies on another grid than `grid`. An input that
/// was not given lies on every grid.
inline void require_same_grid(const GridSpec& grid, const InputGrids& inputs, const schema::Input<Heightmap>& input,
                              std::string_view key) {
  if (const GridSpec* other = inputs.maybe(input)) require_same_grid(grid, *other, key);
}

/// One call's work: fill `out` (all of out.region) from `inputs`, whose regions are out.region grown by the kernel's
/// radius and clipped to the grid.
struct FieldWindow {
  const GridSpec& grid;
  InputViews inputs;
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
