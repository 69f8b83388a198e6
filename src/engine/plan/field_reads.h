#pragma once
// How fields are read: the stages that read them, and the region that is read.

#include <span>
#include <vector>

#include "engine/graph/graph.h"
#include "engine/plan/field_eval.h"

namespace weald::pipeline {

/// The stages that make heightmaps among the inputs of stage `index`, in the order of its parameters, with repetitions.
std::vector<std::size_t> field_inputs(const Graph& graph, std::size_t index);

/// The grids of these heightmaps, whose stages outlive the result.
std::vector<FieldInput<GridSpec>> grids_of(std::span<const LazyInput> maps);

/// Whether the only use of stage `index` is by a field stage that names it once and not to drive a number, with no
/// output written from it, unless that stage keeps its inputs. Such a stage is not stored as a whole.
bool is_read_in_windows(const Graph& graph, std::size_t index);

/// Whether field stage `index` gets no heightmaps besides the windows that its kernel reads.
bool reads_windows_only(const Graph& graph, std::size_t index);

/// Throws StageError if the region does not lie inside the grid.
void require_inside(const Region& region, const GridSpec& grid);

/// The samples of `field` for a stage that places copies in the region of `graph`, on a map with the grid `on`: those
/// of the region and up to `halo` metres around it, and those that heights and normals there depend on. A region along
/// the border of the map also gets what `field` has beyond it. If the region has a share, it ends where its share does:
/// at the first sample of the next region, which is beyond its own last one if regions have none in common. On the grid
/// `on`, CutPlace::region is this region, with the apron of the graph. Pre: shares end at samples of `on`. Throws
/// StageError if the region does not lie inside the map.
SharedArtifact cut_around(const LazyField& field, const GridSpec& on, const Graph& graph, double halo,
                          const RunContext& context);

}  // namespace weald::pipeline
