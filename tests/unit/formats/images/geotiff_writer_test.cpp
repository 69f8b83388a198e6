// GeoTIFF files of heightmaps, taken apart as the format says, with the bytes unpacked by zlib.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <zlib.h>

#include <catch2/catch.hpp>

#include "base/error.h"
#include "data/masked_rows.h"
#include "formats/files/raw_words.h"
#include "formats/images/detail/tiff_directory.h"
#include "formats/images/geotiff_writer.h"

using namespace weald;
using namespace weald::io;

namespace {

/// The values of a tag: whole numbers, or the bits of floating ones.
using Tags = std::map<int, std::vector<std::uint64_t>>;

template <class Word>
std::uint64_t word_in(const std::string& bytes, std::uint64_t at) {
  REQUIRE(at + sizeof(Word) <= bytes.size());
  return word_at<Word>(bytes.data() + at);
}

std::uint64_t value_in(const std::string& bytes, std::uint64_t at, std::uint64_t type) {
  switch (type) {
    case 2: return word_in<std::uint8_t>(bytes, at);
    case 3: return word_in<std::uint16_t>(bytes, at);
    case 4: return word_in<std::uint32_t>(bytes, at);
    default: return word_in<std::uint64_t>(bytes, at);
  }
}

std::uint64_t size_of_type(std::uint64_t type) { return type == 2 ? 1 : type == 3 ? 2 : type == 4 ? 4 : 8; }

/// All directories of a TIFF, and the places where they begin.
struct TiffParts {
  std::vector<Tags> images;
  std::vector<std::uint64_t> places;
};

TiffParts parts_of(const std::string& bytes) {
  TiffParts parts;
  REQUIRE(bytes.starts_with("II"));
  const bool is_big = word_in<std::uint16_t>(bytes, 2) == 43;
  if (!is_big) REQUIRE(word_in<std::uint16_t>(bytes, 2) == 42);
  const std::uint64_t width = is_big ? 8 : 4, entry_size = is_big ? 20 : 12;
  const auto place_in = [&](std::uint64_t at) {
    return is_big ? word_in<std::uint64_t>(bytes, at) : word_in<std::uint32_t>(bytes, at);
  };
  std::uint64_t next = place_in(is_big ? 8 : 4);
  while (next != 0 && parts.images.size() < 20) {
    parts.places.push_back(next);
    Tags& tags = parts.images.emplace_back();
    const std::uint64_t count = is_big ? word_in<std::uint64_t>(bytes, next) : word_in<std::uint16_t>(bytes, next);
    std::uint64_t at = next + (is_big ? 8 : 2);
    int last_tag = 0;
    for (std::uint64_t i = 0; i < count; ++i, at += entry_size) {
      const auto tag = static_cast<int>(word_in<std::uint16_t>(bytes, at));
      CHECK(tag > last_tag);
      last_tag = tag;
      const std::uint64_t type = word_in<std::uint16_t>(bytes, at + 2), values = place_in(at + 4);
      const bool is_inside = values * size_of_type(type) <= width;
      const std::uint64_t from = is_inside ? at + 4 + width : place_in(at + 4 + width);
      for (std::uint64_t k = 0; k < values; ++k)
        tags[tag].push_back(value_in(bytes, from + k * size_of_type(type), type));
    }
    next = place_in(at);
  }
  return parts;
}

std::vector<double> doubles_in(const Tags& tags, int tag) {
  std::vector<double> values;
  for (const std::uint64_t bits : tags.at(tag)) values.push_back(std::bit_cast<double>(bits));
  return values;
}

/// The samples of an image in tiles of 256 x 256 floats with predictor 3.
Grid<float> samples_of(const std::string& bytes, const Tags& tags) {
  constexpr int kSide = 256;
  const auto width = static_cast<int>(tags.at(256)[0]), height = static_cast<int>(tags.at(257)[0]);
  Grid<float> grid(width, height);
  const int across = (width + kSide - 1) / kSide;
  REQUIRE(tags.at(324).size() == static_cast<std::size_t>(across * ((height + kSide - 1) / kSide)));
  for (std::size_t i = 0; i < tags.at(324).size(); ++i) {
    REQUIRE(tags.at(324)[i] + tags.at(325)[i] <= bytes.size());
    std::vector<std::uint8_t> raw(kSide * kSide * 4);
    uLongf size = raw.size();
    REQUIRE(::uncompress(raw.data(), &size, reinterpret_cast<const Bytef*>(bytes.data() + tags.at(324)[i]),
                         tags.at(325)[i]) == Z_OK);
    REQUIRE(size == raw.size());
    const int left = static_cast<int>(i) % across * kSide, top = static_cast<int>(i) / across * kSide;
    for (int y = 0; y < kSide && top + y < height; ++y) {
      std::uint8_t* const row = raw.data() + y * kSide * 4;
      for (int k = 1; k < kSide * 4; ++k) row[k] = static_cast<std::uint8_t>(row[k] + row[k - 1]);
      for (int x = 0; x < kSide && left + x < width; ++x) {
        std::uint32_t word = 0;
        for (int plane = 0; plane < 4; ++plane) word = word << 8 | row[plane * kSide + x];
        grid.at(left + x, top + y) = std::bit_cast<float>(word);
      }
    }
  }
  return grid;
}

Heightmap plane_map(int width, int height) {
  Heightmap map(GridSpec{width, height, 10, {0, 0}});
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) map.heights.at(x, y) = static_cast<float>(0.25 * x - 3 * y + 100);
  }
  return map;
}

