#pragma once
// What evaluating a graph will make and take, told after it is linked and before anything is computed.

#include <vector>

#include "base/diagnostics.h"
#include "data/estimate.h"
#include "engine/graph/graph.h"
#include "engine/outputs/output_cost.h"

namespace weald::pipeline {

/// What is known of each stage and output, in the order of the graph.
struct GraphEstimate {
  std::vector<Estimate> stages;
  std::vector<OutputCost> outputs;

  /// What each output's files will have, bytes.
  std::vector<Amount> output_bytes() const;
};

/// Asks every stage, in order, with what is known of its inputs. Reads no more of files than their heads, and computes
/// nothing. Of a region the heightmaps that are read are those of the region.
GraphEstimate estimate(const Graph& graph);

/// What is known of an artifact that is there: exact counts.
Estimate estimate_of(const Artifact& artifact);

/// Most bytes that all artifacts which are needed at one time take together, and what makes the last of them: at
/// least.
struct MemoryPeak {
  double bytes = 0;
  std::size_t stage = 0;  ///< index in the graph
};

/// Where the graph takes most memory. Fields that need never be there as a whole take none.
MemoryPeak memory_peak(const Graph& graph, const GraphEstimate& estimate);

/// Reports, at the parameter that asks for most of it, where the graph needs more than `limit` bytes for certain.
/// Returns false then.
bool check_memory(const Graph& graph, const GraphEstimate& estimate, double limit, Diagnostics& diagnostics);

/// Files from this size on are warned of before they are written, bytes.
inline constexpr double kLargeFile = 100e6;
/// Work from this much on is warned of, seconds of one core.
inline constexpr double kLongWork = 30;

/// The sum of the amounts, with the sums of their bounds; exactly 0 for none.
Amount total(const std::vector<Amount>& amounts);

/// Whether there is enough to warn of: by a typical value, or by the lower bound.
bool is_at_least(const Amount& amount, double threshold);

/// Warns, each at its place, of outputs from kLargeFile and of stages and pictures from kLongWork on, as far as either
/// is known. Where no single output is that large but all together are, it warns of their total.
void warn_of_costs(const Graph& graph, const GraphEstimate& estimate, Diagnostics& diagnostics);

/// The warning of one large output, at its place.
void warn_of_size(const OutputDecl& output, const Amount& bytes, Diagnostics& diagnostics);

/// The warning of outputs that are large only together, at the place of the largest: bytes[i] is the size of the
/// graph's output i. Says nothing below kLargeFile. Returns whether there was something to say.
bool warn_of_total_size(const Graph& graph, const std::vector<Amount>& bytes, Diagnostics& diagnostics);

}  // namespace weald::pipeline
