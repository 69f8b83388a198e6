#pragma once
// FieldRows: the rows of a field, computed while they are read.

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/run_context.h"
#include "data/grid_memory.h"
#include "data/height_rows.h"
#include "engine/graph/graph.h"
#include "engine/plan/field_eval.h"

namespace weald::pipeline {

/// A lazy field, or a region of it, whose rows are computed in parallel, some at a time, each time they are read.
/// Errors of its stages are PlacedError.
class FieldRows final : public HeightRows {
 public:
  /// Pre: the field is lazy, and the region lies inside it and is not empty.
  FieldRows(std::shared_ptr<const LazyField> field, const Region& region, RunContext context);

  GridSpec grid() const override;
  HeightView rows(int first, int count) override;
  /// Known once all rows have been read in order; otherwise computes all samples.
  HeightRange range() override;

 private:
  void compute(int first, int count);
  void note_range(int first, int count);
  HeightView held(int first, int count) const;

  std::shared_ptr<const LazyField> field_;
  Region region_;
  RunContext context_;
  int least_rows_ = 1;                             // computed at once: surroundings of fewer rows would take too long
  std::vector<float, GridMemory<float>> samples_;  // of the rows [first_, first_ + count_) of the region
  int first_ = 0, count_ = 0;
  std::optional<HeightRange> range_so_far_;  // of the rows before noted_rows_
  int noted_rows_ = 0;
  std::optional<HeightRange> range_;
};

/// The rows of a lazy field for its outputs, or those of a region; null unless all outputs are written from rows, and
/// for regions that are not large. Throws StageError if the region does not lie inside the field.
std::unique_ptr<FieldRows> make_rows(std::shared_ptr<const LazyField> field, const std::optional<Region>& region,
                                     const std::vector<GraphOutput>& outputs, const RunContext& context);

/// `rows`, or those of the heightmap that `fetch` returns if they are null. Errors: those of `fetch` and StoredRows.
std::shared_ptr<HeightRows> rows_or_map(std::unique_ptr<FieldRows> rows, const std::function<SharedArtifact()>& fetch);

}  // namespace weald::pipeline