std::string geotiff(const Heightmap& map, const GridPlace& place) {
  StoredRows rows(map);
  StringSink sink;
  write_geotiff(rows, place, {}, sink);
  return sink.text;
}

}  // namespace

TEST_CASE("GeoTIFF: the samples come back bit for bit, and smaller maps are means of four") {
  const Heightmap map = plane_map(700, 523);
  const std::string bytes = geotiff(map, {"EPSG:32617", false, {500005, 3999995}, {10, 10}});
  const TiffParts parts = parts_of(bytes);
  REQUIRE(parts.images.size() == 3);  // 700 x 523, 350 x 262, 175 x 131
  CHECK(samples_of(bytes, parts.images[0]) == map.heights);
  const Grid<float> half = samples_of(bytes, parts.images[1]), quarter = samples_of(bytes, parts.images[2]);
  CHECK(half.width() == 350);
  CHECK(half.height() == 262);
  CHECK(quarter.width() == 175);
  // The mean of a plane over two by two samples is its value between them.
  CHECK(half.at(0, 0) == static_cast<float>(0.25 * 0.5 - 3 * 0.5 + 100));
  CHECK(half.at(349, 260) == static_cast<float>(0.25 * 698.5 - 3 * 520.5 + 100));
  CHECK(half.at(349, 261) == static_cast<float>(0.25 * 698.5 - 3 * 522 + 100));  // the last row is alone
  CHECK(quarter.at(10, 20) == static_cast<float>(0.25 * 41.5 - 3 * 81.5 + 100));
}

TEST_CASE("GeoTIFF: samples without data are left out of the means of smaller maps") {
  const Heightmap map = plane_map(520, 300);
  Heightmap mask(map.grid());
  for (int y = 0; y < 300; ++y) {
    for (int x = 0; x < 520; ++x) mask.heights.at(x, y) = x < 101 && y < 64 ? 0.0f : 1.0f;
  }
  StoredRows heights(map), shares(mask);
  MaskedRows rows(heights, shares, -9999);
  StringSink sink;
  write_geotiff(rows, {}, {}, sink);
  const TiffParts parts = parts_of(sink.text);
  REQUIRE(parts.images.size() == 3);
  for (const Tags& tags : parts.images) {
    const std::vector<std::uint64_t>& text = tags.at(42113);
    CHECK(std::string(text.begin(), text.end()) == std::string("-9999\0", 6));
    const Grid<float> samples = samples_of(sink.text, tags);
    for (const float sample : samples.values()) CHECK((sample == -9999 || sample > -1000));
    CHECK(samples.at(0, 0) == -9999);
  }
  const Grid<float> half = samples_of(sink.text, parts.images[1]);
  CHECK(half.at(49, 0) == -9999);
  CHECK(half.at(50, 0) == static_cast<float>(0.25 * 101 - 3 * 0.5 + 100));  // the mean of the two that have data
  CHECK(half.at(51, 0) == static_cast<float>(0.25 * 102.5 - 3 * 0.5 + 100));
}

TEST_CASE("GeoTIFF: a mean that is the number for none does not become a sample without data") {
  Heightmap map(GridSpec{520, 300, 10, {}}), mask = map;
  for (int y = 0; y < 300; ++y) {
    for (int x = 0; x < 520; ++x) {
      map.heights.at(x, y) = (x + y) % 2 == 0 ? 1.0f : -1.0f;
      mask.heights.at(x, y) = x < 64 ? 0.0f : 1.0f;
    }
  }
  StoredRows heights(map), shares(mask);
  MaskedRows rows(heights, shares, 0);
  StringSink sink;
  write_geotiff(rows, {}, {}, sink);
  const TiffParts parts = parts_of(sink.text);
  REQUIRE(parts.images.size() == 3);
  for (std::size_t level = 1; level < 3; ++level) {
    const Grid<float> samples = samples_of(sink.text, parts.images[level]);
    const int first = 64 >> level;
    CHECK(samples.at(first - 1, 5) == 0);
    CHECK(samples.at(first, 5) > 0);
    CHECK(samples.at(first, 5) < 1e-40f);
  }
}

