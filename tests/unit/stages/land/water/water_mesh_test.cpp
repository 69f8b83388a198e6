#include "support/catch.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"
#include "base/rng.h"
#include "engine/graph/stage.h"
#include "methods/curve/bezier.h"
#include "methods/mesh/analysis.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "methods/mesh/soup.h"
#include "stages/land/erosion/carve.h"
#include "stages/land/water/detail/multigrid.h"
#include "stages/land/water/lakes.h"
#include "stages/land/water/rivers.h"
#include "stages/land/water/water_mesh.h"
#include "unit/stages/land/water/lake_maps.h"

using namespace weald;
using namespace weald::hydrology;

static_assert(pipeline::WholeStage<WaterMesh>);

namespace {

template <class Height>
Heightmap land_of(const GridSpec& grid, const Height& at) {
  Heightmap map(grid);
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const Vec2 place = grid.position(x, y);
      map.heights.at(x, y) = static_cast<float>(at(place.x, place.y));
    }
  }
  return map;
}

// The middle of the map at 0, 0.
GridSpec map_around(int samples, double side) {
  return {samples, samples, side / (samples - 1), {-0.5 * side, -0.5 * side}};
}

mesh::MeshAnalysis sound(const mesh::Mesh& water) {
  CHECK(mesh::check(water).ok());
  const mesh::MeshAnalysis analysis = mesh::analyse(water);
  CHECK(analysis.degenerate_faces == 0);
  CHECK(analysis.isolated_vertices == 0);
  CHECK(analysis.non_finite_positions == 0);
  const mesh::Soup soup = mesh::to_soup(water);
  double least = 1;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    const auto face = soup.face(f);
    double up = 0;  // twice the area seen from above
    for (std::size_t i = 0; i < face.size(); ++i) {
      const Vec3 p{soup.positions[face[i]]}, q{soup.positions[face[(i + 1) % face.size()]]};
      up += p.z * q.x - p.x * q.z;
    }
    least = std::min(least, up);
  }
  CHECK(least > 0);
  return analysis;
}

mesh::MeshAnalysis bowl_lake(int samples) {
  const Heightmap ground = land_of(map_around(samples, 100), [](double x, double z) { return (x * x + z * z) / 100; });
  const Heightmap level =
      land_of(ground.grid(), [](double x, double z) { return std::max(9.0, (x * x + z * z) / 100); });
  const mesh::Mesh water = mesh_water({ground, &level}, {});
  const mesh::MeshAnalysis analysis = sound(water);
  CHECK(analysis.bounds.min.y == 9);
  CHECK(analysis.bounds.max.y == 9);
  CHECK(std::ranges::all_of(water.normals.values, [](const Vec3f& n) { return n == Vec3f{0, 1, 0}; }));
  return analysis;
}

curve::Curve river_through(std::initializer_list<Vec3> points, std::vector<double> widths) {
  curve::Curve river;
  river.plane = curve::Plane::xz;
  const std::vector<Vec3> control(points);
  river.paths.push_back({{curve::make_segment(control)}, false, std::move(widths), 1});
  return river;
}

Heightmap with_beds(const Heightmap& ground, const curve::Curve& rivers, const terrain::CarveParams& params) {
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

// Lakes and carved rivers on rough ground.
struct WildWater {
  Heightmap land = rough_ground({257, 200, 30, {500, -900}}, 3000, 500, 0, 5, 4);
  test::LakeMaps lakes = test::lakes_on(land, {.min_depth = 2, .min_area = 20000});
  curve::Curve rivers = find_rivers(land, &lakes.level, {.min_area = 0.3}, 1);
  Heightmap ground = with_beds(land, rivers, {.mode = terrain::CarveMode::river, .shoulder = 60, .depth = 1.5});
  mesh::Mesh water = mesh_water({ground, &lakes.level, &lakes.mask, &rivers}, {});

  std::uint16_t group(const std::string& name) const {
    for (std::size_t i = 0; i < water.groups.size(); ++i) {
      if (water.groups[i].name == name) return static_cast<std::uint16_t>(i);
    }
    return 0xFFFF;
  }
};

}  // namespace

