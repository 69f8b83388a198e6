// Regions: a part of a map that is built by itself equals the same part of the whole, bit for bit.

#include "support/catch.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/memory_store.h"
#include "engine/plan/graph_estimate.h"
#include "unit/engine/graph/region_run.h"
#include "unit/engine/plan/linked.h"

using namespace weald;
using test::build_region;
using test::check_regions;
using test::RegionRun;

namespace {

// Diamonds: `base` and `worked` are read twice, fields drive and mask.
constexpr const char* kFields =
    "  mask:   {kind: falloff, size: [150, 97], cell_size: 3, origin: [-40, 1000]}\n"
    "  base:   {kind: fbm, size: [150, 97], cell_size: 3, origin: [-40, 1000], amplitude: mask}\n"
    "  ridges: {kind: ridged, size: [150, 97], cell_size: 3, origin: [-40, 1000]}\n"
    "  worked: {kind: remap, from: base, input: [-1, 1], output: [0, 40]}\n"
    "  both:   {kind: combine, from: worked, with: ridges, mask: mask}\n"
    "  land:   {kind: combine, from: both, with: worked, operation: max, smoothing: 2}\n";

}  // namespace

TEST_CASE("region: the samples of local fields are those of the whole map", "[pipeline]") {
  const std::vector<std::string> names{"base", "both", "land"};
  const RegionRun whole = build_region(kFields, names, std::nullopt);
  for (const Region region : {Region{0, 0, 150, 97}, Region{149, 96, 1, 1}, Region{17, 70, 90, 20}}) {
    const RegionRun part = build_region(kFields, names, region);
    CAPTURE(region.x, region.y, region.width, region.height);
    REQUIRE(part.errors.empty());
    for (const std::string& name : names) {
      const auto& all = std::get<Heightmap>(whole.made.at(name));
      const auto& cut = std::get<Heightmap>(part.made.at(name));
      CHECK(cut.grid() == GridSpec{region.width, region.height, 3.0, all.grid().position(region.x, region.y)});
      bool equal = true;
      for (int y = 0; y < region.height; ++y) {
        for (int x = 0; x < region.width; ++x)
          equal = equal && cut.heights.at(x, y) == all.heights.at(region.x + x, region.y + y);
      }
      CHECK(equal);
    }
  }
}

TEST_CASE("region: meshes of a cut map stand where they stand in the world", "[pipeline]") {
  const std::string stages = std::string(kFields) + "  ground: {kind: heightmap_mesh, from: land}\n";
  const RegionRun part = build_region(stages, {"ground"}, Region{10, 20, 5, 4});
  REQUIRE(part.errors.empty());
  const auto& mesh = std::get<mesh::Mesh>(part.made.at("ground"));
  CHECK(mesh.vertex_count() == 20);
}

TEST_CASE("region: pictures of local stages are those of the whole map, to the last bit", "[pipeline]") {
  const std::string stages =
      std::string(kFields) +
      "  steep:   {kind: slope, from: land}\n"
      "  normals: {kind: normal_map, from: land}\n"
      "  fine:    {kind: normal_map, from: land, depth: 16}\n"
      "  tinted:  {kind: colour_ramp, from: steep, palette: alpine, range: [0, 60]}\n"
      "  layers:\n    kind: splat\n    from: land\n    layers:\n      grass: {}\n"
      "      rock: {slope: {min: 20, fade: 15}}\n      snow: {height: {min: 25, fade: 5}, noise: 0.8}\n"
      "      mud: {curvature: {max: -0.1, fade: 0.05}, noise: 0.4, patch: 20}\n      scree: {slope: {min: 50, fade: "
      "9}}\n";
  check_pictures(stages, {"normals", "fine", "tinted", "layers", "layers.second"},
                 {{0, 0, 150, 97}, {149, 96, 1, 1}, {0, 70, 90, 20}, {9, 0, 2, 5}});
}

namespace {

const std::vector<Region> kRegions{{0, 0, 150, 97}, {149, 96, 1, 1}, {17, 70, 90, 20}, {60, 0, 31, 97}};

}  // namespace

