#include "session/world.h"

#include "support/catch.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "session/manifest.h"
#include "session/selection.h"
#include "support/files.h"

using namespace weald;
using session::TileId;
using session::TileLayout;

namespace {

struct WorldRead {
  std::optional<preset::Preset> preset;
  Diagnostics diagnostics;
};

WorldRead world_of(const std::string& world, const std::string& grid, const std::string& rest) {
  const test::TemporaryFolder folder;
  test::write_text(folder / "p.yaml",
                   "weald: 1\ngrid: " + grid + "\nworld: " + world + "\nstages:\n  land: {kind: fbm}\n" + rest);
  WorldRead result;
  Sources sources;
  result.preset =
      preset::load_preset({(folder / "p.yaml").string(), {}, std::nullopt}, sources, result.diagnostics).preset;
  INFO(format_all(result.diagnostics, sources, false));
  REQUIRE(result.preset);
  REQUIRE(result.preset->world);
  return result;
}

WorldRead world_read(const std::string& world, const std::string& grid, const std::string& more = "") {
  return world_of(world, grid, more + "outputs: [{from: land, file: 'a/{x}_{y}.r32'}]\n");
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
  REQUIRE(read.diagnostics.all().back().where);
  CHECK(read.diagnostics.all().back().where->line == 3);  // of `world`
  CHECK(read.diagnostics.all().back().help == "for example 65 or 97 samples");
  WorldRead small = world_read("{tile: 300}", "{size: [129, 66]}");
  CHECK_FALSE(layout_of(small));
  CHECK(small.diagnostics.all().back().help == "it needs at least 300 samples");
}

namespace {

std::string text_of(const std::optional<TileLayout>& layout, const TileId& tile) {
  REQUIRE(layout);
  return layout->text_of(tile);
}

/// A world of a file with the level in its name.
WorldRead levels_read(const std::string& world, const std::string& grid) {
  return world_of(world, grid,
                  "  ground: {kind: heightmap_mesh, from: land}\noutputs:\n  - {from: land, file: '{z}/{x}/{y}.r32'}\n"
                  "  - {from: ground, file: '{x}_{y}.glb'}\n");
}

}  // namespace

TEST_CASE("world: each tile of a coarser level covers four finer ones, which come before it") {
  WorldRead read = levels_read("{tile: 9, levels: 3}", "{size: [65, 33], cell_size: 2}");
  const auto layout = layout_of(read);
  REQUIRE(layout);
  CHECK(layout->columns == 8);
  CHECK(layout->rows == 4);
  CHECK(layout->levels == 3);
  REQUIRE(layout->count() == 8 * 4 + 4 * 2 + 2 * 1);
  int at_level[3] = {0, 0, 0};
  for (std::int64_t number = 0; number < layout->count(); ++number) {
    const TileId tile = layout->tile(number);
    CHECK(layout->number_of(tile) == number);
    CHECK(layout->find(layout->name_of(tile)) == tile);
    ++at_level[tile.level];
    for (int quarter = 0; tile.level > 0 && quarter < 4; ++quarter)
      CHECK(layout->number_of({2 * tile.column + quarter % 2, 2 * tile.row + quarter / 2, tile.level - 1}) < number);
    CHECK(layout->region_of(tile) == Region{8 * tile.column, 8 * tile.row, 9, 9});
  }
  CHECK((at_level[0] == 32 && at_level[1] == 8 && at_level[2] == 2));
  CHECK(layout->tile(0) == TileId{0, 0, 0});
  CHECK(layout->tile(4) == TileId{0, 0, 1});
  CHECK(layout->tile(20) == TileId{0, 0, 2});
  CHECK(layout->grid_at(2) == GridSpec{17, 9, 8, {0, 0}});
  CHECK_FALSE(layout->find({0, 0, 3}));
  CHECK_FALSE(layout->find({2, 0, 0}));
  CHECK_FALSE(layout->find({-1, 0, 2}));
}

TEST_CASE("world: tiles that lie in the same square of 2048 samples are built together") {
  const auto order_of = [](const std::string& world, const std::string& grid) {
    WorldRead read = levels_read(world, grid);
    const TileLayout layout = layout_of(read).value();
    std::vector<std::int64_t> numbers;
    for (std::int64_t number = 0; number < layout.count(); ++number) numbers.push_back(layout.count() - 1 - number);
    layout.put_together(numbers);
    return numbers;
  };
  // Four columns, two rows: squares of two columns and two rows.
  CHECK(order_of("{tile: 1025, levels: 1}", "{size: [4097, 2049], cell_size: 2}") ==
        std::vector<std::int64_t>{0, 1, 4, 5, 2, 3, 6, 7});
  // A tile as large as a square, and one with all of its finer ones.
  CHECK(order_of("{tile: 2049, levels: 1}", "{size: [4097, 4097], cell_size: 2}") ==
        std::vector<std::int64_t>{0, 1, 2, 3});
  CHECK(order_of("{tile: 513, levels: 2}", "{size: [4097, 1025], cell_size: 2}").front() == 0);
  const std::vector<std::int64_t> two_rows = order_of("{tile: 513, levels: 2}", "{size: [4097, 2049], cell_size: 2}");
  REQUIRE(two_rows.size() == 40);
  CHECK(std::ranges::is_sorted(two_rows.begin(), two_rows.begin() + 10));
  CHECK(two_rows[9] == 9);    // two parts of the pyramid, of five tiles each
  CHECK(two_rows[10] == 20);  // and those below them
}

TEST_CASE("world: levels are numbered from the coarsest one, and rows from either end") {
  const std::string grid = "{size: [65, 33]}";
  const auto name = [&](const std::string& more, const TileId& tile) {
    WorldRead read = levels_read("{tile: 9, levels: 3" + more + "}", grid);
    const auto layout = layout_of(read);
    const std::string text = text_of(layout, tile);
    CHECK(layout->find(layout->name_of(tile)) == tile);
    return text;
  };
  CHECK(name("", {5, 1, 0}) == "2,5,1");
  CHECK(name("", {1, 0, 2}) == "0,1,0");
  CHECK(name(", order: tms", {5, 1, 0}) == "2,5,2");
  CHECK(name(", order: tms", {1, 0, 2}) == "0,1,0");
}

TEST_CASE("world: a coarser tile has the files with the level in their names, and the samples of its level") {
  WorldRead read = levels_read("{tile: 9, levels: 3}", "{size: [65, 33], cell_size: 2, origin: [100, 50]}");
  const auto layout = layout_of(read);
  REQUIRE(layout);
  const pipeline::Graph fine = session::tile_graph(read.preset->graph, *layout, {3, 2, 0});
  REQUIRE(fine.outputs.size() == 2);
  CHECK(fine.outputs.front().decl.spec.file.value == "2/3/2.r32");
  const pipeline::Graph coarse = session::tile_graph(read.preset->graph, *layout, {1, 1, 1});
  REQUIRE(coarse.outputs.size() == 1);
  CHECK(coarse.outputs.front().decl.spec.file.value == "1/1/1.r32");
  CHECK(coarse.stages.size() == 1);
  CHECK(coarse.level == 1);
  CHECK(coarse.local_origin == Vec2{100 + 8 * 4, 50 + 8 * 4});
}

TEST_CASE("world: levels that cannot be built are refused, with what would be") {
  const auto fault = [](const std::string& world, const std::string& grid) {
    WorldRead read = levels_read(world, grid);
    CHECK_FALSE(layout_of(read));
    REQUIRE(read.diagnostics.error_count() == 1);
    return read.diagnostics.all().back().message + "; " + read.diagnostics.all().back().help;
  };
  CHECK(fault("{tile: 9, levels: 3}", "{size: [65, 41]}") ==
        "a map that is 41 samples high is no whole number of tiles of 9 that share 1, at each of 3 levels; for example "
        "33 or 65 samples");
}

TEST_CASE("world: a mesh of the tile's land and of the whole map is refused, as its walls would be cut off") {
  const std::string stages =
      "  flow: {kind: flow, from: land, method: d8_tree}\n"
      "  rivers: {kind: rivers, from: land, area: flow, direction: flow.direction, min_area: 0.0001}\n"
      "  pipe: {kind: sweep, from: rivers}\n  ground: {kind: heightmap_mesh, from: land, base: 50}\n"
      "  both: {kind: merge, parts: [ground, pipe]}\n";
  const auto read = [&](const std::string& from) {
    WorldRead world = world_of("{tile: 33}", "{size: [65, 65], cell_size: 2}",
                               stages + "outputs:\n  - {from: " + from +
                                   ", file: '{x}_{y}.glb'}\n  - {from: land, "
                                   "file: '{x}_{y}.r32'}\n");
    return layout_of(world).has_value();
  };
  CHECK(read("ground"));
  CHECK(read("pipe"));
  CHECK_FALSE(read("both"));
}

TEST_CASE("world: numbers of tiles at the ends of what fits into an int name no tile") {
  constexpr int kLeast = std::numeric_limits<int>::min(), kMost = std::numeric_limits<int>::max();
  for (const char* order : {"", ", order: tms"}) {
    WorldRead read = levels_read(std::string("{tile: 9, levels: 3") + order + "}", "{size: [65, 33]}");
    const auto layout = layout_of(read);
    REQUIRE(layout);
    const session::TileName good = layout->name_of({0, 0, 1});
    for (const int number : {kLeast, kLeast + 1, kMost - 1, kMost}) {
      CHECK_FALSE(layout->find({good.x, good.y, number}));
      CHECK_FALSE(layout->find({number, good.y, good.z}));
      CHECK_FALSE(layout->find({good.x, number, good.z}));
    }
  }
}

TEST_CASE("world: names in which numbers meet are refused, however far apart the first two equal ones are") {
  const auto fault = [](const std::string& file, const std::string& grid) {
    WorldRead read = world_of("{tile: 2}", grid, "outputs: [{from: land, file: '" + file + "'}]\n");
    if (layout_of(read)) return std::string();
    REQUIRE(read.diagnostics.error_count() == 1);
    CHECK(read.diagnostics.all().back().where->line == 6);
    return read.diagnostics.all().back().message;
  };
  CHECK(fault("{x}{y}.r32", "{size: [13, 13]}") == "the tiles 11,0 and 1,10 both write '110.r32'");
  // Of these, the tiles 11,0 and 1,10 are the numbers 11 and 30001.
  CHECK(fault("{x}{y}.r32", "{size: [3001, 13]}") == "several tiles write the same file '{x}{y}.r32'");
  CHECK(fault("{x}0{y}.r32", "{size: [3001, 13]}") == "several tiles write the same file '{x}0{y}.r32'");
  CHECK(fault("{x}_{y}.r32", "{size: [3001, 13]}").empty());
  CHECK(fault("a{y}/1b{x}.r32", "{size: [3001, 13]}").empty());
  CHECK(fault("{z}{x}_{y}.r32", "{size: [3001, 13]}").empty());  // of one level
}

TEST_CASE("world: only files with the level in their names need coarser levels") {
  WorldRead read = levels_read("{tile: 9, levels: 3}", "{size: [65, 33]}");
  session::keep_outputs(read.preset->graph, {"{x}_{y}.glb"}, "");
  const auto layout = layout_of(read);
  REQUIRE(layout);
  CHECK(layout->count() == 32);
  CHECK(text_of(layout, {0, 0, 0}) == "2,0,0");
}

TEST_CASE("world: tiles share its curves: what begins on a border belongs to the tile towards +x and +z") {
  for (const int apron : {0, 2}) {
    const std::string side = std::to_string(129 + 2 * apron);
    WorldRead read = world_of("{tile: 65, overlap: 1, apron: " + std::to_string(apron) + "}",
                              "{size: [" + side + ", " + side + "], cell_size: 2}",
                              "  course: {kind: rivers, from: land}\n"
                              "outputs:\n  - {from: land, file: 'a/{x}_{y}.r32'}\n"
                              "  - {from: course, file: 'c/{x}_{y}.svg'}\n");
    const auto layout = layout_of(read);
    REQUIRE(layout);
    const double far = std::numeric_limits<double>::infinity();
    const auto share = [&](int column, int row) {
      return session::tile_graph(read.preset->graph, *layout, {column, row}).share.value();
    };
    const double middle = 2 * (64 + apron);
    CHECK(share(0, 0).low == Vec2{-far, -far});
    CHECK(share(0, 0).high == Vec2{middle, middle});
    CHECK(share(1, 0).low == Vec2{middle, -far});
    CHECK(share(1, 1).low == Vec2{middle, middle});
    CHECK(share(1, 1).high == Vec2{far, far});
  }
}

TEST_CASE("world: a picture of a curve of the whole map is refused, since it would be the same for all tiles") {
  WorldRead read = world_of("{tile: 65}", "{size: [129, 129]}",
                            "  course: {kind: rivers, from: land}\n"
                            "outputs:\n  - {from: land, file: 'a/{x}_{y}.r32'}\n"
                            "  - {from: course, file: 'c/{x}_{y}.png', picture: {}}\n");
  CHECK_FALSE(layout_of(read));
}

TEST_CASE("world: meshes of the whole map are written for tiles, scenes and pictures of them are not") {
  const auto is_built = [](const std::string& output) {
    WorldRead read = world_of("{tile: 65}", "{size: [129, 129]}",
                              "  course: {kind: rivers, from: land}\n"
                              "  water: {kind: water_mesh, from: land, rivers: course}\n"
                              "  stream: {kind: water_mesh, from: land, rivers: course, standing: false}\n"
                              "  bank: {kind: sweep, from: course}\n"
                              "  all: {kind: scene, parts: [water, bank]}\n"
                              "outputs:\n  - {from: land, file: 'a/{x}_{y}.r32'}\n  - {" +
                                  output + "}\n");
    return layout_of(read).has_value();
  };
  for (const char* stage : {"water", "stream", "bank"}) {
    CHECK(is_built(std::string("from: ") + stage + ", file: 'c/{x}_{y}.glb'"));
    CHECK_FALSE(is_built(std::string("from: ") + stage + ", file: 'c/{x}_{y}.png', picture: {}"));
  }
  CHECK_FALSE(is_built("from: all, file: 'c/{x}_{y}.glb'"));
}

TEST_CASE("world: files of curves and meshes of the whole map alone have the tiles of the maps they are made from") {
  const std::string stages =
      "  course: {kind: rivers, from: land}\n"
      "  stream: {kind: water_mesh, from: land, rivers: course, standing: false}\n"
      "  small:  {kind: fbm, size: [65, 65]}\n"
      "  brook:  {kind: rivers, from: small}\n"
      "  road:   {kind: bezier, plane: xz, points: [[0, 0, 0], [9, 0, 9], [20, 0, 9]]}\n";
  const auto columns_of = [&](const std::string& from) {
    WorldRead read =
        world_of("{tile: 33}", "{size: [129, 129]}", stages + "outputs: [{from: " + from + ", file: '{x}_{y}.obj'}]\n");
    const auto layout = layout_of(read);
    return layout ? layout->columns : 0;
  };
  CHECK(columns_of("course") == 4);
  CHECK(columns_of("stream") == 4);
  CHECK(columns_of("brook") == 2);
  CHECK(columns_of("road") == 0);  // it is made from no map

  // Chosen outputs have the tiles that all outputs have.
  WorldRead read =
      world_of("{tile: 33}", "{size: [129, 129]}",
               stages + "outputs: [{from: land, file: '{x}_{y}.r32'}, {from: brook, file: '{x}_{y}.obj'}]\n");
  session::LoadedPresets loaded;
  loaded.presets.push_back({{}, std::move(read.preset)});
  session::select_outputs(loaded, {.only = {"{x}_{y}.obj"}});
  REQUIRE(loaded.presets.front().preset->graph.outputs.size() == 1);
  const auto layout = session::tile_layout(*loaded.presets.front().preset, read.diagnostics);
  REQUIRE(layout);
  CHECK(layout->columns == 4);
}

TEST_CASE("world: a tile with curves is another one if its share of them is, one without curves is not") {
  for (const bool has_curves : {false, true}) {
    WorldRead read = world_of("{tile: 65}", "{size: [129, 129]}",
                              "  course: {kind: rivers, from: land}\n"
                              "outputs:\n  - {from: land, file: 'a/{x}_{y}.r32'}\n" +
                                  std::string(has_curves ? "  - {from: course, file: 'c/{x}_{y}.svg'}\n" : ""));
    const auto layout = layout_of(read);
    REQUIRE(layout);
    pipeline::Graph tile = session::tile_graph(read.preset->graph, *layout, {0, 0});
    const std::string hash = session::recipe_hash(tile);
    tile.share->high.x += 1;
    CHECK((session::recipe_hash(tile) != hash) == has_curves);
  }
}

TEST_CASE("world: a tile with copies is another one if its share of them is") {
  WorldRead read = world_of("{tile: 65}", "{size: [129, 129]}",
                            "  box: {kind: shapes}\n  trees: {kind: scatter, on: land, meshes: [box]}\n"
                            "outputs: [{from: trees, file: '{x}_{y}.csv'}]\n");
  const auto layout = layout_of(read);
  REQUIRE(layout);
  pipeline::Graph tile = session::tile_graph(read.preset->graph, *layout, {0, 0});
  const std::string hash = session::recipe_hash(tile);
  tile.share->high.x += 1;
  CHECK(session::recipe_hash(tile) != hash);
}

TEST_CASE("world: copies with another apron than the world are refused, meshes that do not meet are warned of") {
  const auto reported = [](const std::string& world, int side, const std::string& stages,
                           const std::string& from = "it") {
    WorldRead read =
        world_of(world, fmt::format("{{size: [{0}, {0}]}}", side),
                 "  box: {kind: shapes}\n  it: {" + stages +
                     "}\noutputs: [{from: land, file: '{x}_{y}.r32'}, {from: " + from + ", file: '{x}_{y}.glb'}]\n");
    const bool is_built = layout_of(read).has_value();
    std::string text = is_built ? "" : "refused: ";
    for (const Diagnostic& diagnostic : read.diagnostics.all())
      text += fmt::format("{}:{}: {} ({})", diagnostic.where->line, diagnostic.where->column, diagnostic.message,
                          diagnostic.help);
    return text;
  };
  const std::string scatter = "kind: scatter, on: land, meshes: [box]", mesh = "kind: heightmap_mesh, from: land";
  CHECK(reported("{tile: 33, apron: 1}", 67, scatter + ", apron: 1").empty());
  CHECK(reported("{tile: 33, apron: 1}", 67, scatter) ==
        "refused: 7:3: stage 'it' (scatter) has an apron of 0 and the world one of 1, so the tiles would not have each "
        "copy once (give it 'apron: 1')");
  CHECK(reported("{tile: 33, apron: 1}", 67, mesh + ", apron: 1").empty());
  CHECK(reported("{tile: 33, overlap: 0}", 66, mesh).empty());
  CHECK(reported("{tile: 33}", 65, mesh + ", apron: 1") ==
        "7:49: stage 'it' (heightmap_mesh) has an apron of 1 and the world one of 0: meshes of neighbouring tiles have "
        "gaps of 2 cells between them (give it 'apron: 0')");
  CHECK(reported("{tile: 33, apron: 1}", 67, mesh) ==
        "7:3: stage 'it' (heightmap_mesh) has an apron of 0 and the world one of 1: meshes of neighbouring tiles "
        "overlap by 2 cells (give it 'apron: 1')");
  CHECK(reported("{tile: 33, overlap: 3}", 63, mesh + ", apron: 1").empty());  // they meet
  // Copies that stand on no land have no apron.
  const std::string ring = "kind: place, arrangement: ring, count: 3, meshes: [box]}\n  ground: {" + mesh +
                           ", apron: 1}\n  all: {kind: scene, parts: [ground, it]";
  CHECK(reported("{tile: 33, apron: 1}", 67, ring, "all").empty());
}

TEST_CASE("world: masks of copies may lie on other grids than the land") {
  WorldRead read = world_of("{tile: 33}", "{size: [65, 65]}",
                            "  wet: {kind: fbm, size: [9, 9], cell_size: 16}\n  box: {kind: shapes}\n"
                            "  trees: {kind: scatter, on: land, mask: wet, meshes: [box]}\n"
                            "outputs: [{from: trees, file: '{x}_{y}.csv'}]\n");
  CHECK(layout_of(read));
}
