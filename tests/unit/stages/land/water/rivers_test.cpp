#include "support/catch.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math/math.h"
#include "base/rng.h"
#include "engine/graph/stage.h"
#include "methods/curve/bezier.h"
#include "methods/curve/flatten.h"
#include "stages/land/erosion/carve.h"
#include "stages/land/water/detail/multigrid.h"
#include "stages/land/water/fill_depressions.h"
#include "stages/land/water/fluvial.h"
#include "stages/land/water/lakes.h"
#include "stages/land/water/rivers.h"
#include "unit/stages/land/water/lake_maps.h"

using namespace weald;
using namespace weald::hydrology;

static_assert(pipeline::WholeStage<Lakes> && pipeline::WholeStage<Rivers>);

namespace {

template <class Height>
Heightmap ground_of(const GridSpec& grid, const Height& at) {
  Heightmap map(grid);
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) map.heights.at(x, y) = static_cast<float>(at(x, y));
  }
  return map;
}

Heightmap carved(const Heightmap& ground, const curve::Curve& rivers, const terrain::CarveParams& params) {
  terrain::CarveParams named = params;
  named.curve.stage = "rivers";
  schema::Inputs inputs;
  inputs.add("rivers", rivers);
  Heightmap result(ground.grid());
  const GridSpec grid = ground.grid();
  const FieldInput<HeightView> in{"", view(ground)};
  terrain::Carve::kernel(named, inputs, grid, {}).fill({grid, InputViews({&in, 1}), view(result)});
  return result;
}

// Rivers on rough ground with hollows.
struct Wild {
  Heightmap ground = rough_ground({257, 200, 30, {500, -900}}, 3000, 500, 0, 5, 4);
  curve::Curve rivers = find_rivers(ground, nullptr, {.min_area = 0.3}, 1);
};

}  // namespace

TEST_CASE("rivers: no curve ever rises, and tributaries end on the river that takes them", "[hydrology]") {
  const Wild wild;
  REQUIRE(wild.rivers.paths.size() > 20);
  std::size_t on_border = 0, on_river = 0;
  for (const curve::Path& path : wild.rivers.paths) {
    REQUIRE(path.widths.size() == path.segments.size() + 1);
    CHECK(std::ranges::is_sorted(path.widths));
    CHECK(path.order >= 1);
    double last = 1e30;
    for (const curve::Segment& segment : path.segments) {
      for (const Vec4& point : segment.points) {
        CHECK(point.y <= last + 1e-9);
        last = point.y;
      }
    }
    const Vec4 end = path.segments.back().points.back();
    const Vec2 at = (Vec2{end.x, end.z} - wild.ground.origin) / wild.ground.cell_size;
    if (at.x < 1e-6 || at.y < 1e-6 || at.x > 256 - 1e-6 || at.y > 199 - 1e-6) {
      ++on_border;
      continue;
    }
    // Its last point is a knot of another river, at the same height or below.
    bool found = false;
    for (const curve::Path& other : wild.rivers.paths) {
      for (const curve::Segment& segment : other.segments) found |= &other != &path && segment.points.front() == end;
    }
    on_river += found;
  }
  CHECK(on_border > 0);
  CHECK(on_border + on_river == wild.rivers.paths.size());
}

namespace {

struct AlongRivers {
  double rise = 0;   // largest, of the bed between samples
  double above = 0;  // largest height of the ground above a curve
  std::size_t places = 0;
};

// Every fraction of a cell along all curves, from their sources to their very ends.
AlongRivers along(const Heightmap& cut, const curve::Curve& rivers) {
  AlongRivers result;
  for (const Polyline& line : curve::flatten(rivers, 0.01)) {
    double lowest = 1e30;
    for (std::size_t i = 0; i + 1 < line.points.size(); ++i) {
      const Vec3 way = line.points[i + 1] - line.points[i];
      const int steps = std::max(1, static_cast<int>(4 * std::hypot(way.x, way.z) / cut.cell_size));
      for (int k = 0; k < steps; ++k) {
        const Vec3 point = line.points[i] + way * (static_cast<double>(k) / steps);
        const double bed = height_at(cut, {point.x, point.z});
        result.rise = std::max(result.rise, bed - lowest);
        result.above = std::max(result.above, bed - point.y);
        lowest = std::min(lowest, bed);
        ++result.places;
      }
    }
  }
  return result;
}

}  // namespace

