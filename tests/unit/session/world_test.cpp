#include "session/world.h"

#include <catch2/catch.hpp>

#include <string>

#include "support/files.h"

using namespace weald;
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