TEST_CASE("region: stages with a halo are run on windows, and give the samples of the whole map", "[pipeline]") {
  check_regions(std::string(kFields) +
                    "  worn:   {kind: thermal_erosion, from: land, iterations: 19, talus: 20}\n"
                    "  angle:  {kind: remap, from: mask, input: [0, 1], output: [5, 40]}\n"
                    "  varied: {kind: thermal_erosion, from: land, iterations: 7, talus: angle}\n"
                    "  twice:  {kind: thermal_erosion, from: worn, iterations: 11, talus: 10}\n"
                    "  steep:  {kind: slope, from: twice}\n"
                    "  still:  {kind: thermal_erosion, from: land, iterations: 0}\n"
                    "  sky:    {kind: sky_view, from: land, distance: 31, directions: 48}\n"
                    "  rained: {kind: hydraulic_erosion, from: land, droplets: 0.5, reach: 100}\n"
                    "  again:  {kind: hydraulic_erosion, from: rained, erodibility: mask, droplets: 0.25, reach: 70}\n",
                {"worn", "varied", "twice", "steep", "still", "sky", "rained", "again"}, kRegions);
}

TEST_CASE("region: sand moves on one sheet for all tiles, and each region gets its depth", "[pipeline]") {
  check_regions(
      "  rock: {kind: fbm, size: [4300, 70], cell_size: 2, frequency: 0.005, amplitude: 20, octaves: 3}\n"
      "  sand: {kind: dunes, from: rock, sheet: 15, iterations: 10}\n"
      "  worn: {kind: thermal_erosion, from: sand, iterations: 3}\n",
      {"sand", "sand.sand", "worn"}, {{0, 0, 4300, 70}, {2040, 3, 20, 60}, {4290, 0, 10, 70}, {4100, 69, 1, 1}});
}

TEST_CASE("region: heightmaps that depend on the whole map are made whole and cut", "[pipeline]") {
  check_regions(std::string(kFields) +
                    "  shares: {kind: remap, from: land, output: [0, 1]}\n"
                    "  rested: {kind: thermal_erosion, from: land, until: rest, talus: 60}\n"
                    "  rained: {kind: hydraulic_erosion, from: rested, droplets: 0.2}\n"
                    "  bed:    {kind: fill_depressions, from: rained}\n"
                    "  area:   {kind: flow, from: bed}\n"
                    "  worn:   {kind: thermal_erosion, from: rained, iterations: 5}\n"
                    "  course: {kind: rivers, from: rained}\n"
                    "  carved: {kind: carve, from: worn, curve: course, width: 6}\n",
                {"shares", "rested", "rained", "rained.wear", "area", "worn", "carved"}, {{17, 70, 90, 20}});
}

TEST_CASE("region: a chain of imported heights and stages of the whole map is built", "[pipeline]") {
  check_regions("  dem:    {kind: heightmap_import, file: '" WEALD_SOURCE_DIR
                "/presets/data/jacksboro_dem.png'}\n"
                "  few:    {kind: crop, from: dem, samples: [0, 0, 150, 97]}\n"
                "  equal:  {kind: equalize, from: few}\n"
                "  shares: {kind: remap, from: equal, output: [0, 1]}\n",
                {"equal", "shares"}, kRegions);
}

TEST_CASE("region: meshes, curves and pictures that depend on the whole map are refused", "[pipeline]") {
  const std::string stages = std::string(kFields) +
                             "  tiled:  {kind: normal_map, from: land, wrap: repeat}\n"
                             "  high:   {kind: remap, from: land, input: [0, 9]}\n"
                             "  tinted: {kind: colour_ramp, from: land}\n"
                             "  post:   {kind: shapes}\n"
                             "  ground: {kind: heightmap_mesh, from: land}\n"
                             "  course: {kind: rivers, from: land}\n"
                             "  water:  {kind: sweep, from: course}\n"
                             "  all:    {kind: scene, parts: [ground, water]}\n"
                             "  parts:  {kind: scene, parts: [ground, post]}\n";
  const Region region{1, 1, 9, 9};
  CHECK(build_region(stages, {"course"}, region).errors ==
        std::vector<std::string>{
            "stage 'course' (rivers) depends on the whole map, so a region of it cannot be built on its own"});
  const std::string dry =
      "  pond:   {kind: water_mesh, from: land, sea_level: 5}\n"
      "  stream: {kind: water_mesh, from: land, rivers: course}\n";
  CHECK(build_region(stages + dry, {"pond"}, region).errors.empty());
  CHECK(build_region(stages + dry, {"stream"}, region).errors.size() == 1);
  CHECK(build_region(stages, {"tiled"}, region).errors.size() == 1);
  CHECK(build_region(stages, {"high"}, region).errors.empty());
  CHECK(build_region(stages, {"tinted"}, region).errors.size() == 1);
  CHECK(build_region(stages, {"all"}, region).errors.size() == 1);
  CHECK(build_region(stages, {"parts"}, region).errors.empty());
  const auto mesh = [&](const std::string& tint) {
    const std::string one = "  plain:  {kind: heightmap_mesh, from: land" + tint + "}\n" +
                            "  levels: {kind: heightmap_lods, from: land" + tint + "}\n";
    return build_region(stages + one, {"plain"}, region).errors.size() +
           build_region(stages + one, {"levels.lod2"}, region).errors.size();
  };
  CHECK(mesh("") == 0);
  CHECK(mesh(", tint: {}") == 2);
  CHECK(mesh(", tint: {heights: [0, 9]}") == 0);
}