TEST_CASE("carve: between samples too the bed of no river ever rises, nor stands above its curve", "[hydrology]") {
  const auto seed = GENERATE(1, 2);
  const auto shape =
      GENERATE(RiversParams{.min_area = 0.2}, RiversParams{.min_area = 0.2, .smoothing = 300, .width = 40});
  const bool has_lakes = GENERATE(false, true);
  const Heightmap ground = rough_ground({257, 200, 30, {500, -900}}, 3000, 500, 0, 5, static_cast<std::uint64_t>(seed));
  const test::LakeMaps lakes = test::lakes_on(ground, {.min_depth = 2, .min_area = 20000});
  const curve::Curve rivers = find_rivers(ground, has_lakes ? &lakes.level : nullptr, shape, 1);
  const AlongRivers before = along(ground, rivers);
  const AlongRivers after = along(carved(ground, rivers, {.mode = terrain::CarveMode::river}), rivers);
  CHECK(before.places > 500);
  CHECK(before.rise > 1);
  CHECK(after.rise < 1e-3);
  CHECK(after.above <= 0);
}

TEST_CASE("carve: beds fall where rivers pass closely, cross, and turn back on themselves", "[hydrology]") {
  const Heightmap ground = ground_of({101, 41, 10, {0, 0}}, [](int, int) { return 100; });
  curve::Curve rivers;
  rivers.plane = curve::Plane::xz;
  const auto add = [&](std::initializer_list<Vec3> points) {
    rivers.paths.push_back({{curve::make_segment(std::vector<Vec3>(points))}, false, {5, 5}, 1});
  };
  add({{0, 90, 203}, {1000, 60, 207}});
  add({{0, 80, 216}, {1000, 70, 221}});                                   // little more than a cell beside it
  add({{300, 95, 0}, {420, 65, 400}});                                    // across both
  add({{600, 90, 100}, {700, 80, 104}, {700, 70, 111}, {600, 60, 115}});  // a hairpin within two cells
  const AlongRivers after = along(carved(ground, rivers, {.mode = terrain::CarveMode::river}), rivers);
  CHECK(after.rise < 1e-3);
  CHECK(after.above <= 0);
}

TEST_CASE("carve: through every junction the bed runs on downhill, without a step up or a dam", "[hydrology]") {
  const auto seed = GENERATE(1, 2, 4, 5);
  const bool has_lakes = GENERATE(false, true);
  const GridSpec grid{257, 200, 30, {500, -900}};
  const Heightmap rough = rough_ground(grid, 3000, 500, 0, 5, static_cast<std::uint64_t>(3 + seed));
  const Heightmap ground = has_lakes ? rough : filled(rough, FillSurface::level, OutletSides::all);
  const test::LakeMaps lakes = test::lakes_on(ground, {.min_depth = 2, .min_area = 20000});
  const curve::Curve rivers = find_rivers(ground, has_lakes ? &lakes.level : nullptr, {.min_area = 0.2}, 1);
  const Heightmap cut = carved(ground, rivers, {.mode = terrain::CarveMode::river, .shoulder = 60, .depth = 2});
  std::vector<std::vector<Vec3>> lines;
  for (const curve::Path& path : rivers.paths) {
    std::vector<Vec3>& line = lines.emplace_back();
    for (const curve::Segment& segment : path.segments) {
      for (int k = 0; k < 32; ++k) line.push_back(curve::evaluate(segment, k / 32.0));
    }
    line.push_back(curve::evaluate(path.segments.back(), 1));
  }
  std::size_t junctions = 0;
  double rise = 0;
  for (std::size_t source = 0; source < lines.size(); ++source) {
    double lowest = 1e30;
    // Down to where the curve ends on the river that takes it, on along that one, and so to the border.
    std::size_t at = source, from = 0;
    for (bool on_land = true; on_land;) {
      const std::vector<Vec3>& line = lines[at];
      for (std::size_t k = from; k < line.size(); ++k) {
        const double bed = height_at(cut, {line[k].x, line[k].z});
        rise = std::max(rise, bed - lowest);
        lowest = std::min(lowest, bed);
      }
      on_land = false;
      for (std::size_t i = 0; i < lines.size() && !on_land; ++i) {
        const auto found = std::find(lines[i].begin(), lines[i].end() - 1, line.back());
        if (i == at || found == lines[i].end() - 1) continue;
        on_land = true;
        at = i;
        from = static_cast<std::size_t>(found - lines[i].begin());
      }
      if (on_land) ++junctions;
    }
  }
  CHECK(junctions > 2);
  CHECK(rise < 1e-3);
}

