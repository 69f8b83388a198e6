#include "stages/land/meshing/detail/tint.h"

#include "support/catch.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "methods/mesh/check.h"
#include "stages/land/meshing/heightmap_mesh.h"
#include "stages/land/meshing/tint_map.h"

using namespace weald;
using namespace weald::terrain;

namespace {

// Stops that can be told apart by one channel each, and blue where it is steep.
TintParams traffic_light() {
  TintParams params;
  params.ramp = {{0, 1, 0, 0}, {100, 0, 1, 0}, {300, 1, 1, 0}};
  params.steep = Vec3{0, 0, 1};
  params.slope = {30, 45};
  params.variation = 0;
  return params;
}

Heightmap slope_to_the_east(double slope) {
  Heightmap map(GridSpec{65, 33, 2.0, {0, 0}});
  for (int y = 0; y < map.height(); ++y) {
    for (int x = 0; x < map.width(); ++x) map.heights.at(x, y) = static_cast<float>(slope * 2.0 * x);
  }
  return map;
}

bool is_close(const Vec3& a, const Vec3& b) { return glm::length(a - b) < 1e-12; }

}  // namespace

TEST_CASE("tint: stops hold exactly, colours between them are blended, and the ends go on", "[terrain]") {
  const Tint tint(traffic_light(), {}, 1);
  CHECK(is_close(tint.colour({3, 4}, 0, 0), {1, 0, 0}));
  CHECK(is_close(tint.colour({3, 4}, 100, 0), {0, 1, 0}));
  CHECK(is_close(tint.colour({3, 4}, 300, 0), {1, 1, 0}));
  CHECK(is_close(tint.colour({3, 4}, 25, 0), {0.75, 0.25, 0}));
  CHECK(is_close(tint.colour({3, 4}, 150, 0), {0.25, 1, 0}));
  CHECK(is_close(tint.colour({3, 4}, -1e6, 0), {1, 0, 0}));
  CHECK(is_close(tint.colour({3, 4}, 1e6, 0), {1, 1, 0}));
}

TEST_CASE("tint: steep land has the colour of rock at any height, gentle land has none of it", "[terrain]") {
  const Tint tint(traffic_light(), {}, 1);
  const double gentle = 1 / std::sqrt(3.0);  // 30 degrees
  for (const double height : {-50.0, 0.0, 60.0, 400.0}) {
    CHECK(is_close(tint.colour({0, 0}, height, gentle - 1e-9), tint.colour({0, 0}, height, 0)));
    CHECK(is_close(tint.colour({0, 0}, height, 1.0), {0, 0, 1}));
    CHECK(is_close(tint.colour({0, 0}, height, 9.0), {0, 0, 1}));
  }
  CHECK(is_close(tint.colour({0, 0}, 0, (gentle + 1) / 2), {0.5, 0, 0.5}));
}

TEST_CASE("tint: a palette spans the heights of the land, or the heights given", "[terrain]") {
  TintParams params;
  params.palette = Palette::alpine;
  params.variation = 0;
  const Tint measured(params, {200, 1200, 5000}, 1);
  params.heights = {0, 2000};
  const Tint fixed(params, {200, 1200, 5000}, 1);
  for (const double share : {-0.1, 0.0, 0.1, 0.45, 0.7, 1.0, 1.2}) {
    CHECK(is_close(measured.colour({0, 0}, 200 + share * 1000, 0), fixed.colour({0, 0}, share * 2000, 0)));
  }
  const Vec3 valley = measured.colour({0, 0}, 200, 0);
  const Vec3 snow = measured.colour({0, 0}, 1200, 0);
  CHECK(valley.g > valley.r);
  CHECK(valley.g > valley.b);
  CHECK(std::min({snow.r, snow.g, snow.b}) > 0.9);
}

