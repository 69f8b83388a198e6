// Rivers from maps of the flow, which are read tile by tile.

#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <variant>

#include "base/error.h"
#include "methods/curve/bezier.h"
#include "stages/land/water/detail/multigrid.h"
#include "stages/land/water/flow.h"
#include "stages/land/water/rivers.h"
#include "unit/stages/land/water/hollow_lands.h"
#include "unit/stages/land/water/lake_maps.h"
#include "unit/stages/land/water/perimeter_run.h"

using namespace weald;
using namespace weald::hydrology;

namespace {

struct RiverMaps {
  Heightmap ground, level, area, direction;
};

RiverMaps maps_on(const Heightmap& ground, FlowMethod method) {
  FlowMaps flow = flow_over(ground, method, OutletSides::all);
  return {ground, test::lakes_on(ground, {.from = {}, .min_depth = 2, .min_area = 60}).level, std::move(flow.area),
          std::move(flow.direction)};
}

RiversParams named(RiversParams params, bool has_lakes) {
  params.from.stage = "ground", params.area.stage = "area", params.direction.stage = "direction";
  if (has_lakes) params.lakes.stage = "level";
  return params;
}

schema::Inputs inputs_of(const RiverMaps& maps) {
  schema::Inputs inputs;
  inputs.add("ground", maps.ground);
  inputs.add("level", maps.level);
  inputs.add("area", maps.area);
  inputs.add("direction", maps.direction);
  return inputs;
}

curve::Curve rivers_whole(const RiverMaps& maps, const RiversParams& params) {
  return Rivers::run(params, inputs_of(maps), {});
}

// The tiles are taken from the last one to the first one.
curve::Curve rivers_by_tiles(const RiverMaps& maps, const RiversParams& params, const TileCuts& cuts) {
  const auto gatherer = Rivers::gatherer(params)({});
  for (std::size_t tile = cuts.count(); tile-- > 0;) {
    const auto cut = [&](const Heightmap& map) { return test::placed_tile(map, cuts, tile, 0); };
    const RiverMaps own{cut(maps.ground), cut(maps.level), cut(maps.area), cut(maps.direction)};
    gatherer->add(inputs_of(own));
  }
  return std::get<curve::Curve>(gatherer->result({}));
}

bool same_curves(const curve::Curve& a, const curve::Curve& b) {
  const auto same_segments = [](const curve::Segment& s, const curve::Segment& t) { return s.points == t.points; };
  return a.plane == b.plane && std::ranges::equal(a.paths, b.paths, [&](const curve::Path& p, const curve::Path& q) {
           return p.widths == q.widths && p.order == q.order &&
                  std::ranges::equal(p.segments, q.segments, same_segments);
         });
}

// A map of 12 x 3 samples of 10 m whose rows drain to the east.
RiverMaps rows_to_the_east() {
  const GridSpec grid{12, 3, 10, {100, -50}};
  RiverMaps maps{Heightmap(grid), Heightmap(grid), Heightmap(grid), Heightmap(grid)};
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 12; ++x) {
      maps.ground.heights.at(x, y) = static_cast<float>(50 - 2 * x);
      maps.area.heights.at(x, y) = static_cast<float>(100 * (x + 1));
      maps.direction.heights.at(x, y) = x < 11 ? 90.0f : -1.0f;
    }
  }
  maps.level = maps.ground;
  return maps;
}

std::string key_of_error(const RiverMaps& maps, const RiversParams& params) {
  try {
    rivers_whole(maps, params);
  } catch (const StageError& error) {
    return error.key();
  }
  return "no error";
}

}  // namespace

TEST_CASE("rivers by flow: where all areas are equal, a tributary still ends on the curve of its river",
          "[hydrology]") {
  // One river comes from the north to row 3, which drains to the east; the other one along this row.
  const GridSpec grid{24, 7, 10, {0, 0}};
  RiverMaps maps{Heightmap(grid), Heightmap(grid), Heightmap(grid), Heightmap(grid)};
  for (float& bearing : maps.direction.heights.values()) bearing = -1;
  const auto flow = [&](int x, int y, float bearing, float height) {
    maps.ground.heights.at(x, y) = height;
    maps.direction.heights.at(x, y) = bearing;
    maps.area.heights.at(x, y) = 1000;
  };
  for (int x = 0; x < 24; ++x) flow(x, 3, x < 23 ? 90.0f : -1.0f, static_cast<float>(40 - x));
  for (int x = 0; x < 12; ++x) flow(x, 0, 90, static_cast<float>(50 - x));
  for (int y = 0; y < 3; ++y) flow(12, y, 180, static_cast<float>(35 - y));
  maps.level = maps.ground;
  RiversParams params;
  params.min_area = 1000e-6;
  params.min_length = 0;
  const curve::Curve rivers = rivers_whole(maps, named(params, true));
  REQUIRE(rivers.paths.size() == 2);
  const auto end_of = [](const curve::Path& path) { return curve::evaluate(path.segments.back(), 1); };
  CHECK(end_of(rivers.paths[0]).x == 230);
  const Vec3 mouth = end_of(rivers.paths[1]);
  CHECK(std::ranges::any_of(rivers.paths[0].segments, [&](const curve::Segment& segment) {
    const Vec3 knot = curve::evaluate(segment, 0);
    return knot.x == mouth.x && knot.z == mouth.z;
  }));
  CHECK(mouth.z != 30);  // where the course bends it is smooth
}

