// What `weald check` and a dry run say of a world is what a build then does.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include "support/catch.h"

#include "cli/eroded_world.h"
#include "support/files.h"
#include "support/png.h"
#include "support/run_weald.h"

using Catch::Contains;
using namespace weald::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* kSmallWorld =
    "weald: 1\ngrid: {size: [35, 19], cell_size: 4}\nworld: {tile: 9, apron: 1, levels: 2}\nstages:\n"
    "  land: {kind: fbm, frequency: 0.01, amplitude: 40, octaves: 3}\n";

/// Checks, plans and builds a preset: all must fail alike, and nothing be written.
void refused_by_all(const TemporaryFolder& folder, const std::string& text, const std::string& why) {
  write_text(folder / "p.yaml", text);
  const std::vector<std::vector<std::string>> commands{
      {"check", "p.yaml"}, {"build", "p.yaml", "-n"}, {"build", "p.yaml", "-o", "o"}};
  for (const std::vector<std::string>& command : commands) {
    const Run run = run_weald(command, folder.path());
    CAPTURE(command, text, run.out, run.err);
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.err, Contains(why));
  }
  CHECK_FALSE(fs::exists(folder / "o"));
}

/// Adds the number and the bytes of the files below a folder, but for records and what is about the whole world.
struct FilesBelow {
  std::size_t count = 0;
  double bytes = 0;

  explicit FilesBelow(const fs::path& folder) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const std::string name = entry.path().string();
      if (!entry.is_regular_file() || name.find("/.weald/") != std::string::npos || name.ends_with(".world.json"))
        continue;
      ++count;
      bytes += static_cast<double>(entry.file_size());
    }
  }
};

