// Plans of worlds: their tasks run by hand, by make and by ninja, against the build of a single process.

#include <cstdlib>
#include <map>
#include <string>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "support/files.h"
#include "support/run_weald.h"

using Catch::Contains;
using namespace weald::test;
namespace fs = std::filesystem;

namespace {

const std::string kAlps =
    "weald: 1\ngrid: {size: [65, 33], cell_size: 4}\nworld: {tile: 17, overlap: 1}\nstages:\n"
    "  coarse: {kind: fbm, size: [10, 6], cell_size: 32, frequency: 0.01, octaves: 2}\n"
    "  eroded: {kind: hydraulic_erosion, from: coarse}\n"
    "  big: {kind: resample, from: eroded, size: [65, 33], cell_size: 4, interpolation: bicubic}\n"
    "  worn: {kind: thermal_erosion, from: big, iterations: 3}\n"
    "  mesh: {kind: heightmap_mesh, from: worn, max_error: 1, edge_error: 0.2}\n"
    "outputs:\n  - {from: worn, file: 'h/{x}_{y}.png', range: [-9, 9]}\n  - {from: mesh, file: 'm/{x}_{y}.glb'}\n";

const std::string kAlpsAtTwoLevels =
    "weald: 1\ngrid: {size: [65, 33], cell_size: 4}\nworld: {tile: 17, overlap: 1, levels: 2}\nstages:\n"
    "  coarse: {kind: fbm, size: [10, 6], cell_size: 32, frequency: 0.01, octaves: 2}\n"
    "  eroded: {kind: hydraulic_erosion, from: coarse}\n"
    "  big: {kind: resample, from: eroded, size: [65, 33], cell_size: 4, interpolation: bicubic}\n"
    "outputs: [{from: big, file: 'h/{z}/{x}_{y}.r32'}]\n";

/// A folder with a world and its files as a single process builds them, in `alone`.
class PlannedWorld {
 public:
  explicit PlannedWorld(const std::string& preset = kAlps) {
    write_text(folder / "alps.yaml", preset);
    REQUIRE(weald({"build", "alps.yaml", "-o", "alone"}).exit_code == 0);
    alone = texts_below(folder / "alone");
  }

  Run weald(const std::vector<std::string>& arguments) const { return run_weald(arguments, folder.path()); }
  void plan(const std::string& engine, const std::string& tasks = "3") const {
    const Run run = weald({"plan", "alps.yaml", "--engine", engine, "--tasks", tasks});
    INFO(run.err);
    REQUIRE(run.exit_code == 0);
  }
  Run task(const std::string& name) const { return weald({"build", "--task", "plan/plan.json:" + name}); }
  std::map<std::string, std::string> planned() const { return texts_below(folder / "plan/tiles"); }
  /// Runs a command of an engine in the folder of the plan.
  int engine(const std::string& command) const {
    return std::system(("cd '" + (folder / "plan").string() + "' && unset MAKEFLAGS && WEALD='" + weald_program() +
                        "' " + command + " >log 2>&1")
                           .c_str());
  }

  TemporaryFolder folder;
  std::map<std::string, std::string> alone;
};

}  // namespace

TEST_CASE("plan: tasks run in any number and order of tiles make the files of a single process", "[cli]") {
  const PlannedWorld world;
  REQUIRE(world.alone.size() == 8 * 4 + 1);  // picture, JSON, GLB and manifest of each tile, and that of the world
  world.plan("make");
  const Run early = world.task("merge");
  CHECK(early.exit_code == 1);
  CHECK_THAT(early.err, Contains("tile 0,0 is not complete") && Contains("8 of 8 tiles are not complete"));
  CHECK_FALSE(fs::exists(world.folder / "plan/tiles/alps.world.json"));
  for (const char* task : {"prepare", "3", "tiles-1", "2"}) CHECK(world.task(task).exit_code == 0);
  CHECK_THAT(world.task("3").out, Contains("3 tiles of 8, 3 of which were up to date"));
  CHECK(world.task("merge").exit_code == 0);
  CHECK(world.planned() == world.alone);
}

