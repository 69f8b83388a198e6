// Regions: the copies of tiles are together those of the whole land, each in one tile, with the same bytes.

#include "support/catch.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "base/parallel.h"
#include "region_run.h"
#include "support/placed_copies.h"

using namespace weald;
using namespace weald::test;

namespace {

// The land has 150 x 97 samples; `wet` lies on another grid, which ends within it.
constexpr const char* kLand =
    "  land: {kind: fbm, size: [150, 97], cell_size: 3, origin: [-40, 1000], amplitude: 30, frequency: 0.01}\n"
    "  wet:  {kind: fbm, size: [41, 24], cell_size: 11, origin: [-60, 990], frequency: 0.02}\n"
    "  rock: {kind: shapes, shape: box, size: [0.6, 2, 0.6]}\n"
    "  tree: {kind: shapes, shape: cone}\n"
    "  road: {kind: bezier, plane: xz, points: [[-40, 0, 1040], [150, 0, 1300], [400, 0, 1100]]}\n";

/// Lines between tiles, as columns and rows of samples; the first and the last are those of the land.
struct Tiling {
  std::vector<int> columns, rows;
};

const std::vector<Tiling> kTilings{{{0, 61, 149}, {0, 50, 96}}, {{0, 20, 101, 149}, {0, 13, 60, 96}}};

/// The copies of all tiles of stage `name`.
std::vector<PlacedCopy> copies_of_tiles(const std::string& stages, const std::string& name, const Tiling& tiling,
                                        int apron = 0) {
  std::vector<PlacedCopy> all;
  for (std::size_t j = 1; j < tiling.rows.size(); ++j) {
    for (std::size_t i = 1; i < tiling.columns.size(); ++i) {
      const int x = tiling.columns[i - 1], y = tiling.rows[j - 1];
      const Region region{x - apron, y - apron, tiling.columns[i] - x + 1 + 2 * apron,
                          tiling.rows[j] - y + 1 + 2 * apron};
      const RegionRun part = build_region(stages, {name}, region);
      REQUIRE(part.errors.empty());
      const std::vector<PlacedCopy> own = copies_of(part.made.at(name));
      all.insert(all.end(), own.begin(), own.end());
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

void check_tilings(const std::string& stage, std::size_t least) {
  const std::string stages = kLand + stage;
  CAPTURE(stage);
  const RegionRun whole = build_region(stages, {"it"}, std::nullopt);
  REQUIRE(whole.errors.empty());
  const std::vector<PlacedCopy> expected = copies_of(whole.made.at("it"));
  CHECK(expected.size() > least);
  for (const Tiling& tiling : kTilings) CHECK(copies_of_tiles(stages, "it", tiling) == expected);
}

}  // namespace

TEST_CASE("region: tiles of a scatter by distance are together the whole", "[pipeline]") {
  check_tilings("  it: {kind: scatter, on: land, meshes: [rock], distance: 8}\n", 1000);
  check_tilings(
      "  it: {kind: scatter, on: land, meshes: [rock, tree], weights: [1, 2], distance: 9, slope: [0, 30], mask: wet, "
      "margin: 7, scale: [0.5, 2], align: 0.5, sink: 0.2, avoid: road, clearance: 6, tints: [[1, 0, 0], [0, 0, 1]], "
      "keep_off: [tree], keep_off_distance: 40}\n",
      50);
  check_tilings(
      "  it: {kind: scatter, on: land, meshes: [rock, tree], distance: 9, of: {wet: wet}, tints: [[0, 0, 0], [1, 1, "
      "1]], "
      "vary: {keep: 'wet > -0.5', mesh: 'wet > 0', turn: 'uniform(0, 90)', tilt: 'y', tint: wet, data: x}}\n",
      300);
}

TEST_CASE("region: tiles of a scatter of one copy for many tiles are together the whole", "[pipeline]") {
  check_tilings("  it: {kind: scatter, on: land, meshes: [rock], distance: 150}\n", 3);
}

TEST_CASE("region: tiles of competing species are together the whole", "[pipeline]") {
  check_tilings(
      "  it:\n    kind: scatter\n    on: land\n    moisture: wet\n    margin: 5\n    keep_off: [tree]\n"
      "    keep_off_distance: 30\n    species:\n"
      "      - {meshes: [tree, rock], crown: 5, trunk: 0.6, strength: 2, scale: [0.5, 1.2], moisture: [-0.2, 2], "
      "moisture_fade: 0.3, align: 0.3, tints: [[1, 0, 0], [0, 1, 0]]}\n"
      "      - {meshes: [rock], crown: 3, trunk: 0.4, cluster: {size: 30, share: 0.5}, slope: [0, 25], slope_fade: 5, "
      "vary: {scale: '1 - 0.3 * (x > 50)', data: z}}\n"
      "      - {meshes: [tree], crown: 2.5, layer: understory, shade: under, mask: wet}\n"
      "      - {meshes: [rock], crown: 2, layer: herbs, shade: open}\n",
      1000);
}

TEST_CASE("region: tiles of copies placed on the land are together the whole", "[pipeline]") {
  check_tilings(
      "  it: {kind: place, arrangement: hexagons, meshes: [rock, tree], sequence: [0, 1, 1], spacing: 9, counts: [60, "
      "1, "
      "50], on: land, align: 1, of: {wet: wet}, tilt: 20, vary: {keep: 'wet > -0.4', scale: 1 + share}}\n",
      100);
}

TEST_CASE("region: tiles with an apron are together the land without its border", "[pipeline]") {
  for (const char* placed : {"distance: 8", "species: [{meshes: [tree], crown: 4}]"}) {
    const std::string meshes = placed[0] == 'd' ? "meshes: [rock], " : "";
    const std::string stages =
        std::string(kLand) + "  it: {kind: scatter, on: land, apron: 1, " + meshes + placed + "}\n";
    const std::vector<PlacedCopy> expected = copies_of(build_region(stages, {"it"}, std::nullopt).made.at("it"));
    CHECK(std::ranges::all_of(expected, [](const PlacedCopy& copy) { return std::get<0>(copy) >= -37; }));
    CHECK(copies_of_tiles(stages, "it", {{1, 40, 148}, {1, 55, 95}}, 1) == expected);
  }
}

TEST_CASE("region: a scene of the copies of a tile and its mesh can be built", "[pipeline]") {
  const std::string stages = std::string(kLand) +
                             "  mesh:  {kind: heightmap_mesh, from: land}\n"
                             "  trees: {kind: scatter, on: land, meshes: [tree], distance: 9}\n"
                             "  all:   {kind: scene, parts: [mesh, trees]}\n";
  const RegionRun part = build_region(stages, {"all"}, Region{20, 30, 50, 40});
  REQUIRE(part.errors.empty());
  for (const PlacedCopy& copy : copies_of(part.made.at("all"))) {
    if (std::get<4>(copy) == "mesh") continue;
    CHECK((std::get<0>(copy) >= 20 && std::get<0>(copy) < 167));
    CHECK((std::get<2>(copy) >= 1090 && std::get<2>(copy) < 1207));
  }
}

TEST_CASE("region: copies that depend on the whole land are refused", "[pipeline]") {
  const Region region{20, 30, 50, 40};
  const std::string trees = "  trees: {kind: scatter, on: land, meshes: [tree], distance: 9";
  const auto errors = [&](const std::string& stages, const std::string& name) {
    return build_region(kLand + stages, {name}, region).errors;
  };
  CHECK(errors(trees + ", count: 7}\n", "trees") ==
        std::vector<std::string>{
            "stage 'trees' (scatter) depends on the whole map, so a region of it cannot be built on its own"});
  CHECK(errors(trees + "}\n  it: {kind: scatter, on: land, meshes: [rock], keep_off: [trees]}\n", "it") ==
        std::vector<std::string>{
            "stage 'it' (scatter) depends on meshes or scenes beyond the region, which are made only inside it"});
  CHECK(errors("  mesh: {kind: heightmap_mesh, from: land}\n"
               "  it: {kind: place, arrangement: blue_noise, surface: mesh, meshes: [rock], distance: 9}\n",
               "it")
            .size() == 1);
}

TEST_CASE("region: a tile of a land that is too large to be built whole has its copies", "[pipeline]") {
  const std::string stages =
      "  world: {kind: value_noise, size: [131073, 131073], cell_size: 2, frequency: 0.05}\n"
      "  rock:  {kind: shapes, shape: box}\n"
      "  near:  {kind: scatter, on: world, meshes: [rock], distance: 3}\n"
      "  wood:  {kind: scatter, on: world, species: [{meshes: [rock], crown: 2}]}\n";
  const RegionRun part = build_region(stages, {"near", "wood"}, Region{100000, 99000, 65, 65});
  REQUIRE(part.errors.empty());
  CHECK(copies_of(part.made.at("near")).size() > 1000);
  CHECK(copies_of(part.made.at("wood")).size() > 500);
}
