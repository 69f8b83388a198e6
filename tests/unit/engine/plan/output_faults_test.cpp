// What would end the writing of an output is found before any work.

#include "engine/plan/output_faults.h"

#include <catch2/catch.hpp>

#include <string>

#include "unit/engine/plan/linked.h"

using Catch::Contains;

namespace weald::test {

namespace {

/// What is found in outputs of `land`, on a grid of 9 x 8 samples, or of a region of it.
std::string faults_of(const std::string& outputs, const std::optional<Region>& region = std::nullopt) {
  Linked graph = linked("weald: 1\nstages:\n  land: {kind: fbm, size: [9, 8]}\noutputs: [" + outputs + "]\n");
  graph.graph.region = region;
  Diagnostics found;
  const bool is_ok = pipeline::check_output_faults(graph.graph, pipeline::estimate(graph.graph), found);
  CHECK(is_ok == !found.has_errors());
  return format_all(found, graph.sources, false);
}

}  // namespace

TEST_CASE("output faults: coordinates that cannot be those of the map are refused at the crs") {
  CHECK_THAT(faults_of("{from: land, file: a.tif, crs: EPSG:2225}"),
             Contains("t.yaml:4:42: error: output 'a.tif': the coordinates of EPSG:2225 are feet"));
  CHECK_THAT(faults_of("{from: land, file: a.asc, crs: EPSG:4978}"), Contains("are no eastings and northings"));
  CHECK(faults_of("{from: land, file: a.tif, crs: EPSG:32633}, {from: land, file: b.tif}").empty());
}

TEST_CASE("output faults: each output is judged on its own") {
  const std::string found =
      faults_of("{from: land, file: a.tif, crs: EPSG:4326}, {from: land, file: b.tif, crs: EPSG:5703}");
  CHECK_THAT(found, Contains("output 'a.tif': ") && Contains("output 'b.tif': "));
}

TEST_CASE("output faults: an SRTM tile needs a square map, or a square region of it") {
  CHECK_THAT(faults_of("{from: land, file: a.hgt}"), Contains("an SRTM tile is square, but the map has 9 x 8 samples"));
  CHECK(faults_of("{from: land, file: a.hgt}", Region{1, 1, 5, 5}).empty());
  CHECK_THAT(faults_of("{from: land, file: a.hgt}", Region{1, 1, 5, 4}), Contains("has 5 x 4 samples"));
}

}  // namespace weald::test