TEST_CASE("region: a stage that depends on a whole map beyond the limit is refused before work", "[pipeline]") {
  const std::string stages =
      "  land: {kind: value_noise, size: [131073, 40000], frequency: 0.05}\n"
      "  rest: {kind: thermal_erosion, from: land, until: rest}\n"
      "  worn: {kind: thermal_erosion, from: land, iterations: 3}\n";
  const Region region{1000, 1000, 30, 20};
  const std::vector<std::string> errors = build_region(stages, {"rest"}, region).errors;
  REQUIRE(errors.size() == 2);
  CHECK(
      errors[1] ==
      "stage 'rest' (thermal_erosion) depends on the whole map: its 131073 x 40000 samples are more than can be built "
      "at once (16385 x 16385)");
  CHECK(build_region(stages, {"worn"}, region).errors.empty());
}

TEST_CASE("region: what is made of the whole map is kept in the cache for further regions", "[pipeline]") {
  const std::string stages = std::string(kFields) + "  rained: {kind: hydraulic_erosion, from: land}\n" +
                             "  fine:   {kind: remap, from: rained, input: [0, 1]}\n";
  weald::MemoryStore store(std::size_t{1} << 26);
  std::vector<std::string> run;
  pipeline::EvalOptions options;
  options.cache = &store;
  options.on_stage_done = [&](const pipeline::StageDecl& decl, auto) { run.push_back(decl.name); };
  const RegionRun first = build_region(stages, {"fine"}, Region{0, 0, 20, 20}, options);
  REQUIRE(first.errors.empty());
  CHECK(std::find(run.begin(), run.end(), "rained") != run.end());
  run.clear();
  const RegionRun second = build_region(stages, {"fine"}, Region{20, 0, 20, 20}, options);
  CHECK(run.empty());
  const RegionRun whole = build_region(stages, {"fine"}, std::nullopt);
  CHECK(std::get<Heightmap>(second.made.at("fine")).heights.at(3, 4) ==
        std::get<Heightmap>(whole.made.at("fine")).heights.at(23, 4));
}

TEST_CASE("region: a mesh of the land gets its material and the colours of its region", "[pipeline]") {
  const std::string stages = std::string(kFields) +
                             "  ground:  {kind: heightmap_mesh, from: land}\n"
                             "  colours: {kind: tint, from: land, heights: [0, 9]}\n"
                             "  dressed: {kind: material, from: ground, texture: colours, metallic: 0.5}\n";
  const RegionRun part = build_region(stages, {"dressed", "colours"}, Region{10, 20, 5, 4});
  REQUIRE(part.errors.empty());
  const auto& mesh = std::get<mesh::Mesh>(part.made.at("dressed"));
  CHECK(mesh.vertex_count() == 20);
  CHECK(mesh.materials.at(0).metallic == 0.5f);
  REQUIRE(mesh.materials[0].texture);
  CHECK(mesh.materials[0].texture->image->pixels == std::get<Image>(part.made.at("colours")).pixels);
}

TEST_CASE("region: one that does not lie inside the map is an error that says how large it is", "[pipeline]") {
  CHECK(build_region(kFields, {"base"}, Region{100, 0, 51, 9}).errors ==
        std::vector<std::string>{"stage 'base' (fbm): the region of 51 x 9 samples from column 100, row 0 does not lie "
                                 "inside the map of 150 x 97 samples"});
}

TEST_CASE("region: a map that is too large to be built whole is built in regions", "[pipeline]") {
  const std::string stages = "  land: {kind: value_noise, size: [131073, 40000], frequency: 0.05}\n";
  CHECK(build_region(stages, {"land"}, std::nullopt).errors ==
        std::vector<std::string>{"stage 'land' (value_noise): 131073 x 40000 samples are more than can be built at "
                                 "once (16385 x 16385)"});
  const RegionRun tile = build_region(stages, {"land"}, Region{131000, 39990, 73, 10});
  REQUIRE(tile.errors.empty());
  CHECK(std::get<Heightmap>(tile.made.at("land")).grid() == GridSpec{73, 10, 1.0, {131000, 39990}});
}

