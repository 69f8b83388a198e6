// GDAL's metadata beside elevation grids: what samples mean, and where they lie.

#include "formats/images/detail/gdal_metadata.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <catch2/catch.hpp>

#include "base/error.h"
#include "formats/images/elevation_grid.h"
#include "formats/images/esri_projection.h"
#include "formats/images/height_windows.h"
#include "support/files.h"

using namespace weald;
using namespace weald::io;
using namespace weald::test;
using Catch::Matchers::Contains;

namespace {

const std::string kPlaceKeys = "xllcorner 500000\nyllcorner 4000000\ncellsize 100\n";
constexpr float kNone = -1000;  // stands for NaN

std::string in_dataset(const std::string& parts) { return "<PAMDataset>\n" + parts + "\n</PAMDataset>\n"; }
std::string in_band(const std::string& parts) {
  return in_dataset("<PAMRasterBand band=\"1\">" + parts + "</PAMRasterBand>");
}

/// A grid of 3 x 2 samples in one of the formats: 1 2 3, 4 -9999 6.
struct GridFile {
  TemporaryFolder folder;
  ElevationFormat format;
  std::filesystem::path file;

  explicit GridFile(const std::string& extension, const std::string& header = "") {
    file = folder / ("a" + extension);
    format = *elevation_format(file);
    const std::string keys = "ncols 3\nnrows 2\n" + (header.empty() ? kPlaceKeys : header);
    std::string bytes;
    for (const int value : {1, 2, 3, 4, -9999, 6}) {
      const auto whole = static_cast<std::int16_t>(value);
      const auto real = static_cast<float>(value);
      if (extension == ".asc") bytes += std::to_string(value) + " ";
      if (extension == ".bil") bytes.append(reinterpret_cast<const char*>(&whole), 2);
      if (extension == ".flt") bytes.append(reinterpret_cast<const char*>(&real), 4);
    }
    write_text(file, extension == ".asc" ? keys + bytes : bytes);
    if (extension == ".bil") write_text(folder / "a.hdr", keys + "nbits 16\npixeltype signedint\nbyteorder i\n");
    if (extension == ".flt") write_text(folder / "a.hdr", keys + "byteorder lsbfirst\n");
  }
  void say(const std::string& metadata) const { write_text(gdal_metadata_file(file), metadata); }
  ElevationHeader header() const { return read_elevation_header(file, format); }
  /// The heights, of which windows have the same.
  std::vector<float> heights(const std::optional<double>& no_data = {}) const {
    const ElevationGrid grid = read_elevation(file, format, no_data);
    CHECK(grid.header.width == header().width);
    std::vector<float> heights;
    for (const float height : grid.heights.values()) heights.push_back(std::isnan(height) ? kNone : height);
    if (const auto windows = open_elevation_windows(file, format, no_data)) {
      const auto samples = std::get<Grid<float>>(windows->read({0, 0, 3, 2}));
      for (std::size_t i = 0; i < heights.size(); ++i) {
        const float height = samples.values()[i];
        CHECK((std::isnan(height) ? kNone : height) == heights[i]);
      }
    }
    return heights;
  }
};

}  // namespace

TEST_CASE("GDAL's metadata: scale, offset and unit make metres of the samples of a grid") {
  for (const std::string extension : {".asc", ".bil", ".flt"}) {
    CAPTURE(extension);
    const GridFile grid(extension, kPlaceKeys + "nodata_value -9999\n");
    const auto scaled = [](double sample) { return static_cast<float>(sample * (10 * 0.3048) + 100 * 0.3048); };
    grid.say(in_band("<UnitType>ft</UnitType><Offset>100</Offset><Scale>10</Scale>"));
    CHECK(grid.heights() == std::vector<float>{scaled(1), scaled(2), scaled(3), scaled(4), kNone, scaled(6)});
    CHECK(std::isnan(grid.header().no_data.value_or(0)));
    // Samples are compared with what marks them before they become metres.
    CHECK(grid.heights(2.0) == std::vector<float>{scaled(1), kNone, scaled(3), scaled(4), kNone, scaled(6)});
    grid.say(in_band("<UnitType>furlong</UnitType>"));
    CHECK(grid.header().unknown_unit == "furlong");
    CHECK(grid.heights() == std::vector<float>{1, 2, 3, 4, kNone, 6});
    CHECK(grid.header().no_data == -9999);
    // Another band is none of theirs.
    grid.say(in_dataset("<PAMRasterBand band=\"2\"><Scale>10</Scale></PAMRasterBand>"));
    CHECK(grid.heights() == std::vector<float>{1, 2, 3, 4, kNone, 6});
  }
}

