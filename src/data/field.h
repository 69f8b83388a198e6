#pragma once
// How a field stage computes a window of its output from windows of its inputs.
//
// Chains of field stages are evaluated window by window, in parallel, without storing the intermediate grids
// (engine/plan/field_eval.h). The values must not depend on how the grid is divided into windows.

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "base/error.h"
#include "data/artifact_names.h"
#include "data/heightmap.h"
#include "schema/input.h"

namespace weald {

/// One input of a field stage: its grid, or a window of its samples.
template <class T>
struct FieldInput {
  std::string_view stage;  ///< the name in the preset
  T value;
};

/// The inputs of a field stage, found by the parameter that names them. The entries must outlive this.
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
  /// The value of an optional input; null if it was not given.
  const T* maybe(const schema::Input<Heightmap>& input) const { return input.given() ? &(*this)[input] : nullptr; }

 private:
  std::span<const FieldInput<T>> entries_;
};

/// The grids of a field stage's inputs.
using InputGrids = FieldInputs<GridSpec>;
/// Windows of a field stage's inputs.
using InputViews = FieldInputs<HeightView>;

/// Throws StageError at `key` if the heightmap that `input` names has a grid other than `grid`. An input that was not
/// given matches every grid.
inline void require_same_grid(const GridSpec& grid, const InputGrids& inputs, const schema::Input<Heightmap>& input,
                              std::string_view key) {
  if (const GridSpec* other = inputs.maybe(input)) require_same_grid(grid, *other, key);
}

/// The arguments for one window: a kernel fills `out` (all of out.region) from `inputs`, whose regions are out.region
/// grown by the kernel's radius and clipped to the grid, or those that the kernel says it needs.
struct FieldWindow {
  const GridSpec& grid;
  InputViews inputs;
  MutableHeightView out;
};

/// A prepared field operation. `fill` is called from several threads at once and must not write shared state.
struct FieldKernel {
  int radius = 0;  ///< distance, in samples, up to which a value depends on its inputs; 0: pointwise
  std::function<void(const FieldWindow&)> fill;
  /// For a kernel that reads other samples than those around its own: the samples of the input called `stage` that the
  /// samples of `out` depend on, inside the input's own grid; a width or height of 0: none. Replaces `radius`. The
  /// inputs may then lie on any grids; if `fill` is called, their views contain these regions.
  std::function<Region(std::string_view stage, const Region& out)> needs = {};
  /// Fills a window with samples that are known already, without the inputs. Returns false if some are not known; then
  /// `fill` is called. Empty: none are.
  std::function<bool(const MutableHeightView& out)> recall = {};
  /// Finite bound of the magnitude of every sample that the method guarantees for any inputs; unset: unknown. The
  /// evaluator checks for non-finite samples only if it is unset.
  std::optional<float> largest = {};
  /// Rows below which a window takes longer for each of its samples; 0: it never does.
  int rows_at_once = 0;
};

}  // namespace weald
