#include "front/cli/building/detail/tiles_cost.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/plan/graph_estimate.h"
#include "session/selection.h"
#include "session/tasks/task_costs.h"

namespace weald::app {

namespace {

/// The names of files that all tiles write, since they have no marks.
std::set<std::string> shared_names(const pipeline::Graph& world) {
  std::set<std::string> names;
  for (const pipeline::GraphOutput& output : world.outputs) {
    if (output.decl.spec.file.value.find('{') != std::string::npos) continue;
    for (const std::string& file : world.files_of(output)) names.insert(file);
  }
  return names;
}

/// Adds tiles of one level, each of which costs as much as `tile`.
class Adder {
 public:
  Adder(const std::set<std::string>& shared, TilesCost& sum) : shared_(shared), sum_(sum) {}

  void add(const pipeline::Graph& tile, double tiles) {
    const std::vector<pipeline::OutputCost> costs = pipeline::estimate(tile).outputs;
    std::set<std::string> own;
    for (std::size_t i = 0; i < tile.outputs.size(); ++i) {
      const std::vector<std::string> files = tile.files_of(tile.outputs[i]);
      const Amount bytes = costs[i].all() + costs[i].beside;
      if (!shared_.contains(files.front())) {
        sum_.bytes = sum_.bytes + bytes * tiles;
        own.insert(files.begin(), files.end());
      } else if (counted_.insert(files.front()).second) {
        sum_.bytes = sum_.bytes + bytes;
        sum_.files += files.size();
      }
    }
    sum_.files += own.size() * static_cast<std::size_t>(tiles);
  }

 private:
  const std::set<std::string>& shared_;
  TilesCost& sum_;
  std::set<std::string> counted_;  // of the shared ones
};

}  // namespace

TilesCost cost_of_tiles(const pipeline::Graph& world, const session::TileLayout& layout,
                        std::span<const std::int64_t> numbers) {
  TilesCost sum;
  std::map<int, std::vector<std::int64_t>> by_level;
  for (const std::int64_t number : numbers) by_level[layout.tile(number).level].push_back(number);
  const std::set<std::string> shared = shared_names(world);
  Adder adder(shared, sum);
  for (const auto& [level, own] : by_level) {
    const pipeline::Graph tile = session::tile_graph(world, layout, layout.typical(own));
    const session::WorldCosts costs = session::costs_of(tile);
    const auto tiles = static_cast<double>(own.size());
    if (level == by_level.begin()->first) sum.seconds = costs.prepare.seconds;
    sum.seconds = sum.seconds + costs.tile.seconds * tiles;
    adder.add(tile, tiles);
  }
  return sum;
}

}  // namespace weald::app
