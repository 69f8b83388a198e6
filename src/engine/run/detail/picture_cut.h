#pragma once
// Pictures of land that are made for a region: where they lie in the picture of the whole map.

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "data/artifact.h"
#include "data/heightmap.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// How the pictures that a stage has made from the samples of a region are cut.
struct PictureCut {
  Region region;
  int reach = 0;                                 ///< they were made from so many samples around the region
  std::optional<std::array<int, 2>> whole = {};  ///< columns and rows of the whole map; unset if not known
};

/// Columns and rows of the map of which some of these artifacts show a region; unset if none of them does.
std::optional<std::array<int, 2>> whole_size_of(std::span<const SharedArtifact> artifacts);

/// Crops the pictures of a stage, which have one pixel per sample, to the region, and notes their position in the whole
/// map. Pre: all its artifacts are images.
void cut_pictures(StageResult& result, const PictureCut& cut);

/// Cuts the pictures of the whole map among the artifacts that stage `reader` reads, one for each of its inputs, beside
/// those for which `is_for_region` holds. Throws StageError at the stage's parameter if a picture does not have one
/// pixel for each of the map's samples. Pre: the stage is made for the region.
void cut_whole_pictures(const Graph& graph, std::size_t reader, const std::function<bool(std::size_t)>& is_for_region,
                        std::span<SharedArtifact> artifacts);

}  // namespace weald::pipeline
