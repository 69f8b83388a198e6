// Worlds: the copies of all tiles are together those of the whole map, each in one tile, whatever the tiles share.

#include "support/catch.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "engine/run/evaluate.h"
#include "session/world.h"
#include "support/files.h"
#include "support/placed_copies.h"

using namespace weald;
using test::add_copies;
using test::PlacedCopy;

namespace {

std::vector<PlacedCopy> copies_of(const std::vector<pipeline::Graph>& graphs) {
  std::vector<PlacedCopy> copies;
  for (const pipeline::Graph& graph : graphs) {
    Diagnostics diagnostics;
    const bool is_built = pipeline::evaluate(graph, {}, diagnostics,
                                             [&](const pipeline::GraphOutput&, const pipeline::Artifact& artifact) {
                                               add_copies(std::get<scene::Scene>(artifact), copies);
                                             });
    REQUIRE(is_built);
  }
  std::sort(copies.begin(), copies.end());
  return copies;
}

/// How a world is cut.
struct Cut {
  int overlap, apron;
};

/// 3 x 2 tiles of 20 samples, 3.1 m apart, so that no border has round coordinates.
std::string preset_of(const Cut& cut, const std::string& stage) {
  const auto side = [&](int tiles) { return std::to_string(tiles * (20 - cut.overlap) + cut.overlap + 2 * cut.apron); };
  return "weald: 1\nseed: 4\ngrid: {size: [" + side(3) + ", " + side(2) +
         "], cell_size: 3.1, origin: [-40.3, -60.2]}\nworld: {tile: 20, overlap: " + std::to_string(cut.overlap) +
         ", apron: " + std::to_string(cut.apron) +
         ", origin: world}\nstages:\n"
         "  land: {kind: fbm, frequency: 0.02, amplitude: 30, octaves: 7}\n"
         "  wet:  {kind: fbm, size: [41, 24], cell_size: 11, origin: [-70, -80], frequency: 0.02}\n"
         "  rock: {kind: shapes, shape: box, size: [0.6, 2, 0.6]}\n"
         "  tree: {kind: shapes, shape: cone}\n"
         "  road: {kind: bezier, plane: xz, points: [[-60, 0, -40], [60, 0, 90], [190, 0, -10]]}\n"
         "  it: " +
         stage + "\noutputs: [{from: it, file: '{x}_{y}.csv'}]\n";
}

void check_world(const Cut& cut, const std::string& stage, std::size_t least) {
  CAPTURE(cut.overlap, cut.apron, stage);
  const test::TemporaryFolder folder;
  test::write_text(folder / "p.yaml", preset_of(cut, stage));
  Sources sources;
  Diagnostics diagnostics;
  const auto read = preset::load_preset({(folder / "p.yaml").string(), {}, std::nullopt}, sources, diagnostics);
  const auto layout = read.preset ? session::tile_layout(*read.preset, diagnostics) : std::nullopt;
  INFO(format_all(diagnostics, sources, false));
  REQUIRE(layout);
  REQUIRE(layout->count() == 6);
  std::vector<pipeline::Graph> tiles;
  for (std::int64_t i = 0; i < layout->count(); ++i)
    tiles.push_back(session::tile_graph(read.preset->graph, *layout, layout->tile(i)));
  const std::vector<PlacedCopy> whole = copies_of({read.preset->graph}), together = copies_of(tiles);
  CHECK(whole.size() > least);
  CHECK(together.size() == whole.size());
  CHECK(together == whole);
}

const std::vector<Cut> kCuts{{0, 0}, {1, 0}, {2, 0}, {4, 0}, {15, 0}, {0, 1}, {1, 1}, {2, 3}, {4, 1}};

/// Checks worlds of all cuts.
void check_worlds(const std::string& stage, std::size_t least) {
  for (const Cut& cut : kCuts) check_world(cut, "{" + stage + ", apron: " + std::to_string(cut.apron) + "}", least);
}

}  // namespace

TEST_CASE("world copies: tiles have those of a scatter by distance once, whatever they share") {
  check_worlds(
      "kind: scatter, on: land, meshes: [rock, tree], distance: 2, mask: wet, align: 0.5, scale: [0.5, 2], "
      "avoid: road, clearance: 4, tints: [[1, 0, 0], [0, 0, 1]]",
      40);
}

TEST_CASE("world copies: tiles have those of competing species once, whatever they share") {
  check_worlds(
      "kind: scatter, on: land, moisture: wet, margin: 2, species: ["
      "{meshes: [tree, rock], crown: 5, trunk: 0.6, strength: 2, scale: [0.5, 1.2], moisture: [-0.2, 2], align: 0.3}, "
      "{meshes: [rock], crown: 3, trunk: 0.4, vary: {data: z}}, "
      "{meshes: [tree], crown: 2, layer: understory, shade: under, mask: wet}]",
      40);
}

TEST_CASE("world copies: tiles have those that are placed on a grid, along a curve and in a list once") {
  const std::string common = ", meshes: [rock, tree], on: land, of: {wet: wet}, align: 1, vary: {data: wet}";
  check_worlds("kind: place, arrangement: grid, counts: [60, 1, 50], step: [3.1, 1, 3.1]" + common, 100);
  check_worlds("kind: place, arrangement: along, curve: road, spacing: 1.7" + common, 40);
  // On the samples along borders of tiles, next to them, in the outermost cells of the map, and beyond it.
  std::string list;
  for (int column = -1; column < 70; ++column) {
    for (int row = -1; row < 50; row += 7) {
      const double x = -40.3 + 3.1 * column, z = -60.2 + 3.1 * row;
      list += (list.empty() ? "" : ", ") + fmt::format("{{translate: [{}, 0, {}]}}", x, z);
      list += fmt::format(", {{translate: [{}, 0, {}]}}", x + 1.3, z + 2.9);
    }
  }
  check_worlds(
      "kind: place, arrangement: list, meshes: [rock], on: land, of: {wet: wet}, vary: {data: wet}, at: [" + list + "]",
      500);
}
