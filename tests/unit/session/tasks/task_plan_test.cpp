#include "session/tasks/task_plan.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "base/rng.h"
#include "sample_world.h"

using namespace weald;
using namespace weald::session;
using namespace weald::session::tests;
using Catch::Contains;

namespace {

TaskPlan parsed(const std::string& text) {
  auto read = parse_plan(text);
  if (const auto* message = std::get_if<std::string>(&read)) FAIL(*message);
  return std::get<TaskPlan>(std::move(read));
}

std::string fault_of(const std::string& text) {
  const auto read = parse_plan(text);
  REQUIRE(std::holds_alternative<std::string>(read));
  return std::get<std::string>(read);
}

/// The place of tile number `i` among all tiles of the tasks, by name.
std::vector<std::pair<int, int>> tiles_of(const TaskPlan& plan) {
  std::vector<std::pair<int, int>> tiles;
  for (const PlannedTask& task : plan.tasks) {
    for (const TileName& tile : task.tiles) tiles.emplace_back(tile.x, tile.y);
  }
  return tiles;
}

/// The runs until every task of a plan is done, if each run is lost with a chance of `loss`. Tasks are run in rounds,
/// as by an engine that runs all that it may at once.
struct Rounds {
  std::int64_t runs = 0, lost = 0;
  int rounds = 0;
};

Rounds run_all(const TaskPlan& plan, double loss) {
  Rounds result;
  const Rng chance(1);
  std::vector<bool> done(plan.tasks.size() + 1, false);
  std::vector<const PlannedTask*> left;
  for (const PlannedTask& task : plan.tasks) left.push_back(&task);
  while (!left.empty()) {
    ++result.rounds;
    std::vector<const PlannedTask*> waiting;
    std::vector<std::int64_t> finished;
    for (const PlannedTask* task : left) {
      const bool is_ready = std::all_of(task->needs.begin(), task->needs.end(),
                                        [&](std::int64_t need) { return done[static_cast<std::size_t>(need)]; });
      const bool is_lost = is_ready && chance.uniform(static_cast<std::uint64_t>(task->number),
                                                      static_cast<std::uint64_t>(result.rounds)) < loss;
      result.runs += is_ready ? 1 : 0;
      result.lost += is_lost ? 1 : 0;
      if (is_ready && !is_lost)
        finished.push_back(task->number);
      else
        waiting.push_back(task);
    }
    for (const std::int64_t number : finished) done[static_cast<std::size_t>(number)] = true;
    left = std::move(waiting);
  }
  return result;
}

}  // namespace

TEST_CASE("task plan: every tile is in exactly one task, and the tasks differ by at most one tile") {
  const SampleWorld world;
  for (const std::int64_t parts : {1, 2, 3, 5, 7, 8, 100}) {
    const TaskPlan plan = world.plan(parts);
    CAPTURE(parts);
    CHECK(plan.parts() == std::min<std::int64_t>(parts, 8));
    std::vector<std::pair<int, int>> all;
    for (int row = 0; row < 2; ++row) {
      for (int column = 0; column < 4; ++column) all.emplace_back(column, row);
    }
    CHECK(tiles_of(plan) == all);
    std::set<std::size_t> sizes;
    for (const PlannedTask& task : plan.tasks) {
      if (task.kind == TaskKind::tiles) sizes.insert(task.tiles.size());
    }
    CHECK(*sizes.rbegin() - *sizes.begin() <= 1);
  }
}

TEST_CASE("task plan: tiles wait for what they share, and the merge for all tiles") {
  const SampleWorld world;
  const TaskPlan plan = world.plan(3);
  REQUIRE(plan.tasks.size() == 5);
  CHECK(plan.has_prepare());
  CHECK(plan.tasks[0].name() == "prepare");
  CHECK(plan.tasks[2].name() == "tiles-2");
  CHECK(plan.tasks[2].needs == std::vector<std::int64_t>{0});
  CHECK(plan.tasks[4].needs == std::vector<std::int64_t>{1, 2, 3});
  CHECK(plan.tasks[0].level() == 0);
  CHECK(plan.tasks[1].level() == 1);
  CHECK(plan.tasks[4].level() == 2);
  CHECK(plan.find("2") == &plan.tasks[2]);
  CHECK(plan.find("tiles-2") == &plan.tasks[2]);
  CHECK(plan.find("merge") == &plan.tasks[4]);
  CHECK(plan.find("prepare") == &plan.tasks[0]);
  CHECK(plan.find("5") == nullptr);
  CHECK(plan.find("02") == nullptr);
}

