#include "session/tasks/task_costs.h"

#include "support/catch.h"

#include "sample_world.h"

using namespace weald;
using namespace weald::session;
using namespace weald::session::tests;

TEST_CASE("task costs: shared stages are counted once, for the task that prepares") {
  const SampleWorld world;
  const WorldCosts costs = world.costs();
  REQUIRE(costs.shared.size() == 2);
  CHECK(costs.shared[1].name == "eroded");
  CHECK(costs.shared[1].kind == "hydraulic_erosion");
  CHECK(costs.prepare.bytes == Amount::exactly(2 * 10 * 6 * sizeof(float)));  // two maps of 10 x 6 samples
  CHECK(costs.prepare.memory >= 10 * 6 * sizeof(float));
}

TEST_CASE("task costs: heightmaps of coarser tiles are made by the finer ones") {
  const SampleWorld world(kEroded, "tile: 5, overlap: 1, levels: 2", "{z}/{x}_{y}.png");
  const auto costs = [&](int level) { return costs_of(tile_graph(world.preset().graph, world.layout, {0, 0, level})); };
  CHECK(costs(0).tile.seconds.least > costs(1).tile.seconds.least);
  CHECK(costs(1).tile.seconds.least > 0);  // of the file
}

TEST_CASE("task costs: the halo is the sum along a chain of stages") {
  CHECK(SampleWorld().costs().halo == 2);  // thermal erosion moves ground by one sample in an iteration
  const SampleWorld twice(
      "  land: {kind: fbm}\n"
      "  first: {kind: thermal_erosion, from: land, iterations: 2}\n"
      "  worn: {kind: thermal_erosion, from: first, iterations: 4}\n");
  CHECK(twice.costs().halo == 2 + 4);
  CHECK(SampleWorld(kPlain).costs().halo == 0);
}

TEST_CASE("task costs: a world without shared stages has nothing to prepare") {
  const WorldCosts costs = SampleWorld(kPlain).costs();
  CHECK(costs.shared.empty());
  CHECK(costs.prepare.bytes == Amount::exactly(0));
  CHECK(costs.prepare.memory == 0);
  CHECK(costs.tile.bytes.most);
}
