// Regions of land with water, and of what is gathered from land: by tiles they equal those of the whole map, bit for
// bit.

#include "support/catch.h"

#include <string>
#include <vector>

#include "engine/plan/graph_estimate.h"
#include "unit/engine/graph/region_run.h"
#include "unit/engine/plan/linked.h"

using namespace weald;
using test::check_regions;

TEST_CASE("region: depressions are filled tile by tile, through the perimeters of tiles of a fixed size",
          "[pipeline]") {
  const std::string stages =
      "  rough:  {kind: fbm, size: [4300, 70], frequency: 0.02, amplitude: 30, octaves: 3}\n"
      "  bed:    {kind: fill_depressions, from: rough}\n"
      "  east:   {kind: fill_depressions, from: rough, outlets: east}\n"
      "  worn:   {kind: thermal_erosion, from: bed, iterations: 4, talus: 10}\n";
  check_regions(stages, {"bed", "bed.depth", "east", "worn"}, {{2000, 10, 100, 40}, {0, 0, 30, 70}, {4095, 60, 3, 2}});
  check_regions(stages, {"east.depth"}, {{2000, 10, 100, 40}});
}

TEST_CASE("region: lakes and their parts are found tile by tile", "[pipeline]") {
  const std::string stages =
      "  rough:  {kind: fbm, size: [4300, 70], frequency: 0.02, amplitude: 30, octaves: 3}\n"
      "  water:  {kind: lakes, from: rough, min_area: 120, outlets: east}\n"
      "  shore:  {kind: blur, from: water.level, radius: 3}\n"
      "  wet:    {kind: combine, from: water.mask, with: water}\n";
  const std::vector<Region> regions{{2000, 10, 100, 40}, {0, 0, 30, 70}, {4095, 60, 3, 2}};
  check_regions(stages, {"water", "water.level", "water.mask", "shore", "wet"}, regions);
  check_regions(stages, {"water.mask"}, regions);
}

TEST_CASE("region: watersheds are cut from those of the whole map", "[pipeline]") {
  const std::string stages =
      "  rough:  {kind: fbm, size: [430, 70], frequency: 0.02, amplitude: 30, octaves: 3}\n"
      "  reach:  {kind: watersheds, from: rough, outlets: east, sea_level: -12, split_area: 0.002, min_area: 0.0003}\n"
      "  first:  {kind: formula, of: {n: reach}, value: n == 1}\n";
  check_regions(stages, {"reach", "first"}, {{200, 10, 100, 40}, {0, 0, 30, 70}});
}

TEST_CASE("region: rivers are gathered from a flow tile by tile, and carved", "[pipeline]") {
  check_regions(
      "  rough:  {kind: fbm, size: [2300, 90], frequency: 0.01, amplitude: 30, octaves: 3}\n"
      "  flow:   {kind: flow, from: rough, method: d8_tree}\n"
      "  water:  {kind: lakes, from: rough, min_area: 120}\n"
      "  course: {kind: rivers, from: rough, lakes: water.level, area: flow, direction: flow.direction, min_area: "
      "0.0008}\n"
      "  ground: {kind: carve, from: rough, curve: course, mode: river, depth: 2, shoulder: 5}\n",
      {"ground"}, {{2000, 10, 100, 40}, {0, 0, 30, 70}});
}

TEST_CASE("region: a part of a stage that is needed whole is that of the whole map", "[pipeline]") {
  check_regions(
      "  rough:  {kind: fbm, size: [2100, 30], frequency: 0.02, amplitude: 30, octaves: 3}\n"
      "  water:  {kind: lakes, from: rough, min_area: 20}\n"
      "  equal:  {kind: equalize, from: water.level}\n"
      "  both:   {kind: combine, from: equal, with: water.mask}\n",
      {"equal", "water.mask", "both", "water"}, {{2000, 10, 100, 20}, {0, 0, 30, 30}});
}

TEST_CASE("region: water flows tile by tile along the tree of basins, over borders of tiles and past them",
          "[pipeline]") {
  const std::string stages =
      "  rough:  {kind: fbm, size: [4300, 70], frequency: 0.02, amplitude: 30, octaves: 3}\n"
      "  steps:  {kind: formula, of: {h: rough}, value: floor(h / 3) * 3}\n"
      "  area:   {kind: flow, from: rough, method: d8_tree, outlets: east}\n"
      "  level:  {kind: flow, from: steps, method: d8_tree}\n"
      "  bed:    {kind: fill_depressions, from: steps}\n"
      "  filled: {kind: flow, from: bed, method: d8_tree}\n";
  check_regions(stages, {"area", "area.direction", "level", "filled", "filled.direction"},
                {{2000, 10, 100, 40}, {4095, 60, 3, 2}});
}

TEST_CASE("region: land for rivers that is too large to be built whole is read tile by tile, if their flow is given",
          "[pipeline]") {
  const auto too_large = [](const std::string& flow) {
    test::Linked linked = test::linked(
        "weald: 1\nstages:\n"
        "  land:   {kind: value_noise, size: [131073, 40000], frequency: 0.05}\n"
        "  flow:   {kind: flow, from: land, method: d8_tree}\n"
        "  course: {kind: rivers, from: land" +
        flow +
        "}\n"
        "  ground: {kind: carve, from: land, curve: course}\n"
        "outputs: [{from: ground, file: ground.r32}, {from: flow, file: flow.r32}]\n");
    linked.graph.region = Region{1000, 1000, 30, 20};
    pipeline::check_sizes(linked.graph, pipeline::estimate(linked.graph), linked.diagnostics, pipeline::Wanted::files);
    std::vector<std::string> helps;
    for (const Diagnostic& diagnostic : linked.diagnostics.all()) helps.push_back(diagnostic.help);
    return helps;
  };
  CHECK(too_large("") ==
        std::vector<std::string>{"give 'course' 'area' and 'direction', which removes this dependency"});
  CHECK(too_large(", area: flow, direction: flow.direction").empty());
}

TEST_CASE("region: a road draped on the land is that of the whole map, and carved", "[pipeline]") {
  check_regions(
      "  rough:  {kind: fbm, size: [2300, 90], frequency: 0.01, amplitude: 30, octaves: 3}\n"
      "  way:    {kind: bezier, plane: xz, through: [[-20, 20], [700, 60], [2046, 30], [2052, 70], [2400, 45]]}\n"
      "  road:   {kind: drape, from: way, on: rough}\n"
      "  ground: {kind: carve, from: rough, curve: road, width: 6, shoulder: 5}\n",
      {"ground"}, {{2000, 10, 100, 70}, {0, 0, 60, 90}});
}

TEST_CASE("region: land for a road that is too large to be built whole is read where the road lies", "[pipeline]") {
  const std::string stages =
      "  land:   {kind: value_noise, size: [131073, 40000], frequency: 0.05}\n"
      "  way:    {kind: bezier, plane: xz, through: [[900, 900], [1100, 1040]]}\n"
      "  road:   {kind: drape, from: way, on: land}\n"
      "  ground: {kind: carve, from: land, curve: road, width: 6, shoulder: 5}\n";
  CHECK(test::build_region(stages, {"ground"}, Region{1000, 1000, 30, 20}).errors.empty());
}