TEST_CASE("task plan: without shared stages there is no task 0, and tasks keep their numbers") {
  const SampleWorld world(kPlain);
  const TaskPlan plan = world.plan(2);
  CHECK_FALSE(plan.has_prepare());
  CHECK(plan.find("0") == nullptr);
  CHECK(plan.tasks.front().number == 1);
  CHECK(plan.tasks.front().needs.empty());
  CHECK(plan.tasks.back().number == 3);
}

TEST_CASE("task plan: rows counted from the south are those in the names of files") {
  const SampleWorld world(kEroded, "tile: 9, overlap: 1, order: tms");
  const TaskPlan plan = world.plan(2);
  CHECK(plan.tasks[1].tiles.front() == TileName{0, 1});
  const auto json = nlohmann::json::parse(world.text(plan));
  CHECK(json["tasks"][1]["tiles"][0]["outputs"][0] == "0_1.png");
  CHECK(json["tasks"][1]["tiles"][0]["region"] == std::vector<int>{0, 0, 9, 9});
}

TEST_CASE("task plan: its text is read back, and is the same each time") {
  const SampleWorld world;
  TaskPlan plan = world.plan(3);
  plan.choice.preset.set = {"worn.iterations=3"};
  plan.choice.memory = "4G";
  plan.choice.threads = 2;
  const std::string text = world.text(plan);
  const TaskPlan read = parsed(text);
  CHECK(world.text(read) == text);
  CHECK(read.choice.preset.set == plan.choice.preset.set);
  CHECK(read.recipe == plan.recipe);
  CHECK(read.cache_bytes == plan.cache_bytes);
  CHECK(tiles_of(read) == tiles_of(plan));
  const auto json = nlohmann::json::parse(text);
  CHECK(json["tasks"][0]["makes"] == std::vector<std::string>{"coarse", "eroded"});
  CHECK(json["tasks"][1]["reads"] == std::vector<std::string>{"coarse", "eroded"});
  CHECK(json["tasks"][1]["halo"] == 2);
  CHECK(json["tasks"][1]["tiles"][1]["region"] == std::vector<int>{8, 0, 9, 9});
  CHECK(json["tasks"][4]["outputs"][0] == "alps.world.json");
  CHECK(json["shared"][1]["kind"] == "hydraulic_erosion");
}

TEST_CASE("task plan: texts that are no plans are refused with a reason") {
  CHECK_THAT(fault_of("{\n\"plan\": 1,\n]"), Contains("it is not JSON: line 3"));
  CHECK_THAT(fault_of("{}"), Contains("not a plan of this version"));
  CHECK_THAT(fault_of("[]"), Contains("not a plan"));
  CHECK_THAT(fault_of("{\"plan\": 2}"), Contains("not a plan of this version"));
  CHECK_THAT(fault_of("{\"plan\": 1}"), Contains("keys are missing"));
  const SampleWorld world;
  auto json = nlohmann::json::parse(world.text(world.plan(2)));
  json["tasks"] = nlohmann::json::array();
  CHECK_THAT(fault_of(json.dump()), Contains("not a plan"));
}

TEST_CASE("task plan: the recipe changes with stages, outputs and the layout of tiles") {
  const SampleWorld world, same, plain(kPlain), tms(kEroded, "tile: 9, overlap: 1, order: tms");
  const std::string recipe = recipe_of(world.preset(), world.layout);
  CHECK(recipe_of(same.preset(), same.layout) == recipe);
  CHECK(recipe_of(plain.preset(), plain.layout) != recipe);
  CHECK(recipe_of(tms.preset(), tms.layout) != recipe);
}

TEST_CASE("task plan: paths are relative to the folder of the plan") {
  CHECK(seen_from("plan", "world.yaml") == "../world.yaml");
  CHECK(seen_from("a/plan", "b/world.yaml") == "../../b/world.yaml");
  CHECK(seen_from("plan", "plan/tiles") == "tiles");
  CHECK(seen_from("plan/", "plan") == ".");
  CHECK(seen_from("plan", "/data/world.yaml") == "/data/world.yaml");
  const test::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "far/plan");
  std::filesystem::create_directory_symlink(folder / "far/plan", folder / "plan");
  const std::string seen = seen_from(folder / "plan", "world.yaml");  // from the link's target
  CHECK(std::filesystem::weakly_canonical((folder / "plan") / seen) == std::filesystem::absolute("world.yaml"));
}

