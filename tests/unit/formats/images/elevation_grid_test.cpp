// Elevation grids of GIS programs, written out by hand as their formats say.

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "base/error.h"
#include "formats/files/raw_words.h"
#include "formats/images/elevation_grid.h"
#include "formats/images/height_windows.h"
#include "support/files.h"

using namespace weald;
using namespace weald::io;
using Catch::Matchers::Contains;

namespace {

constexpr const char* kAscii =
    "ncols 3\r\nnrows 2\r\nxllcorner 500000\r\nyllcorner 4000000\r\ncellsize 25\r\nNODATA_value -9999\r\n"
    "1 2.5 -9999\r\n-4e1 +5 6\r\n";

template <class Word>
std::string words(const std::vector<Word>& values, ByteOrder order) {
  std::string bytes(values.size() * sizeof(Word), '\0');
  for (std::size_t i = 0; i < values.size(); ++i) put_word(bytes.data() + i * sizeof(Word), values[i], order);
  return bytes;
}

std::uint16_t word16(int value) { return static_cast<std::uint16_t>(value & 0xFFFF); }

}  // namespace

TEST_CASE("ESRI ASCII: heights, size, distance of samples, and no data") {
  const ElevationGrid grid = decode_elevation(kAscii, ElevationFormat::asc, {}, "a.asc");
  CHECK(grid.header ==
        ElevationHeader{3, 2, 25, 25, false, -9999, false, GridPlace{{}, false, {500012.5, 4000037.5}, {25, 25}}});
  CHECK(grid.heights.at(0, 0) == 1);
  CHECK(grid.heights.at(1, 0) == 2.5f);
  CHECK(std::isnan(grid.heights.at(2, 0)));
  CHECK(grid.heights.at(0, 1) == -40);
  CHECK(grid.heights.at(1, 1) == 5);
  CHECK(elevation_header(kAscii, 1000, ElevationFormat::asc, {}, "a.asc") == grid.header);
  // Without the line, -9999 is no data; with another value, -9999 is a height.
  const std::string head = "NCOLS 2\nNROWS 1\nCELLSIZE 1\n";
  CHECK(std::isnan(decode_elevation(head + "-9999 1", ElevationFormat::asc, {}, "b").heights.at(0, 0)));
  CHECK(decode_elevation(head + "nodata_value 0\n-9999 1", ElevationFormat::asc, {}, "b").heights.at(0, 0) == -9999);
}

TEST_CASE("ESRI ASCII: degrees become metres at the middle latitude") {
  const std::string text = "ncols 2\nnrows 3\nxllcorner -84.5\nyllcorner 59.9999\ncellsize 0.0001\n1 2\n3 4\n5 6\n";
  const ElevationHeader header = decode_elevation(text, ElevationFormat::asc, {}, "d.asc").header;
  CHECK_FALSE(header.lacks_latitude);
  const double metres = 6371008.8 * std::acos(-1.0) / 180 * 0.0001;
  CHECK(*header.cell_height == Approx(metres));
  CHECK(*header.cell_width == Approx(metres * 0.5).epsilon(1e-4));  // the cosine of 60 degrees
}

TEST_CASE("ESRI ASCII: a grid in degrees whose middle row lies on the equator has a latitude") {
  const std::string text = "ncols 2\nnrows 2\nxllcorner 30\nyllcorner -0.25\ncellsize 0.25\n1 2\n3 4\n";
  const ElevationHeader header = decode_elevation(text, ElevationFormat::asc, {}, "d.asc").header;
  CHECK(header.cell_width == header.cell_height);
  CHECK_FALSE(header.lacks_latitude);
}

