// Coordinate reference systems in .prj files and in GDAL's metadata.

#include <algorithm>
#include <cstdlib>
#include <string>

#include <catch2/catch.hpp>

#include "base/error.h"
#include "formats/images/elevation_grid.h"
#include "formats/images/esri_projection.h"
#include "formats/images/projection_reader.h"
#include "support/files.h"

using namespace weald;
using namespace weald::io;
using namespace weald::test;
using Catch::Matchers::Contains;

namespace {

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace

TEST_CASE("projections: those that weald writes are recognised") {
  for (const int code : {4326, 3857, 32601, 32632, 32660, 32701, 32760, 25828, 25838, 26901, 26923}) {
    CAPTURE(code);
    const auto system = system_in(*esri_projection(code) + "\n");
    REQUIRE(system);
    CHECK(system->crs == "EPSG:" + std::to_string(code));
    CHECK(system->is_geographic == (code == 4326));
    CHECK(system->metres == (code == 4326 ? std::optional<double>() : std::optional<double>(1)));
    CHECK(system_in("\xEF\xBB\xBF" + *esri_projection(code)) == system);
    CHECK(system_in("epsg:" + std::to_string(code)) == system);
  }
}

TEST_CASE("projections: other names, numbers and orders of the same system are recognised, and other systems are not") {
  const std::string utm = *esri_projection(32616);
  CHECK(system_in(replaced(replaced(utm, ",", ", \n  "), "\"D_WGS_1984\"", "\"WGS 84\""))->crs == "EPSG:32616");
  CHECK(system_in(replaced(replaced(utm, "500000.0", "5e5"), "PARAMETER[\"False_Northing\",0.0],", ""))->crs ==
        "EPSG:32616");
  CHECK(system_in(replaced(replaced(utm, "[", "("), "]", ")"))->crs == "EPSG:32616");
  const std::string second = "PARAMETER[\"Scale_Factor\",0.9996]";
  CHECK(
      system_in(replaced(replaced(utm, second + ",", ""), ",UNIT[\"Meter\"", "," + second + ",UNIT[\"Meter\""))->crs ==
      "EPSG:32616");
  for (const std::string& other :
       {replaced(utm, "0.9996", "0.9999"), replaced(utm, "-87.0", "-87.5"), replaced(utm, "D_WGS_1984", "D_Other"),
        replaced(utm, "298.257223563", "298.26"), replaced(utm, "\"Greenwich\",0.0", "\"Paris\",2.337"),
        replaced(utm, "Transverse_Mercator", "Gauss_Kruger"),
        replaced(utm, "False_Northing\",0.0", "False_Northing\",1.0")}) {
    CAPTURE(other);
    CHECK(system_in(other)->crs == other);
  }
  const std::string feet =
      replaced(replaced(utm, "\"Meter\",1.0", "\"Foot_US\",0.304800609601219"), "500000.0", "1640416.67");
  CHECK(system_in(feet) == GridSystem{feet, false, 0.304800609601219});
}

TEST_CASE("projections: a definition may state its code") {
  const std::string base =
      "GEOGCS[\"CH1903+\",DATUM[\"CH1903+\",SPHEROID[\"Bessel 1841\",6377397.155,299.1528128]],PRIMEM[\"Greenwich\",0],"
      "UNIT[\"degree\",0.0174532925199433,AUTHORITY[\"EPSG\",\"9122\"]],AUTHORITY[\"EPSG\",\"4150\"]]";
  CHECK(system_in(base) == GridSystem{"EPSG:4150", true, {}});
  const std::string swiss = "PROJCS[\"CH1903+ / LV95\"," + base +
                            ",PROJECTION[\"Hotine_Oblique_Mercator_Azimuth_Center\"],UNIT[\"metre\",1],AUTHORITY["
                            "\"EPSG\",\"2056\"]]";
  CHECK(system_in(swiss) == GridSystem{"EPSG:2056", false, 1});
  CHECK(system_in("COMPD_CS[\"both\"," + swiss + ",VERT_CS[\"h\",UNIT[\"m\",1]]]") ==
        GridSystem{"EPSG:2056", false, 1});
  CHECK(system_in("EPSG:2056") == GridSystem{"EPSG:2056", {}, {}});
  CHECK(system_in("PROJCRS[\"x\",CS[Cartesian,2],AXIS[\"e\",east,LENGTHUNIT[\"metre\",1]],ID[\"EPSG\",2056]]") ==
        GridSystem{"EPSG:2056", false, 1});
}

TEST_CASE("projections: definitions are compared by their numbers, and by the names of datums and projections") {
  const std::string utm = *esri_projection(32616);
  const std::string renamed =
      replaced(replaced(utm, "WGS_1984_UTM_Zone_16N", "my zone"), "\"D_WGS_1984\"", "\"WGS 84\"");
  CHECK(have_same_definition(utm, renamed));
  CHECK(have_same_definition(renamed, "EPSG:32616"));
  CHECK(have_same_definition("epsg:32616", renamed));
  const std::string with_heights = "COMPD_CS[\"both\"," + utm + ",VERT_CS[\"h\",UNIT[\"m\",1]]]";
  CHECK(have_same_definition(utm, with_heights));
  const std::string own = replaced(replaced(utm, "0.9996", "0.9999"), ",0.0]", ", 0]");
  CHECK(have_same_definition(own, replaced(own, "500000.0", "5e5")));
  CHECK_FALSE(have_same_definition(own, utm));
  for (const char* other : {"EPSG:32617", "EPSG:25832", "EPSG:2056", "EPSG:4326", "", "WGS 84"}) {
    CAPTURE(other);
    CHECK_FALSE(have_same_definition(utm, other));
    CHECK_FALSE(have_same_definition(other, utm));
    CHECK_FALSE(have_same_definition(other, "EPSG:2056"));
  }
}

TEST_CASE("projections: what is no definition of a system is none, whatever is cut off or damaged") {
  const std::string utm = *esri_projection(32616);
  for (const std::string& text :
       {std::string(), std::string("Projection UTM\nZone 16\n"), std::string("GEOCCS[\"x\",UNIT[\"m\",1]]"), utm + "x",
        std::string("GEOGCS[\"gons\",UNIT[\"grad\",0.0157079632679490]]"), std::string("PROJCS[\"x\",UNIT[\"m\",0]]"),
        std::string("PROJCS[\"x\",UNIT[\"m\",nan]]"), std::string("PROJCS[\"a\nb\",UNIT[\"m\",1]]"),
        "PROJCS[\"" + std::string(60000, 'x') + "\",UNIT[\"m\",1]]", std::string(1000, '['),
        replaced(std::string(1000, 'A'), "A", "A[")}) {
    CAPTURE(text.substr(0, 80));
    CHECK_FALSE(system_in(text));
  }
  for (std::size_t size = 0; size < utm.size(); ++size) CHECK_FALSE(system_in(utm.substr(0, size)));
  for (std::size_t at = 0; at < utm.size(); ++at) {
    std::string damaged = utm;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x11);
    static_cast<void>(system_in(damaged));
  }
  CHECK_FALSE(system_in("PROJCS[\"x\",PARAMETER[\"Central_Meridian\",1e300],UNIT[\"m\",1]]") == std::nullopt);
}