/// The preset of a dry run as JSON.
nlohmann::json planned(const TemporaryFolder& folder, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{"build", "p.yaml", "-n", "--json", "-o", "o"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Run run = run_weald(arguments, folder.path());
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  return nlohmann::json::parse(run.out).at("presets").at(0);
}

/// Builds the world: there must be as many files as the dry run says, and their bytes within its bounds.
void planned_as_built(const TemporaryFolder& folder, const std::string& text,
                      const std::vector<std::string>& more = {}) {
  write_text(folder / "p.yaml", text);
  const nlohmann::json plan = planned(folder, more);
  fs::remove_all(folder / "o");
  std::vector<std::string> arguments{"build", "p.yaml", "-o", "o"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  REQUIRE(run_weald(arguments, folder.path()).exit_code == 0);
  const FilesBelow made(folder / "o");
  CAPTURE(text, plan.at("bytes").dump(), made.bytes);
  CHECK(plan.at("files") == made.count);
  CHECK(plan.at("bytes").at("least") <= made.bytes);
  if (!plan.at("bytes").at("most").is_null()) CHECK(plan.at("bytes").at("most") >= made.bytes);
}

}  // namespace

TEST_CASE("world check: a CRS that the map does not suit is refused at its place before any work", "[cli]") {
  const TemporaryFolder folder;
  const auto world = [](const std::string& file, int code) {
    return std::string(kSmallWorld) + "outputs:\n  - {from: land, file: '" + file +
           "', crs: EPSG:" + std::to_string(code) + "}\n";
  };
  refused_by_all(folder, world("{z}/{x}_{y}.tif", 2225), "p.yaml:7:48: error: output '1/");
  refused_by_all(folder, world("{z}/{x}_{y}.tif", 5703), "are no eastings and northings");
  refused_by_all(folder, world("{z}/{x}_{y}.tif", 4326), "are degrees, but those of the map are metres");
  // A map that is not cut into tiles.
  refused_by_all(folder,
                 "weald: 1\nstages:\n  a: {kind: fbm, size: [9, 9]}\n"
                 "outputs: [{from: a, file: a.tif, crs: EPSG:4978}]\n",
                 "p.yaml:4:39: error: output 'a.tif': the coordinates of EPSG:4978 are no eastings and northings");
  // It is a fault of all tiles, and no other could be built.
  write_text(folder / "p.yaml", world("{z}/{x}_{y}.tif", 2225));
  const Run run = run_weald({"build", "p.yaml"}, folder.path());
  CHECK_THAT(run.err, Contains("are units of 0.3048006") && !Contains("ends at tile") && !Contains("--tile"));
  // Outputs that are not built are not in the way.
  write_text(folder / "p.yaml", world("{z}/{x}_{y}.tif", 2225) + "  - {from: land, file: '{z}/{x}_{y}.r32'}\n");
  CHECK(run_weald({"build", "p.yaml", "--only", "{z}/{x}_{y}.r32"}, folder.path()).exit_code == 0);
  CHECK(run_weald({"plan", "p.yaml", "--engine", "make"}, folder.path()).exit_code == 2);
}

TEST_CASE("world check: surveys that disagree are refused before any work", "[cli]") {
  const TemporaryFolder folder;
  const auto survey = [&](const char* name, int west) {
    std::string text = "ncols 9\nnrows 9\nxllcorner " + std::to_string(west) + "\nyllcorner 4000000\ncellsize 30\n";
    for (int i = 0; i < 81; ++i) text += "7 ";
    write_text(folder / name, text);
  };
  survey("a.asc", 700000);
  survey("b.asc", 710000);
  refused_by_all(folder,
                 "weald: 1\nstages:\n  a: {kind: heightmap_import, file: a.asc}\n  b: {kind: heightmap_import, file: "
                 "b.asc}\n  both: {kind: combine, from: a, with: b}\noutputs: [{from: both, file: both.tif}]\n",
                 "'a' and 'b' put the world at different places on the Earth");
}

TEST_CASE("world check: a whole picture beside the tile's is cut at the finest level, and has no coarser ones",
          "[cli]") {
  const TemporaryFolder folder;
  weald::Grid<std::uint16_t> levels(35, 19);
  write_text(folder / "whole.png", libpng_encode(levels));
  const auto world = [](const std::string& size, const std::string& file) {
    std::string text = std::string(kSmallWorld) +
                       "  photo: {kind: image_import, file: whole.png}\n"
                       "  tinted: {kind: colour_ramp, from: land, palette: alpine, range: [-40, 40]}\n"
                       "  mixed: {kind: image_blend, from: tinted, with: photo}\n"
                       "outputs: [{from: land, file: '{z}/{x}_{y}.r32'}, {from: mixed, file: '" +
                       file + "'}]\n";
    return text.replace(text.find("[35, 19]"), 8, size);
  };
  refused_by_all(folder, world("[35, 19]", "{z}/{x}_{y}.png"),
                 "p.yaml:8:50: error: stage 'mixed' (image_blend): 'photo' is a picture of the whole map, which has no "
                 "coarser levels");
  refused_by_all(folder, world("[35, 35]", "{x}_{y}.png"),
                 "the picture has 35 x 19 pixels, but the whole map, of which a region is built, has 35 x 35 samples");
  planned_as_built(folder, world("[35, 19]", "{x}_{y}.png"));
}

TEST_CASE("world check: parameters that do not suit the distance between samples are refused before any work",
          "[cli]") {
  const TemporaryFolder folder;
  const auto world = [](const std::string& stage) {
    return std::string(kSmallWorld) + "  last: {" + stage + "}\noutputs: [{from: last, file: '{z}/{x}_{y}.r32'}]\n";
  };
  refused_by_all(folder, world("kind: hydraulic_erosion, from: land, droplets: 0.5, reach: 20"),
                 "p.yaml:6:69: error: stage 'last' (hydraulic_erosion): the reach is too short");
  refused_by_all(folder, world("kind: dunes, from: land, sheet: 90"), "fewer than 3 x 3 cells of the sand grid");
  refused_by_all(folder, world("kind: dunes, from: land, hop: 2000"), "a hop must be 1 to 200 samples long");
  refused_by_all(folder, world("kind: dunes, hop: 2000"), "a hop must be 1 to 200 samples long");
  // The size of sand on level ground is known.
  planned_as_built(folder, world("kind: dunes, sand: 2, iterations: 5"));
}

TEST_CASE("world check: names that are too long with the numbers of a tile are refused before any work", "[cli]") {
  const TemporaryFolder folder;
  // Columns of more than three digits are longer than the marks in their places.
  const auto world = [](std::size_t length) {
    return "weald: 1\ngrid: {size: [1002, 2]}\nworld: {tile: 2}\nstages:\n  land: {kind: fbm}\noutputs:\n"
           "  - {from: land, file: '" +
           std::string(length, 'n') + "_{x}_{x}_{x}_{x}_{y}.r32'}\n";
  };
  refused_by_all(folder, world(216),
                 "p.yaml:7:24: error: 'file' of the tile 1000,0 is too long: at most 1000 bytes, and 240 between "
                 "slashes");
  planned_as_built(folder, world(214), {"--tile", "1000,0"});
}

TEST_CASE("world check: a file that would be the same for all tiles is refused, and a road is cut", "[cli]") {
  const TemporaryFolder folder;
  weald::Grid<std::uint16_t> levels(35, 19);
  write_text(folder / "whole.png", libpng_encode(levels));
  const auto world = [](const std::string& stages, const std::string& output) {
    return std::string(kSmallWorld) + stages + "outputs:\n  - {from: land, file: 'h/{z}/{x}_{y}.r32'}\n  - {" + output +
           "}\n";
  };
  refused_by_all(
      folder, world("  photo: {kind: image_import, file: whole.png}\n", "from: photo, file: '{x}_{y}.png'"),
      "p.yaml:9:25: error: 'photo' (image_import) is not made from the land of a tile, so this file would be "
      "the same for all tiles");
  refused_by_all(folder,
                 world("  box: {kind: shapes, shape: box}\n  all: {kind: scene, parts: [box]}\n",
                       "from: all, file: '{x}_{y}.glb'"),
                 "'all' (scene) is not made from the land of a tile");
  refused_by_all(folder, world("  box: {kind: shapes, shape: box}\n", "from: box, file: '{x}_{y}.png', picture: {}"),
                 "'box' (shapes) is not made from the land of a tile");
  // Curves and meshes lie in the world, whatever they are made from: each piece is in one tile.
  planned_as_built(folder,
                   world("  road: {kind: bezier, plane: xz, through: [[2, 9], [50, 30], [100, 60], [130, 20]]}\n"
                         "  lane: {kind: sweep, from: road, profile: ribbon, width: 2, up: vertical}\n",
                         "from: lane, file: 'm/{x}_{y}.obj'"));
  std::size_t faces = 0, with_faces = 0;
  for (const auto& entry : fs::directory_iterator(folder / "o/m")) {
    if (entry.path().extension() != ".obj") continue;
    const std::string text = file_text(entry.path());
    std::size_t own = 0;
    for (std::size_t at = text.find("\nf "); at != std::string::npos; at = text.find("\nf ", at + 1)) ++own;
    faces += own;
    with_faces += own > 0 ? 1 : 0;
  }
  write_text(folder / "q.yaml",
             "weald: 1\nstages:\n  road: {kind: bezier, plane: xz, through: [[2, 9], [50, 30], [100, 60], [130, 20]]}\n"
             "  lane: {kind: sweep, from: road, profile: ribbon, width: 2, up: vertical}\n"
             "outputs: [{from: lane, file: q.obj}]\n");
  REQUIRE(run_weald({"build", "q.yaml"}, folder.path()).exit_code == 0);
  const std::string whole = file_text(folder / "q.obj");
  std::size_t all = 0;
  for (std::size_t at = whole.find("\nf "); at != std::string::npos; at = whole.find("\nf ", at + 1)) ++all;
  CHECK(faces == all);
  CHECK(with_faces > 2);
}

TEST_CASE("world check: rivers of land that is made whole are cut, and scenes of them refused", "[cli]") {
  const TemporaryFolder folder;
  const std::string stages =
      "weald: 1\ngrid: {size: [65, 65], cell_size: 30}\nworld: {tile: 33}\nstages:\n"
      "  land: {kind: fluvial, years: 100000, steps: 4}\n  course: {kind: rivers, from: land, min_area: 0.02}\n"
      "  bank: {kind: sweep, from: course}\n  all: {kind: scene, parts: [bank]}\noutputs:\n"
      "  - {from: land, file: 'h/{x}_{y}.r32'}\n";
  refused_by_all(folder, stages + "  - {from: all, file: '{x}_{y}.glb'}\n", "would be the same for all tiles");
  write_text(folder / "p.yaml", stages + "  - {from: course, file: 'c/{x}_{y}.svg'}\n");
  REQUIRE(run_weald({"build", "p.yaml", "-o", "o"}, folder.path()).exit_code == 0);
  CHECK(file_text(folder / "o/c/0_0.svg") != file_text(folder / "o/c/1_1.svg"));
}

TEST_CASE("dry run: files and bytes of a world are those that a build writes, each counted once", "[cli]") {
  const TemporaryFolder folder;
  const std::string heights = "  - {from: land, file: 'h/{z}/{x}_{y}.r32'}\n";
  for (const char* output :
       {"from: land, file: 'o/{x}_{y}.r32'", "from: land, file: 'o/{x}_{y}.r16', range: [-50, 50]",
        "from: land, file: 'o/{z}_{x}_{y}.tif', crs: EPSG:32633", "from: land, file: 'o/{x}_{y}.tif'",
        "from: land, file: 'o/{x}_{y}.png', range: [-50, 50]", "from: land, file: 'o/{x}_{y}.obj'",
        "from: land, file: 'o/{z}/{x}_{y}.png', depth: 8, range: [-50, 50]", "from: shades, file: 'o/{x}_{y}.png'",
        "from: ground, file: 'o/{z}_{x}_{y}.obj'", "from: ground, file: 'o/{x}_{y}.gltf'",
        "from: ground, file: 'o/{x}_{y}.html', reload: true", "from: land, file: 'o/{x}_{y}.exr'",
        "from: clad, file: 'o/{x}_{y}.obj', textures: {leaf.png: leaf}",
        "from: clad, file: 'o/{x}_{y}.obj', textures: 1"}) {
    planned_as_built(folder, std::string(kSmallWorld) +
                                 "  shades: {kind: normal_map, from: land}\n"
                                 "  ground: {kind: heightmap_mesh, from: land, apron: 1}\n"
                                 "  leaf: {kind: leaf_texture, species: oak, size: [16, 16]}\n"
                                 "  clad: {kind: material, from: ground, texture: leaf}\n"
                                 "outputs:\n" +
                                 heights + "  - {" + output + "}\n");
  }
  // Only the samples of the tile are written, 9 x 9 of the 11 x 11 that its mesh reads, and 8 of the 10 tiles are at
  // the finest level.
  write_text(folder / "p.yaml",
             std::string(kSmallWorld) + "outputs:\n" + heights + "  - {from: land, file: 'o/{x}_{y}.r32'}\n");
  const nlohmann::json plan = planned(folder);
  CHECK(plan.at("outputs").at(0).at("bytes").at("least") == 9 * 9 * 4);
  CHECK(plan.at("files") == 2 * (10 + 8));
  CHECK(plan.at("bytes").at("least") >= 9 * 9 * 4 * (10 + 8));
  CHECK(plan.at("bytes").at("least") < 9 * 9 * 4 * 20 + 2 * 18 * 100);
  planned_as_built(folder, file_text(folder / "p.yaml"), {"--tile", "0,1,0", "--tile", "1,3,1"});
  CHECK_THAT(run_weald({"build", "p.yaml", "-n"}, folder.path()).out, Contains("in all 10 tiles, 36 files  (about "));
}

TEST_CASE("world: an error of a tile's file names the tile and the file", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", eroded_world("{tile: 33}", "outputs: [{from: worn, file: 'h/{x}_{y}.r32'}]\n"));
  fs::create_directories(folder / "o/h/2_0.r32");
  const Run folder_there = run_weald({"build", "p.yaml", "-o", "o"}, folder.path());
  CHECK(folder_there.exit_code == 3);
  CHECK_THAT(folder_there.err,
             Contains("weald: error: tile 2,0 of 'p': cannot write '") && Contains("/o/h/2_0.r32': Is a directory"));
  CHECK_FALSE(fs::exists(folder / "o/h/2_0.r32.json"));
  CHECK(fs::exists(folder / "o/h/1_0.r32"));  // of a tile before it
  fs::create_directories(folder / "q");
  write_text(folder / "q/h", "a file");
  const Run file_there = run_weald({"build", "p.yaml", "-o", "q", "--tile", "3,1"}, folder.path());
  CHECK(file_there.exit_code == 3);
  CHECK_THAT(file_there.err, Contains("tile 3,1 of 'p': cannot write '") && Contains("/q/h/3_1.r32'") &&
                                 Contains("cannot create folder '") && Contains("/q/h': Not a directory"));
}
