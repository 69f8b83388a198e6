#include "formats/images/elevation_grid.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>

#include "base/error.h"
#include "base/math/math.h"
#include "base/text/lower_case.h"
#include "base/text/read_number.h"
#include "formats/files/raw_words.h"
#include "formats/files/read_file.h"
#include "formats/images/height_reader.h"
#include "formats/images/png_reader.h"

namespace weald::io {

namespace {

constexpr float kNoData = std::numeric_limits<float>::quiet_NaN();
constexpr double kMetresPerDegree = 111194.92664455873;  // of a great circle of the mean Earth radius, 6371008.8 m
constexpr std::size_t kStartBytes = 4096;
constexpr std::size_t kMaxHeaderBytes = std::size_t{1} << 20;
constexpr double kDefaultNoData = -9999;  // of ESRI ASCII

[[noreturn]] void fail_elevation(const std::string& name, const std::string& reason) {
  throw IoError("cannot read '" + name + "': " + reason);
}

/// Takes the next word of a text; empty at its end.
std::string_view next_word(std::string_view& text) {
  constexpr std::string_view kSpace = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kSpace));
  text.remove_prefix(word.size());
  return word;
}

double number_of(std::string_view word, const std::string& name) {
  if (word.starts_with('+')) word.remove_prefix(1);
  double value = 0;
  const NumberRead read = read_number(word, value);
  if (read.status != std::errc{} || read.end != word.data() + word.size())
    fail_elevation(name, "'" + std::string(word.substr(0, 40)) + "' is not a number");
  return value;
}

/// The keys of a header with their values; keys in lower case.
class KeyTable {
 public:
  explicit KeyTable(std::string name) : name_(std::move(name)) {}

  void add(std::string_view key, std::string_view value) { values_[lower_case(std::string(key))] = value; }
  std::optional<double> number(std::string_view key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? std::nullopt : std::optional(number_of(found->second, name_));
  }
  std::string text(std::string_view key) const {
    const auto found = values_.find(key);
    return found == values_.end() ? std::string{} : lower_case(found->second);
  }
  int count(std::string_view key) const {
    const auto value = number(key);
    if (!value) fail_elevation(name_, "its header has no '" + std::string(key) + "'");
    if (!(*value >= 1 && *value <= 1e9) || *value != std::floor(*value))
      fail_elevation(name_, "'" + std::string(key) + "' in its header is not a number of samples");
    return static_cast<int>(*value);
  }

 private:
  std::string name_;
  std::map<std::string, std::string, std::less<>> values_;
};

/// Sets the distances of samples: metres, or degrees around the latitude `middle`, unset if unknown.
void set_spacing(ElevationHeader& header, double width, double height, bool is_in_degrees,
                 std::optional<double> middle) {
  header.is_in_degrees = is_in_degrees;
  const double scale = is_in_degrees ? kMetresPerDegree : 1;
  const double narrowed = is_in_degrees && middle ? math::cos_deg(*middle) : 1;
  header.cell_width = width * scale * narrowed;
  header.cell_height = height * scale;
}

/// Whether the corner of a grid and the distance of its samples can only be degrees.
bool look_like_degrees(double x, double y, double cell) {
  return std::abs(x) <= 360 && std::abs(y) <= 90 && cell < 0.5;
}

/// Where a grid of ESRI lies whose samples are `step` apart; unset if its header does not say it.
std::optional<GridPlace> esri_place(const KeyTable& keys, const ElevationHeader& header, const Vec2& step) {
  const double rows = header.height - 1;
  if (const auto x = keys.number("xllcorner"), y = keys.number("yllcorner"); x && y)
    return GridPlace{{}, header.is_in_degrees, {*x + step.x / 2, *y + step.y / 2 + step.y * rows}, step};
  if (const auto x = keys.number("xllcenter"), y = keys.number("yllcenter"); x && y)
    return GridPlace{{}, header.is_in_degrees, {*x, *y + step.y * rows}, step};
  return std::nullopt;
}

/// Sets the distances of samples of cells that are not square, as GDAL describes them in grids of ESRI.
void set_rectangular(const KeyTable& keys, ElevationHeader& header, const std::string& name) {
  auto width = keys.number("dx"), height = keys.number("dy");
  if (!width || !height) width = keys.number("xdim"), height = keys.number("ydim");
  if (!width || !height) return;
  if (!(*width > 0 && *height > 0)) fail_elevation(name, "the cells in its header have no size above 0");
  const double x = keys.number("xllcorner").value_or(1e9), y = keys.number("yllcorner").value_or(1e9);
  set_spacing(header, *width, *height, look_like_degrees(x, y, *width), y + *height * header.height / 2);
  header.place = esri_place(keys, header, {*width, *height});
}

