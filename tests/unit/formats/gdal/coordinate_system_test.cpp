// Coordinate reference systems that are the same, however they are written, and their units.

#include "formats/gdal/coordinate_system.h"

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "support/catch.h"

#include "base/error.h"
#include "formats/gdal/raster_reader.h"
#include "support/files.h"

using namespace weald;
using namespace weald::io;
using namespace weald::test;

TEST_CASE("systems: codes are compared as numbers, and texts that are equal are the same") {
  CHECK(are_same_system("EPSG:32616", "epsg:32616") == true);
  CHECK(are_same_system("EPSG:32616", "EPSG:32617") == false);
  CHECK(are_same_system("PROJCS[x]", "PROJCS[x]") == true);
  CHECK_FALSE(are_same_system("PROJCS[x]", "PROJCS[y]"));
  CHECK_FALSE(are_same_system("PROJCS[x]", "EPSG:32616"));
}

TEST_CASE("systems: GDAL's definitions of a code are that code in both directions, and no other code") {
  if (!has_gdal() || std::system("command -v gdalsrsinfo >/dev/null") != 0) return;
  const TemporaryFolder folder;
  const std::vector<std::string> codes{"EPSG:32633", "EPSG:25833", "EPSG:2056", "EPSG:21781", "EPSG:2274",
                                       "EPSG:3035",  "EPSG:5514",  "EPSG:4258", "EPSG:4326"};
  std::map<std::string, std::vector<std::string>> texts;
  for (const std::string& code : codes) {
    for (const std::string format : {"wkt1", "wkt_esri", "wkt2_2018"}) {
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
      for (const std::string& again : texts[code]) CHECK(are_same_system(text, again) == true);
    }
  }
}

TEST_CASE("systems: the coordinates of a code are degrees, lengths of a unit, or neither") {
  if (!has_gdal()) {
    CHECK_THROWS_AS(units_of_system("EPSG:4326"), IoError);
    return;
  }
  for (const char* code : {"EPSG:4326", "EPSG:4258", "EPSG:4979"}) CHECK(units_of_system(code)->is_geographic);
  for (const char* code : {"EPSG:32633", "EPSG:3857", "EPSG:2056"})
    CHECK(units_of_system(code) == SystemUnits{false, true, 1});
  CHECK(units_of_system("EPSG:2274")->metres == Approx(1200.0 / 3937));
  for (const char* code : {"EPSG:4978", "EPSG:5773"}) {
    CHECK_FALSE(units_of_system(code)->is_geographic);
    CHECK_FALSE(units_of_system(code)->is_projected);
  }
  CHECK_FALSE(units_of_system("EPSG:32768"));
  CHECK_FALSE(units_of_system("EPSG:1025"));
  CHECK_FALSE(units_of_system("PROJCS[x]"));
}
