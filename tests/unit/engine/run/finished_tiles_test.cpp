// Tiles of stages that several runs share.

#include "engine/run/finished_tiles.h"

#include "support/catch.h"

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "data/field.h"
#include "data/perimeter_work.h"
#include "engine/run/detail/perimeter_kernel.h"

using namespace weald;
using pipeline::FinishedTile;
using pipeline::FinishedTiles;

namespace {

FinishedTile tile_of(float height, int parts = 0) {
  const auto map = [&] {
    Heightmap one(GridSpec{1, 1, 1, {}});
    one.heights.at(0, 0) = height;
    return one;
  };
  FinishedTile tile{map(), {}};
  for (int i = 0; i < parts; ++i) tile.parts.emplace_back("part", map());
  return tile;
}

/// The number of times that one of the keys is made, if they are found in this order.
int times_made(FinishedTiles& tiles, const std::string& keys, int parts = 0) {
  int made = 0;
  for (const char key : keys) {
    const auto found = tiles.find(std::string(1, key), [&] {
      ++made;
      return tile_of(static_cast<float>(key), parts);
    });
    CHECK(found->main.heights.at(0, 0) == static_cast<float>(key));
  }
  return made;
}

/// Adds one to each sample, and counts the tiles for which that is done.
PerimeterWork adding_one(int& finished) {
  PerimeterWork work;
  work.finish = [&finished](const Heightmap& tile, std::span<const TileSolution>, const schema::WantedParts&) {
    ++finished;
    FinishedTile result{tile, {}};
    for (float& height : result.main.heights.values()) ++height;
    return result;
  };
  return work;
}

std::shared_ptr<const pipeline::LazyField> columns_of(const GridSpec& grid) {
  pipeline::LazyField field;
  field.grid = grid;
  field.kernel.fill = [](const FieldWindow& window) {
    const Region& region = window.out.region;
    for (int y = region.y; y < region.y + region.height; ++y) {
      for (int x = region.x; x < region.x + region.width; ++x) window.out.at(x, y) = static_cast<float>(x);
    }
  };
  return std::make_shared<const pipeline::LazyField>(std::move(field));
}

}  // namespace

TEST_CASE("a tile is made once while it is kept, and the one read the longest time ago is dropped first") {
  FinishedTiles tiles(3);
  CHECK(times_made(tiles, "abcabc") == 3);
  CHECK(times_made(tiles, "ad") == 1);  // drops b
  CHECK(times_made(tiles, "acd") == 0);
  CHECK(times_made(tiles, "b") == 1);
}

TEST_CASE("the parts of a tile count as maps, and stages may need more of them") {
  FinishedTiles tiles(3);
  CHECK(times_made(tiles, "aab", 1) == 2);
  CHECK(times_made(tiles, "a", 1) == 1);  // two maps each: one tile is kept
  tiles.need("one", 2);
  tiles.need("two", 4);
  tiles.need("two", 1);
  CHECK(times_made(tiles, "bcabc", 1) == 2);
}

TEST_CASE("a tile whose making failed is made again") {
  FinishedTiles tiles;
  CHECK_THROWS_AS(tiles.find("a", []() -> FinishedTile { throw std::runtime_error("no"); }), std::runtime_error);
  CHECK(times_made(tiles, "aa") == 1);
}

TEST_CASE("runs of a stage with the same key finish each tile once, those of another key or none their own") {
  int finished = 0;
  const PerimeterWork work = adding_one(finished);
  FinishedTiles tiles;
  const auto run = [&](const std::string& key, const Region& region) {
    pipeline::PerimeterSource source{work, columns_of({40, 30, 1, {}})};
    source.key = key;
    source.finished = &tiles;
    source.tile = 10;
    const FieldKernel kernel = pipeline::PerimeterTiles(source, {}).kernel();
    Heightmap out(GridSpec{region.width, region.height, 1, {}});
    const MutableHeightView window{region, out.heights.values().data(), region.width};
    const GridSpec whole{40, 30, 1, {}};
    kernel.fill({whole, {}, window});
    CHECK(out.heights.at(0, 0) == static_cast<float>(region.x + 1));
    return std::exchange(finished, 0);
  };
  CHECK(run("a", {5, 5, 10, 3}) == 2);
  CHECK(run("a", {7, 2, 10, 10}) == 2);  // two tiles of the row below
  CHECK(run("a", {0, 0, 20, 20}) == 0);
  CHECK(run("b", {5, 5, 10, 3}) == 2);
  CHECK(run("", {5, 5, 10, 3}) == 2);
  CHECK(run("", {5, 5, 10, 3}) == 2);
}
