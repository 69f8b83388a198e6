// Worlds with several levels of detail.

#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "cli/eroded_world.h"
#include "support/files.h"
#include "support/run_weald.h"

using Catch::Contains;
using namespace weald::test;
namespace fs = std::filesystem;

namespace {

const std::string kPyramid =
    eroded_world("{tile: 17, levels: 3}",
                 "  shades: {kind: normal_map, from: worn}\n"
                 "outputs:\n  - {from: worn, file: '{z}/{x}/{y}.r32'}\n  - {from: shades, file: '{z}/{x}/{y}.png'}\n"
                 "  - {from: ground, file: 'm/{x}_{y}.obj'}\n");

constexpr std::size_t kTiles = 8 * 4 + 4 * 2 + 2 * 1;

std::vector<float> heights_of(const fs::path& file) {
  const std::string bytes = file_text(file);
  std::vector<float> heights(bytes.size() / 4);
  std::memcpy(heights.data(), bytes.data(), bytes.size());
  return heights;
}

}  // namespace

TEST_CASE("pyramid: neighbours of each level share their border, and coarser tiles are made from finer ones", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kPyramid);
  const Run run = run_weald({"build", "p.yaml", "-o", "o"}, folder.path());
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  const auto tile = [&](int z, int x, int y) {
    const auto heights =
        heights_of(folder / "o" / std::to_string(z) / std::to_string(x) / (std::to_string(y) + ".r32"));
    REQUIRE(heights.size() == 17 * 17);
    return heights;
  };
  for (int z = 0; z < 3; ++z) {
    for (int y = 0; y < 1 << z; ++y) {
      for (int x = 0; x + 1 < 2 << z; ++x) {
        const auto west = tile(z, x, y), east = tile(z, x + 1, y);
        for (std::size_t row = 0; row < 17; ++row) CHECK(west[17 * row + 16] == east[17 * row]);
      }
    }
  }
  for (const int z : {0, 1}) {
    const auto coarse = tile(z, 1, 0), fine = tile(z + 1, 2, 0);
    for (std::size_t y = 1; y < 8; ++y) {
      for (std::size_t x = 1; x < 8; ++x) {
        double sum = 0;
        for (std::size_t j = 0; j < 9; ++j)
          sum +=
              (j / 3 == 1 ? 2 : 1) * (j % 3 == 1 ? 2 : 1) * double(fine[17 * (2 * y + j / 3 - 1) + 2 * x + j % 3 - 1]);
        CHECK(coarse[17 * y + x] == static_cast<float>(sum / 16));
      }
    }
  }
  CHECK(fs::exists(folder / "o/0/1/0.png"));
  CHECK(fs::exists(folder / "o/m/7_3.obj"));
  const auto manifest = nlohmann::json::parse(file_text(folder / "o/p.world.json"));
  CHECK(manifest.at("zooms") == nlohmann::json::array({0, 2}));
  REQUIRE(manifest.at("tiles").size() == kTiles);
  CHECK(manifest.at("tiles").at(20).at("z") == 0);
  CHECK(manifest.at("tiles").at(41).at("origin") == nlohmann::json::array({256.0, 0.0}));
}

TEST_CASE("pyramid: any tile alone, shards and tasks of a plan make the files of one build", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kPyramid);
  REQUIRE(run_weald({"build", "p.yaml", "-o", "one"}, folder.path()).exit_code == 0);
  const auto all = built_texts_below(folder / "one");
  for (const char* shard : {"2/3", "1/3", "3/3"})
    REQUIRE(run_weald({"build", "p.yaml", "-o", "parts", "--shard", shard}, folder.path()).exit_code == 0);
  const Run last = run_weald({"build", "p.yaml", "-o", "parts"}, folder.path());
  CHECK_THAT(last.out, Contains("p: 42 tiles of 42, 42 of which were up to date"));
  CHECK(built_texts_below(folder / "parts") == all);
  REQUIRE(run_weald({"build", "p.yaml", "-o", "few", "--tile", "0,1,0", "--tile", "1,2,1"}, folder.path()).exit_code ==
          0);
  CHECK(built_texts_below(folder / "few").size() == 2 * 3);  // .r32 and its .json, and a .png
  CHECK(file_text(folder / "few/0/1/0.r32") == all.at("0/1/0.r32"));
  const Run plan = run_weald({"plan", "p.yaml", "--engine", "make", "--tasks", "7", "-o", "plan"}, folder.path());
  INFO(plan.err);
  REQUIRE(plan.exit_code == 0);
  for (const char* task : {"prepare", "7", "3", "2", "1", "4", "6", "5", "merge"})
    REQUIRE(run_weald({"build", "--task", std::string("plan/plan.json:") + task}, folder.path()).exit_code == 0);
  CHECK(built_texts_below(folder / "plan/tiles") == all);
}

