// Parts of stages that are run on windows of a map.

#include "support/catch.h"

#include <string>
#include <vector>

#include "unit/engine/graph/region_run.h"

using namespace weald;
using test::build_region;
using test::check_regions;
using test::RegionRun;

namespace {

constexpr const char* kRained =
    "  land:   {kind: fbm, size: [150, 97], cell_size: 3, origin: [-40, 1000], amplitude: 40, frequency: 0.01}\n"
    "  soft:   {kind: falloff, size: [150, 97], cell_size: 3, origin: [-40, 1000]}\n"
    "  rained: {kind: hydraulic_erosion, from: land, erodibility: soft, droplets: 0.5, reach: 100}\n";

const std::vector<std::string> kMaps{"rained", "rained.wear", "rained.deposit", "rained.flow"};

const std::vector<Region> kTiles{{0, 0, 150, 97}, {149, 96, 1, 1}, {17, 70, 90, 20}, {60, 0, 31, 97}, {32, 32, 33, 33}};

}  // namespace

TEST_CASE("region: droplets and all their parts have the samples of the whole map", "[pipeline]") {
  check_regions(kRained, kMaps, kTiles);
  for (const std::string& name : kMaps) check_regions(kRained, {name}, {{32, 32, 33, 33}});
}

TEST_CASE("region: what is made from parts of droplets has the samples of the whole map", "[pipeline]") {
  check_regions(std::string(kRained) +
                    "  wet:    {kind: remap, from: rained.flow, input: [0, 1000], output: [0, 1]}\n"
                    "  paths:  {kind: combine, from: rained, with: rained.deposit, operation: add}\n"
                    "  worn:   {kind: thermal_erosion, from: paths, iterations: 19, talus: 20}\n"
                    "  again:  {kind: hydraulic_erosion, from: worn, area: rained.flow, droplets: 0.25, reach: 70}\n",
                {"wet", "paths", "worn", "again", "again.flow", "rained"}, kTiles);
}

TEST_CASE("region: coarser levels of the parts of droplets are those of the whole map", "[pipeline]") {
  // `shares` needs the whole map, so the levels are cut from it.
  const std::string whole = std::string(kRained) + "  shares: {kind: remap, from: rained, output: [0, 1]}\n";
  std::vector<std::string> with_shares = kMaps;
  with_shares.push_back("shares");
  for (const int level : {1, 2}) {
    const Region region{1, 2, 30, 15};
    const RegionRun expected = build_region(whole, with_shares, test::RegionPlace{region, level});
    const RegionRun made = build_region(kRained, kMaps, test::RegionPlace{region, level});
    CAPTURE(level, expected.errors, made.errors);
    REQUIRE((expected.errors.empty() && made.errors.empty()));
    for (const std::string& name : kMaps) {
      CAPTURE(name);
      CHECK(std::get<Heightmap>(made.made.at(name)).heights == std::get<Heightmap>(expected.made.at(name)).heights);
    }
  }
}

TEST_CASE("region: pictures that read droplets and their parts are those of the whole map", "[pipeline]") {
  const std::string stages =
      std::string(kRained) +
      "  wet:    {kind: colour_ramp, from: rained.flow, palette: alpine, range: [0, 2000]}\n"
      "  bumps:  {kind: normal_map, from: rained}\n"
      "  layers: {kind: splat, from: rained, layers: {grass: {}, rock: {slope: {min: 20, fade: 9}}}}\n"
      "  mud:    {kind: remap, from: rained.deposit, input: [0, 0.5], output: [0, 1]}\n"
      "  ground: {kind: image_blend, from: wet, with: bumps, mask: mud}\n";
  check_pictures(stages, {"wet", "bumps", "layers", "ground"}, kTiles);
}

TEST_CASE("region: parts of a stage with a halo are made whole where a stage needs the whole map", "[pipeline]") {
  check_regions(std::string(kRained) + "  equal:  {kind: equalize, from: rained.flow}\n",
                {"equal", "rained.wear", "rained"}, {{32, 32, 33, 33}});
}