void check_elevation_size(const ElevationHeader& header, const std::string& name) {
  if (static_cast<std::uint64_t>(header.width) * static_cast<std::uint64_t>(header.height) > kMaxImageSamples)
    fail_elevation(name, "it has more than 16385 x 16385 samples");
}

/// The header of an ESRI raster from keys such as "ncols" and "cellsize".
ElevationHeader esri_header(const KeyTable& keys, const std::string& name) {
  ElevationHeader header{keys.count("ncols"), keys.count("nrows"), {}, {}, false, keys.number("nodata_value")};
  check_elevation_size(header, name);
  if (const auto cell = keys.number("cellsize")) {
    if (!(*cell > 0)) fail_elevation(name, "'cellsize' in its header is not above 0");
    const double x = keys.number("xllcorner").value_or(keys.number("xllcenter").value_or(1e9));
    const double y = keys.number("yllcorner").value_or(keys.number("yllcenter").value_or(1e9));
    set_spacing(header, *cell, *cell, look_like_degrees(x, y, *cell), y + *cell * header.height / 2);
    header.place = esri_place(keys, header, {*cell, *cell});
  } else {
    set_rectangular(keys, header, name);
  }
  return header;
}

// ---- ESRI ASCII ----

/// Reads the header; `text` then begins with the first sample.
ElevationHeader take_ascii_header(std::string_view& text, const std::string& name) {
  KeyTable keys(name);
  while (true) {
    std::string_view rest = text;
    const std::string_view key = next_word(rest);
    const char first = key.empty() ? '0' : key[0];
    const bool is_letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
    const bool is_key = is_letter && lower_case(std::string(key)) != "nan";
    if (!is_key) break;
    keys.add(key, next_word(rest));
    text = rest;
  }
  ElevationHeader header = esri_header(keys, name);
  if (!header.no_data) header.no_data = kDefaultNoData;
  return header;
}

ElevationGrid decode_ascii(std::string_view text, const std::string& name) {
  ElevationGrid grid{take_ascii_header(text, name), {}};
  const auto [width, height] = std::pair{grid.header.width, grid.header.height};
  if (text.size() < static_cast<std::size_t>(width) * static_cast<std::size_t>(height))
    fail_elevation(name, "it has fewer samples than its header says");
  grid.heights = Grid<float>(width, height, kUnset);
  for (float& sample : grid.heights.values()) {
    const std::string_view word = next_word(text);
    if (word.empty()) fail_elevation(name, "it has fewer samples than its header says");
    const double value = number_of(word, name);
    sample = value == *grid.header.no_data ? kNoData : static_cast<float>(value);
  }
  if (!next_word(text).empty()) fail_elevation(name, "it has more samples than its header says");
  return grid;
}

// ---- SRTM ----

/// The longitude in the name of a tile, such as -85 for N36W085.hgt.
std::optional<double> longitude_in(const std::string& name) {
  const std::string stem = lower_case(std::filesystem::path(name).stem().string());
  if (stem.size() < 7 || (stem[3] != 'e' && stem[3] != 'w')) return std::nullopt;
  double degrees = 0;
  for (const char digit : stem.substr(4, 3)) {
    if (digit < '0' || digit > '9') return std::nullopt;
    degrees = 10 * degrees + (digit - '0');
  }
  return stem[3] == 'e' ? degrees : -degrees;
}

/// The latitude in the name of a tile, such as 36 for N36W085.hgt.
std::optional<double> latitude_in(const std::string& name) {
  const std::string stem = lower_case(std::filesystem::path(name).stem().string());
  if (stem.size() < 3 || (stem[0] != 'n' && stem[0] != 's')) return std::nullopt;
  if (stem[1] < '0' || stem[1] > '9' || stem[2] < '0' || stem[2] > '9') return std::nullopt;
  const double degrees = 10 * (stem[1] - '0') + (stem[2] - '0');
  return stem[0] == 'n' ? degrees : -degrees;
}

