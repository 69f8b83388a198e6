#pragma once
// Evaluation of fields: a chain of them is computed band by band, in parallel, without storing the intermediate grids.

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
  const StageDecl* stage = nullptr;  ///< null: no stage that errors could name
  std::size_t index = 0;             ///< in the order of the graph: after the stages that it reads
};

struct LazyField;

/// A field that another field reads.
struct LazyInput {
  std::string stage;  ///< the name in the reader's parameters
  std::shared_ptr<const LazyField> field;
};

/// A heightmap that is either available or described by a kernel over other fields.
struct LazyField {
  GridSpec grid;
  SharedArtifact whole;  ///< a Heightmap; null while the field is lazy
  FieldKernel kernel;    ///< of a lazy field
  std::vector<LazyInput> inputs;
  bool is_shared = false;  ///< read by several: a window of it is kept while a band is computed
  FieldOrigin origin;
};

/// Rows per band: enough that tables that a kernel makes per call cost little, few enough to share among threads.
inline constexpr int kBandRows = 64;

/// Computes all samples of `field`, in parallel in bands of `band_rows` rows; throws StageError if they are more than
/// kMaxSamples. The result does not depend on `band_rows` or on the number of threads. Throws Interrupted if a stop was
/// requested.
///
/// A non-finite sample is an error, also in a field that is never stored: PlacedError at the stage it comes from,
/// StageError if that is unknown. Of several errors the first stage is reported, in the order of the graph, with its
/// first sample, row by row; neither depends on `band_rows` or on the number of threads.
Heightmap materialise(const LazyField& field, const RunContext& context, int band_rows = kBandRows);

/// Computes the samples of `region`, bit-identical to those of the whole field. The result keeps its place in the
/// world. Non-finite samples are errors as in materialise(). Pre: `region` lies inside the field's grid and is not
/// empty.
Heightmap materialise_region(const LazyField& field, const Region& region, const RunContext& context);

/// Computes one window. Throws StageError if a sample in it, or one that it depends on, is not finite. Pre:
/// `out.region` lies inside the field's grid.
void evaluate_window(const LazyField& field, const MutableHeightView& out);

}  // namespace weald::pipeline
