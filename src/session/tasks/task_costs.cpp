#include "session/tasks/task_costs.h"

#include <algorithm>

#include "engine/graph/region.h"
#include "engine/plan/graph_estimate.h"
#include "engine/plan/kept_results.h"
#include "session/tasks/shared_stages.h"

namespace weald::session {

namespace {

/// The largest sum of halos along a chain of stages that ends at an output.
int halo_of(const pipeline::Graph& tile, const pipeline::GraphEstimate& known, const std::vector<bool>& is_shared) {
  std::vector<int> around(tile.stages.size(), 0);  // samples around the region that are needed of a stage
  for (std::size_t i = tile.stages.size(); i-- > 0;) {
    if (is_shared[i]) continue;  // it is made for the whole map in any case
    const CutRule& rule = tile.stages[i].decl.bound->cut;
    const auto& grid = known.stages[i].grid;
    const int own = (rule.halo && grid ? rule.halo_on(grid->cell_size) : 0) + rule.reach.value_or(0);
    for (const std::size_t input : tile.stages[i].inputs) around[input] = std::max(around[input], around[i] + own);
  }
  return around.empty() ? 0 : *std::max_element(around.begin(), around.end());
}

}  // namespace

WorldCosts costs_of(const pipeline::Graph& tile) {
  WorldCosts costs;
  const pipeline::GraphEstimate known = pipeline::estimate(tile);
  std::vector<bool> is_shared(tile.stages.size(), false);
  for (const std::size_t i : shared_stages(tile)) {
    is_shared[i] = true;
    const pipeline::StageDecl& decl = tile.stages[i].decl;
    const Estimate& own = known.stages[i];
    costs.shared.push_back({decl.name, std::string(decl.kind->kind), own.bytes, own.seconds});
    costs.prepare.bytes = costs.prepare.bytes + own.bytes;
    costs.prepare.seconds = costs.prepare.seconds + own.seconds;
  }
  const std::vector<pipeline::RegionRole> roles = pipeline::region_roles(tile);
  for (std::size_t i = 0; i < tile.stages.size(); ++i) {
    // Finer tiles leave what coarser ones need of heightmaps.
    const bool is_left = tile.level > 0 && roles[i] == pipeline::RegionRole::windows;
    if (!is_shared[i] && !is_left) costs.tile.seconds = costs.tile.seconds + known.stages[i].seconds;
  }
  for (const pipeline::OutputCost& output : known.outputs) {
    costs.tile.bytes = costs.tile.bytes + output.all();
    costs.tile.seconds = costs.tile.seconds + output.seconds;
  }
  costs.tile.memory = pipeline::memory_peak(tile, known).bytes;
  costs.tile.kept = pipeline::kept_bytes(tile);
  const pipeline::Graph shared = shared_graph(tile);
  if (!costs.shared.empty()) costs.prepare.memory = pipeline::memory_peak(shared, pipeline::estimate(shared)).bytes;
  costs.halo = halo_of(tile, known, is_shared);
  return costs;
}

}  // namespace weald::session