TEST_CASE("elevation grids: only what lies on the globe is taken as degrees, which the header says is a guess") {
  const auto ascii = [](const std::string& corner, double cell, int width, int height) {
    const std::string text = "ncols " + std::to_string(width) + "\nnrows " + std::to_string(height) + "\n" + corner +
                             "\ncellsize " + std::to_string(cell) + "\n";
    return elevation_header(text, 1000, ElevationFormat::asc, {}, "a.asc");
  };
  const double degree = 6371008.8 * std::acos(-1.0) / 180;
  const auto is_metres = [](const ElevationHeader& header, double cell) {
    return !header.guesses_degrees && header.cell_width == cell && header.cell_height == cell;
  };
  // Whole worlds, with cells or samples along the edges, and with a rounded cell.
  for (const ElevationHeader& header :
       {ascii("xllcorner -180\nyllcorner -90", 0.25, 1440, 720), ascii("xllcorner 0\nyllcorner -90", 0.25, 1440, 720),
        ascii("xllcorner -180.125\nyllcorner -90.125", 0.25, 1441, 721),
        ascii("xllcenter -180\nyllcenter -90", 0.25, 1441, 721),
        ascii("xllcorner -180\nyllcorner -90", 0.333334, 1080, 540)}) {
    CHECK(header.guesses_degrees);
    CHECK(*header.cell_width == Approx(*header.cell_height));
  }
  // A local survey of 50 m x 50 m may be one of degrees; one of 500 m may not, nor one beyond the pole or the globe.
  CHECK(ascii("xllcorner 0\nyllcorner 0", 0.05, 1000, 1000).guesses_degrees);
  CHECK(is_metres(ascii("xllcorner 0\nyllcorner 0", 0.05, 1000, 10000), 0.05));
  CHECK(is_metres(ascii("xllcorner 0\nyllcorner 80", 0.4, 10, 1000), 0.4));
  CHECK(is_metres(ascii("xllcorner 350\nyllcorner 0", 0.4, 100, 10), 0.4));
  CHECK(is_metres(ascii("xllcorner -400\nyllcorner 0", 0.4, 100, 10), 0.4));
  CHECK(is_metres(ascii("xllcorner 10\nyllcorner -95", 0.4, 100, 10), 0.4));
  CHECK(is_metres(ascii("xllcorner 10\nyllcorner 10", 0.5, 10, 10), 0.5));
  CHECK(is_metres(ascii("xllcorner 10\nyllcorner 90", 0.25, 10, 1), 0.25));
  CHECK(is_metres(ascii("", 0.25, 10, 10), 0.25));

  // The middle row: centres and corners differ by half a cell.
  const auto narrowed = [&](const ElevationHeader& header, double cell, double middle) {
    CHECK(*header.cell_width == Approx(cell * degree * std::cos(middle / 180 * std::acos(-1.0))).epsilon(1e-12));
  };
  narrowed(ascii("xllcorner 10\nyllcorner 60", 0.25, 10, 2), 0.25, 60.25);
  narrowed(ascii("xllcenter 10\nyllcenter 60", 0.25, 10, 2), 0.25, 60.125);
  const auto bil = [](const std::string& corner, int height) {
    return elevation_header({}, 2 * static_cast<std::uint64_t>(height), ElevationFormat::bil,
                            "ncols 2\nnrows " + std::to_string(height) + "\nxdim 0.25\nydim 0.25\n" + corner, "a.bil");
  };
  narrowed(bil("ulxmap 10\nulymap 60\n", 2), 0.25, 59.875);
  CHECK(bil("ulxmap 10\nulymap 89.875\n", 720).guesses_degrees);
  CHECK_FALSE(bil("ulxmap 10\nulymap 60\n", 900).guesses_degrees);
  CHECK_FALSE(bil("ulxmap 10\nulymap 95\n", 10).guesses_degrees);
}

TEST_CASE("SRTM: names of tiles beyond a pole tell no latitude") {
  const auto header = [](const std::string& name) { return elevation_header({}, 18, ElevationFormat::hgt, {}, name); };
  for (const char* name : {"N89E000.hgt", "n00e010.hgt", "S90W001.hgt", "s01e001.hgt"}) {
    CAPTURE(name);
    CHECK_FALSE(header(name).lacks_latitude);
    CHECK(*header(name).cell_width > 0);
  }
  for (const char* name : {"N90E000.hgt", "N95E010.hgt", "S91W001.hgt", "north10.hgt", "N1.hgt"}) {
    CAPTURE(name);
    CHECK(header(name).lacks_latitude);
  }
  CHECK(header("S90W001.hgt").cell_width == header("N89E000.hgt").cell_width);
}

