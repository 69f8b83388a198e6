#include "session/tasks/shared_stages.h"

#include "support/catch.h"

#include "sample_world.h"

using namespace weald;
using namespace weald::session;
using namespace weald::session::tests;

namespace {

std::vector<std::string> names_of(const pipeline::Graph& graph) {
  std::vector<std::string> names;
  for (const pipeline::GraphStage& stage : graph.stages) names.push_back(stage.decl.name);
  return names;
}

}  // namespace

TEST_CASE("shared stages: what depends on the whole map is shared, and what is made around a tile is not") {
  const SampleWorld world;
  const pipeline::Graph tile = world.tile();
  std::vector<std::string> shared;
  for (const std::size_t i : shared_stages(tile)) shared.push_back(tile.stages[i].decl.name);
  CHECK(shared == std::vector<std::string>{"coarse", "eroded"});
}

TEST_CASE("shared stages: their graph has no outputs, and links its stages as before") {
  const SampleWorld world;
  const pipeline::Graph shared = shared_graph(world.tile());
  CHECK(names_of(shared) == std::vector<std::string>{"coarse", "eroded"});
  CHECK(shared.outputs.empty());
  CHECK(shared.region == world.tile().region);
  CHECK(shared.stages[1].inputs == std::vector<std::size_t>{0});
  CHECK(shared_stages(shared).size() == 2);  // each stage has the same step as in the tile
}

TEST_CASE("shared stages: a world of local stages has none") {
  const SampleWorld world(kPlain);
  CHECK(shared_stages(world.tile()).empty());
  CHECK(shared_graph(world.tile()).stages.empty());
}

TEST_CASE("shared stages: parts of a shared stage are shared, and stages between shared ones come along") {
  const SampleWorld world(
      "  coarse: {kind: fbm, size: [33, 17], cell_size: 4, frequency: 0.02}\n"
      "  eroded: {kind: flow, from: coarse}\n"
      "  worn: {kind: thermal_erosion, from: eroded, iterations: 2}\n");
  CHECK(names_of(shared_graph(world.tile())) == std::vector<std::string>{"coarse", "eroded"});
}
