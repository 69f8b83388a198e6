#include "stages/land/noise/constant.h"

#include "support/catch.h"

#include <algorithm>

#include "engine/graph/stage.h"
#include "unit/stages/land/noise/run_field.h"

using namespace weald;
using namespace weald::noise;
using namespace weald::test;

static_assert(pipeline::FieldStage<Constant>);

TEST_CASE("constant: every sample is the value, on the grid of the parameters", "[noise]") {
  ConstantParams params;
  params.size = {7, 5};
  params.cell_size = 2.5;
  params.origin = {100, -40};
  params.value = -12.75;
  const Heightmap map = generate<Constant>(params);
  CHECK(map.grid() == GridSpec{7, 5, 2.5, {100, -40}});
  CHECK(std::ranges::all_of(map.heights.values(), [](float h) { return h == -12.75f; }));
}

TEST_CASE("constant: a window is filled, and nothing beside it", "[noise]") {
  ConstantParams params;
  params.size = {9, 9};
  params.value = 3;
  const GridSpec grid = grid_spec(params);
  Heightmap map(grid);
  const Region region{2, 3, 4, 5};
  Constant::kernel(params, {}, grid, {}).fill({grid, {}, {region, &map.heights.at(2, 3), grid.width}});
  for (int y = 0; y < 9; ++y) {
    for (int x = 0; x < 9; ++x) CHECK(map.heights.at(x, y) == (x >= 2 && x < 6 && y >= 3 && y < 8 ? 3.0f : 0.0f));
  }
}

TEST_CASE("constant: a value beyond the range is refused", "[noise]") {
  CHECK(decode_errors<ConstantParams>(map({{"value", scalar("-2000")}})) == "");
  CHECK_THAT(decode_errors<ConstantParams>(map({{"value", scalar("2e6")}})), Catch::Contains("outside"));
}
