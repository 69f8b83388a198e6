#pragma once
// What runs for regions keep of stages, so that they are not run again for further readers and for the next tiles.

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

/// Samples along each side of the tiles in which stages work through perimeters: 16 MB of heights.
inline constexpr int kPerimeterTile = 2048;

/// Most heightmaps of such tiles that are kept, if no stage needs more.
inline constexpr std::size_t kMostFinishedMaps = 16;

/// The heightmaps of finished tiles that a stage needs at once, which makes `maps` of each tile, for a window that lies
/// in this many columns of tiles. Large maps are read from the north to the south: a row of tiles is needed until the
/// next one is complete.
std::size_t finished_maps_for(std::size_t columns, std::size_t maps);

/// Upper bound of the bytes that the runs for the tiles of a world take beside what memory_peak() counts: for finished
/// windows, finished tiles of stages that work through perimeters, and making another of them at the same time. 0 if
/// the graph has no region.
double kept_bytes(const Graph& graph);

}  // namespace weald::pipeline
