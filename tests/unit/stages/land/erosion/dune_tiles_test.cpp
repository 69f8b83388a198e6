// Dunes tile by tile: the sand of a map moves on a sheet, and any tiles have the bits of the whole map.

#include "support/catch.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "data/byte_archive.h"
#include "data/tile_cuts.h"
#include "stages/land/erosion/detail/dune_sheet.h"
#include "stages/land/erosion/dunes.h"
#include "support/window.h"
#include "unit/stages/land/erosion/erosion_lands.h"

using namespace weald;
using namespace weald::terrain;
using test::hilly_land;

namespace {

RunContext dune_context() {
  RunContext context;
  context.seed = 9;
  return context;
}

DunesParams dune_params(double sheet) {
  DunesParams params;
  params.from.stage = "rock";
  params.iterations = 25;
  params.sheet = sheet;
  params.hop = 20;
  return params;
}

std::vector<int> sides_of(int samples, int side) {
  std::vector<int> sides;
  for (int done = 0; done < samples; done += side) sides.push_back(std::min(side, samples - done));
  return sides;
}

/// The map that is put together from tiles.
Heightmap by_tiles(const DunesParams& params, const Heightmap& map, int width, int height) {
  const auto work = Dunes::perimeter(params);
  REQUIRE(work);
  const TileCuts cuts{sides_of(map.width(), width), sides_of(map.height(), height)};
  const std::vector<Region> regions = cuts.regions();
  std::vector<TileSummary> summaries;
  for (const Region& region : regions)
    summaries.push_back(work->rounds[0].summary(test::window_of(map, region, work->halo), {}));
  const auto solutions = work->rounds[0].solve(cuts, std::move(summaries), dune_context());
  REQUIRE(solutions.size() == regions.size());
  Heightmap result(map.grid());
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const Heightmap part = work->finish(test::window_of(map, regions[i], work->halo), {&solutions[i], 1}, {}).main;
    REQUIRE((part.width() == regions[i].width && part.height() == regions[i].height));
    for (int y = 0; y < part.height(); ++y) {
      for (int x = 0; x < part.width(); ++x)
        result.heights.at(regions[i].x + x, regions[i].y + y) = part.heights.at(x, y);
    }
  }
  return result;
}

}  // namespace

TEST_CASE("dunes: on a sheet, tiles of any size have the bits of the whole map", "[terrain]") {
  const Heightmap rock = hilly_land(101, 83, 10, 30);
  for (const double sheet : {10.0, 17.3, 20.0, 100.0 / 3}) {
    DunesParams params = dune_params(sheet);
    params.hop = std::max(20.0, sheet);
    const Heightmap whole = blow_dunes(params, rock.grid(), {.bedrock = &rock}, dune_context()).heights;
    CHECK_FALSE(whole.heights == rock.heights);
    for (const auto& [width, height] : {std::pair{101, 83}, std::pair{32, 32}, std::pair{7, 83}, std::pair{50, 1}}) {
      CAPTURE(sheet, width, height);
      CHECK(by_tiles(params, rock, width, height).heights == whole.heights);
    }
  }
}

TEST_CASE("dunes: only sand of one depth on a given ground moves on a sheet for tiles", "[terrain]") {
  DunesParams params = dune_params(20);
  CHECK(Dunes::perimeter(params));
  params.sheet.reset();
  CHECK_FALSE(Dunes::perimeter(params));
  params.sheet = 20;
  params.sand.stage = "depth";
  CHECK_FALSE(Dunes::perimeter(params));
  params.sand = 5;
  params.from.stage.clear();
  CHECK_FALSE(Dunes::perimeter(params));
}

TEST_CASE("dunes: a sheet that is too fine for a large map is refused before the sand moves", "[terrain]") {
  const auto work = Dunes::perimeter(dune_params(10));
  Heightmap tile(GridSpec{4, 4, 10, {0, 0}});
  tile.place = CutPlace{{40000, 40000, 10, {0, 0}}, 0, 0, {0, 0, 4, 4}};
  CHECK_THROWS_AS(work->rounds[0].summary(tile, {}), StageError);
  CHECK_NOTHROW(Dunes::perimeter(dune_params(40))->rounds[0].summary(tile, {}));
}

TEST_CASE("dunes: damaged bytes of a sheet are not sand, and those of other tiles are refused", "[terrain]") {
  detail::SheetSand sand{Grid<std::int32_t>(3, 2), 0.5, -1, 4};
  sand.units.at(2, 1) = 77;
  std::vector<std::byte> bytes = pipeline::archive_of(sand);
  const auto read = pipeline::from_archive<detail::SheetSand>(bytes);
  REQUIRE(read);
  CHECK((read->units == sand.units && read->unit == 0.5 && read->first_x == -1 && read->first_y == 4));
  bytes.pop_back();
  CHECK_FALSE(pipeline::from_archive<detail::SheetSand>(bytes));
  bytes.resize(10);
  CHECK_FALSE(pipeline::from_archive<detail::SheetSand>(bytes));
  const auto work = Dunes::perimeter(dune_params(20));
  const TileSolution of_other_tile = pipeline::archive_of(sand);
  const Heightmap tile = test::window_of(hilly_land(40, 30, 10, 30), {0, 0, 20, 30}, 1);
  CHECK_THROWS_AS(work->finish(tile, {&of_other_tile, 1}, {}), InternalError);
}