TEST_CASE("water_mesh: a round bowl holds a disc, whose area converges with the square of the cells", "[hydrology]") {
  const double exact = math::kPi * 900;
  double last = 0;
  for (const int samples : {33, 65, 129, 257}) {
    const mesh::MeshAnalysis analysis = bowl_lake(samples);
    REQUIRE(analysis.components.size() == 1);
    CHECK(analysis.components[0].euler() == 1);
    CHECK(analysis.boundary_loops == 1);
    const double error = std::abs(analysis.area - exact) / exact;
    if (last > 0) CHECK(error < last / 3);
    last = error;
  }
  CHECK(last < 2e-4);
}

TEST_CASE("water_mesh: the sea around an island is a ring", "[hydrology]") {
  const Heightmap ground = land_of(map_around(201, 400), [](double x, double z) { return 60 - std::hypot(x, z); });
  const mesh::Mesh water = mesh_water({ground}, {.sea_level = 10});
  const mesh::MeshAnalysis analysis = sound(water);
  REQUIRE(analysis.components.size() == 1);
  CHECK(analysis.components[0].euler() == 0);
  CHECK(analysis.boundary_loops == 2);
  CHECK(analysis.area == Approx(400 * 400 - math::kPi * 2500).epsilon(1e-4));
  CHECK(water.groups.size() == 1);
  CHECK(water.groups[0].name == "sea");
  CHECK(water.materials.size() == 1);
  CHECK(water.materials[0].name == "water");
}

TEST_CASE("water_mesh: walls close the sea at the border, as high as the water is deep", "[hydrology]") {
  // 5 m deep in the west, dry from x = 5 on.
  const Heightmap ground = land_of(map_around(21, 20), [](double x, double) { return -5 + std::max(0.0, x); });
  const mesh::Mesh open = mesh_water({ground}, {.sea_level = 0});
  const mesh::Mesh closed = mesh_water({ground}, {.sea_level = 0, .sides = true});
  CHECK(mesh::check(closed).ok());
  const mesh::MeshAnalysis analysis = mesh::analyse(closed);
  CHECK(analysis.degenerate_faces == 0);
  CHECK(analysis.components.size() == 4);
  // The west side, and two sides of 10 m and a triangle; the shore stops 1/128 of a cell before the sample at x = 5.
  CHECK(analysis.area - mesh::analyse(open).area == Approx(20 * 5 + 2 * (10 * 5 + 12.5)).epsilon(1e-3));
  // The sum of vector areas over the open surface is that over the bed, turned round: x gets what the slope has.
  const mesh::Soup soup = mesh::to_soup(closed);
  Vec3 sum{0};
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    const auto face = soup.face(f);
    const Vec3 first{soup.positions[face[0]]};
    for (std::size_t i = 2; i < face.size(); ++i)
      sum += 0.5 * glm::cross(Vec3{soup.positions[face[i - 1]]} - first, Vec3{soup.positions[face[i]]} - first);
  }
  CHECK(sum.x == Approx(-100));
  CHECK(sum.y == Approx(300).epsilon(1e-3));
  CHECK(sum.z == Approx(0).margin(1e-9));
}

TEST_CASE("water_mesh: lakes above the sea keep their level, those below are part of it", "[hydrology]") {
  const Heightmap ground = land_of(map_around(81, 80), [](double x, double z) {
    return 20 - 15 * std::max(0.0, 1 - std::hypot(x - 20, z) / 12) - 30 * std::max(0.0, 1 - std::hypot(x + 20, z) / 12);
  });
  const test::LakeMaps lakes = test::lakes_on(ground, {.min_area = 1});
  const mesh::Mesh one = mesh_water({ground, &lakes.level}, {.sea_level = 4});
  sound(one);
  REQUIRE(one.groups.size() == 1);  // both hollows are full to their rims, 16 m above the sea
  const Heightmap low = land_of(ground.grid(), [&](double x, double z) {
    return x < 0 ? std::max(2.0, height_at(ground, {x, z})) : std::max(12.0, height_at(ground, {x, z}));
  });
  const mesh::Mesh both = mesh_water({ground, &low}, {.sea_level = 4});
  REQUIRE(both.groups.size() == 2);
  const mesh::MeshAnalysis analysis = sound(both);
  REQUIRE(analysis.components.size() == 2);
  CHECK(analysis.bounds.min.y == 4);
  CHECK(analysis.bounds.max.y == 12);
}