TEST_CASE("GeoTIFF: the mean of negative zeros is one") {
  Heightmap map(GridSpec{300, 2, 10, {}});
  std::ranges::fill(map.heights.values(), -0.0f);
  const std::string bytes = geotiff(map, {});
  for (const Tags& tags : parts_of(bytes).images) CHECK(std::signbit(samples_of(bytes, tags).at(0, 0)));
}

TEST_CASE("GeoTIFF: directories come first, and the tiles of smaller maps before those of larger ones") {
  const std::string bytes = geotiff(plane_map(700, 523), {});
  const TiffParts parts = parts_of(bytes);
  std::uint64_t end = bytes.size();
  for (const Tags& tags : parts.images) {
    CHECK(tags.at(324).front() > parts.places.back());
    CHECK(tags.at(324).back() + tags.at(325).back() == end);
    end = tags.at(324).front();
    CHECK(tags.at(322)[0] == 256);
    CHECK(tags.at(259)[0] == 8);
  }
  CHECK(parts.images[0].at(254)[0] == 0);
  CHECK(parts.images[1].at(254)[0] == 1);
}

TEST_CASE("GeoTIFF: the corner of the first cell, and the system by its code or its text") {
  const auto tags = [](const GridPlace& place) { return parts_of(geotiff(plane_map(3, 2), place)).images[0]; };
  const Tags projected = tags({"EPSG:32617", false, {500005, 3999990}, {10, 20}});
  CHECK(doubles_in(projected, 33550) == std::vector<double>{10, 20, 0});
  CHECK(doubles_in(projected, 33922) == std::vector<double>{0, 0, 0, 500000, 4000000, 0});
  CHECK(projected.at(34735) == std::vector<std::uint64_t>{1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32617});
  const Tags geographic = tags({"EPSG:4326", true, {0, 0}, {1, 1}});
  CHECK(geographic.at(34735) == std::vector<std::uint64_t>{1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326});
  // Keys without a system would be one of unknown units to GDAL.
  const Tags unknown = tags({"", false, {500005, 3999990}, {10, 20}});
  CHECK_FALSE(unknown.contains(34735));
  CHECK(doubles_in(unknown, 33922) == std::vector<double>{0, 0, 0, 500000, 4000000, 0});
  const Tags own = tags({"PROJCS[x]", false, {0, 0}, {1, 1}});
  CHECK(own.at(34735) == std::vector<std::uint64_t>{1, 1, 0,    4, 1024, 0,     1,    32767, 1025, 0,
                                                    1, 1, 3072, 0, 1,    32767, 3073, 34737, 27,   0});
  const std::vector<std::uint64_t>& text = own.at(34737);
  CHECK(std::string(text.begin(), text.end()) == std::string("ESRI PE String = PROJCS[x]|\0", 28));
  // A text that is longer than a key can tell is left out.
  const Tags endless = tags({"PROJCS[" + std::string(70000, 'x') + "]", false, {0, 0}, {1, 1}});
  CHECK_FALSE(endless.contains(34735));
  CHECK_FALSE(endless.contains(34737));
}

TEST_CASE("GeoTIFF: a small map is one tile, and an empty one an error") {
  const Heightmap map = plane_map(2, 2);
  const std::string bytes = geotiff(map, {});
  const TiffParts parts = parts_of(bytes);
  REQUIRE(parts.images.size() == 1);
  CHECK(samples_of(bytes, parts.images[0]) == map.heights);
  CHECK_THROWS_AS(geotiff(Heightmap(), {}), StageError);
}

TEST_CASE("TIFF: directories of BigTIFF have places of 64 bits") {
  TiffDirectory first, second;
  first.longs(256, {70000});
  first.places(324, {std::uint64_t{5} << 32, 7});
  first.text(305, "text");
  first.doubles(33550, {1.5});
  second.shorts(258, {32, 16, 8});
  for (const TiffKind kind : {TiffKind::classic, TiffKind::big}) {
    std::string bytes = tiff_start(kind);
    bytes += first.encoded(kind, bytes.size(), true);
    CHECK(bytes.size() == tiff_start(kind).size() + first.size(kind));
    bytes += second.encoded(kind, bytes.size(), false);
    const TiffParts parts = parts_of(bytes);
    REQUIRE(parts.images.size() == 2);
    CHECK(parts.images[0].at(256) == std::vector<std::uint64_t>{70000});
    if (kind == TiffKind::big) CHECK(parts.images[0].at(324) == std::vector<std::uint64_t>{std::uint64_t{5} << 32, 7});
    CHECK(parts.images[0].at(305) == std::vector<std::uint64_t>{'t', 'e', 'x', 't', 0});
    CHECK(doubles_in(parts.images[0], 33550) == std::vector<double>{1.5});
    CHECK(parts.images[1].at(258) == std::vector<std::uint64_t>{32, 16, 8});
  }
}