TEST_CASE("tint: factors times the material's colour are the colours", "[terrain]") {
  TintCells cells;
  for (const Palette palette : {Palette::temperate, Palette::alpine, Palette::desert, Palette::coast}) {
    TintParams params;
    params.palette = palette;
    params.variation = 0.4;
    const Tint tint(params, {0, 1000, 4000}, 9);
    for (int i = 0; i < 400; ++i) {
      const Vec2 at{i * 37.0, i * 11.0};
      const Vec3 wanted = tint.colour(at, i * 2.5, i * 0.005);
      const Rgba8 factor = tint.factor(at, i * 2.5, i * 0.005, cells);
      // Nothing is lost beyond rounding to 8 bits, except of what is brighter than white.
      CHECK(std::abs(factor.r / 255.0 * tint.lightest().r - std::min(wanted.r, 1.0)) < 0.5 / 255 + 1e-12);
      CHECK(std::abs(factor.g / 255.0 * tint.lightest().g - std::min(wanted.g, 1.0)) < 0.5 / 255 + 1e-12);
      CHECK(std::abs(factor.b / 255.0 * tint.lightest().b - std::min(wanted.b, 1.0)) < 0.5 / 255 + 1e-12);
      CHECK(factor.a == 255);
    }
  }
}

TEST_CASE("tint: variation stays within its share, and is continuous over the edges of patches", "[terrain]") {
  TintParams params;
  params.ramp = {{0, 0.4, 0.4, 0.4}};
  params.steep = Vec3{0.4};
  params.variation = 0.5;
  params.patch = 10;
  const Tint tint(params, {}, 4);
  double darkest = 1;
  double brightest = 0;
  for (int i = -2000; i < 2000; ++i) {
    const Vec2 at{i * 0.1, i * 0.03};
    const double value = tint.colour(at, 0, 0).r;
    darkest = std::min(darkest, value);
    brightest = std::max(brightest, value);
    // Values change by at most 2 across a cell and the ease is at most 1.5 times as steep: 3 sum(weight * frequency).
    const double step = 0.4 * 0.25 * 3 * (0.5 + 0.3 * 3.7 + 0.2 * 13.1) / params.patch.value() * 1e-4 * 2;
    CHECK(std::abs(tint.colour(at + Vec2{1e-4, 1e-4}, 0, 0).r - value) <= step);
  }
  CHECK(darkest >= 0.4 * 0.75);
  CHECK(brightest <= 0.4 * 1.25);
  CHECK(brightest - darkest > 0.4 * 0.15);
  const Tint other(params, {}, 5);
  CHECK(other.colour({3, 4}, 0, 0).r != tint.colour({3, 4}, 0, 0).r);
}

TEST_CASE("heightmap mesh: without a tint it has no colours, with one a colour for each vertex", "[terrain]") {
  HeightmapMeshParams params;
  CHECK(mesh_heightmap(slope_to_the_east(0.1), params).colours.empty());
  params.tint = traffic_light();
  params.base = 4;
  const mesh::Mesh flat = mesh_heightmap(slope_to_the_east(0), params);
  REQUIRE(flat.colours.size() == flat.vertex_count());
  CHECK(mesh::check(flat).ok());
  CHECK(flat.materials[0].colour == Vec3f(1));
  const std::uint32_t surface = 65 * 33;
  for (std::uint32_t v = 0; v < flat.vertex_count(); ++v) {
    REQUIRE(flat.colours[v] == (v < surface ? Rgba8{255, 0, 0} : Rgba8{0, 0, 255}));
  }
  const mesh::Mesh cliff = mesh_heightmap(slope_to_the_east(1.01), params);
  for (const Rgba8& colour : cliff.colours) REQUIRE(colour == Rgba8{0, 0, 255});
}

