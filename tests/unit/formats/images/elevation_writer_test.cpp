// Elevation grids of GIS programs as weald writes them: their text by hand, and their samples as the reader finds them.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

#include <catch2/catch.hpp>

#include "base/error.h"
#include "data/heightmap.h"
#include "data/masked_rows.h"
#include "formats/files/raw_words.h"
#include "formats/images/elevation_grid.h"
#include "formats/images/elevation_writer.h"
#include "formats/images/heightmap_files.h"

using namespace weald;
using namespace weald::io;
using Catch::Matchers::Contains;

namespace {

Heightmap small_map() {
  Heightmap map(GridSpec{3, 2, 10, {500005, -4000015}});
  const std::array<float, 6> heights{1, -2.5f, -9999, 0.1f, 1e-7f, 3e6f};
  std::copy(heights.begin(), heights.end(), map.heights.values().begin());
  return map;
}

const GridPlace kSquare{{}, false, {500005, 4000015}, {10, 10}};
const GridPlace kLong{{}, true, {-84.5, 36.75}, {1.0 / 1200, 0.001}};

template <class Write>
std::string written(const Heightmap& map, const Write& write) {
  StoredRows rows(map);
  StringSink sink;
  write(rows, sink);
  return sink.text;
}

std::string ascii(const Heightmap& map, const GridPlace& place) {
  return written(map, [&](HeightRows& rows, Sink& sink) { write_esri_ascii(rows, place, sink); });
}

}  // namespace

TEST_CASE("ESRI ASCII is written with the corner of the south-western cell, and -9999 as a height") {
  CHECK(ascii(small_map(), kSquare) ==
        "ncols 3\nnrows 2\nxllcorner 500000\nyllcorner 4000000\ncellsize 10\nNODATA_value -3.4028234663852886e+38\n"
        "1 -2.5 -9999\n0.1 1e-7 3000000\n");
}

TEST_CASE("ESRI ASCII, .flt and .bil read back with the same samples and the same place") {
  const Heightmap map = small_map();
  const StoredRows stored(map);
  const std::string raw = written(map, [](HeightRows& rows, Sink& sink) { write_r32(rows, ByteOrder::little, sink); });
  for (const GridPlace& place : {kSquare, kLong}) {
    CAPTURE(place.is_geographic);
    StringSink flt, bil;
    write_flt_header(stored, place, flt);
    write_bil_header(stored, place, bil);
    for (const ElevationGrid& grid : {decode_elevation(ascii(map, place), ElevationFormat::asc, {}, "a.asc"),
                                      decode_elevation(raw, ElevationFormat::flt, flt.text, "a.flt"),
                                      decode_elevation(raw, ElevationFormat::bil, bil.text, "a.bil")}) {
      CHECK(grid.heights == map.heights);
      REQUIRE(grid.header.place);
      CHECK(grid.header.place->is_geographic == place.is_geographic);
      CHECK(grid.header.place->first.x == Approx(place.first.x).epsilon(1e-14));
      CHECK(grid.header.place->first.y == Approx(place.first.y).epsilon(1e-14));
      CHECK(grid.header.place->step == place.step);
    }
  }
}

TEST_CASE("an SRTM tile has whole metres, clamped to those that 16 bits hold") {
  Heightmap map(GridSpec{2, 2, 1, {}});
  map.heights.values()[0] = 1.5f;
  map.heights.values()[1] = -1.5f;
  map.heights.values()[2] = -40000;
  map.heights.values()[3] = 40000;
  const std::string bytes = written(map, [](HeightRows& rows, Sink& sink) { write_hgt(rows, sink); });
  CHECK(bytes == std::string("\x00\x02\xFF\xFF\x80\x01\x7F\xFF", 8));
  const ElevationGrid grid = decode_elevation(bytes, ElevationFormat::hgt, {}, "s07e012.hgt");
  CHECK(grid.heights.at(0, 1) == -32767);
  REQUIRE(grid.header.place);
  CHECK(*grid.header.place == GridPlace{"EPSG:4326", true, {12, -6}, {1, 1}});
  CHECK_THROWS_AS(written(small_map(), [](HeightRows& rows, Sink& sink) { write_hgt(rows, sink); }), StageError);
}

TEST_CASE("samples without data have the number that the header states, and read back as such") {
  Heightmap map(GridSpec{2, 2, 10, {500005, -4000015}}), mask = map;
  std::ranges::copy(std::array{1.0f, 7.0f, 8.0f, 4.0f}, map.heights.values().begin());
  std::ranges::copy(std::array{1.0f, 0.0f, 0.0f, 1.0f}, mask.heights.values().begin());
  StoredRows heights(map), shares(mask);
  for (const float no_data : {-9999.0f, -0.1f, 1e20f}) {
    MaskedRows rows(heights, shares, no_data);
    StringSink asc, raw, flt, bil;
    write_esri_ascii(rows, kSquare, asc);
    write_r32(rows, ByteOrder::little, raw);
    write_flt_header(rows, kSquare, flt);
    write_bil_header(rows, kSquare, bil);
    for (const ElevationGrid& grid : {decode_elevation(asc.text, ElevationFormat::asc, {}, "a.asc"),
                                      decode_elevation(raw.text, ElevationFormat::flt, flt.text, "a.flt"),
                                      decode_elevation(raw.text, ElevationFormat::bil, bil.text, "a.bil")}) {
      CHECK(static_cast<float>(grid.header.no_data.value()) == no_data);
      CHECK(grid.heights.at(0, 0) == 1);
      CHECK(std::isnan(grid.heights.at(1, 0)));
      CHECK(std::isnan(grid.heights.at(0, 1)));
    }
  }
  MaskedRows rows(heights, shares, -32768);
  StringSink tile;
  write_hgt(rows, tile);
  CHECK(tile.text == std::string("\x00\x01\x80\x00\x80\x00\x00\x04", 8));
}

TEST_CASE("a georeference gives a grid the place that it was made from, and a part of the grid its own") {
  const GridPlace file{"EPSG:4326", true, {-84.5, 36.75}, {0.001, 0.002}};
  const Georeference world = georeference_of(file, {100, 200}, {80, 160});
  const GridPlace whole = place_of(world, {10, 10, 40, {100, 200}});
  CHECK(whole.first.x == Approx(-84.5));
  CHECK(whole.first.y == Approx(36.75));
  CHECK(whole.step.x == Approx(0.0005));
  CHECK(whole.step.y == Approx(0.0005));
  // A column to the east and two rows to the south of the file's first sample.
  const GridPlace part = place_of(world, {3, 3, 80, {180, 520}});
  CHECK(part.first.x == Approx(-84.499));
  CHECK(part.first.y == Approx(36.746));
  CHECK(part.crs == "EPSG:4326");
  // Without a survey, world metres are the coordinates.
  CHECK(place_of({}, {3, 3, 5, {500, -900}}) == GridPlace{{}, false, {500, 900}, {5, 5}});
}