TEST_CASE("region: stages that change the grid or read far away give the samples of the whole map", "[pipeline]") {
  const std::string stages =
      std::string(kFields) +
      "  far:    {kind: fbm, size: [150, 97], cell_size: 3, origin: [-40, 1000], amplitude: 20}\n"
      "  fine:   {kind: resample, from: land, cell_size: 2, size: [120, 90], origin: [0, 1030]}\n"
      "  coarse: {kind: resample, from: land, like: fine, interpolation: area, outside: 5}\n"
      "  turned: {kind: move, from: land, rotate: 30, scale: [0.7, 1.2]}\n"
      "  window: {kind: crop, from: fine, samples: [10, 9, 100, 80]}\n"
      "  bent:   {kind: warp, from: turned, x: far, z: far, max: 25}\n"
      "  road:   {kind: bezier, plane: xz, points: [[0, 0, 1000], [200, 0, 1100], [300, 0, 1200]]}\n"
      "  near:   {kind: distance, curve: road, like: window}\n"
      "  band:   {kind: mask, curves: [road], width: 30, feather: 12, like: land}\n"
      "  away:   {kind: distance, from: band, max: 40, signed: true}\n"
      "  both:   {kind: combine, from: bent, with: land, mask: band, operation: blend}\n";
  std::string text = stages;
  text.replace(text.find("  both:   {kind: combine, from: worked"), 7, "  sum:    ");
  text.replace(text.find("combine, from: both"), 19, "combine, from: sum");
  const std::vector<std::string> names{"fine", "coarse", "turned", "window", "bent", "near", "band", "away", "both"};
  const RegionRun whole = build_region(text, names, std::nullopt);
  REQUIRE(whole.errors.empty());
  for (const Region region : {Region{0, 0, 90, 70}, Region{99, 79, 1, 1}, Region{17, 30, 60, 20}}) {
    const RegionRun part = build_region(text, names, region);
    CAPTURE(region.x, region.y, region.width, region.height);
    REQUIRE(part.errors.empty());
    for (const std::string& name : names) {
      CAPTURE(name);
      const auto& all = std::get<Heightmap>(whole.made.at(name));
      const auto& cut = std::get<Heightmap>(part.made.at(name));
      REQUIRE(cut.width() == region.width);
      bool equal = true;
      for (int y = 0; y < region.height; ++y) {
        for (int x = 0; x < region.width; ++x)
          equal = equal && cut.heights.at(x, y) == all.heights.at(region.x + x, region.y + y);
      }
      CHECK(equal);
    }
  }
}

TEST_CASE("region: a map on a finer grid may be larger than the map that it is made from", "[pipeline]") {
  const std::string stages = "  small: {kind: heightmap_import, file: '" WEALD_SOURCE_DIR
                             "/presets/data/jacksboro_dem.png'}\n"
                             "  large: {kind: resample, from: small, size: [5000, 5000]}\n";
  const RegionRun part = build_region(stages, {"large"}, Region{4000, 4000, 20, 10});
  REQUIRE(part.errors.empty());
  CHECK(std::get<Heightmap>(part.made.at("large")).width() == 20);
}

TEST_CASE("region: crop and resample read windows of a map that is too large to be built whole", "[pipeline]") {
  const std::string world = "  world:  {kind: value_noise, size: [131073, 40000], frequency: 0.05}\n";
  const RegionRun cut = build_region(world + "  window: {kind: crop, from: world, samples: [131000, 39990, 73, 10]}\n",
                                     {"window"}, std::nullopt);
  const RegionRun shrunk =
      build_region(world + "  tall:   {kind: crop, from: world, samples: [7, 0, 2, 40000]}\n" +
                       "  coarse: {kind: resample, from: tall, size: [2, 4], cell_size: 10000, interpolation: area}\n",
                   {"coarse"}, std::nullopt);
  REQUIRE(cut.errors.empty());
  REQUIRE(shrunk.errors.empty());
  const RegionRun tile = build_region(world, {"world"}, Region{131000, 39990, 73, 10});
  REQUIRE(tile.errors.empty());
  const auto& window = std::get<Heightmap>(cut.made.at("window"));
  CHECK(window.grid() == GridSpec{73, 10, 1.0, {131000, 39990}});
  CHECK(window.heights == std::get<Heightmap>(tile.made.at("world")).heights);
  CHECK(std::get<Heightmap>(shrunk.made.at("coarse")).height() == 4);
}