TEST_CASE("ESRI ASCII: what does not fit is an error that names the file") {
  const auto message = [](const std::string& text) {
    try {
      static_cast<void>(decode_elevation(text, ElevationFormat::asc, {}, "bad.asc"));
    } catch (const IoError& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  CHECK_THAT(message(""), Contains("bad.asc") && Contains("no 'ncols'"));
  CHECK_THAT(message("ncols 2\nnrows 0\n1 2"), Contains("'nrows'"));
  CHECK_THAT(message("ncols 1.5\nnrows 1\n1 2"), Contains("'ncols'"));
  CHECK_THAT(message("ncols 2\nnrows 2\n1 2 3"), Contains("fewer samples"));
  CHECK_THAT(message("ncols 2\nnrows 2\n1 2 3 "), Contains("fewer samples"));
  CHECK_THAT(message("ncols 2\nnrows 1\n1 2 3"), Contains("more samples"));
  CHECK_THAT(message("ncols 2\nnrows 1\n1 2,5"), Contains("'2,5' is not a number, in column 1, row 0"));
  CHECK_THAT(message("ncols 2\nnrows 1\ncellsize 0\n1 2"), Contains("'cellsize'"));
  CHECK_THAT(message("ncols inf\nnrows 1\n1 2"), Contains("'ncols'"));
  CHECK_THAT(message("ncols 2\nnrows 1\ncellsize nan\n1 2"), Contains("'cellsize'"));
  CHECK_THAT(message("ncols 2\nnrows 1\ncellsize 30,0\n1 2"), Contains("'cellsize'") && Contains("'30,0'"));
  CHECK_THAT(message("ncols 2\nnrows 1\nxllcorner inf\nyllcorner 0\ncellsize 1\n1 2"), Contains("'xllcorner'"));
  CHECK_THAT(message("ncols 2\nncols 3\nnrows 1\n1 2"), Contains("'ncols' twice"));
  CHECK_THAT(message("ncols 100000\nnrows 100000\n1 2"), Contains("16385 x 16385"));
}

TEST_CASE("ESRI ASCII: what programs on Windows print for no number and infinity marks no data") {
  const std::string text = "ncols 3\nnrows 2\nNODATA_value -1.#IND\n1.#QNAN -1.#IND 1.#INF\n-1.#INF00 1.#QNAN0 7\n";
  const ElevationGrid grid = decode_elevation(text, ElevationFormat::asc, {}, "a.asc");
  for (std::size_t i = 0; i < 5; ++i) CHECK(std::isnan(grid.heights.values()[i]));
  CHECK(grid.heights.at(2, 1) == 7);
  CHECK_THROWS_WITH(decode_elevation("ncols 2\nnrows 1\n1 1.#X\n", ElevationFormat::asc, {}, "a.asc"),
                    Contains("'1.#X' is not a number, in column 1, row 0"));
}

TEST_CASE("elevation grids: lines of headers may end as those of any system") {
  for (const std::string end : {"\n", "\r\n", "\r", "\n\r"}) {
    CAPTURE(end.size());
    std::string header;
    for (const char* line : {"NROWS 1", "NCOLS 2", "NBITS 8", "", "XDIM 10", "YDIM 10", "NODATA 2"})
      header += line + end;
    const ElevationGrid raster = decode_elevation("\x01\x02", ElevationFormat::bil, header, "a.bil");
    CHECK(raster.header.cell_width == 10);
    CHECK(std::isnan(raster.heights.at(1, 0)));
    const std::string text = "ncols 2" + end + "nrows 1" + end + "cellsize 10" + end + "1 2" + end;
    CHECK(decode_elevation(text, ElevationFormat::asc, {}, "a.asc").heights.at(1, 0) == 2);
  }
}

TEST_CASE("ESRI ASCII: cells of two sizes, byte order marks, and messages without control characters") {
  const std::string head = "ncols 2\nnrows 2\nxllcorner 500000\nyllcorner 4000000\n";
  const auto read = [&](const std::string& more) {
    return decode_elevation(head + more, ElevationFormat::asc, {}, "a.asc");
  };
  const ElevationHeader uneven = read("dx 25\ndy 50\n1 2 3 4").header;
  CHECK(uneven.cell_width == 25.0);
  CHECK(uneven.cell_height == 50.0);
  CHECK_THROWS_WITH(read("dx 25\ndy 0\n1 2 3 4"), Contains("'dy'"));
  CHECK(decode_elevation("\xEF\xBB\xBF" + head + "1 2 3 4", ElevationFormat::asc, {}, "a").heights.at(1, 1) == 4);
  CHECK(decode_elevation("1234", ElevationFormat::bil, "\xEF\xBB\xBF" + head, "a.bil").heights.at(0, 0) == '1');
  CHECK_THROWS_WITH(read(std::string("1 2 \0 4", 7)), Contains("'?' is not a number, in column 0, row 1"));
}

TEST_CASE("ESRI ASCII: a header may be long, but not endless, and a file as large as its text needs") {
  const auto reads = [](const std::string& text) {
    const ElevationHeader start =
        elevation_header(text.substr(0, 4096), text.size(), ElevationFormat::asc, {}, "long.asc");
    return decode_elevation(text, ElevationFormat::asc, {}, "long.asc").header == start;
  };
  const std::string head = "ncols 2\nnrows 1\n";
  CHECK(reads(head + std::string(3000, ' ') + "1 2"));
  CHECK(reads(head + std::string(4090 - head.size(), ' ') + "1234567 2"));
  std::string endless = head;
  for (int i = 0; i < 1000; ++i) endless += "a" + std::to_string(i) + " b\n";
  for (const std::string& text : {endless, endless + "1 2", head + std::string(5000, ' ') + "1 2"}) {
    CHECK_THROWS_WITH(decode_elevation(text, ElevationFormat::asc, {}, "long.asc"), Contains("more than 4096 bytes"));
    CHECK_THROWS_WITH(elevation_header(text.substr(0, 4096), text.size(), ElevationFormat::asc, {}, "long.asc"),
                      Contains("more than 4096 bytes"));
  }
  // The largest grid, with 20 bytes a sample; and more than any grid needs.
  const std::string largest = "ncols 16385\nnrows 16385\n1 2";
  CHECK(elevation_header(largest, std::uint64_t{5'369'000'000}, ElevationFormat::asc, {}, "a.asc").width == 16385);
  CHECK_THROWS_WITH(elevation_header(largest, std::uint64_t{1} << 40, ElevationFormat::asc, {}, "a.asc"),
                    Contains("more than the limit"));
}

TEST_CASE("SRTM: big-endian metres, -32768 where the radar saw nothing, the latitude from the name") {
  std::vector<std::uint16_t> samples(9);
  for (int i = 0; i < 9; ++i) samples[static_cast<std::size_t>(i)] = word16(i * 100 - 250);
  samples[4] = word16(-32768);
  const std::string bytes = words(samples, ByteOrder::big);
  const ElevationGrid grid = decode_elevation(bytes, ElevationFormat::hgt, {}, "x/N59E010.hgt");
  CHECK(grid.header.width == 3);
  CHECK(grid.header.no_data == -32768.0);
  CHECK(grid.heights.at(0, 0) == -250);
  CHECK(grid.heights.at(2, 2) == 550);
  CHECK(std::isnan(grid.heights.at(1, 1)));
  const double degree = 6371008.8 * std::acos(-1.0) / 180;
  CHECK(*grid.header.cell_height == Approx(degree / 2));
  CHECK(*grid.header.cell_width == Approx(degree / 2 * std::cos(59.5 * std::acos(-1.0) / 180)));
  CHECK_FALSE(grid.header.lacks_latitude);
  const ElevationHeader nameless = decode_elevation(bytes, ElevationFormat::hgt, {}, "tile.hgt").header;
  CHECK(nameless.lacks_latitude);
  CHECK(nameless.cell_width == grid.header.cell_height);
  CHECK(*decode_elevation(bytes, ElevationFormat::hgt, {}, "s34w071.hgt").header.cell_width ==
        Approx(degree / 2 * std::cos(33.5 * std::acos(-1.0) / 180)));
  CHECK_THROWS_WITH(decode_elevation(bytes.substr(2), ElevationFormat::hgt, {}, "x.hgt"), Contains("square tile"));
}

TEST_CASE("raw rasters: every kind of sample, order and layout that their headers name") {
  const std::string plain = "NROWS 2\nNCOLS 2\nLAYOUT BIL\nXDIM 10\nYDIM 10\nULXMAP 700005\nULYMAP 99995\n";
  const auto heights = [&](const std::string& bytes, const std::string& more) {
    const ElevationGrid grid = decode_elevation(bytes, ElevationFormat::bil, plain + more, "a.bil");
    CHECK(grid.header.cell_width == 10.0);
    return std::vector<float>(grid.heights.values().begin(), grid.heights.values().end());
  };
  using Floats = std::vector<float>;
  const std::vector<std::uint16_t> whole{word16(1), word16(300), word16(-5), word16(9)};
  const Floats expected{1, 300, -5, 9};
  CHECK(heights(words(whole, ByteOrder::little), "NBANDS 1\nNBITS 16\nBYTEORDER I\n") == expected);
  CHECK(heights(words(whole, ByteOrder::big), "NBITS 16\nBYTEORDER M\nPIXELTYPE SIGNEDINT\n") == expected);
  CHECK(heights(words(whole, ByteOrder::big), "NBITS 16\nBYTEORDER M\nPIXELTYPE UNSIGNEDINT\n") ==
        Floats{1, 300, 65531, 9});
  CHECK(heights("\x01\x02\xFF\x04", "NBITS 8\n") == Floats{1, 2, 255, 4});
  const std::vector<std::uint32_t> wide{1, 70000, static_cast<std::uint32_t>(-5), 9};
  CHECK(heights(words(wide, ByteOrder::little), "NBITS 32\nPIXELTYPE SIGNEDINT\n") == Floats{1, 70000, -5, 9});
  const std::vector<std::uint32_t> real{std::bit_cast<std::uint32_t>(1.5f), std::bit_cast<std::uint32_t>(-2.25f), 0, 0};
  CHECK(heights(words(real, ByteOrder::little), "NBITS 32\nPIXELTYPE FLOAT\n") == Floats{1.5f, -2.25f, 0, 0});
  // Bytes before the first row and after each.
  CHECK(heights("###\x01\x02##\x03\x04##", "NBITS 8\nSKIPBYTES 3\nTOTALROWBYTES 4\n") == Floats{1, 2, 3, 4});
  const ElevationGrid holed =
      decode_elevation(words(whole, ByteOrder::little), ElevationFormat::bil, plain + "NBITS 16\nNODATA -5\n", "a.bil");
  CHECK(std::isnan(holed.heights.at(0, 1)));
  CHECK_THROWS_WITH(heights("\x01\x02\x03", "NBITS 8\n"), Contains("fewer samples"));
  CHECK_THROWS_WITH(heights("\x01\x02\x03\x04", "NBITS 4\n"), Contains("4 bits"));
  CHECK_THROWS_WITH(heights("\x01\x02\x03\x04", "NBITS 8\nNBANDS 3\n"), Contains("more than one band"));
  CHECK_THROWS_WITH(heights("\x01\x02\x03\x04", "NBITS 8\nTOTALROWBYTES 1\n"), Contains("wrong number of bytes"));
}

TEST_CASE("raw rasters: floats with an ESRI header, and no data with fewer digits than the samples have") {
  const std::string header =
      "ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 30\nNODATA_value -3.4028235e+38\nbyteorder MSBFIRST\n";
  const std::vector<std::uint32_t> samples{std::bit_cast<std::uint32_t>(812.5f),
                                           std::bit_cast<std::uint32_t>(-3.40282347e+38f)};
  const ElevationGrid grid = decode_elevation(words(samples, ByteOrder::big), ElevationFormat::flt, header, "a.flt");
  CHECK(grid.heights.at(0, 0) == 812.5f);
  CHECK(std::isnan(grid.heights.at(1, 0)));
  CHECK(grid.header.cell_width == 30.0);
}

TEST_CASE("raw rasters: files of either extension have headers of either kind") {
  // As the driver EHdr of GDAL writes them, in degrees and in metres, and as ESRI does.
  const std::string raw =
      "BYTEORDER      I\nLAYOUT         BIL\nNROWS          2\nNCOLS          2\nNBANDS         1\n"
      "NBITS          32\nBANDROWBYTES   8\nTOTALROWBYTES  8\nPIXELTYPE      FLOAT\n";
  const std::string degrees = raw + "ULXMAP 10.5\nULYMAP 60.25\nXDIM 0.25\nYDIM 0.125\nNODATA -32768\n";
  const std::string metres = raw + "ULXMAP 700005\nULYMAP 99995\nXDIM 10\nYDIM 20\nNODATA -32768\n";
  const std::string esri =
      "ncols 2\nnrows 2\nxllcorner 700000\nyllcorner 99995\ncellsize 10\nNODATA_value -32768\nbyteorder LSBFIRST\n"
      "nbits 32\npixeltype float\n";
  const std::vector<std::uint32_t> samples{std::bit_cast<std::uint32_t>(1.5f), std::bit_cast<std::uint32_t>(-32768.0f),
                                           0, std::bit_cast<std::uint32_t>(812.25f)};
  const std::string bytes = words(samples, ByteOrder::little);
  const test::TemporaryFolder folder;
  for (const auto& [format, file] :
       {std::pair{ElevationFormat::flt, "a.flt"}, std::pair{ElevationFormat::bil, "a.bil"}}) {
    CAPTURE(file);
    const auto read = [&, format = format, file = file](const std::string& header) {
      const ElevationGrid grid = decode_elevation(bytes, format, header, file);
      CHECK(grid.heights.at(0, 0) == 1.5f);
      CHECK(std::isnan(grid.heights.at(1, 0)));  // no data is never a height
      CHECK(grid.heights.at(1, 1) == 812.25f);
      CHECK(elevation_header({}, bytes.size(), format, header, file) == grid.header);
      test::write_text(folder / file, bytes);
      test::write_text(folder / "a.hdr", header);
      const HeightSamples window = open_elevation_windows(folder / file, format)->read({0, 0, 2, 1});
      CHECK(std::isnan(std::get<Grid<float>>(window).at(1, 0)));
      return grid.header;
    };
    const double degree = 6371008.8 * std::acos(-1.0) / 180;
    const ElevationHeader geographic = read(degrees);
    CHECK(geographic.guesses_degrees);
    CHECK(*geographic.cell_height == Approx(0.125 * degree));
    CHECK(*geographic.cell_width == Approx(0.25 * degree * std::cos(60.1875 * std::acos(-1.0) / 180)));
    CHECK(geographic.place == GridPlace{{}, true, {10.5, 60.25}, {0.25, 0.125}});
    CHECK(read(metres) ==
          ElevationHeader{2, 2, 10, 20, false, -32768, false, GridPlace{{}, false, {700005, 99995}, {10, 20}}});
    CHECK(read(esri) ==
          ElevationHeader{2, 2, 10, 10, false, -32768, false, GridPlace{{}, false, {700005, 100010}, {10, 10}}});
  }
}

TEST_CASE("raw rasters: what a header says of its samples also holds in a .flt") {
  const std::string header = "nrows 1\nncols 2\nxdim 10\nydim 10\n";
  const auto heights = [&](const std::string& bytes, const std::string& more) {
    const ElevationGrid grid = decode_elevation(bytes, ElevationFormat::flt, header + more, "a.flt");
    return std::vector<float>(grid.heights.values().begin(), grid.heights.values().end());
  };
  const std::vector<std::uint32_t> wide{70000, static_cast<std::uint32_t>(-5)};
  CHECK(heights(words(wide, ByteOrder::little), "nbits 32\npixeltype signedint\n") == std::vector<float>{70000, -5});
  const std::vector<std::uint16_t> narrow{300, word16(-5)};
  CHECK(heights(words(narrow, ByteOrder::little), "nbits 16\npixeltype signedint\n") == std::vector<float>{300, -5});
  CHECK_THROWS_WITH(heights("1234", "nbits 16\n"), Contains("samples of 16 bits"));  // floats, if it says nothing
}

TEST_CASE("raw rasters: every number in their headers is checked before it is used") {
  const auto message = [](const std::string& more) {
    try {
      static_cast<void>(decode_elevation("\x01\x02", ElevationFormat::bil, "nrows 1\nncols 2\n" + more, "bad.bil"));
    } catch (const IoError& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  CHECK(message("nbits 8\n") == "nothing");
  for (const char* bits : {"nan", "inf", "1e300", "16.7", "-8", "0", "8,0"}) {
    CAPTURE(bits);
    CHECK_THAT(message("nbits " + std::string(bits) + "\n"), Contains("bad.hdr") && Contains("'nbits'"));
  }
  for (const char* bytes : {"-1", "nan", "1e300", "0.5"}) {
    CAPTURE(bytes);
    CHECK_THAT(message("skipbytes " + std::string(bytes) + "\n"), Contains("bad.hdr") && Contains("'skipbytes'"));
    CHECK_THAT(message("totalrowbytes " + std::string(bytes) + "\n"), Contains("'totalrowbytes'"));
    CHECK_THAT(message("nbands " + std::string(bytes) + "\n"), Contains("'nbands'"));
  }
  CHECK_THAT(message("xdim inf\nydim 1\n"), Contains("'xdim'"));
  CHECK_THAT(message("xdim 1\nydim nan\n"), Contains("'ydim'"));
  CHECK_THAT(message("xdim 1\nydim 1\nulxmap nan\nulymap 0\n"), Contains("'ulxmap'"));
  CHECK_THAT(message("xdim 1\nydim 1e999\n"), Contains("'ydim'"));
  CHECK_THAT(message("nbits 8\nnbits 16\n"), Contains("'nbits' twice"));
  CHECK(message("nbits 8\nNBITS 8\n") == "nothing");
  CHECK_THAT(message("pixeltype complex\n"), Contains("'complex'"));
  CHECK_THAT(message("byteorder VMS_FFLOAT\n"), Contains("'vms_ffloat'"));
  // The value of no data may be no number.
  CHECK(message("nodata nan\n") == "nothing");
  CHECK(message("nodata -1.79769313486232e+308\n") == "nothing");
}

TEST_CASE("SRTM: sizes of sparse files near the largest are refused") {
  for (const int power : {40, 60, 62, 63}) {
    CAPTURE(power);
    CHECK_THROWS_WITH(elevation_header({}, std::uint64_t{1} << power, ElevationFormat::hgt, {}, "N00E000.hgt"),
                      Contains("131073 x 131073"));
  }
}

TEST_CASE("raw rasters: a file of another size than its header says is refused, also by its size alone") {
  const auto check = [](const std::string& bytes, const std::string& more) {
    const std::string header = "nrows 2\nncols 2\n" + more;
    static_cast<void>(elevation_header({}, bytes.size(), ElevationFormat::bil, header, "a.bil"));
    return decode_elevation(bytes, ElevationFormat::bil, header, "a.bil").heights.at(1, 1);
  };
  CHECK(check("1234", "") == '4');
  CHECK_THROWS_WITH(check("123", ""), Contains("fewer samples"));
  CHECK_THROWS_WITH(check("12345678", ""), Contains("more samples"));  // 16 bits, but nobody says so
  // What follows the last row may be missing, but no sample.
  CHECK(check("12..34..", "totalrowbytes 4\n") == '4');
  CHECK(check("12..34", "totalrowbytes 4\n") == '4');
  CHECK_THROWS_WITH(check("12..3", "totalrowbytes 4\n"), Contains("fewer samples"));
  CHECK_THROWS_WITH(check("12..34...", "totalrowbytes 4\n"), Contains("more samples"));
  CHECK_THROWS_WITH(check("1234", "skipbytes 1\n"), Contains("fewer samples"));
}

TEST_CASE("elevation grids: they are read with their header files, and found by their names") {
  const test::TemporaryFolder folder;
  CHECK(elevation_format("x.ASC") == ElevationFormat::asc);
  CHECK_FALSE(elevation_format("x.png"));
  test::write_text(folder / "a.asc", kAscii);
  CHECK(read_elevation(folder / "a.asc", ElevationFormat::asc).heights.at(0, 1) == -40);
  CHECK(read_elevation_header(folder / "a.asc", ElevationFormat::asc).width == 3);
  test::write_text(folder / "b.bil", "\x01\x02");
  CHECK_THROWS_WITH(read_elevation(folder / "b.bil", ElevationFormat::bil),
                    Contains("b.bil': its header file is missing: there is no 'b.hdr' or 'b.HDR' beside it"));
  test::write_text(folder / "b.hdr", "nrows 1\nncols 2\nnbits 8\n");
  CHECK(read_elevation(folder / "b.bil", ElevationFormat::bil).heights.at(1, 0) == 2);
  CHECK_FALSE(read_elevation_header(folder / "b.bil", ElevationFormat::bil).cell_width);
}
