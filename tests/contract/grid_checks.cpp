#include "contract/grid_checks.h"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "formats/gdal/geotiff_reader.h"
#include "support/files.h"

namespace weald::contract {

namespace fs = std::filesystem;

namespace {

/// The words of a header with those after them, in lower case, and what follows the header.
std::map<std::string, std::string> take_keys(std::istream& text, std::size_t count) {
  std::map<std::string, std::string> keys;
  std::string key, value;
  while (keys.size() < count && text >> key >> value) {
    for (char& c : key) c = static_cast<char>(std::tolower(c));
    keys[key] = value;
  }
  return keys;
}

double number_at(const std::map<std::string, std::string>& keys, const std::string& key) {
  const auto found = keys.find(key);
  REQUIRE(found != keys.end());
  return std::stod(found->second);
}

/// Samples of a header of ESRI, whose corner is that of a cell.
void check_esri_keys(const std::map<std::string, std::string>& keys, const Heightmap& map) {
  CHECK(number_at(keys, "ncols") == map.width());
  CHECK(number_at(keys, "nrows") == map.height());
  CHECK(number_at(keys, "cellsize") == map.cell_size);
  CHECK(number_at(keys, "xllcorner") == Approx(map.origin.x - map.cell_size / 2));
  CHECK(number_at(keys, "yllcorner") == Approx(-map.origin.y - map.cell_size * (map.height() - 0.5)));
}

std::map<std::string, std::string> header_beside(const fs::path& file) {
  std::istringstream text(test::file_text(fs::path(file).replace_extension(".hdr")));
  return take_keys(text, 100);
}

/// The samples of 32-bit floats, lowest byte first.
std::vector<float> floats_in(const std::string& bytes) {
  std::vector<float> floats;
  for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
    std::uint32_t word = 0;
    for (std::size_t k = 4; k-- > 0;) word = word << 8 | static_cast<unsigned char>(bytes[i + k]);
    floats.push_back(std::bit_cast<float>(word));
  }
  return floats;
}

void check_equal(const std::vector<float>& samples, const Heightmap& map) {
  const auto heights = map.heights.values();
  CHECK(std::vector<float>(heights.begin(), heights.end()) == samples);
}

void check_asc(const Heightmap& map, const fs::path& file) {
  std::istringstream text(test::file_text(file));
  check_esri_keys(take_keys(text, 6), map);
  std::vector<float> samples;
  for (std::string word; text >> word;) samples.push_back(std::stof(word));
  check_equal(samples, map);
}

void check_bil(const Heightmap& map, const fs::path& file) {
  const auto keys = header_beside(file);
  CHECK(number_at(keys, "ncols") == map.width());
  CHECK(number_at(keys, "nrows") == map.height());
  CHECK(number_at(keys, "nbits") == 32);
  CHECK(keys.at("pixeltype") == "FLOAT");
  CHECK(number_at(keys, "xdim") == map.cell_size);
  CHECK(number_at(keys, "ydim") == map.cell_size);
  CHECK(number_at(keys, "ulxmap") == map.origin.x);
  CHECK(number_at(keys, "ulymap") == -map.origin.y);
  check_equal(floats_in(test::file_text(file)), map);
}

/// Whole metres, highest byte first.
void check_hgt(const Heightmap& map, const fs::path& file) {
  const std::string bytes = test::file_text(file);
  const auto heights = map.heights.values();
  REQUIRE(bytes.size() == 2 * heights.size());
  double worst = 0;
  for (std::size_t i = 0; i < heights.size(); ++i) {
    const auto high = static_cast<unsigned char>(bytes[2 * i]), low = static_cast<unsigned char>(bytes[2 * i + 1]);
    const int metres = high * 256 + low - (high >= 128 ? 65536 : 0);
    worst = std::max(worst, std::abs(static_cast<double>(heights[i]) - metres));
  }
  CHECK(worst <= 0.5);
}

}  // namespace

void check_elevation_grid(const Heightmap& map, const fs::path& file) {
  if (file.extension() == ".asc") return check_asc(map, file);
  if (file.extension() == ".bil") return check_bil(map, file);
  if (file.extension() == ".hgt") return check_hgt(map, file);
  check_esri_keys(header_beside(file), map);
  check_equal(floats_in(test::file_text(file)), map);
}

void check_geotiff(const Heightmap& map, const fs::path& file) {
  CHECK(test::file_text(file).starts_with("II*"));
  if (!io::can_read_geotiff()) return;
  const io::ElevationGrid grid = io::read_geotiff(file, {});
  CHECK(grid.heights == map.heights);
  REQUIRE(grid.header.place);
  CHECK(grid.header.place->first.x == Approx(map.origin.x).margin(1e-9));
  CHECK(grid.header.place->first.y == Approx(-map.origin.y).margin(1e-9));
  CHECK(grid.header.place->step == Vec2{map.cell_size, map.cell_size});
}

}  // namespace weald::contract