TEST_CASE("water_mesh: a river is exactly as wide as its curve says", "[hydrology]") {
  const Heightmap ground = land_of(map_around(101, 400), [](double x, double z) { return 100 - 0.04 * x - 0.02 * z; });
  // Down the slope, across the grid at an angle, inside the map.
  const curve::Curve straight = river_through({{-150, 107.8, -90}, {150, 92.8, 60}}, {12, 12});
  const Heightmap bed = with_beds(ground, straight, {.mode = terrain::CarveMode::river, .shoulder = 20, .depth = 1});
  const mesh::Mesh water = mesh_water({bed, nullptr, nullptr, &straight}, {.spread = false});
  sound(water);
  const Vec2 along = glm::normalize(Vec2{300, 150});
  std::size_t edges = 0;
  for (std::size_t v = 0; v < water.positions.size(); ++v) {
    const Vec3 p{water.positions[v]};
    const Vec2 from{p.x + 150, p.z + 90};
    const double right = glm::dot(from, Vec2{-along.y, along.x}), way = glm::dot(from, along);
    CHECK(water.uvs.values[v].y * 10 == Approx(way).margin(1e-3));
    CHECK(p.y == Approx(107.8 - 15 * way / std::hypot(300, 150) - 0.4).margin(1e-4));
    if (way < 12 || water.uvs.values[v].x == 0.5f) continue;  // it begins as a point
    CHECK(right == Approx(12 * (water.uvs.values[v].x - 0.5)).margin(1e-4));
    ++edges;
  }
  CHECK(edges > 50);
}

TEST_CASE("water_mesh: the edges of a bend run beside its chords at half the width", "[hydrology]") {
  const Heightmap ground = land_of(map_around(101, 400), [](double, double) { return 50; });
  const double k = 0.5522847498;  // of a quarter circle
  const curve::Curve bend =
      river_through({{-100, 50, 0}, {-100, 50, 100 * k}, {-100 * k, 50, 100}, {0, 50, 100}}, {30, 30});
  const mesh::Mesh water = mesh_water({ground, nullptr, nullptr, &bend}, {.spread = false, .tolerance = 0.01});
  const mesh::MeshAnalysis analysis = sound(water);
  // The band 85 to 115 m from the centre without the corners that its source has less: over its first w (1 - 0.05)
  // metres it grows from 0.05 w.
  const double source = 0.5 * 30 * 0.95 * 30 * 0.95 / 2 * 2;
  CHECK(analysis.area == Approx(0.25 * math::kPi * (115 * 115 - 85 * 85) - source).epsilon(0.002));
}

TEST_CASE("water_mesh: a river does not fold over itself in a bend that is tighter than it is wide", "[hydrology]") {
  const Heightmap ground = land_of(map_around(101, 400), [](double, double) { return 50; });
  const curve::Curve hairpin =
      river_through({{-100, 50, -10}, {140, 50, -20}, {140, 50, 20}, {-100, 50, 10}}, {60, 60});
  const mesh::Mesh water = mesh_water({ground, nullptr, nullptr, &hairpin}, {.spread = false});
  sound(water);  // all faces look up
  const curve::Curve corner = river_through({{-100, 50, 0}, {100, 50, 0}}, {40, 40});
  curve::Curve zigzag = corner;
  const Vec3 back[] = {{100, 50, 0}, {-60, 50, 30}};
  zigzag.paths[0].segments.push_back(curve::make_segment(back));
  zigzag.paths[0].widths = {40, 40, 40};
  sound(mesh_water({ground, nullptr, nullptr, &zigzag}, {.spread = false}));
}

TEST_CASE("water_mesh: lakes are level, rivers never rise downstream", "[hydrology]") {
  const WildWater wild;
  const mesh::MeshAnalysis analysis = sound(wild.water);
  CHECK(analysis.components.size() > 20);
  const std::uint16_t rivers = wild.group("rivers"), lakes = wild.group("lakes");
  REQUIRE(rivers != 0xFFFF);
  REQUIRE(lakes != 0xFFFF);
  const mesh::Soup soup = mesh::to_soup(wild.water);
  double steepest = 0;
  bool level = true;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    for (const std::uint32_t a : soup.face(f)) {
      for (const std::uint32_t b : soup.face(f)) {
        const float rise = soup.positions[b].y - soup.positions[a].y;
        if (soup.face_groups[f] == lakes) level &= rise == 0;
        if (soup.face_groups[f] == rivers && soup.uvs[b].y > soup.uvs[a].y)
          steepest = std::max(steepest, static_cast<double>(rise));
      }
    }
  }
  CHECK(level);
  CHECK(steepest <= 0);
}

