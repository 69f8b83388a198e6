// scatter of a region: Poisson discs in a window, the share of a region, and tiles that are together the whole.

#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "growing.h"
#include "stages/scenes/detail/land_share.h"
#include "stages/scenes/detail/poisson_disc.h"

using namespace weald;
using namespace weald::scene;
using namespace weald::test;

namespace {

/// The samples of `region` and `more` around it, as the evaluator cuts them.
Heightmap cut_from(const Heightmap& whole, const Region& region, int more) {
  const int x0 = std::max(0, region.x - more), y0 = std::max(0, region.y - more);
  const int x1 = std::min(whole.width(), region.x + region.width + more);
  const int y1 = std::min(whole.height(), region.y + region.height + more);
  Heightmap cut(GridSpec{x1 - x0, y1 - y0, whole.cell_size, whole.grid().position(x0, y0)});
  for (int y = y0; y < y1; ++y)
    for (int x = x0; x < x1; ++x) cut.heights.at(x - x0, y - y0) = whole.heights.at(x, y);
  cut.place = CutPlace{whole.grid(), x0, y0, region};
  return cut;
}

double rolling(double x, double z) { return 5 * std::sin(x / 7.3) + 4 * std::cos(z / 9.1 + x / 31); }

using Bits = std::vector<double>;

std::vector<Bits> sorted_bits(const std::vector<Instance>& copies) {
  std::vector<Bits> all;
  for (const Instance& copy : copies) {
    Bits& bits = all.emplace_back(Bits{copy.position.x, copy.position.y, copy.position.z, double(copy.variety)});
    for (int i = 0; i < 9; ++i) bits.push_back(double{copy.axes[i / 3][i % 3]});
  }
  std::sort(all.begin(), all.end());
  return all;
}

void check_tiles(const Heightmap& land, const ScatterParams& params, const std::vector<int>& columns,
                 const std::vector<int>& rows) {
  const std::vector<Bits> expected = sorted_bits(scatter({land}, params, grown_with(7)));
  REQUIRE(expected.size() > 4);
  const int more = 2 + static_cast<int>(params.species.empty() ? 0 : std::ceil(reach_of_species(params)));
  std::vector<Instance> tiles;
  for (std::size_t j = 1; j < rows.size(); ++j) {
    for (std::size_t i = 1; i < columns.size(); ++i) {
      const Region region{columns[i - 1], rows[j - 1], columns[i] - columns[i - 1] + 1, rows[j] - rows[j - 1] + 1};
      const Heightmap part = cut_from(land, region, more);
      const std::vector<Instance> own = scatter({part}, params, grown_with(7));
      tiles.insert(tiles.end(), own.begin(), own.end());
    }
  }
  CHECK(sorted_bits(tiles) == expected);
}

ScatterParams discs(double distance) {
  ScatterParams params;
  params.meshes.resize(2);
  params.distance = distance;
  params.scale = {0.5, 2};
  params.align = 0.7;
  return params;
}

}  // namespace

TEST_CASE("poisson discs: those of a window are those of the whole rectangle") {
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u, 5u}) {
    const DiscRules rules{{300, 210}, 1, seed};
    const std::vector<DiscSample> whole = poisson_disc(rules, {});
    for (const auto& [low, high] : {std::pair{Vec2{0, 0}, Vec2{40, 30}}, std::pair{Vec2{110, 90}, Vec2{111, 130}},
                                    std::pair{Vec2{290, 200}, Vec2{300, 210}}, std::pair{Vec2{0, 0}, Vec2{300, 210}}}) {
      const auto within = [&, a = low, b = high](const std::vector<DiscSample>& samples) {
        std::vector<std::pair<std::uint64_t, double>> result;
        for (const DiscSample& s : samples) {
          if (s.place.x >= a.x && s.place.y >= a.y && s.place.x <= b.x && s.place.y <= b.y)
            result.emplace_back(s.id, s.place.x + 1e4 * s.place.y);
        }
        return result;
      };
      const auto part = within(poisson_disc_between(rules, low, high, {}));
      CHECK(part == within(whole));
      CHECK(part.size() > 5);
      CHECK(within(poisson_disc_between(rules, low, high, {}, 1)) == part);  // too narrow at first
    }
  }
}

TEST_CASE("region: tiles by distance are the whole, for distances below a sample and above a tile") {
  const Heightmap land = land_of(120, rolling, {-33.5, 12.25});
  for (const double distance : {0.9, 3.0, 17.0, 55.0}) {
    check_tiles(land, discs(distance), {0, 60, 120}, {0, 60, 120});
    check_tiles(land, discs(distance), {0, 7, 88, 120}, {0, 41, 43, 120});
  }
  ScatterParams params = discs(2);
  params.margin = 9;
  params.slope = {5, 40};
  params.height = {{-6, 6}};
  check_tiles(land, params, {0, 7, 88, 120}, {0, 41, 43, 120});
}

TEST_CASE("region: tiles of species are the whole, with layers, patches and shade") {
  const Heightmap land = land_of(150, rolling, {-33.5, 12.25});
  ScatterParams params;
  params.species = {species_of(0.9, 0.2), species_of(0.6, 0.1), species_of(0.4, 0.1, PlantLayer::herbs)};
  params.species[0].strength = 3;
  params.species[0].slope = {0, 25};
  params.species[0].slope_fade = 9;
  params.species[1].cluster = ClusterParams{15, 0.5, 0.2};
  params.species[2].shade = Shade::under;
  for (SpeciesParams& species : params.species) species.scale = {0.7, 1.3};
  check_tiles(land, params, {0, 75, 150}, {0, 75, 150});
  check_tiles(land, params, {0, 9, 110, 150}, {0, 71, 73, 150});
  params.margin = 20;
  check_tiles(land, params, {0, 9, 110, 150}, {0, 71, 73, 150});
}

TEST_CASE("region: every place belongs to one tile, on a border to that towards +x and +z") {
  const Heightmap land = level_land(100);
  const LandShare west(cut_from(land, {0, 0, 41, 101}, 3)), east(cut_from(land, {40, 0, 61, 101}, 3));
  for (const double x : {-5.0, 0.0, 39.999, 40.0, 99.0, 100.0, 101.0}) {
    CHECK(west.owns({x, 50}) == (x < 40));
    CHECK(east.owns({x, 50}) == (x >= 40));
  }
  const LandShare inner(cut_from(land, {0, 0, 41, 101}, 3), 1);
  CHECK((!inner.owns({0.9, 50}) && inner.owns({1, 50}) && !inner.owns({39, 50}) && !inner.owns({5, 99.1})));
}

TEST_CASE("heightmap: heights and normals of a region equal those of the whole to the last bit") {
  const Heightmap land = land_of(1100, rolling, {-33.3, 12.1});
  const Heightmap part = cut_from(land, {1000, 500, 60, 40}, 2);
  for (int i = 0; i < 500; ++i) {
    const Vec2 at = land.grid().position(1000 + 58.9 * i / 500, 500 + 38.7 * ((i * 37) % 500) / 500);
    CHECK(height_at(part, at) == height_at(land, at));
    CHECK(normal_at(part, at) == normal_at(land, at));
  }
}
