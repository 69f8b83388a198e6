// What would end the writing of an output is found before any work.

#include "engine/plan/output_faults.h"

#include "support/catch.h"

#include <string>

#include "formats/gdal/raster_reader.h"
#include "unit/engine/plan/linked.h"

using Catch::Contains;

namespace weald::test {

namespace {

/// What is found in outputs of `land`, on a grid of 9 x 8 samples.
std::string faults_of(const std::string& outputs) {
  Linked graph = linked("weald: 1\nstages:\n  land: {kind: fbm, size: [9, 8]}\noutputs: [" + outputs + "]\n");
  Diagnostics found;
  const bool is_ok = pipeline::check_output_faults(graph.graph, found);
  CHECK(is_ok == !found.has_errors());
  return format_all(found, graph.sources, false);
}

}  // namespace

TEST_CASE("output faults: coordinates that cannot be those of the map are refused at the crs") {
  if (!io::has_gdal()) return;
  CHECK_THAT(faults_of("{from: land, file: a.tif, crs: EPSG:2225}"),
             Contains("t.yaml:4:42: error: output 'a.tif': the coordinates of EPSG:2225 are units of 0.3048"));
  CHECK_THAT(faults_of("{from: land, file: a.tif, crs: EPSG:4978}"), Contains("are no eastings and northings"));
  CHECK(faults_of("{from: land, file: a.tif, crs: EPSG:32633}, {from: land, file: b.tif}").empty());
}

TEST_CASE("output faults: each output is judged on its own") {
  if (!io::has_gdal()) return;
  const std::string found =
      faults_of("{from: land, file: a.tif, crs: EPSG:4326}, {from: land, file: b.tif, crs: EPSG:5703}");
  CHECK_THAT(found, Contains("output 'a.tif': ") && Contains("output 'b.tif': "));
}

TEST_CASE("output faults: a system that GDAL does not know is refused, and without GDAL every GeoTIFF") {
  if (io::has_gdal()) {
    CHECK_THAT(faults_of("{from: land, file: a.tif, crs: EPSG:1025}"), Contains("GDAL does not know the system"));
  } else {
    CHECK_THAT(faults_of("{from: land, file: a.tif}"), Contains("t.yaml:4:") && Contains("cannot write 'a.tif'"));
  }
  CHECK(faults_of("{from: land, file: a.r32}").empty());
}

}  // namespace weald::test