TEST_CASE("projections: GDAL's metadata hold a code or a definition as XML") {
  const TemporaryFolder folder;
  write_text(folder / "a.asc", "ncols 2\nnrows 2\nxllcorner 7\nyllcorner 45\ncellsize 0.25\n1 2 3 4\n");
  const auto header = [&](const std::string& system) {
    write_text(folder / "a.asc.aux.xml", "<PAMDataset>\n  " + system + "\n</PAMDataset>\n");
    return read_elevation_header(folder / "a.asc", ElevationFormat::asc);
  };
  const ElevationHeader plain = header("");
  CHECK(plain.guesses_degrees);
  CHECK(plain.place->crs == "");
  const ElevationHeader code = header("<SRS dataAxisToSRSAxisMapping=\"2,1\">EPSG:4326</SRS>");
  CHECK_FALSE(code.guesses_degrees);
  CHECK(code.place->crs == "EPSG:4326");
  CHECK(code.place->is_geographic);
  CHECK(code.cell_width == plain.cell_width);
  CHECK(read_elevation(folder / "a.asc", ElevationFormat::asc).header == code);
  CHECK(header("<SRS>" + replaced(*esri_projection(4326), "\"", "&quot;") + "</SRS>") == code);
  // Small numbers that are metres.
  CHECK(*header("<SRS>EPSG:32632</SRS>").cell_width == 0.25);
  CHECK(header("<SRS/>").place->crs == "");
  write_text(folder / "a.asc", "ncols 2\nnrows 2\nxllcorner 7000\nyllcorner 45\ncellsize 100\n1 2 3 4\n");
  CHECK_THROWS_WITH(header("<SRS>EPSG:4326</SRS>"), Contains("a.asc") && Contains("latitude"));
}

TEST_CASE("projections: definitions that GDAL writes have the codes that GDAL has for them") {
  if (std::system("command -v gdalsrsinfo >/dev/null") != 0) return;
  const TemporaryFolder folder;
  for (const std::string code : {"4326", "3857", "32633", "25832", "26917", "2056", "2274", "27700"}) {
    for (const std::string format : {"wkt1", "wkt_esri", "wkt2_2018"}) {
      CAPTURE(code, format);
      REQUIRE(
          std::system(("cd '" + folder.path().string() + "' && gdalsrsinfo -o " + format + " EPSG:" + code + " >a.prj")
                          .c_str()) == 0);
      const auto system = system_in(file_text(folder / "a.prj"));
      REQUIRE(system);
      const bool has_code = format != "wkt_esri" || esri_projection(std::stoi(code)).has_value();
      CHECK((system->crs == "EPSG:" + code) == has_code);
      if (code == "2274") CHECK(*system->metres == Approx(1200.0 / 3937));
    }
  }
}