ElevationHeader hgt_header(std::uint64_t bytes, const std::string& name) {
  const int side = static_cast<int>(std::sqrt(static_cast<double>(bytes / 2)) + 0.5);
  if (side < 2 || static_cast<std::uint64_t>(side) * static_cast<std::uint64_t>(side) * 2 != bytes)
    fail_elevation(name, "it is not a square tile of 16-bit samples");
  ElevationHeader header{side, side, {}, {}, false, -32768};
  check_elevation_size(header, name);
  const auto south = latitude_in(name);
  set_spacing(header, 1.0 / (side - 1), 1.0 / (side - 1), true, south ? std::optional(*south + 0.5) : std::nullopt);
  const double step = 1.0 / (side - 1);
  if (const auto west = longitude_in(name); west && south)
    header.place = GridPlace{"EPSG:4326", true, {*west, *south + 1}, {step, step}};
  return header;
}

// ---- ESRI's raw rasters ----

enum class RawKind { unsigned_whole, signed_whole, real };

struct RawRaster {
  ElevationHeader header;
  int bits = 32;
  RawKind kind = RawKind::real;
  ByteOrder order = ByteOrder::little;
  std::size_t skipped = 0;    // bytes before the first row
  std::size_t row_bytes = 0;  // with what follows the samples of a row

  std::size_t size() const { return skipped + row_bytes * static_cast<std::size_t>(header.height); }
};

KeyTable keys_of(std::string_view text, const std::string& name) {
  KeyTable keys(name);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view key = next_word(line);
    if (!key.empty()) keys.add(key, next_word(line));
  }
  return keys;
}

ElevationHeader bil_header(const KeyTable& keys, const std::string& name) {
  ElevationHeader header{keys.count("ncols"), keys.count("nrows"), {}, {}, false, keys.number("nodata")};
  check_elevation_size(header, name);
  if (!header.no_data) header.no_data = keys.number("nodata_value");
  const auto width = keys.number("xdim"), height = keys.number("ydim");
  if (!width || !height) return header;
  if (!(*width > 0 && *height > 0)) fail_elevation(name, "'xdim' and 'ydim' in its header are not above 0");
  const double x = keys.number("ulxmap").value_or(1e9), y = keys.number("ulymap").value_or(1e9);
  set_spacing(header, *width, *height, look_like_degrees(x, y, *width), y - *height * header.height / 2);
  if (keys.number("ulxmap") && keys.number("ulymap"))
    header.place = GridPlace{{}, header.is_in_degrees, {x, y}, {*width, *height}};
  return header;
}

RawRaster raw_raster(ElevationFormat format, std::string_view text, const std::string& name) {
  const KeyTable keys = keys_of(text, header_file_of(name).string());
  RawRaster raster;
  const bool is_flt = format == ElevationFormat::flt;
  raster.header = is_flt ? esri_header(keys, name) : bil_header(keys, name);
  const std::string order = keys.text("byteorder"), kind = keys.text("pixeltype");
  if (order.starts_with('m')) raster.order = ByteOrder::big;  // M (Motorola), MSBFIRST
  if (keys.number("nbands").value_or(1) != 1) fail_elevation(name, "it has more than one band");
  raster.bits = static_cast<int>(keys.number("nbits").value_or(is_flt ? 32 : 8));
  const bool is_real = is_flt || kind == "float";
  raster.kind = is_real ? RawKind::real : kind.starts_with("signed") ? RawKind::signed_whole : RawKind::unsigned_whole;
  // Many files of 16-bit elevations do not say that they are signed, but have a negative value for no data.
  if (kind.empty() && !is_real && (raster.bits == 16 || raster.header.no_data.value_or(0) < 0))
    raster.kind = RawKind::signed_whole;
  if ((raster.bits != 8 && raster.bits != 16 && raster.bits != 32) || (is_real && raster.bits != 32))
    fail_elevation(name, "samples of " + std::to_string(raster.bits) + " bits are not supported");
  raster.skipped = static_cast<std::size_t>(keys.number("skipbytes").value_or(0));
  const std::size_t row = static_cast<std::size_t>(raster.header.width) * static_cast<std::size_t>(raster.bits / 8);
  raster.row_bytes = static_cast<std::size_t>(keys.number("totalrowbytes").value_or(static_cast<double>(row)));
  if (raster.row_bytes < row || raster.row_bytes > 16 * row + kMaxHeaderBytes || raster.skipped > kMaxHeaderBytes * 64)
    fail_elevation(name, "its header gives a wrong number of bytes");
  return raster;
}

template <class Word, class Signed>
double whole(const char* bytes, const RawRaster& raster) {
  const Word word = word_at<Word>(bytes, raster.order);
  return raster.kind == RawKind::signed_whole ? static_cast<double>(std::bit_cast<Signed>(word))
                                              : static_cast<double>(word);
}

