#pragma once
// Evaluation of local fields: a chain of them is computed band by band, in parallel, without storing the grids between.

#include <memory>
#include <vector>

#include "core/field.h"
#include "core/run_context.h"
#include "pipeline/artifact.h"

namespace weald::pipeline {

/// A heightmap that is either there or described by a kernel over other fields.
struct LazyField {
  GridSpec grid;
  SharedArtifact whole;  ///< a Heightmap; null while the field is lazy
  FieldKernel kernel;    ///< of a lazy field
  std::vector<std::shared_ptr<const LazyField>> inputs;
  bool is_shared = false;  ///< read by several: a window of it is kept while a band is computed
};

/// Rows per band: enough that tables a kernel makes per call cost little, few enough to share among threads.
inline constexpr int kBandRows = 64;

/// Computes all samples of `field`, which throws StageError where they are more than kMaxSamples; bands of `band_rows`
/// rows in parallel. The result does not depend on `band_rows` or on the number of threads. Throws Interrupted when
/// asked to stop.
Heightmap materialise(const LazyField& field, const RunContext& context, int band_rows = kBandRows);

/// Computes the samples of `region`; they equal those of the whole field, bit for bit. The result lies where they lie
/// in the world. Pre: `region` lies inside the field's grid and is not empty.
Heightmap materialise_region(const LazyField& field, const Region& region, const RunContext& context);

/// Computes one window. Pre: `out.region` lies inside the field's grid.
void evaluate_window(const LazyField& field, const MutableHeightView& out);

}  // namespace weald::pipeline