TEST_CASE("rivers by flow: they follow the directions from where enough water drains, and are as wide as it says",
          "[hydrology]") {
  const RiverMaps maps = rows_to_the_east();
  RiversParams params;
  params.min_area = 400e-6;
  params.min_length = 0;
  params.width = 8;
  const curve::Curve rivers = rivers_whole(maps, named(params, true));
  REQUIRE(rivers.paths.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const curve::Path& path = rivers.paths[i];
    const Vec3 first = curve::project(path.segments.front().points.front());
    const Vec3 last = curve::project(path.segments.back().points.back());
    CHECK(first == Vec3{130, 44, -50 + 10.0 * static_cast<double>(i)});
    CHECK(last == Vec3{210, 28, -50 + 10.0 * static_cast<double>(i)});
    CHECK(path.widths.front() == Approx(8 * std::sqrt(400e-6)));
    CHECK(path.order == 1);
  }
}

TEST_CASE("rivers by flow: the same rivers whatever the tiles and their order, on land of every kind", "[hydrology]") {
  std::size_t count = 0, higher = 0;
  for (const test::HollowLand& kind : test::hollow_lands()) {
    for (const FlowMethod method : {FlowMethod::d8_tree, FlowMethod::d8}) {
      const RiverMaps maps = maps_on(test::hollow_land(kind, 47, 38, 3), method);
      for (const bool has_lakes : {false, true}) {
        RiversParams params;
        params.min_length = 10;
        params.min_area = 120e-6;
        params = named(params, has_lakes);
        const curve::Curve whole = rivers_whole(maps, params);
        count += whole.paths.size();
        for (const curve::Path& path : whole.paths) higher += path.order > 1 ? 1 : 0;
        for (const TileCuts& cuts : test::cuts_of(47, 38)) {
          INFO(kind.name << ", " << cuts.widths.size() << " x " << cuts.heights.size());
          CHECK(same_curves(rivers_by_tiles(maps, params, cuts), whole));
        }
      }
    }
  }
  CHECK(count > 100);
  CHECK(higher > 10);
}

TEST_CASE("rivers by flow: no river rises, and tributaries end on the river that they join", "[hydrology]") {
  const RiverMaps maps = maps_on(rough_ground({200, 150, 30, {500, -900}}, 2000, 300, 0, 5, 1), FlowMethod::d8_tree);
  RiversParams params;
  params.min_area = 0.3;
  const curve::Curve rivers = rivers_whole(maps, named(params, true));
  REQUIRE(rivers.paths.size() > 10);
  for (const curve::Path& path : rivers.paths) {
    double last = 1e9;
    for (const curve::Segment& segment : path.segments) {
      for (const Vec4& point : segment.points) {
        CHECK(point.y <= last);
        last = point.y;
      }
    }
  }
}

TEST_CASE("rivers by flow: maps that are no flow are refused", "[hydrology]") {
  RiversParams params;
  params.min_area = 100e-6;
  params = named(params, true);
  RiverMaps maps = rows_to_the_east();
  CHECK(key_of_error(maps, params) == "no error");
  maps.direction.heights.at(5, 1) = 91;
  CHECK(key_of_error(maps, params) == "direction");
  maps = rows_to_the_east();
  maps.direction.heights.at(5, 1) = 270;
  maps.area.heights.at(5, 1) = maps.area.heights.at(4, 1);
  CHECK(key_of_error(maps, params) == "direction");
  maps = rows_to_the_east();
  maps.area.heights.at(5, 1) = 450;
  CHECK(key_of_error(maps, params) == "area");
  maps = rows_to_the_east();
  maps.area = Heightmap(GridSpec{12, 4, 10, {100, -50}});
  CHECK(key_of_error(maps, params) == "area");
  maps = rows_to_the_east();
  maps.level.heights.at(2, 2) = std::numeric_limits<float>::infinity();
  CHECK(key_of_error(maps, params) == "lakes");
}

TEST_CASE("rivers by flow: water that leaves the map, or goes where too little drains, ends there", "[hydrology]") {
  RiverMaps maps = rows_to_the_east();
  for (int y = 0; y < 3; ++y) maps.direction.heights.at(11, y) = 45;
  maps.area.heights.at(11, 1) = 0;
  RiversParams params;
  params.min_area = 400e-6;
  params.min_length = 0;
  const curve::Curve rivers = rivers_whole(maps, named(params, false));
  REQUIRE(rivers.paths.size() == 3);
  for (const curve::Path& path : rivers.paths)
    CHECK(curve::project(path.segments.back().points.back()).x ==
          (path.segments.front().points.front().z == -40 ? 200 : 210));
}
