// Worlds with several levels of detail.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

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
  CHECK_THAT(fault("levels: 3", "levels: 3, address: [2, 4, 0]"), Contains("2^z columns and rows"));
  CHECK_THAT(fault("levels: 3", "levels: 3, address: [29, 0, 0]"), Contains("levels are numbered up to 30"));
  CHECK_THAT(fault("{z}/{x}/{y}.r32'}\n  - {from: shades, file: '{z}/{x}/{y}.png'}",
                   "{x}/{y}.r32'}\n  - {from: shades, file: '{x}/{y}.png'}"),
             Contains("a world with several levels needs a file with {z} in its name"));
  CHECK_THAT(fault("  shades: {kind: normal_map, from: worn}\noutputs:\n",
                   "  stone:  {kind: shapes, shape: box}\n  shades: {kind: normal_map, from: worn}\n"
                   "  wood:   {kind: scatter, on: worn, meshes: [stone], distance: 20}\n"
                   "outputs:\n  - {from: wood, file: '{z}/{x}_{y}.glb'}\n"),
             Contains("stage 'wood' (scatter) places copies, which have no coarser levels"));
}

TEST_CASE("pyramid: heights as colours have no other settings, and the manifest says where they are", "[cli]") {
  const TemporaryFolder folder;
  const auto built = [&](const std::string& settings) {
    write_text(folder / "p.yaml",
               "weald: 1\ngrid: {size: [64, 32]}\nworld: {tile: 16, overlap: 0, levels: 2, order: tms, address: [5, 3, "
               "1]}\nstages:\n  land: {kind: fbm, amplitude: 900}\noutputs:\n  - {from: land, file: "
               "'{z}/{x}/{y}.png', " +
                   settings + "}\n");
    return run_weald({"build", "p.yaml", "-o", "o"}, folder.path());
  };
  for (const char* more : {"range: [0, 9]", "depth: 8"}) {
    const Run run = built(std::string("encoding: terrarium, ") + more);
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.err, Contains("'encoding' says which heights the colours stand for"));
  }
  const Run run = built("encoding: terrain_rgb");
  CHECK(run.exit_code == 0);
  CHECK(run.err.empty());
  CHECK(built_texts_below(folder / "o").size() == 8 + 2 + 1);  // no sidecars
  const auto manifest = nlohmann::json::parse(file_text(folder / "o/p.world.json"));
  CHECK(manifest.at("address") == nlohmann::json::array({5, 3, 1}));
  CHECK(manifest.at("zooms") == nlohmann::json::array({5, 6}));
  CHECK(manifest.at("order") == "tms");
  CHECK(manifest.at("outputs").at(0).at("file") == "{z}/{x}/{y}.png");
  CHECK(manifest.at("outputs").at(0).at("encoding") == "terrain_rgb");
  CHECK(fs::exists(folder / "o/5/4/30.png"));
  CHECK(fs::exists(folder / "o/6/9/60.png"));
}

TEST_CASE("pyramid: heights that colours cannot hold are clamped, with a warning", "[cli]") {
  const TemporaryFolder folder;
  write_text(
      folder / "p.yaml",
      "weald: 1\nstages:\n  land: {kind: gradient, size: [9, 9], values: [-20000, 0]}\noutputs:\n  - {from: land, "
      "file: a.png, encoding: terrain_rgb}\n");
  const Run run = run_weald({"build", "p.yaml"}, folder.path());
  INFO(run.err);
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.err, Contains("the values of 'a.png' range from -20000 to 0") && Contains("are clamped"));
}

namespace {

struct Box {
  double low[3] = {1e300, 1e300, 1e300}, high[3] = {-1e300, -1e300, -1e300};

  void add(const std::array<double, 3>& point) {
    for (std::size_t i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], point[i]);
      high[i] = std::max(high[i], point[i]);
    }
  }
  bool contains(const Box& other, double slack) const {
    bool is_inside = true;
    for (std::size_t i = 0; i < 3; ++i)
      is_inside = is_inside && low[i] <= other.low[i] + slack && high[i] >= other.high[i] - slack;
    return is_inside;
  }
};

/// The bounds of the vertices of an OBJ, with z up.
Box obj_bounds(const std::string& text) {
  Box box;
  for (std::size_t at = text.find("\nv "); at != std::string::npos; at = text.find("\nv ", at + 1)) {
    double x = 0, y = 0, z = 0;
    REQUIRE(std::sscanf(text.c_str() + at + 3, "%lf %lf %lf", &x, &y, &z) == 3);
    box.add({x, -z, y});
  }
  return box;
}

/// Walks through a tileset and collects what is wrong with it.
struct TilesetWalk {
  fs::path folder;
  int tiles = 0;
  std::vector<std::string> faults{};