double sample_at(const char* bytes, const RawRaster& raster) {
  if (raster.kind == RawKind::real) return static_cast<double>(float_at(bytes, raster.order));
  if (raster.bits == 8) return whole<std::uint8_t, std::int8_t>(bytes, raster);
  if (raster.bits == 16) return whole<std::uint16_t, std::int16_t>(bytes, raster);
  return whole<std::uint32_t, std::int32_t>(bytes, raster);
}

ElevationGrid decode_raster(std::string_view bytes, const RawRaster& raster, const std::string& name) {
  if (bytes.size() < raster.size()) fail_elevation(name, "it has fewer samples than its header says");
  ElevationGrid grid{raster.header, Grid<float>(raster.header.width, raster.header.height, kUnset)};
  // A header may give a float's value with fewer digits than the samples have.
  const auto no_data = raster.header.no_data;
  for (int y = 0; y < raster.header.height; ++y) {
    const char* next = bytes.data() + raster.skipped + raster.row_bytes * static_cast<std::size_t>(y);
    for (float& sample : grid.heights.row(y)) {
      const double value = sample_at(next, raster);
      const bool is_void = no_data && (value == *no_data || static_cast<float>(value) == static_cast<float>(*no_data));
      sample = is_void ? kNoData : static_cast<float>(value);
      next += raster.bits / 8;
    }
  }
  return grid;
}

RawRaster hgt_raster(std::uint64_t bytes, const std::string& name) {
  RawRaster raster{hgt_header(bytes, name), 16, RawKind::signed_whole, ByteOrder::big, 0, 0};
  raster.row_bytes = 2 * static_cast<std::size_t>(raster.header.width);
  return raster;
}

std::string header_text(const std::filesystem::path& path, ElevationFormat format) {
  if (format != ElevationFormat::bil && format != ElevationFormat::flt) return {};
  return read_file(header_file_of(path), kMaxHeaderBytes);
}

}  // namespace

std::optional<ElevationFormat> elevation_format(const std::filesystem::path& path) {
  const std::string extension = lower_case(path.extension().string());
  if (extension == ".asc") return ElevationFormat::asc;
  if (extension == ".hgt") return ElevationFormat::hgt;
  if (extension == ".bil") return ElevationFormat::bil;
  return extension == ".flt" ? std::optional(ElevationFormat::flt) : std::nullopt;
}

ElevationGrid decode_elevation(std::string_view bytes, ElevationFormat format, std::string_view header,
                               const std::string& name) {
  if (format == ElevationFormat::asc) return decode_ascii(bytes, name);
  if (format == ElevationFormat::hgt) return decode_raster(bytes, hgt_raster(bytes.size(), name), name);
  return decode_raster(bytes, raw_raster(format, header, name), name);
}

ElevationHeader elevation_header(std::string_view start, std::uint64_t size, ElevationFormat format,
                                 std::string_view header, const std::string& name) {
  if (format == ElevationFormat::asc) return take_ascii_header(start, name);
  if (format == ElevationFormat::hgt) return hgt_header(size, name);
  const RawRaster raster = raw_raster(format, header, name);
  if (size < raster.size()) fail_elevation(name, "it has fewer samples than its header says");
  return raster.header;
}

bool place_grid(ElevationHeader& header, const GridPlace& place, double metres) {
  const double middle = place.first.y - place.step.y * (header.height - 1) / 2;
  header.place = place;
  if (place.crs.empty() && look_like_degrees(place.first.x, place.first.y, place.step.x))
    header.place->is_geographic = true;
  const bool is_geographic = header.place->is_geographic;
  set_spacing(header, place.step.x * metres, place.step.y * metres, is_geographic, middle);
  return !is_geographic || (std::abs(middle) < 90 && *header.cell_width > 0);
}

std::filesystem::path header_file_of(const std::filesystem::path& file) {
  return std::filesystem::path(file).replace_extension(".hdr");
}

ElevationGrid read_elevation(const std::filesystem::path& path, ElevationFormat format) {
  return decode_elevation(read_file(path, kMaxHeightFileBytes), format, header_text(path, format), path.string());
}

ElevationHeader read_elevation_header(const std::filesystem::path& path, ElevationFormat format) {
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(path, error);
  return elevation_header(read_start(path, kStartBytes), error ? 0 : size, format, header_text(path, format),
                          path.string());
}

}  // namespace weald::io
