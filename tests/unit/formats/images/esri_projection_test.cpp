// Definitions of coordinate reference systems: one by hand, and all of them as GDAL reads and writes them.

#include <algorithm>
#include <cstdlib>
#include <string>

#include <catch2/catch.hpp>

#include "formats/images/esri_projection.h"
#include "support/files.h"

using namespace weald;
using namespace weald::test;

TEST_CASE("ESRI's definition of a zone of UTM has its meridian and its hemisphere") {
  CHECK(io::esri_projection(32733) ==
        "PROJCS[\"WGS_1984_UTM_Zone_33S\",GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\",SPHEROID[\"WGS_1984\",6378137.0,"
        "298.257223563]],PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]],PROJECTION[\"Transverse_"
        "Mercator\"],PARAMETER[\"False_Easting\",500000.0],PARAMETER[\"False_Northing\",10000000.0],PARAMETER["
        "\"Central_Meridian\",15.0],PARAMETER[\"Scale_Factor\",0.9996],PARAMETER[\"Latitude_Of_Origin\",0.0],UNIT["
        "\"Meter\",1.0]]");
  for (const int unknown : {0, 2056, 4258, 25827, 25839, 26900, 26924, 32600, 32661, 32700, 32761})
    CHECK_FALSE(io::esri_projection(unknown));
}

TEST_CASE("ESRI's definitions are those that GDAL writes, and GDAL recognises them") {
  if (std::system("command -v gdalsrsinfo >/dev/null") != 0) return;
  const TemporaryFolder folder;
  for (const int code : {4326, 3857, 32601, 32632, 32660, 32701, 32760, 25828, 25832, 25838, 26901, 26917, 26923}) {
    CAPTURE(code);
    write_text(folder / "a.prj", *io::esri_projection(code) + "\n");
    const std::string epsg = "EPSG:" + std::to_string(code);
    REQUIRE(std::system(("cd '" + folder.path().string() + "' && gdalsrsinfo -o wkt_esri " + epsg +
                         " >wkt && gdalsrsinfo -e -o epsg a.prj >code")
                            .c_str()) == 0);
    std::string wkt = file_text(folder / "wkt");
    std::erase_if(wkt, [](char c) { return c == '\n' || c == ' '; });
    CHECK(io::esri_projection(code) == wkt);
    CHECK_THAT(file_text(folder / "code"), Catch::Contains(epsg + "\n"));
  }
}