TEST_CASE("task plan: of 100,000 tasks, lost ones are run again until all are done") {
  SampleWorld world;
  world.layout.columns = 400;  // as large a world with the same stages; nothing of it is built
  world.layout.rows = 250;
  const TaskPlan plan = world.plan(100'000);
  REQUIRE(plan.tasks.size() == 100'002);
  const Rounds sure = run_all(plan, 0);
  CHECK(sure.runs == 100'002);
  CHECK(sure.rounds == 3);  // one for each level
  const Rounds lossy = run_all(plan, 0.01);
  CAPTURE(lossy.lost, lossy.rounds);
  CHECK(lossy.runs == 100'002 + lossy.lost);
  // Each task is lost 0.01 / 0.99 times on average; five standard deviations of the sum.
  CHECK(lossy.lost == Approx(1010).margin(5 * 32));
  // After k rounds 100,000 * 0.01^k tasks are left: fewer than one after three, and none after six but once in 10^7.
  CHECK(lossy.rounds <= 3 + 6);
}

TEST_CASE("task plan: a task builds all levels below its tiles, and the merge those above") {
  const SampleWorld world(kPlain, "tile: 5, overlap: 1, levels: 3", "{z}/{x}_{y}.png");
  REQUIRE(world.layout.count() == 8 * 4 + 4 * 2 + 2);
  const TaskPlan few = world.plan(2), many = world.plan(7), most = world.plan(1000);
  CHECK(few.tasks.front().tiles.size() == 21);
  CHECK(few.tasks.front().tiles.back() == TileName{0, 0, 0});
  CHECK(few.tasks.back().tiles.empty());
  CHECK(many.parts() == 7);
  CHECK(many.tasks.front().tiles.size() == 5);
  CHECK(many.tasks.back().tiles == std::vector<TileName>{{0, 0, 0}, {1, 0, 0}});
  CHECK(most.parts() == 32);
  CHECK(most.tasks.back().tiles.size() == 10);
  CHECK_FALSE(few.merged_level(world.layout));
  CHECK(many.merged_level(world.layout) == 2);
  CHECK(most.merged_level(world.layout) == 1);
  for (const TaskPlan* plan : {&few, &many, &most}) {
    std::set<std::tuple<int, int, int>> all;
    for (const PlannedTask& task : plan->tasks) {
      for (const TileName& tile : task.tiles) all.emplace(tile.z, tile.x, tile.y);
    }
    CHECK(all.size() == 42);
    const std::string text = world.text(*plan);
    CHECK(world.text(parsed(text)) == text);
  }
  const auto json = nlohmann::json::parse(world.text(many));
  CHECK(json["tasks"][0]["tiles"][4]["z"] == 1);
  CHECK(json["tasks"][7]["tiles"][1]["outputs"][0] == "0/1_0.png");
  CHECK(recipe_of(world.preset(), world.layout) !=
        recipe_of(world.preset(), SampleWorld(kPlain, "tile: 5, overlap: 1, levels: 2", "{z}/{x}_{y}.png").layout));
}

TEST_CASE("task plan: files of the finest level alone are counted for its tiles alone") {
  const SampleWorld world(kPlain, "tile: 5, overlap: 1, levels: 2",
                          "{x}_{y}.r32'}, {from: worn, file: '{z}/{x}_{y}.png");
  WorldCosts costs = world.costs();
  costs.coarser = {costs_of(tile_graph(world.preset().graph, world.layout, {0, 0, 1})).tile};
  CHECK(costs.tile.bytes.least - costs.coarser[0].bytes.least == 5 * 5 * 4);
  const auto json = nlohmann::json::parse(plan_text(world.plan(8), TaskFacts{world.preset(), world.layout, costs, {}}));
  REQUIRE(json["tasks"][0]["tiles"].size() == 4 + 1);
  const double least = 4 * costs.tile.bytes.least + costs.coarser[0].bytes.least;
  CHECK(json["tasks"][0]["bytes"]["least"] == std::floor(least));
}
