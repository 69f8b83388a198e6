// The codes in the names of coordinate reference systems.

#include "support/catch.h"

#include "data/georeference.h"

using weald::epsg_code;

TEST_CASE("EPSG: the code in a name, if a GeoTIFF can hold it") {
  CHECK(epsg_code("EPSG:1024") == 1024);
  CHECK(epsg_code("EPSG:4326") == 4326);
  CHECK(epsg_code("epsg:32633") == 32633);
  CHECK(epsg_code("EPSG:32766") == 32766);
  for (const char* name :
       {"", "EPSG:", "EPSG:1023", "EPSG:32767", "EPSG:04326", "EPSG:+4326", "EPSG:-4326", "EPSG: 4326", "EPSG:4326 ",
        "EPSG:4326.0", "EPSG:99999999999999999999", "4326", "GEOGCS[\"EPSG:4326\"]"}) {
    CAPTURE(name);
    CHECK(epsg_code(name) == 0);
  }
}
