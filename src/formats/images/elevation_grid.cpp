#include "formats/images/elevation_grid.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "base/math/math.h"
#include "base/text/lower_case.h"
#include "formats/files/raw_words.h"
#include "formats/files/read_file.h"
#include "formats/images/detail/header_keys.h"
#include "formats/images/height_reader.h"
#include "formats/images/png_reader.h"

namespace weald::io {

namespace {

constexpr float kNoData = std::numeric_limits<float>::quiet_NaN();
constexpr double kMetresPerDegree = 111194.92664455873;  // of a great circle of the mean Earth radius, 6371008.8 m
constexpr std::size_t kStartBytes = 4096;
constexpr std::size_t kMaxHeaderBytes = std::size_t{1} << 20;
constexpr std::uint64_t kMaxSkippedBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t kMaxRowBytes = std::uint64_t{1} << 40;
constexpr double kDefaultNoData = -9999;  // of ESRI ASCII

/// Sets the distances of samples: metres, or degrees around the latitude `middle`, unset if unknown.
void set_spacing(ElevationHeader& header, double width, double height, bool is_in_degrees,
                 std::optional<double> middle) {
  header.lacks_latitude = is_in_degrees && !middle;
  const double scale = is_in_degrees ? kMetresPerDegree : 1;
  const double narrowed = is_in_degrees && middle ? math::cos_deg(*middle) : 1;
  header.cell_width = width * scale * narrowed;
  header.cell_height = height * scale;
}

/// Whether the corner of a grid and the distance of its samples can only be degrees.
bool look_like_degrees(double x, double y, double cell) {
  return std::abs(x) <= 360 && std::abs(y) <= 90 && cell < 0.5;
}

void check_elevation_size(const ElevationHeader& header, const std::string& name) {
  if (static_cast<std::uint64_t>(header.width) * static_cast<std::uint64_t>(header.height) > kMaxImageSamples)
    fail_grid(name, "it has more than 16385 x 16385 samples");
}

/// The header of an ESRI raster from keys such as "ncols" and "cellsize".
ElevationHeader esri_header(const HeaderKeys& keys, const std::string& name) {
  ElevationHeader header{keys.count("ncols"), keys.count("nrows"), {}, {}, false, keys.any_number("nodata_value")};
  check_elevation_size(header, name);
  if (const auto cell = keys.number("cellsize")) {
    if (!(*cell > 0)) fail_grid(name, "'cellsize' in its header is not above 0");
    const double x = keys.number("xllcorner").value_or(keys.number("xllcenter").value_or(1e9));
    const double y = keys.number("yllcorner").value_or(keys.number("yllcenter").value_or(1e9));
    set_spacing(header, *cell, *cell, look_like_degrees(x, y, *cell), y + *cell * header.height / 2);
  }
  return header;
}

/// A sample as a float, NaN if it has no data.
float height_or_void(double value, const std::optional<double>& no_data) {
  return marks_no_data(value, no_data) ? kNoData : static_cast<float>(value);
}

// ---- ESRI ASCII ----

/// Reads the header; `text` then begins with the first sample.
ElevationHeader take_ascii_header(std::string_view& text, const std::string& name) {
  HeaderKeys keys(name);
  while (true) {
    std::string_view rest = text;
    const std::string_view key = next_word(rest);
    const char first = key.empty() ? '0' : key[0];
    const bool is_letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
    if (!is_letter || number_in(key)) break;  // samples may be "nan"
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
    fail_grid(name, "it has fewer samples than its header says");
  grid.heights = Grid<float>(width, height, kUnset);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const std::string_view word = next_word(text);
      if (word.empty()) fail_grid(name, "it has fewer samples than its header says");
      const auto value = number_in(word);
      if (!value) {
        fail_grid(name, "'" + std::string(word.substr(0, kShownBytes)) + "' is not a number, in column " +
                            std::to_string(x) + ", row " + std::to_string(y));
      }
      grid.heights.at(x, y) = height_or_void(*value, grid.header.no_data);
    }
  }
  if (!next_word(text).empty()) fail_grid(name, "it has more samples than its header says");
  return grid;
}

// ---- SRTM ----

/// The latitude in the name of a tile, such as 36 for N36W085.hgt.
std::optional<double> latitude_in(const std::string& name) {
  const std::string stem = lower_case(std::filesystem::path(name).stem().string());
  if (stem.size() < 3 || (stem[0] != 'n' && stem[0] != 's')) return std::nullopt;
  if (stem[1] < '0' || stem[1] > '9' || stem[2] < '0' || stem[2] > '9') return std::nullopt;
  const double degrees = 10 * (stem[1] - '0') + (stem[2] - '0');
  return stem[0] == 'n' ? degrees : -degrees;
}

ElevationHeader hgt_header(std::uint64_t bytes, const std::string& name) {
  if (bytes / 2 > kMaxImageSamples) fail_grid(name, "it has more than 16385 x 16385 samples");
  const int side = static_cast<int>(std::sqrt(static_cast<double>(bytes / 2)) + 0.5);
  if (side < 2 || static_cast<std::uint64_t>(side) * static_cast<std::uint64_t>(side) * 2 != bytes)
    fail_grid(name, "it is not a square tile of 16-bit samples");
  ElevationHeader header{side, side, {}, {}, false, -32768};
  const auto south = latitude_in(name);
  set_spacing(header, 1.0 / (side - 1), 1.0 / (side - 1), true, south ? std::optional(*south + 0.5) : std::nullopt);
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

ElevationHeader bil_header(const HeaderKeys& keys, const std::string& name) {
  ElevationHeader header{keys.count("ncols"), keys.count("nrows"), {}, {}, false, keys.any_number("nodata")};
  check_elevation_size(header, name);
  if (!header.no_data) header.no_data = keys.any_number("nodata_value");
  const auto width = keys.number("xdim"), height = keys.number("ydim");
  if (!width || !height) return header;
  if (!(*width > 0 && *height > 0)) fail_grid(name, "'xdim' and 'ydim' in its header are not above 0");
  const double x = keys.number("ulxmap").value_or(1e9), y = keys.number("ulymap").value_or(1e9);
  set_spacing(header, *width, *height, look_like_degrees(x, y, *width), y - *height * header.height / 2);
  return header;
}

ByteOrder order_in(const HeaderKeys& keys) {
  const std::string order = keys.text("byteorder");
  if (order.empty() || order == "i" || order == "lsbfirst") return ByteOrder::little;  // I: Intel
  if (order == "m" || order == "msbfirst") return ByteOrder::big;                      // M: Motorola
  keys.fail("byteorder", "is not supported: '" + order.substr(0, kShownBytes) + "'");
}

RawKind kind_in(const HeaderKeys& keys, bool is_flt, int bits, bool has_negative_no_data) {
  const std::string kind = keys.text("pixeltype");
  if (is_flt || kind == "float") return RawKind::real;
  if (kind.starts_with("signed")) return RawKind::signed_whole;
  if (kind.starts_with("unsigned")) return RawKind::unsigned_whole;
  if (!kind.empty()) keys.fail("pixeltype", "is not supported: '" + kind.substr(0, kShownBytes) + "'");
  // Many files of 16-bit elevations do not say that they are signed, but have a negative value for no data.
  return bits == 16 || has_negative_no_data ? RawKind::signed_whole : RawKind::unsigned_whole;
}

RawRaster raw_raster(ElevationFormat format, std::string_view text, const std::string& name) {
  HeaderKeys keys(header_file_of(name).string());
  keys.add_lines(text);
  RawRaster raster;
  const bool is_flt = format == ElevationFormat::flt;
  raster.header = is_flt ? esri_header(keys, name) : bil_header(keys, name);
  if (keys.whole("nbands", 1, 1000000, 1) != 1) fail_grid(name, "it has more than one band");
  raster.bits = static_cast<int>(keys.whole("nbits", 1, 1024, is_flt ? 32 : 8));
  raster.order = order_in(keys);
  raster.kind = kind_in(keys, is_flt, raster.bits, raster.header.no_data.value_or(0) < 0);
  if ((raster.bits != 8 && raster.bits != 16 && raster.bits != 32) ||
      (raster.kind == RawKind::real && raster.bits != 32))
    fail_grid(name, "samples of " + std::to_string(raster.bits) + " bits are not supported");
  raster.skipped = static_cast<std::size_t>(keys.whole("skipbytes", 0, kMaxSkippedBytes, 0));
  const std::uint64_t row = static_cast<std::uint64_t>(raster.header.width) * static_cast<unsigned>(raster.bits / 8);
  raster.row_bytes = static_cast<std::size_t>(keys.whole("totalrowbytes", 0, kMaxRowBytes, row));
  if (raster.row_bytes < row || raster.row_bytes > 16 * row + kMaxHeaderBytes)
    fail_grid(name, "its header gives a wrong number of bytes");
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
  if (bytes.size() < raster.size()) fail_grid(name, "it has fewer samples than its header says");
  ElevationGrid grid{raster.header, Grid<float>(raster.header.width, raster.header.height, kUnset)};
  for (int y = 0; y < raster.header.height; ++y) {
    const char* next = bytes.data() + raster.skipped + raster.row_bytes * static_cast<std::size_t>(y);
    for (float& sample : grid.heights.row(y)) {
      sample = height_or_void(sample_at(next, raster), raster.header.no_data);
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
  if (size < raster.size()) fail_grid(name, "it has fewer samples than its header says");
  return raster.header;
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
