#pragma once
// Estimates of the results and costs of a graph, made after linking and before anything is computed.

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "data/artifact_ref.h"
#include "data/estimate.h"
#include "engine/graph/graph.h"
#include "engine/outputs/output_cost.h"
#include "engine/plan/plan.h"

namespace weald::pipeline {

/// The estimate of each stage and output, in the order of the graph.
struct GraphEstimate {
  std::vector<Estimate> stages;
  std::vector<OutputCost> outputs;

  /// Size of the files of each output, bytes.
  std::vector<Amount> output_bytes() const;
};

/// Estimates every stage, in order, from the estimates of its inputs. Reads only the headers of files, and computes
/// nothing. In a graph with a region, stages read heightmaps of that region.
GraphEstimate estimate(const Graph& graph);

/// Reports, once at each key, the heightmaps that do not lie on the grid that the reading stage needs, as far as their
/// grids are known before work, windows that do not fit, and parameters that do not suit the grid of a stage or what
/// else is known of its inputs, such as open curves. Returns false if there were any.
bool check_grids(const Graph& graph, Diagnostics& diagnostics);

/// Reports with `severity` the heightmaps that are needed as a whole but have more than kMaxSamples samples, as far as
/// their grids are known before work. Returns false if there were any.
bool check_sizes(const Graph& graph, const GraphEstimate& estimate, Diagnostics& diagnostics,
                 Wanted wanted = Wanted::files, Severity severity = Severity::error);

/// The estimate of an available artifact, with exact counts.
Estimate estimate_of(const Artifact& artifact);

/// Lower bound of the peak memory: the artifacts that are needed at the same time, and the working memory of the stage
/// that is run then.
struct MemoryPeak {
  double bytes = 0;
  std::size_t stage = 0;  ///< index in the graph
};

/// The stage of the graph with the highest memory use. Fields that are never stored as a whole use none.
MemoryPeak memory_peak(const Graph& graph, const GraphEstimate& estimate, Wanted wanted = Wanted::files);

/// Reports, at the parameter that causes most of it, if the graph certainly needs more than `limit` bytes. Returns
/// false in that case.
bool check_memory(const Graph& graph, const GraphEstimate& estimate, double limit, Diagnostics& diagnostics,
                  Wanted wanted = Wanted::files);

/// Throws StageError if writing an available `artifact`, of the kind that schema::ArtifactName gives, certainly needs
/// more than `limit` bytes.
void require_memory(const OutputSpec& spec, std::string_view kind, const Artifact& artifact, double limit);

/// Throws StageError, at the parameter that causes most of it, if stage `index` of a graph, which reads these available
/// artifacts, certainly needs more memory than `limit` bytes.
void require_memory(const Graph& graph, std::size_t index, std::span<const SharedArtifact> inputs, double limit);

/// File size from which a warning is given before writing, bytes.
inline constexpr double kLargeFile = 100e6;
/// Work from which a warning is given, seconds on one core.
inline constexpr double kLongWork = 30;

/// What a run costs that finds nothing in the cache.
struct TotalCost {
  Amount bytes;       ///< of all files that are counted
  double memory = 0;  ///< lower bound of the bytes in use at once
  double kept = 0;    ///< bytes that are kept besides for further readers and the next tiles: see kept_bytes()
  Amount seconds;     ///< on one core, rough
};

/// The cost of a run for all outputs of the graph.
TotalCost total_cost(const Graph& graph, const GraphEstimate& estimate, Wanted wanted = Wanted::files);

/// The sum of the amounts, with the sums of their bounds; exactly 0 for none.
Amount total(const std::vector<Amount>& amounts);

/// Whether the typical value of `amount`, or its lower bound if there is none, is at least `threshold`.
bool is_at_least(const Amount& amount, double threshold);

/// Warns, each at its location, of outputs of at least kLargeFile and of stages and pictures of at least kLongWork, as
/// far as these are known. If no single output is that large but all together are, it warns of their total.
void warn_of_costs(const Graph& graph, const GraphEstimate& estimate, Diagnostics& diagnostics);

/// The warning of one large output, at its location.
void warn_of_size(const OutputDecl& output, const Amount& bytes, Diagnostics& diagnostics);

/// The warning of outputs that are large only together, at the location of the largest: bytes[i] is the size of the
/// graph's output i. Silent below kLargeFile. Returns whether it warned.
bool warn_of_total_size(const Graph& graph, const std::vector<Amount>& bytes, Diagnostics& diagnostics);

}  // namespace weald::pipeline
