#pragma once
// Evaluation of fields: computes a chain of fields band by band, in parallel, without storing the intermediate grids.

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
  const StageDecl* stage = nullptr;  ///< null: unknown, so errors name no stage
  std::size_t index = 0;             ///< its index in the graph
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
  bool is_shared = false;  ///< has several readers: its windows are kept while a band is computed
  FieldOrigin origin;
};

/// Rows per band: enough to amortise the tables that a kernel makes in each call, and few enough to share the work
/// among threads.
inline constexpr int kBandRows = 64;

/// Rows per band of `field`: kBandRows, or least_rows_of() it, if that is more. The rows around a band are computed
/// with it, and thus at most as often again.
int band_rows_of(const LazyField& field);

/// Computes all samples of `field`, in parallel in bands of `band_rows` rows. Throws StageError if there are more than
/// kMaxSamples samples. The result does not depend on `band_rows` or on the number of threads. Throws Interrupted if a
/// stop was requested.
///
/// A non-finite sample is an error, also in a field that is never stored: PlacedError at the stage it comes from, or
/// StageError if that is unknown. If several stages make such samples, the first stage in the order of the graph is
/// reported, with its first such sample in row order. This does not depend on `band_rows` or on the number of threads.
Heightmap materialise(const LazyField& field, const RunContext& context, int band_rows);
/// materialise() in bands of band_rows_of(field) rows.
Heightmap materialise(const LazyField& field, const RunContext& context);

/// Computes the samples of `region`, bit-identical to those of the whole field. The result keeps its position in the
/// world. Non-finite samples are errors as in materialise(). Pre: `region` lies inside the field's grid and is not
/// empty.
Heightmap materialise_region(const LazyField& field, const Region& region, const RunContext& context);

/// Rows below which windows of `field` take longer for each sample: twice the distance up to which a sample depends on
/// stored heightmaps, or FieldKernel::rows_at_once of one of its kernels, if that is more.
int least_rows_of(const LazyField& field);

/// Computes the samples of `out.region` of a lazy field, in parallel. Errors: as materialise().
void evaluate_rows(const LazyField& field, const MutableHeightView& out, const RunContext& context);

/// Computes one window. Throws StageError if a sample in it, or one that it depends on, is not finite. Pre:
/// `out.region` lies inside the field's grid.
void evaluate_window(const LazyField& field, const MutableHeightView& out);

}  // namespace weald::pipeline
