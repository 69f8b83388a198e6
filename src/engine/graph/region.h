#pragma once
// How the stages of a graph are built for a region only, and computations with regions.

#include <vector>

#include "base/diagnostics.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// Whether a stage makes a heightmap.
bool makes_map(const StageDecl& decl);

/// What is built of a stage in a run for a region.
enum class RegionRole {
  windows,  ///< a heightmap of which each reader gets the samples that it needs
  region,   ///< the artifact for the region: it depends on no other samples
  whole  ///< the artifact for the whole map, or one that does not depend on a map; a heightmap is cut when it is read
};

/// The role of each stage in a run for a region, in the order of the graph. A heightmap whose samples depend only on
/// those around them is computed in windows, unless a stage that depends on the whole map reads it.
std::vector<RegionRole> region_roles(const Graph& graph);

/// Whether an output is a file of curves, or of a mesh that is not made for the region. It gets the segments, or the
/// faces, in Graph::share.
bool is_cut_file(const Graph& graph, const GraphOutput& output);

/// Whether one of the outputs is a heightmap, or is made or drawn with one. If none is, a region changes nothing.
bool reads_maps(const Graph& graph);

/// Reports every stage and output that would be the same for all regions because it depends on the whole map, such as
/// a forest on land that is built in regions: only heightmaps, curves and meshes are cut. In a graph with a share also
/// every other output that would be the same for all of them, such as an imported picture; textures may be. Returns
/// false if there was one.
bool check_cuts(const Graph& graph, Diagnostics& diagnostics);

/// Warns of every file of integer samples without a `range`: its samples are scaled to the heights of the region, so
/// files of neighbouring regions do not match.
void warn_of_cut_ranges(const Graph& graph, Diagnostics& diagnostics);

/// The grid of a heightmap on `grid` at a level of detail. Each level has every second sample of the one before, from
/// the sample at (`apron`, `apron`) on, where the map without its apron begins; around these, every level has an apron
/// of `apron` samples of its own. Pre: `level` >= 0, `apron` >= 0.
GridSpec level_grid(const GridSpec& grid, int level, int apron);

/// The pixels of `region` of a picture. Pre: they lie inside it.
Image cropped(const Image& picture, const Region& region);

/// Crops to `region` a picture that was made from the region and up to `radius` samples around it.
Image without_surroundings(const Image& picture, const Region& region, int radius);

}  // namespace weald::pipeline