TEST_CASE("heightmap mesh: tinted walls have a row one step high, or half the wall, whose foot is rock", "[terrain]") {
  const Heightmap map = slope_to_the_east(0.1);
  const std::uint32_t surface = 65 * 33;
  const std::uint32_t border = 2 * (64 + 32);
  for (const double base : {0.5, 40.0}) {
    HeightmapMeshParams params;
    params.tint = traffic_light();
    params.base = base;
    const mesh::Mesh m = mesh_heightmap(map, params);
    CHECK(mesh::check(m).ok());
    CHECK(m.vertex_count() == surface + 2 * border + 1);
    CHECK(m.face_count() == 2 * 64 * 32 + 3 * border);
    CHECK(m.vertex_count() + m.face_count() == m.topology.edge_count() + 2);
    for (std::uint32_t h = 0; h < m.topology.halfedge_count(); ++h) {
      REQUIRE_FALSE(m.topology.is_boundary(mesh::HalfedgeId{h}));
    }
    // The walls' first vertices hang from the north-west corner, their feet follow after the whole row.
    const Vec3f corner = m.positions[0];
    const float foot = m.positions[surface + border].y;
    CHECK(foot == Approx(corner.y - base));
    CHECK(m.positions[surface].y == Approx(std::max(corner.y - map.cell_size, (corner.y + foot) / 2.0)));
    CHECK(m.positions[surface].x == corner.x);
    CHECK(m.positions[surface].z == corner.z);
    CHECK(m.colours[surface] == Rgba8{0, 0, 255});
  }
}

TEST_CASE("heightmap mesh: tinted tiles meet in the same colours, for any number of threads", "[terrain]") {
  HeightmapMeshParams params;
  params.tint = TintParams{};
  params.tint->heights = {0, 40};
  params.tint->patch = 12;
  params.tint->variation = 1;
  const Heightmap whole(GridSpec{129, 97, 2.0, {-40, 10}});
  const auto colours = [&](const Heightmap& map, int threads) {
    const ThreadLimit limit(threads);
    return mesh_heightmap(map, params, 77).colours;
  };
  const auto one = colours(whole, 1);
  CHECK(colours(whole, 2) == one);
  CHECK(colours(whole, 8) == one);
  const auto tile = colours(Heightmap(GridSpec{65, 97, 2.0, {-40 + 64 * 2.0, 10}}), 3);
  for (std::size_t row = 0; row < 97; ++row) {
    for (std::size_t column = 0; column < 65; ++column)
      REQUIRE(tile[row * 65 + column] == one[row * 129 + column + 64]);
  }
  CHECK(std::count(one.begin(), one.end(), one[0]) < static_cast<std::ptrdiff_t>(one.size()) / 2);
}

TEST_CASE("tint: the picture has the colour of each sample's height and slope", "[terrain]") {
  const Heightmap map = slope_to_the_east(0.1);
  const Image image = tint_map(map, traffic_light(), 1);
  REQUIRE(image.pixels.width() == 65);
  REQUIRE(image.pixels.height() == 33);
  for (int x = 0; x < 65; ++x) {
    const double share = 0.2 * x / 100;  // 0.2 m a sample, red at 0 m, green at 100 m
    CHECK(image.pixels.at(x, 7) == to_rgba8(Vec3{1 - share, share, 0}));
  }
  const Image steep = tint_map(slope_to_the_east(2), traffic_light(), 1);
  CHECK(steep.pixels.at(30, 10) == Rgba8{0, 0, 255, 255});
}

TEST_CASE("tint: one sample has a colour, and its slope is none", "[terrain]") {
  Heightmap map(GridSpec{1, 1, 2.0, {0, 0}});
  map.heights.at(0, 0) = 100;
  CHECK(tint_map(map, traffic_light(), 1).pixels.at(0, 0) == Rgba8{0, 255, 0, 255});
}

TEST_CASE("tint: colours do not depend on the cells of the place before", "[terrain]") {
  TintParams params = traffic_light();
  params.variation = 0.8;
  params.patch = 3;
  const Tint tint(params, {}, 7);
  TintCells cells;
  for (const double z : {-4.0, 0.1, 1e15, -3.99}) {
    for (int i = -40; i < 40; ++i) {
      const Vec2 at{i * 0.37, z};
      CHECK(tint.colour(at, 120 + i, 0.6, cells) == tint.colour(at, 120 + i, 0.6));
    }
  }
}