TEST_CASE("GDAL's metadata: they state the value of samples without data if the header does not") {
  for (const std::string extension : {".asc", ".bil", ".flt"}) {
    CAPTURE(extension);
    const GridFile silent(extension);
    silent.say(in_band("<NoDataValue le_hex_endian=\"0000000000001840\">6</NoDataValue>"));
    CHECK(silent.header().no_data == 6);
    CHECK(silent.heights() == std::vector<float>{1, 2, 3, 4, -9999, kNone});
    silent.say(in_band("<NoDataValue>6</NoDataValue><Scale>2</Scale>"));
    CHECK(silent.heights() == std::vector<float>{2, 4, 6, 8, -19998, kNone});
    silent.say(in_band("<Scale>2</Scale>"));  // a usual value for no data, as stored
    CHECK(silent.heights() == std::vector<float>{2, 4, 6, 8, kNone, 12});
    const GridFile stating(extension, kPlaceKeys + "nodata_value 3\n");
    stating.say(in_band("<NoDataValue>6</NoDataValue>"));
    CHECK(stating.heights() == std::vector<float>{1, 2, kNone, 4, -9999, 6});
  }
}

TEST_CASE("GDAL's metadata: they place a grid whose header does not, and the .prj goes before their system") {
  for (const std::string extension : {".asc", ".bil", ".flt"}) {
    CAPTURE(extension);
    const std::string where = "<SRS>EPSG:32616</SRS><GeoTransform> 730000, 30, 0, 4040000, 0, -25</GeoTransform>";
    const GridFile placed(extension);
    placed.say(in_dataset(where));
    CHECK(*placed.header().place == GridPlace{"EPSG:32616", false, {500050, 4000150}, {100, 100}});
    write_text(placed.folder / "a.prj", *esri_projection(32617));
    CHECK(placed.header().place->crs == "EPSG:32617");
    const GridFile bare(extension, "nodata_value 7\n");
    CHECK_FALSE(bare.header().place);
    bare.say(in_dataset(where));
    CHECK(*bare.header().place == GridPlace{"EPSG:32616", false, {730015, 4039987.5}, {30, 25}});
    CHECK(bare.header().cell_height == 25);
    bare.say(in_dataset("<GeoTransform>730000, 30, 1, 4040000, 0, -25</GeoTransform>"));
    CHECK_THROWS_WITH(bare.header(), Contains(".aux.xml") && Contains("gdalwarp"));
  }
}

TEST_CASE("GDAL's metadata: those that are damaged are an error, and those of other programs say nothing") {
  const GridFile grid(".asc");
  for (const std::string& text :
       {std::string(), std::string("no XML"), std::string("<PAMDataset>"), std::string("<PAMDataset></Other>"),
        in_band("<NoDataValue>6</NoData"), in_band("<Scale>2</Scale>") + "<x/>", std::string("<a b=c/>"),
        std::string("<!-- "), "<PAMDataset>" + std::string(1000, '<'), in_band("<![CDATA[")}) {
    CAPTURE(text);
    grid.say(text);
    CHECK_THROWS_WITH(grid.header(), Contains("a.asc.aux.xml': it is damaged"));
    CHECK_THROWS_WITH(grid.heights(), Contains("a.asc.aux.xml': it is damaged"));
  }
  for (const auto& [text, fault] :
       {std::pair{in_band("<Scale>wide</Scale>"), "'Scale' is not a number"},
        std::pair{in_band("<Offset>inf</Offset>"), "'Offset' is not finite"},
        std::pair{in_band("<NoDataValue>none</NoDataValue>"), "'NoDataValue' is not a number"},
        std::pair{in_dataset("<GeoTransform>1, 2, 3</GeoTransform>"), "'GeoTransform' is not six numbers"}}) {
    grid.say(text);
    CHECK_THROWS_WITH(grid.header(), Contains(fault));
  }
  for (const std::string& text :
       {std::string("<metadata><Esri/></metadata>"), std::string("<PAMDataset/>"),
        "\xEF\xBB\xBF<?xml version=\"1.0\"?>\n<!DOCTYPE PAMDataset>\n<!-- by hand -->" +
            in_dataset(
                "<Metadata domain='Esri' format=\"xml\"><a b = \"x>y\"/>&lt;&unknown;<![CDATA[<]]></Metadata>")}) {
    CAPTURE(text);
    grid.say(text);
    CHECK(grid.heights() == std::vector<float>{1, 2, 3, 4, kNone, 6});
  }
  // Whatever is cut off or damaged, it is an error, or says something.
  const std::string whole = "<?xml version='1.0'?>" + in_band("<NoDataValue>6</NoDataValue><!-- x --><Scale>2</Scale>");
  const auto is_read = [](const std::string& text) {
    try {
      static_cast<void>(gdal_metadata_in(text, "x"));
      return true;
    } catch (const IoError&) {
      return false;
    }
  };
  for (std::size_t size = 0; size + 2 < whole.size(); ++size) CHECK_FALSE(is_read(whole.substr(0, size)));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const int bits : {0x01, 0x11, 0x40, 0xFF}) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ bits);
      static_cast<void>(is_read(damaged));
    }
  }
  CHECK(gdal_metadata_in(in_dataset("<SRS>A[&quot;&amp;quot;&quot;]</SRS>"), "x").system == "A[\"&quot;\"]");
}