TEST_CASE("water_mesh: no river stands above its banks by more than its least depth", "[hydrology]") {
  const Heightmap land = rough_ground({257, 200, 30, {500, -900}}, 3000, 500, 0, 5, 4);
  const curve::Curve rivers = find_rivers(land, nullptr, {.min_area = 0.3}, 1);
  const Heightmap ground = with_beds(land, rivers, {.mode = terrain::CarveMode::river, .shoulder = 60, .depth = 1.5});
  const double reach = 3 * ground.cell_size;
  double worst = -1e30;
  std::size_t edges = 0;
  for (const curve::Path& path : rivers.paths) {
    curve::Curve alone;  // so that no other water holds it up
    alone.paths = {path};
    const mesh::Soup soup = mesh::to_soup(mesh_water({ground, nullptr, nullptr, &alone}, {}));
    for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
      for (const std::uint32_t edge : soup.face(f)) {
        for (const std::uint32_t middle : soup.face(f)) {
          if (soup.uvs[edge].x == 0.5f || soup.uvs[middle].x != 0.5f || soup.uvs[middle].y != soup.uvs[edge].y)
            continue;
          const Vec3 at{soup.positions[middle]}, across = Vec3{soup.positions[edge]} - at;
          const double width = glm::length(across);
          // The bed on the last samples of the way down to here.
          const Vec2 right = Vec2{across.x, across.z} * (soup.uvs[edge].x > 0.5f ? 1 / width : -1 / width);
          double highest = -1e30;
          for (double back = 0; back <= ground.cell_size; back += 1)
            highest = std::max(highest, height_at(ground, Vec2{at.x, at.z} - Vec2{right.y, -right.x} * back) + 0.1);
          for (double far = 0; far <= 0.5 * path.widths.back() + reach + 1; far += 0.25)
            highest = std::max(highest, height_at(ground, Vec2{at.x, at.z} + Vec2{across.x, across.z} * (far / width)));
          worst = std::max(worst, at.y - highest);
          ++edges;
        }
      }
    }
  }
  CHECK(edges > 1000);
  CHECK(worst < 0.05);  // of a crest between two of these places
}

TEST_CASE("water_mesh: rivers run on under the water that they meet", "[hydrology]") {
  const WildWater wild;
  const mesh::Soup soup = mesh::to_soup(wild.water);
  std::vector<Vec3> middles;
  std::vector<bool> taken(soup.positions.size(), false);
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    for (const std::uint32_t v : soup.face(f)) {
      if (soup.face_groups[f] != wild.group("rivers") || soup.uvs[v].x != 0.5f || taken[v]) continue;
      taken[v] = true;
      middles.push_back(Vec3{soup.positions[v]});
    }
  }
  const auto heights_at = [&](const Vec2& place) {
    std::vector<double> heights;
    for (const Vec3& m : middles) {
      if (std::hypot(m.x - place.x, m.z - place.y) < 0.01) heights.push_back(m.y);
    }
    std::ranges::sort(heights);
    return heights;
  };
  std::size_t lakes = 0, joints = 0;
  double gap = 0;
  for (const curve::Path& path : wild.rivers.paths) {
    const Vec4 end = path.segments.back().points.back();
    const Vec2 cell = (Vec2{end.x, end.z} - wild.ground.origin) / wild.ground.cell_size + 0.5;
    const int x = static_cast<int>(cell.x), y = static_cast<int>(cell.y);
    const std::vector<double> heights = heights_at({end.x, end.z});
    REQUIRE(!heights.empty());
    if (wild.lakes.mask.heights.at(x, y) > 0) {
      gap = std::max(gap, std::abs(heights.back() - (wild.lakes.level.heights.at(x, y) - 0.01)));
      ++lakes;
    } else if (heights.size() > 1) {
      gap = std::max(gap, heights.back() - heights.front() - 0.01);
      ++joints;
    }
  }
  CHECK(lakes > 3);
  CHECK(joints > 5);
  CHECK(gap < 1e-3);
}