TEST_CASE("pyramid: verify builds tiles of all levels again", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kPyramid);
  REQUIRE(run_weald({"build", "p.yaml", "-o", "o"}, folder.path()).exit_code == 0);
  write_text(folder / "o/0/1/0.r32", "damaged");
  const Run run = run_weald({"verify", "p.yaml", "-o", "o", "--tiles", "42"}, folder.path());
  CHECK(run.exit_code == 1);
  CHECK_THAT(run.out, Contains("tile 0,1,0: 'o/0/1/0.r32' differs") &&
                          Contains("p: 42 tiles of 42 built again, 1 of them different"));
}

TEST_CASE("pyramid: a tile is named by its level, column and row", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kPyramid);
  for (const char* tile : {"3,0", "1,2,3,4", "1,2,", "1,,2", "a", "1,2,3 "}) {
    const Run run = run_weald({"build", "p.yaml", "--tile", tile, "--dry-run"}, folder.path());
    CAPTURE(tile);
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.err, Contains("is not Z,X,Y, such as 2,3,0"));
  }
  const Run outside = run_weald({"build", "p.yaml", "--tile", "1,4,0", "--dry-run"}, folder.path());
  CHECK_THAT(outside.err, Contains("'1,4,0' is not one of 42 tiles at 3 levels, from 0,0,0 on"));
}

TEST_CASE("pyramid: a dry run names a least memory only if it is known", "[cli]") {
  const TemporaryFolder folder;
  const auto plan = [&](const std::string& outputs) {
    write_text(folder / "p.yaml",
               "weald: 1\ngrid: {size: [33, 17]}\nworld: {tile: 9, levels: 2}\nstages:\n  land: {kind: fbm}\n"
               "  ground: {kind: heightmap_mesh, from: land}\n"
               "  rough: {kind: heightmap_mesh, from: land, max_error: 1}\noutputs:\n" +
                   outputs);
    return run_weald({"build", "p.yaml", "-n"}, folder.path()).out;
  };
  CHECK_THAT(plan("  - {from: land, file: '{z}/{x}/{y}.r32'}\n"),
             Contains("  takes  less than a second on one core\n"));
  CHECK_THAT(plan("  - {from: ground, file: '{z}/{x}/{y}.glb'}\n"),
             Contains("B or more of memory, time unknown until built\n"));
  // Of an adaptive mesh, only the samples of its tile are known: 9 * 9 * 4 bytes.
  CHECK_THAT(plan("  - {from: rough, file: '{z}/{x}/{y}.glb'}\n"), Contains("  takes  324 B or more of memory, "));
}

TEST_CASE("pyramid: levels need files, tiles that share no more than a sample, and no copies", "[cli]") {
  const TemporaryFolder folder;
  const auto fault = [&](const std::string& from, const std::string& to) {
    std::string text = kPyramid;
    text.replace(text.find(from), from.size(), to);
    write_text(folder / "p.yaml", text);
    const Run run = run_weald({"check", "p.yaml"}, folder.path());
    CHECK(run.exit_code != 0);
    return run.err;
  };
  CHECK_THAT(fault("tile: 17,", "tile: 18, overlap: 2,"), Contains("tiles at several levels share one sample or none"));
  CHECK_THAT(fault("{z}/{x}/{y}.r32'}\n  - {from: shades, file: '{z}/{x}/{y}.png'}",
                   "{x}/{y}.r32'}\n  - {from: shades, file: '{x}/{y}.png'}"),
             Contains("a world with several levels needs a file with {z} in its name"));
  CHECK_THAT(fault("  shades: {kind: normal_map, from: worn}\noutputs:\n",
                   "  stone:  {kind: shapes, shape: box}\n  shades: {kind: normal_map, from: worn}\n"
                   "  wood:   {kind: scatter, on: worn, meshes: [stone], distance: 20}\n"
                   "outputs:\n  - {from: wood, file: '{z}/{x}_{y}.glb'}\n"),
             Contains("stage 'wood' (scatter) places copies, which have no coarser levels"));
}
