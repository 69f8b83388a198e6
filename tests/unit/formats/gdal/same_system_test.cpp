// Coordinate reference systems that are the same, however they are written.

#include "formats/gdal/same_system.h"

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "formats/gdal/geotiff_reader.h"
#include "formats/images/esri_projection.h"
#include "support/files.h"

using namespace weald::io;
using namespace weald::test;

TEST_CASE("same system: codes are compared as numbers, and texts that are equal are the same") {
  CHECK(are_same_system("EPSG:32616", "epsg:32616"));
  CHECK_FALSE(are_same_system("EPSG:32616", "EPSG:32617"));
  CHECK(are_same_system("PROJCS[x]", "PROJCS[x]"));
  CHECK_FALSE(are_same_system("PROJCS[x]", "PROJCS[y]"));
  CHECK(are_same_system("EPSG:32616", *esri_projection(32616)));
  CHECK(are_same_system(*esri_projection(25833), "EPSG:25833"));
  CHECK_FALSE(are_same_system(*esri_projection(25833), "EPSG:32633"));
}

TEST_CASE("same system: GDAL's definitions of a code are that code in both directions, and no other code") {
  if (!can_read_geotiff() || std::system("command -v gdalsrsinfo >/dev/null") != 0) return;
  const TemporaryFolder folder;
  const std::vector<std::string> codes{"EPSG:32633", "EPSG:25833", "EPSG:2056", "EPSG:21781", "EPSG:2274",
                                       "EPSG:3035",  "EPSG:5514",  "EPSG:4258", "EPSG:4326"};
  const std::vector<std::string> formats{"wkt1", "wkt_esri", "wkt2_2018"};
  std::map<std::string, std::vector<std::string>> texts;
  for (const std::string& code : codes) {
    for (const std::string& format : formats) {
      REQUIRE(std::system(("cd '" + folder.path().string() + "' && gdalsrsinfo -o " + format + " " + code + " >a.prj")
                              .c_str()) == 0);
      texts[code].push_back(file_text(folder / "a.prj"));
    }
  }
  for (const std::string& code : codes) {
    for (const std::string& text : texts[code]) {
      for (const std::string& other : codes) {
        CAPTURE(code, text, other);
        CHECK(are_same_system(text, other) == (code == other));
        CHECK(are_same_system(other, text) == (code == other));
      }
      for (const std::string& again : texts[code]) CHECK(are_same_system(text, again));
    }
  }
}