TEST_CASE("water_mesh: a river runs on a little under the sea", "[hydrology]") {
  const Heightmap land = land_of(map_around(101, 400), [](double x, double) { return -0.1 * x; });
  const curve::Curve river = river_through({{-150, 15, 3}, {180, -18, 3}}, {8, 8});
  const Heightmap ground = with_beds(land, river, {.mode = terrain::CarveMode::river, .shoulder = 12, .depth = 1});
  const mesh::Mesh water = mesh_water({ground, nullptr, nullptr, &river}, {.sea_level = 0});
  sound(water);
  REQUIRE(water.groups.size() == 2);
  CHECK(water.groups[0].name == "sea");
  const mesh::Soup soup = mesh::to_soup(water);
  double lowest = 1, farthest = -200;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    if (soup.face_groups[f] == 0) continue;
    for (const std::uint32_t v : soup.face(f)) {
      lowest = std::min(lowest, double{soup.positions[v].y});
      farthest = std::max(farthest, double{soup.positions[v].x});
    }
  }
  CHECK(lowest == Approx(-0.01));
  CHECK(farthest > 0);  // the land's shore; that of the bed lies 10 m inland
  CHECK(farthest < 15);
}

TEST_CASE("water_mesh: ground that was carved beside a lake stays dry where the mask says so", "[hydrology]") {
  const Heightmap land = land_of(map_around(65, 100), [](double x, double z) { return (x * x + z * z) / 100; });
  const Heightmap level = land_of(land.grid(), [](double x, double z) { return std::max(9.0, (x * x + z * z) / 100); });
  const Heightmap mask = land_of(land.grid(), [](double x, double z) { return (x * x + z * z) / 100 < 9 ? 1 : 0; });
  const Heightmap cut = land_of(land.grid(), [](double x, double z) {
    return std::abs(z) < 4 && x > 0 ? std::min((x * x + z * z) / 100, 8.0 - x / 100) : (x * x + z * z) / 100;
  });
  const mesh::MeshAnalysis before = sound(mesh_water({land, &level}, {}));
  const mesh::MeshAnalysis after = sound(mesh_water({cut, &level, &mask}, {}));
  CHECK(after.components.size() == 1);
  CHECK(after.area == Approx(before.area).epsilon(0.01));
  CHECK(after.bounds.max.x < 32);
  CHECK(mesh::analyse(mesh_water({cut, &level}, {})).bounds.max.x == Approx(50).margin(0.1));
}

TEST_CASE("water_mesh: any curve gives a sound mesh", "[hydrology]") {
  const Heightmap ground = rough_ground({65, 49, 10, {-1e4, 2e4}}, 200, 30, 0, 4, 9);
  const test::LakeMaps lakes = test::lakes_on(ground, {.min_depth = 1, .min_area = 500});
  const Rng rng(4);
  for (std::uint64_t trial = 0; trial < 60; ++trial) {
    curve::Curve curve;
    for (std::uint64_t p = 0; p < 3; ++p) {
      curve::Path& path = curve.paths.emplace_back();
      const auto place = [&](std::uint64_t i) {  // also outside the map, on one spot, there and back
        const double spread = trial % 3 == 0 ? 30 : 800;
        return Vec3{-1e4 + rng.uniform_in(-0.2, 1, trial, 1000 * p + 3 * i) * spread,
                    rng.uniform_in(-30, 30, trial, 1000 * p + 3 * i + 1),
                    2e4 + rng.uniform_in(-0.2, 1, trial, 1000 * p + 3 * i + 2) * spread};
      };
      for (std::uint64_t i = 0; i < 4; ++i) {
        const Vec3 points[] = {place(3 * i), place(3 * i + 1), trial % 5 == 0 ? place(3 * i) : place(3 * i + 2),
                               place(3 * i + 3)};
        path.segments.push_back(curve::make_segment(points));
      }
      for (std::uint64_t i = 0; i < 5; ++i)
        path.widths.push_back(rng.uniform_in(0, trial % 4 == 0 ? 300 : 20, trial, 1000 * p + 100 + i));
    }
    WaterMeshParams params{.freeboard = rng.uniform_in(0, 5, trial, 7), .spread = trial % 2 == 0};
    if (trial % 7 == 0) params.sea_level = 0;
    if (trial % 6 == 0) params.reach = trial % 12 == 0 ? 0.0 : 1e4;
    sound(mesh_water({ground, &lakes.level, nullptr, &curve}, params));
  }
}

