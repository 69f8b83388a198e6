#pragma once
// Evaluation of local fields: a chain of them is computed band by band, in parallel, without storing the grids between.

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/run_context.h"
#include "data/artifact.h"
#include "data/field.h"

namespace weald::pipeline {

struct StageDecl;

/// The stage that a field comes from.
struct FieldOrigin {
  const StageDecl* stage = nullptr;  ///< null: none that errors could name
  std::size_t index = 0;             ///< in the order of the graph: after the stages that it reads
};

struct LazyField;

/// A field that another reads.
struct LazyInput {
  std::string stage;  ///< the name that the reader's parameters give
  std::shared_ptr<const LazyField> field;
};

/// A heightmap that is either there or described by a kernel over other fields.
struct LazyField {
  GridSpec grid;
  SharedArtifact whole;  ///< a Heightmap; null while the field is lazy
  FieldKernel kernel;    ///< of a lazy field
  std::vector<LazyInput> inputs;
  bool is_shared = false;  ///< read by several: a window of it is kept while a band is computed
  FieldOrigin origin;
};

/// Rows per band: enough that tables a kernel makes per call cost little, few enough to share among threads.
inline constexpr int kBandRows = 64;

/// Computes all samples of `field`, which throws StageError where they are more than kMaxSamples; bands of `band_rows`
/// rows in parallel. The result does not depend on `band_rows` or on the number of threads. Throws Interrupted when
/// asked to stop.
///
/// A sample that is not finite is refused, also in a field that is never stored: PlacedError at the stage it comes
/// from, StageError where that is not known. Of several faults the first stage is told, in the order of the graph, with
/// the first sample, row by row; neither depends on `band_rows` or on the number of threads.
Heightmap materialise(const LazyField& field, const RunContext& context, int band_rows = kBandRows);

/// Computes the samples of `region`; they equal those of the whole field, bit for bit. The result lies where they lie
/// in the world. Samples that are not finite are refused as by materialise(). Pre: `region` lies inside the field's
/// grid and is not empty.
Heightmap materialise_region(const LazyField& field, const Region& region, const RunContext& context);

/// Computes one window. Throws StageError where a sample in it, or one that it depends on, is not finite. Pre:
/// `out.region` lies inside the field's grid.
void evaluate_window(const LazyField& field, const MutableHeightView& out);

}  // namespace weald::pipeline