TEST_CASE("carve: a river's bed is as wide as the river, and nothing beyond the shoulder moves", "[hydrology]") {
  const Heightmap ground = ground_of({101, 41, 2, {0, 0}}, [](int x, int) { return 100 - 0.1 * x; });
  curve::Curve river;
  river.plane = curve::Plane::xz;
  const Vec3 points[] = {{0, 90, 40}, {200, 80, 40}};
  river.paths.push_back({{curve::make_segment(points)}, false, {10, 30}, 1});
  const Heightmap cut = carved(ground, river, {.mode = terrain::CarveMode::river, .shoulder = 8, .depth = 1});
  CHECK(cut.heights.at(50, 20) == Approx(84));
  CHECK(cut.heights.at(50, 25) == Approx(84));  // 10 m from the middle: half of the width there
  CHECK(cut.heights.at(50, 26) > 84.1);
  CHECK(cut.heights.at(50, 30) == ground.heights.at(50, 30));
  CHECK(cut.heights.at(10, 24) > cut.heights.at(10, 22));  // 8 m: outside the width of 12
  CHECK(cut.heights.at(95, 27) == Approx(79.5));           // 14 m: inside the width of 29
}

namespace {

// Lengths of the courses of rivers by their direction.
struct Grain {
  std::array<double, 8> toward{};  // bins about east, south-east ...
  double on_grid = 0;              // within a degree of a multiple of 45
  double length = 0;

  void add(const curve::Curve& rivers, double tolerance) {
    for (const Polyline& line : curve::flatten(rivers, tolerance)) {
      for (std::size_t i = 0; i + 1 < line.points.size(); ++i) {
        const Vec3 way = line.points[i + 1] - line.points[i];
        const double piece = std::hypot(way.x, way.z), octants = math::atan2(way.z, way.x) / (math::kPi / 4) + 8;
        toward[static_cast<std::size_t>(octants + 0.5) % 8] += piece;
        if (std::abs(octants - std::round(octants)) < 1.0 / 45) on_grid += piece;
        length += piece;
      }
    }
  }
  double largest() const { return *std::ranges::max_element(toward) * 8 / length; }
};

}  // namespace

TEST_CASE("rivers: across hollows and level ground no direction of the grid shows", "[hydrology]") {
  const bool is_level = GENERATE(false, true);
  Grain grain;
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
    Heightmap ground = rough_ground({385, 385, 20, {0, 0}}, 4000, 30, 0, is_level ? 2 : 4, seed);
    if (is_level) {
      for (float& height : ground.heights.values()) height = std::clamp(height, -3.0f, 3.0f);
    }
    grain.add(find_rivers(ground, nullptr, {.min_area = 0.3}, seed), 0.5);
  }
  INFO("largest bin " << grain.largest() << ", on the grid " << grain.on_grid / grain.length);
  CHECK(grain.length > 50000);
  CHECK(grain.largest() < 1.5);                // the filled hollows: 1.72 and 2.29
  CHECK(grain.on_grid < 0.08 * grain.length);  // of all directions 0.044
}