  void visit(const nlohmann::json& tile, std::array<double, 3> at, const Box* parent, double error) {
    if (tile.contains("transform")) {
      for (std::size_t i = 0; i < 3; ++i) at[i] += tile.at("transform").at(12 + i).get<double>();
    }
    const auto numbers = tile.at("boundingVolume").at("box").get<std::vector<double>>();
    Box own;
    for (const double side : {-1.0, 1.0})
      own.add({at[0] + numbers[0] + side * numbers[3], at[1] + numbers[1] + side * numbers[7],
               at[2] + numbers[2] + side * numbers[11]});
    if (parent != nullptr && !parent->contains(own, 1e-6)) faults.push_back("a box lies outside that of its parent");
    const double own_error = tile.at("geometricError").get<double>();
    if (!(own_error <= error)) faults.push_back("an error is larger than that of the parent");
    if (tile.contains("content")) {
      ++tiles;
      std::string file = tile.at("content").at("uri").get<std::string>();
      if (!fs::exists(folder / file)) faults.push_back(file + " is missing");
      Box mesh = obj_bounds(file_text(folder / (file.substr(0, file.size() - 4) + ".obj")));
      for (std::size_t i = 0; i < 3; ++i) {
        mesh.low[i] += at[i];
        mesh.high[i] += at[i];
      }
      if (!own.contains(mesh, 0.02)) faults.push_back("the mesh of " + file + " lies outside its box");
      if (!tile.contains("children") && !mesh.contains(own, 0.02))
        faults.push_back("the box of " + file + " is too large");
    }
    for (const auto& child : tile.value("children", nlohmann::json::array())) visit(child, at, &own, own_error);
  }
};

}  // namespace

TEST_CASE("pyramid: meshes of all levels are a tileset, whose boxes contain them", "[cli]") {
  for (const char* origin : {"tile", "world"}) {
    const TemporaryFolder folder;
    write_text(folder / "p.yaml",
               "weald: 1\ngrid: {size: [131, 67], cell_size: 4, origin: [100, -30]}\nworld: {tile: 17, "
               "levels: 3, apron: 1, origin: " +
                   std::string(origin) +
                   "}\nstages:\n  land: {kind: fbm, amplitude: 60, frequency: 0.01}\n"
                   "  ground: {kind: heightmap_mesh, from: land, apron: 1, skirt: 3}\noutputs:\n"
                   "  - {from: ground, file: 'm/{z} {x}/{y}.glb', gltf: {quantize: true}}\n"
                   "  - {from: ground, file: 'm/{z} {x}/{y}.obj'}\n");
    const Run run = run_weald({"build", "p.yaml", "-o", "o"}, folder.path());
    INFO(run.err);
    REQUIRE(run.exit_code == 0);
    const auto tileset = nlohmann::json::parse(file_text(folder / "o/p.tileset.json"));
    CHECK(tileset.at("asset").at("version") == "1.1");
    CHECK(tileset.at("root").at("refine") == "REPLACE");
    CHECK(tileset.at("root").at("children").size() == 2);
    CHECK(tileset.at("root").at("children").at(0).at("geometricError") == 8);  // half of 16 m
    CHECK(tileset.at("root").at("children").at(0).at("content").at("uri") == "m/0%200/0.glb");
    // The walk looks for the files, whose names it does not decode.
    for (int z = 0; z < 3; ++z) {
      for (int x = 0; x < 2 << z; ++x)
        fs::rename(folder / "o/m" / (std::to_string(z) + " " + std::to_string(x)),
                   folder / "o/m" / (std::to_string(z) + "%20" + std::to_string(x)));
    }
    TilesetWalk walk{folder / "o"};
    walk.visit(tileset.at("root"), {0, 0, 0}, nullptr, tileset.at("geometricError").get<double>());
    CHECK(walk.tiles == static_cast<int>(kTiles));
    for (const std::string& fault : walk.faults) FAIL_CHECK(fault);
  }
}

TEST_CASE("pyramid: a tileset leaves out tiles with nothing in them", "[cli]") {
  // A sea in the west; the last world has no water.
  for (const auto& [level, tiles] : {std::pair{0.0, 11}, {-1e4, 0}}) {
    const TemporaryFolder folder;
    write_text(folder / "p.yaml",
               "weald: 1\ngrid: {size: [65, 33], cell_size: 4}\nworld: {tile: 9, levels: 3, origin: world}\nstages:\n"
               "  land: {kind: gradient, start: [0, 0], end: [256, 0], values: [-60, 196]}\n"
               "  sea: {kind: water_mesh, from: land, sea_level: " +
                   std::to_string(level) + "}\noutputs:\n  - {from: sea, file: 'm/{z}/{x}/{y}.glb'}\n" +
                   "  - {from: sea, file: 'm/{z}/{x}/{y}.obj'}\n");
    const Run run = run_weald({"build", "p.yaml", "-o", "o"}, folder.path());
    INFO(run.err);
    REQUIRE(run.exit_code == 0);
    const auto tileset = nlohmann::json::parse(file_text(folder / "o/p.tileset.json"));
    TilesetWalk walk{folder / "o"};
    walk.visit(tileset.at("root"), {0, 0, 0}, nullptr, tileset.at("geometricError").get<double>());
    CHECK(walk.tiles == tiles);
    for (const std::string& fault : walk.faults) FAIL_CHECK(fault);
  }
}