TEST_CASE("plan: jobs without a folder in common pass on files, and the last one builds coarser tiles from them",
          "[cli]") {
  const PlannedWorld world(kAlpsAtTwoLevels);
  world.plan("make", "8");
  REQUIRE(world.task("prepare").exit_code == 0);
  const fs::path prepared = world.folder / "prepared";
  const auto copy = [](const fs::path& from, const fs::path& to) {
    fs::create_directories(to.parent_path());
    fs::copy(from, to, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  };
  fs::rename(world.folder / "plan/cache", prepared);
  for (const char* task : {"1", "2", "3", "4", "5", "6", "7", "8"}) {
    const fs::path job = world.folder / "jobs" / task;
    copy(world.folder / "alps.yaml", job / "alps.yaml");
    copy(world.folder / "plan/plan.json", job / "plan/plan.json");
    copy(prepared, job / "plan/cache");
    REQUIRE(run_weald({"build", "--task", "plan/plan.json:" + std::string(task)}, job).exit_code == 0);
    copy(job / "plan/tiles", world.folder / "plan/tiles");
    copy(job / "plan/cache/levels", world.folder / "plan/cache/levels");
  }
  copy(prepared, world.folder / "plan/cache");
  REQUIRE(world.task("merge").exit_code == 0);
  CHECK(world.planned() == world.alone);
}

TEST_CASE("plan: a task may be run twice at once, and after its files were damaged", "[cli]") {
  const PlannedWorld world;
  world.plan("make");
  CHECK(world.task("prepare").exit_code == 0);
  const auto start = [&](const char* task) {
    return start_weald({"build", "--quiet", "--task", std::string("plan/plan.json:") + task}, world.folder.path());
  };
  const pid_t first = start("1"), second = start("1"), third = start("2"), fourth = start("3");
  for (const pid_t process : {first, second, third, fourth}) CHECK(exit_code_of(process) == 0);
  write_text(world.folder / "plan/tiles/h/1_0.png", "damaged");
  CHECK_THAT(world.task("merge").err, Contains("tile 1,0 is not complete: output 'plan/tiles/h/1_0.png' was modified"));
  CHECK(world.task("1").exit_code == 0);
  CHECK(world.task("merge").exit_code == 0);
  CHECK(world.planned() == world.alone);
}

TEST_CASE("plan: make and ninja make the files of a single process, and then have nothing to do", "[cli]") {
  const PlannedWorld world;
  for (const std::string command : {"make -j2", "ninja -j2"}) {
    CAPTURE(command);
    fs::remove_all(world.folder / "plan");
    world.plan(command.substr(0, command.find(' ')));
    REQUIRE(world.engine(command) == 0);
    CHECK(world.planned() == world.alone);
    world.plan(command.substr(0, command.find(' ')));  // an equal plan is not newer
    REQUIRE(world.engine(command) == 0);
    CHECK_THAT(file_text(world.folder / "plan/log"), Contains("othing to be done") || Contains("no work to do"));
  }
}

TEST_CASE("plan: a task of a preset that has changed is refused", "[cli]") {
  const PlannedWorld world;
  world.plan("ninja");
  std::string changed = kAlps;
  changed.replace(changed.find("iterations: 3"), 13, "iterations: 4");
  write_text(world.folder / "alps.yaml", changed);
  const Run run = world.task("1");
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.err, Contains("the plan 'plan/plan.json' does not fit the preset 'plan/../alps.yaml'") &&
                          Contains("make it again with weald plan"));
  CHECK_FALSE(fs::exists(world.folder / "plan/tiles"));
  world.plan("ninja");
  CHECK(world.task("prepare").exit_code == 0);
}

TEST_CASE("plan: values, seeds and folders are those of the plan", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "in/alps.yaml", kAlps);
  const auto weald = [&](const std::vector<std::string>& arguments) { return run_weald(arguments, folder.path()); };
  REQUIRE(weald({"build", "in/alps.yaml", "--set", "worn.iterations=1", "--seed", "7", "-o", "alone"}).exit_code == 0);
  const Run run = weald({"plan", "in/alps.yaml", "--set", "worn.iterations=1", "--seed", "7", "--engine", "make", "-o",
                         "a/plan", "--tiles", "out", "--cache", (folder / "cache").string(), "--tasks", "1", "--json"});
  REQUIRE(run.exit_code == 0);
  const auto report = nlohmann::json::parse(run.out);
  CHECK(report["report"] == "plan");
  CHECK(report["tasks"] == 3);
  CHECK(report["files"] == std::vector<std::string>{"a/plan/plan.json", "a/plan/Makefile"});
  for (const char* task : {"prepare", "1", "merge"})
    CHECK(weald({"build", "--task", std::string("a/plan/plan.json:") + task}).exit_code == 0);
  CHECK(texts_below(folder / "out") == texts_below(folder / "alone"));
  CHECK(fs::exists(folder / "cache"));
}

TEST_CASE("plan: mistakes are told", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "alps.yaml", kAlps);
  write_text(folder / "small.yaml",
             "weald: 1\nstages: {a: {kind: fbm, size: [9, 9]}}\noutputs: [{from: a, file: a.r16}]\n");
  write_text(folder / "bad.json", "{");
  const auto error = [&](const std::vector<std::string>& arguments) {
    const Run run = run_weald(arguments, folder.path());
    CHECK(run.exit_code == 2);
    return run.err;
  };
  CHECK_THAT(error({"plan", "alps.yaml", "--engine", "slurn"}),
             Contains("there is no engine 'slurn'; did you mean 'slurm'?"));
  CHECK_THAT(error({"plan", "alps.yaml"}), Contains("the option '--engine' is missing"));
  CHECK_THAT(error({"plan", "small.yaml", "--engine", "make"}), Contains("'small.yaml' is no world"));
  CHECK_THAT(error({"plan", "alps.yaml", "--engine", "make", "--memory", "100"}), Contains("memory"));
  for (const char* engine : {"github", "gitlab", "snakemake"})
    CHECK_THAT(error({"plan", "alps.yaml", "--engine", engine}),
               Contains("--engine: '" + std::string(engine) + "' needs no plan") &&
                   Contains("'weald build --shard auto', as docs/scale.md shows"));
  CHECK_THAT(error({"build", "--task", "bad.json:1"}),
             Contains("--task: 'bad.json' cannot be used: it is not JSON: line 1"));
  CHECK_THAT(error({"build", "--task", "bad.json"}), Contains("is not PLAN:TASK, such as plan/plan.json:3"));
  CHECK_THAT(error({"build", "alps.yaml", "--task", "bad.json:1"}), Contains("excludes"));
  CHECK_THAT(error({"build"}), Contains("the argument 'preset' is missing"));
  CHECK(run_weald({"build", "--task", "none.json:1"}, folder.path()).exit_code == 3);
  REQUIRE(run_weald({"plan", "alps.yaml", "--engine", "make", "--tasks", "2"}, folder.path()).exit_code == 0);
  CHECK_THAT(error({"build", "--task", "plan/plan.json:9"}),
             Contains("the plan 'plan/plan.json' has no task '9': its tasks are prepare, 1 to 2, and merge"));
  const Run off = run_weald({"build", "--task", "plan/plan.json:prepare", "--cache", "off"}, folder.path());
  CHECK(off.exit_code == 3);
  CHECK_THAT(off.err, Contains("the cache is off"));
}
