#include "session/world.h"

#include <catch2/catch.hpp>

#include <map>
#include <string>
#include <variant>

#include "support/files.h"

using namespace weald;
using session::Shard;
using session::TileId;
using session::TileLayout;

namespace {

struct WorldRead {
  std::optional<preset::Preset> preset;
  Diagnostics diagnostics;
};

WorldRead world_read(const std::string& world, const std::string& grid, const std::string& more = "") {
  const test::TemporaryFolder folder;
  test::write_text(folder / "p.yaml", "weald: 1\ngrid: " + grid + "\nworld: " + world +
                                          "\nstages:\n  land: {kind: fbm}\n" + more +
                                          "outputs: [{from: land, file: 'a/{x}_{y}.r32'}]\n");
  WorldRead result;
  Sources sources;
  result.preset =
      preset::load_preset({(folder / "p.yaml").string(), {}, std::nullopt}, sources, result.diagnostics).preset;
  INFO(format_all(result.diagnostics, sources, false));
  REQUIRE(result.preset);
  REQUIRE(result.preset->world);
  return result;
}

std::optional<TileLayout> layout_of(WorldRead& read) { return session::tile_layout(*read.preset, read.diagnostics); }

std::map<std::string, std::string>& variables() {
  static std::map<std::string, std::string> set;
  return set;
}

const char* variable(const char* name) {
  const auto found = variables().find(name);
  return found != variables().end() ? found->second.c_str() : nullptr;
}

/// The shard for these variables as "I/N", or the message.
std::string engine_shard(std::map<std::string, std::string> set) {
  variables() = std::move(set);
  const auto found = session::shard_of_engine(variable);
  if (const auto* message = std::get_if<std::string>(&found)) return *message;
  const Shard& shard = std::get<Shard>(found);
  return std::to_string(shard.index) + "/" + std::to_string(shard.count);
}

}  // namespace

TEST_CASE("world: tiles cover the map, share what they overlap, and meet their neighbours") {
  WorldRead read = world_read("{tile: 33, overlap: 1}", "{size: [129, 65], cell_size: 2}");
  const auto layout = layout_of(read);
  REQUIRE(layout);
  CHECK(layout->columns == 4);
  CHECK(layout->rows == 2);
  CHECK(layout->region_of({0, 0}) == Region{0, 0, 33, 33});
  CHECK(layout->region_of({3, 1}) == Region{96, 32, 33, 33});
  for (std::int64_t number = 0; number < layout->count(); ++number)
    CHECK(layout->number_of(layout->tile(number)) == number);
}

TEST_CASE("world: an apron lies around each tile, and the map has it on each side") {
  WorldRead read = world_read("{tile: 32, overlap: 0, apron: 2}", "{size: [68, 36]}");
  const auto layout = layout_of(read);
  REQUIRE(layout);
  CHECK(layout->columns == 2);
  CHECK(layout->rows == 1);
  CHECK(layout->region_of({1, 0}) == Region{32, 0, 36, 36});
  const pipeline::Graph tile = session::tile_graph(read.preset->graph, *layout, {1, 0});
  CHECK(tile.apron == 2);
  REQUIRE(tile.local_origin);
  CHECK(*tile.local_origin == Vec2{34, 2});
}

TEST_CASE("world: rows are numbered from the north, or from the south as TMS does, in the names of files") {
  for (const bool is_tms : {false, true}) {
    WorldRead read = world_read(is_tms ? "{tile: 33, order: tms}" : "{tile: 33}", "{size: [129, 65]}");
    const auto layout = layout_of(read);
    REQUIRE(layout);
    const pipeline::Graph tile = session::tile_graph(read.preset->graph, *layout, {3, 0});
    CHECK(tile.outputs.front().decl.spec.file.value == (is_tms ? "a/3_1.r32" : "a/3_0.r32"));
  }
}

TEST_CASE("world: a map that is no whole number of tiles is refused, with sizes that are") {
  WorldRead read = world_read("{tile: 33, overlap: 1}", "{size: [129, 66]}");
  CHECK_FALSE(layout_of(read));
  REQUIRE(read.diagnostics.error_count() == 1);
  CHECK(read.diagnostics.all().back().message ==
        "a map that is 66 samples high is no whole number of tiles of 33 that share 1");
  CHECK(read.diagnostics.all().back().help == "for example 65 or 97 samples");
  WorldRead small = world_read("{tile: 300}", "{size: [129, 66]}");
  CHECK_FALSE(layout_of(small));
  CHECK(small.diagnostics.all().back().help == "it needs at least 300 samples");
}

TEST_CASE("world: a shard is a part I of N, and all shards together have each tile once") {
  CHECK_FALSE(session::parse_shard("0/3"));
  CHECK_FALSE(session::parse_shard("4/3"));
  CHECK_FALSE(session::parse_shard("1/"));
  CHECK_FALSE(session::parse_shard("1/2x"));
  CHECK_FALSE(session::parse_shard("a/2"));
  for (std::int64_t number = 0; number < 20; ++number) {
    int owners = 0;
    for (const char* text : {"1/3", "2/3", "3/3"}) owners += session::parse_shard(text)->has(number) ? 1 : 0;
    CHECK(owners == 1);
  }
}

TEST_CASE("world: the variables of an engine give the shard") {
  CHECK(engine_shard({{"SLURM_ARRAY_TASK_ID", "7"}, {"SLURM_ARRAY_TASK_COUNT", "4"}, {"SLURM_ARRAY_TASK_MIN", "5"}}) ==
        "3/4");
  CHECK(engine_shard({{"JOB_COMPLETION_INDEX", "0"}, {"JOB_COMPLETION_COUNT", "9"}}) == "1/9");
  CHECK(engine_shard({{"AWS_BATCH_JOB_ARRAY_INDEX", "8"}, {"AWS_BATCH_JOB_ARRAY_SIZE", "9"}}) == "9/9");
  CHECK(engine_shard({{"CLOUD_RUN_TASK_INDEX", "1"}, {"CLOUD_RUN_TASK_COUNT", "2"}}) == "2/2");
  CHECK(engine_shard({{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "5"}}) == "1/5");
  CHECK(engine_shard({{"BUILDKITE_PARALLEL_JOB", "4"}, {"BUILDKITE_PARALLEL_JOB_COUNT", "5"}}) == "5/5");
}

TEST_CASE("world: an engine's index without a count, or outside it, is an error") {
  CHECK(engine_shard({{"JOB_COMPLETION_INDEX", "3"}}) ==
        "JOB_COMPLETION_INDEX of Kubernetes is 3, but JOB_COMPLETION_COUNT does not say how many there are");
  CHECK(engine_shard({{"CI_NODE_INDEX", "0"}, {"CI_NODE_TOTAL", "5"}}) ==
        "CI_NODE_INDEX of GitLab is 0, which is not one of 5 from 1");
  CHECK(engine_shard({{"CI_NODE_INDEX", "two"}, {"CI_NODE_TOTAL", "5"}}) ==
        "CI_NODE_INDEX of GitLab is 'two', which is no whole number");
  CHECK(engine_shard({}).starts_with("no engine gives this process an index"));
}