TEST_CASE("water_mesh: what it cannot make is refused", "[hydrology]") {
  const Heightmap ground = land_of(map_around(9, 8), [](double, double) { return 5; });
  const Heightmap other(GridSpec{3, 3, 1, {0, 0}});
  CHECK_THROWS_AS(mesh_water({ground, &other}, {}), StageError);
  CHECK_THROWS_AS(mesh_water({ground, &ground, &other}, {}), StageError);
  CHECK_THROWS_AS(mesh_water({Heightmap(GridSpec{1, 5, 1, {0, 0}})}, {.sea_level = 5}), StageError);
  Heightmap broken = ground;
  broken.heights.at(2, 2) = std::nanf("");
  CHECK_THROWS_AS(mesh_water({broken}, {.sea_level = 9}), StageError);
  const curve::Curve endless = river_through({{0, 5, 0}, {1e9, 5, 0}}, {2, 2});
  CHECK_THROWS_AS(mesh_water({ground, nullptr, nullptr, &endless}, {}), StageError);
}

namespace {

// What a stage warns of, by the key.
struct Warnings {
  RunContext context;
  std::vector<std::string> keys;
  Warnings() {
    context.on_warning = [this](const std::string&, std::string_view key) { keys.emplace_back(key); };
  }
};

}  // namespace

TEST_CASE("water_mesh, rivers, lakes: where there is nothing, that is said, and the result is empty", "[hydrology]") {
  const Heightmap ground = land_of(map_around(9, 8), [](double x, double) { return 5 + 0.1 * x; });
  Warnings warnings;
  const mesh::Mesh none = mesh_water({ground}, {.sea_level = 0}, warnings.context);
  CHECK(none.positions.empty());
  CHECK(warnings.keys == std::vector<std::string>{"from"});
  schema::Inputs inputs;
  inputs.add("land", ground);
  RiversParams rivers;
  rivers.from.stage = "land";
  rivers.min_area = 2;
  CHECK(Rivers::run(rivers, inputs, warnings.context).paths.empty());
  LakesParams lakes;
  lakes.from.stage = "land";
  Lakes::run(lakes, inputs, warnings.context);
  CHECK(warnings.keys == std::vector<std::string>{"from", "min_area", "min_depth"});
}

TEST_CASE("water_mesh: a river under the ground is reported, one in its bed is not", "[hydrology]") {
  const Heightmap ground = land_of(map_around(41, 60), [](double, double) { return 100; });
  const Heightmap bed = land_of(map_around(41, 60), [](double, double z) { return std::abs(z) < 6 ? 96 : 100; });
  const curve::Curve river = river_through({{-50, 98, 0}, {50, 97, 0}}, {4, 4});
  Warnings warnings;
  mesh_water({bed, nullptr, nullptr, &river}, {}, warnings.context);
  CHECK(warnings.keys.empty());
  mesh_water({ground, nullptr, nullptr, &river}, {}, warnings.context);
  CHECK(warnings.keys == std::vector<std::string>{"rivers"});
}

TEST_CASE("water_mesh: where steep rivers begin and meet, their water stays on its bed", "[hydrology]") {
  const GridSpec grid{161, 161, 15, {0, 0}};
  Heightmap ground(grid);
  const Heightmap rough = rough_ground(grid, 1200, 250, 0, 3, 5);
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x)
      ground.heights.at(x, y) = rough.heights.at(x, y) - 3.0f * static_cast<float>(y);
  }
  const curve::Curve rivers = find_rivers(ground, nullptr, {.min_area = 0.1, .width = 15}, 1);
  REQUIRE(rivers.paths.size() > 5);
  const Heightmap cut = with_beds(ground, rivers, {.mode = terrain::CarveMode::river, .shoulder = 30, .depth = 3});
  const mesh::Mesh water = mesh_water({cut, nullptr, nullptr, &rivers}, {});
  std::size_t border = 0, floating = 0;
  double highest = 0;
  for (std::uint32_t h = 0; h < water.topology.halfedge_count(); ++h) {
    if (!water.topology.is_boundary(mesh::HalfedgeId{h})) continue;
    const Vec3 p{water.positions[water.topology.origin(mesh::HalfedgeId{h}).index]};
    // Where a river leaves the map at an angle its corners lie on the border.
    if (std::min(p.x, p.z) < 15 || std::max(p.x, p.z) > 2385) continue;
    const double above = p.y - height_at(cut, {p.x, p.z});
    ++border;
    floating += above > 3 ? 1u : 0u;
    highest = std::max(highest, above);
  }
  INFO(floating << " of " << border << ", highest " << highest);
  CHECK(border > 500);
  CHECK(highest < 7);             // when the water kept to the curve: 13 m
  CHECK(floating < border / 25);  // and 1 in 13
}
