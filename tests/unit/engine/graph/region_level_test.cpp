// Coarser levels of detail of heightmaps.

#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/memory_store.h"
#include "unit/engine/graph/region_run.h"

using namespace weald;
using test::build_region;
using test::RegionRun;

namespace {

constexpr const char* kRough =
    "  land: {kind: fbm, size: [130, 67], cell_size: 3, origin: [-40, 1000], frequency: 0.02, amplitude: 50}\n";
constexpr const char* kSlanted = "  land: {kind: formula, size: [129, 65], cell_size: 2, value: '3 * x + 5 * z + 7'}\n";

Heightmap level_of(const std::string& stages, const test::RegionPlace& place,
                   const pipeline::EvalOptions& options = {}) {
  RegionRun run = build_region(stages, {"land"}, place, options);
  REQUIRE(run.errors.empty());
  return std::get<Heightmap>(run.made.at("land"));
}

/// A level computed from all samples at once: along each side, the weights of `level` passes of 1 2 1 form a tent.
float tent_at(const Heightmap& map, int column, int row, int level) {
  const int step = 1 << level;
  double sum = 0;
  for (int y = 1 - step; y < step; ++y) {
    for (int x = 1 - step; x < step; ++x)
      sum += (step - std::abs(x)) * double(step - std::abs(y)) * map.heights.at(column * step + x, row * step + y);
  }
  return static_cast<float>(sum / std::pow(step, 4));
}

}  // namespace

TEST_CASE("levels: a sample is the mean of those around its place, with weights that fall evenly to the next one") {
  const Heightmap whole = level_of(kRough, {{0, 0, 130, 67}});
  for (const int level : {1, 2, 3}) {
    const Region region{1, 1, 7, 5};
    const Heightmap coarse = level_of(kRough, {region, level});
    CAPTURE(level);
    CHECK(coarse.cell_size == 3.0 * (1 << level));
    CHECK(coarse.origin == whole.grid().position(1 << level, 1 << level));
    for (int y = 0; y < region.height; ++y) {
      for (int x = 0; x < region.width; ++x)
        CHECK(coarse.heights.at(x, y) == Approx(tent_at(whole, x + 1, y + 1, level)).epsilon(1e-6));
    }
  }
}

TEST_CASE("levels: slanted land stays what it is, but for its border") {
  for (const int level : {1, 4}) {
    const Heightmap coarse = level_of(kSlanted, {{1, 1, 7, 3}, level});
    for (int y = 0; y < 3; ++y) {
      for (int x = 0; x < 7; ++x) {
        const Vec2 at = coarse.grid().position(x, y);
        CHECK(coarse.heights.at(x, y) == Approx(3 * at.x + 5 * at.y + 7).margin(1e-3));
      }
    }
  }
}

TEST_CASE("levels: the samples depend neither on the region, on how it is divided, nor on what is in the store") {
  weald::MemoryStore store(1 << 24), small(5000);
  for (const int level : {1, 2, 3}) {
    const int width = (130 + (1 << level) - 1) >> level, height = (67 + (1 << level) - 1) >> level;
    const Heightmap all = level_of(kRough, {{0, 0, width, height}, level});
    for (ResultStore* kept : {static_cast<ResultStore*>(nullptr), static_cast<ResultStore*>(&small),
                              static_cast<ResultStore*>(&store), static_cast<ResultStore*>(&store)}) {
      pipeline::EvalOptions options;
      options.cache = kept;
      for (const Region region : {Region{0, 0, 9, 9}, Region{8, 0, 9, 9}, Region{width - 9, height - 9, 9, 9}}) {
        const Heightmap part = level_of(kRough, {region, level}, options);
        bool equal = true;
        for (int y = 0; y < 9; ++y) {
          for (int x = 0; x < 9; ++x)
            equal = equal && part.heights.at(x, y) == all.heights.at(region.x + x, region.y + y);
        }
        CHECK(equal);
      }
    }
  }
}

TEST_CASE("levels: an apron has its own samples, and repeats those at the border where the map ends") {
  const Heightmap plain = level_of(kRough, {{0, 0, 33, 17}, 2});
  const std::string wide =
      "  land: {kind: fbm, size: [134, 71], cell_size: 3, origin: [-46, 994], frequency: 0.02, amplitude: 50}\n";
  const Heightmap with_apron = level_of(wide, {{0, 0, 37, 21}, 2, 2});
  REQUIRE(with_apron.width() == 33);  // heightmaps are written without it
  CHECK(with_apron.origin == plain.origin);
  for (int y = 1; y < 15; ++y) {
    for (int x = 1; x < 31; ++x) CHECK(with_apron.heights.at(x, y) == plain.heights.at(x, y));
  }
}

TEST_CASE("levels: a region outside the level is refused") {
  const RegionRun run = build_region(kRough, {"land"}, test::RegionPlace{{30, 0, 9, 9}, 2});
  REQUIRE(run.errors.size() == 1);
  CHECK_THAT(run.errors.front(), Catch::Contains("does not lie inside the map of 33 x 17 samples"));
}

TEST_CASE("levels: meshes and pictures of a level are made from its samples") {
  const std::string stages =
      std::string(kRough) + "  ground: {kind: heightmap_mesh, from: land}\n  normals: {kind: normal_map, from: land}\n";
  const RegionRun run = build_region(stages, {"ground", "normals", "land"}, test::RegionPlace{{3, 2, 9, 5}, 2});
  REQUIRE(run.errors.empty());
  CHECK(std::get<mesh::Mesh>(run.made.at("ground")).vertex_count() == 45);
  const auto& mesh = std::get<mesh::Mesh>(run.made.at("ground"));
  const auto& land = std::get<Heightmap>(run.made.at("land"));
  float lowest = 1e9f, lowest_vertex = 1e9f;
  for (const float height : land.heights.values()) lowest = std::min(lowest, height);
  for (const auto& point : mesh.positions) lowest_vertex = std::min(lowest_vertex, static_cast<float>(point.y));
  CHECK(lowest_vertex == lowest);
  CHECK(std::get<Image>(run.made.at("normals")).pixels.width() == 9);
}
