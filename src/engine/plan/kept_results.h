#pragma once
// What a run for a region keeps of stages, so that they are not run again for further readers and for the next tiles.

#include <cstddef>

#include "engine/graph/graph.h"

namespace weald::pipeline {

/// Samples around a window that are kept with it, for readers that need a few more than others.
inline constexpr int kKeptAround = 4;

/// Most samples of a stage and its parts that are kept: 335 MB, those of a tile of 4097 x 4097 with three parts.
inline constexpr std::size_t kMostKeptSamples = std::size_t{5} << 24;

/// The samples of finished windows of stage `index` and its parts that a run for a region keeps, at most
/// kMostKeptSamples: those of the region, or of four tiles of the finest level if coarser ones are built. 0 if the
/// stage has no halo, or if it is read only once. Pre: the graph has a region, for which the stage is made in windows.
std::size_t kept_window_samples(const Graph& graph, std::size_t index);

/// Upper bound of the bytes of results that runs for the tiles of a world keep for the next ones, beside what
/// memory_peak() counts. 0 if the graph has no region.
double kept_bytes(const Graph& graph);

}  // namespace weald::pipeline