TEST_CASE("rivers: order and width of a network drawn by hand", "[hydrology]") {
  // A Y of gutters in a slope to the south: two sources, one river from row 30 on.
  const GridSpec grid{41, 61, 10, {0, 0}};
  const Heightmap ground = ground_of(grid, [](int x, int y) {
    const int arm = y < 30 ? std::min(std::abs(x - (5 + y / 2)), std::abs(x - (35 - y / 2))) : std::abs(x - 20);
    return 1000 - y + 3.0 * arm;
  });
  const curve::Curve rivers =
      find_rivers(ground, nullptr, {.min_area = 0.01, .width = 4, .outlets = OutletSides::south}, 1);
  REQUIRE(rivers.paths.size() >= 2);
  CHECK(rivers.paths[0].order == 2);
  CHECK(rivers.paths[1].order == 1);
  const Vec4 junction = rivers.paths[1].segments.back().points.back();
  CHECK(junction.x == Approx(200).margin(20));
  CHECK(junction.z == Approx(300).margin(50));
  // All that drains to the last row but one, which is the last own cell before the border; the slope to the gutter
  // loses a few samples at the corners.
  CHECK(rivers.paths[0].widths.back() <= 4 * std::sqrt(41 * 61 * 100 / 1e6));
  CHECK(rivers.paths[0].widths.back() > 0.9 * 4 * std::sqrt(41 * 61 * 100 / 1e6));
}

TEST_CASE("lakes: bowls hold water to their rim; small and shallow ones stay dry", "[hydrology]") {
  const GridSpec grid{60, 40, 10, {0, 0}};
  const Heightmap ground = ground_of(grid, [](int x, int y) {
    const auto bowl = [&](int cx, int cy, double radius, double depth) {
      const double r = std::hypot(x - cx, y - cy) / radius;
      return r < 1 ? -depth * (1 - r * r) : 0.0;
    };
    return 50 + bowl(15, 20, 8, 20) + bowl(40, 10, 3, 15) + bowl(45, 28, 8, 0.5);
  });
  const test::LakeMaps lakes = test::lakes_on(ground, {.min_depth = 1, .min_area = 5000});
  CHECK(lakes.depth.heights.at(15, 20) == 20);
  CHECK(lakes.level.heights.at(15, 20) == 50);
  CHECK(lakes.mask.heights.at(15, 20) == 1);
  CHECK(lakes.mask.heights.at(40, 10) == 0);
  CHECK(lakes.mask.heights.at(45, 28) == 0);
  CHECK(lakes.level.heights.at(40, 10) == 35);
}

TEST_CASE("rivers: a lake takes rivers at its shore and gives one at its outlet", "[hydrology]") {
  // A gutter to the south with a hollow in the middle.
  const GridSpec grid{31, 121, 20, {0, 0}};
  const Heightmap ground = ground_of(grid, [](int x, int y) {
    const double r = std::hypot(x - 15, y - 60) / 12;
    return 500 - y + 2.0 * std::abs(x - 15) - (r < 1 ? 40 * (1 - r * r) : 0);
  });
  const test::LakeMaps lakes = test::lakes_on(ground, {});
  REQUIRE(lakes.depth.heights.at(15, 60) > 20);
  const RiversParams params{.min_area = 0.05, .outlets = OutletSides::south};
  const curve::Curve rivers = find_rivers(ground, &lakes.level, params, 1);
  REQUIRE(rivers.paths.size() >= 2);
  for (const curve::Path& path : rivers.paths) {
    for (const curve::Segment& segment : path.segments) {
      const Vec3 middle = curve::evaluate(segment, 0.5);
      CHECK(std::hypot(middle.x / 20 - 15, middle.z / 20 - 60) > 8);
    }
  }
  // Without it one river runs from the top through the hollow to the border.
  const curve::Curve through = find_rivers(ground, nullptr, params, 1);
  CHECK(through.paths[0].segments.front().points.front().z < 20 * 40);
  CHECK(through.paths[0].segments.back().points.back().z == 20 * 120);
  const Heightmap other(GridSpec{3, 3, 1, {0, 0}});
  CHECK_THROWS_AS(find_rivers(ground, &other, params, 1), StageError);
}
