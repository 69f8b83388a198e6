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
constexpr std::uint64_t kMaxCount = 1'000'000'000;
constexpr std::uint64_t kMaxSkippedBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t kMaxRowBytes = std::uint64_t{1} << 40;
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

/// The number that a word is; too large ones are infinite, too small ones 0. Unset if it is none.
std::optional<double> number_in(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  double value = 0;
  const NumberRead read = read_number(word, value);
  if (read.end != word.data() + word.size() || read.status == std::errc::invalid_argument) return std::nullopt;
  if (read.status == std::errc{}) return value;
  const bool is_small =
      word.find_first_of("123456789") > word.find('.') || word.find("e-") != word.npos || word.find("E-") != word.npos;
  const double most = is_small ? 0 : std::numeric_limits<double>::infinity();
  return word.starts_with('-') ? -most : most;
}

double number_of(std::string_view word, const std::string& name) {
  const auto value = number_in(word);
  if (!value) fail_elevation(name, "'" + std::string(word.substr(0, 40)) + "' is not a number");
  return *value;
}

/// The keys of a header with their values; keys in lower case.
class KeyTable {
 public:
  explicit KeyTable(std::string name) : name_(std::move(name)) {}

  void add(std::string_view key, std::string_view value) {
    const auto [entry, is_new] = values_.try_emplace(lower_case(std::string(key)), Entry{value});
    if (!is_new && lower_case(std::string(entry->second.text)) != lower_case(std::string(value)))
      entry->second.is_contradicted = true;
  }

  /// The number of a key, which may be infinite or NaN; unset if the header lacks the key.
  std::optional<double> any_number(std::string_view key) const {
    const std::string_view word = find(key);
    if (word.data() == nullptr) return std::nullopt;
    const auto value = number_in(word);
    if (!value) fail(key, "is not a number: '" + std::string(word.substr(0, 40)) + "'");
    return value;
  }
  /// As any_number(), but only finite ones.
  std::optional<double> number(std::string_view key) const {
    const auto value = any_number(key);
    if (value && !std::isfinite(*value)) fail(key, "is not a finite number");
    return value;
  }
  /// A whole number within low .. high; `otherwise` if the header lacks the key, which is an error if that is unset.
  std::uint64_t whole(std::string_view key, std::uint64_t low, std::uint64_t high,
                      std::optional<std::uint64_t> otherwise = {}) const {
    const auto value = number(key);
    if (!value && !otherwise) fail_elevation(name_, "its header has no '" + std::string(key) + "'");
    if (!value) return *otherwise;
    if (!(*value >= static_cast<double>(low) && *value <= static_cast<double>(high)) || *value != std::floor(*value))
      fail(key, "is not a whole number from " + std::to_string(low) + " to " + std::to_string(high));
    return static_cast<std::uint64_t>(*value);
  }
  int count(std::string_view key) const { return static_cast<int>(whole(key, 1, kMaxCount)); }
  /// The text of a key in lower case; empty if the header lacks it.
  std::string text(std::string_view key) const { return lower_case(std::string(find(key))); }

  [[noreturn]] void fail(std::string_view key, const std::string& what) const {
    fail_elevation(name_, "'" + std::string(key) + "' in its header " + what);
  }

 private:
  struct Entry {
    std::string_view text;
    bool is_contradicted = false;
  };

  std::string_view find(std::string_view key) const {
    const auto found = values_.find(key);
    if (found == values_.end()) return {};
    if (found->second.is_contradicted)
      fail_elevation(name_, "its header has '" + std::string(key) + "' twice, with different values");
    return found->second.text;
  }

  std::string name_;
  std::map<std::string, Entry, std::less<>> values_;
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

void check_elevation_size(const ElevationHeader& header, const std::string& name) {
  if (static_cast<std::uint64_t>(header.width) * static_cast<std::uint64_t>(header.height) > kMaxImageSamples)
    fail_elevation(name, "it has more than 16385 x 16385 samples");
}

/// The header of an ESRI raster from keys such as "ncols" and "cellsize".
ElevationHeader esri_header(const KeyTable& keys, const std::string& name) {
  ElevationHeader header{keys.count("ncols"), keys.count("nrows"), {}, {}, false, keys.any_number("nodata_value")};
  check_elevation_size(header, name);
  if (const auto cell = keys.number("cellsize")) {
    if (!(*cell > 0)) fail_elevation(name, "'cellsize' in its header is not above 0");
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
  KeyTable keys(name);
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
    fail_elevation(name, "it has fewer samples than its header says");
  grid.heights = Grid<float>(width, height, kUnset);
  for (float& sample : grid.heights.values()) {
    const std::string_view word = next_word(text);
    if (word.empty()) fail_elevation(name, "it has fewer samples than its header says");
    const double value = number_of(word, name);
    sample = height_or_void(value, grid.header.no_data);
  }
  if (!next_word(text).empty()) fail_elevation(name, "it has more samples than its header says");
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
  if (bytes / 2 > kMaxImageSamples) fail_elevation(name, "it has more than 16385 x 16385 samples");
  const int side = static_cast<int>(std::sqrt(static_cast<double>(bytes / 2)) + 0.5);
  if (side < 2 || static_cast<std::uint64_t>(side) * static_cast<std::uint64_t>(side) * 2 != bytes)
    fail_elevation(name, "it is not a square tile of 16-bit samples");
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
  ElevationHeader header{keys.count("ncols"), keys.count("nrows"), {}, {}, false, keys.any_number("nodata")};
  check_elevation_size(header, name);
  if (!header.no_data) header.no_data = keys.any_number("nodata_value");
  const auto width = keys.number("xdim"), height = keys.number("ydim");
  if (!width || !height) return header;
  if (!(*width > 0 && *height > 0)) fail_elevation(name, "'xdim' and 'ydim' in its header are not above 0");
  const double x = keys.number("ulxmap").value_or(1e9), y = keys.number("ulymap").value_or(1e9);
  set_spacing(header, *width, *height, look_like_degrees(x, y, *width), y - *height * header.height / 2);
  return header;
}

ByteOrder order_in(const KeyTable& keys) {
  const std::string order = keys.text("byteorder");
  if (order.empty() || order == "i" || order == "lsbfirst") return ByteOrder::little;  // I: Intel
  if (order == "m" || order == "msbfirst") return ByteOrder::big;                      // M: Motorola
  keys.fail("byteorder", "is not supported: '" + order.substr(0, 40) + "'");
}

RawKind kind_in(const KeyTable& keys, bool is_flt, int bits, bool has_negative_no_data) {
  const std::string kind = keys.text("pixeltype");
  if (is_flt || kind == "float") return RawKind::real;
  if (kind.starts_with("signed")) return RawKind::signed_whole;
  if (kind.starts_with("unsigned")) return RawKind::unsigned_whole;
  if (!kind.empty()) keys.fail("pixeltype", "is not supported: '" + kind.substr(0, 40) + "'");
  // Many files of 16-bit elevations do not say that they are signed, but have a negative value for no data.
  return bits == 16 || has_negative_no_data ? RawKind::signed_whole : RawKind::unsigned_whole;
}

RawRaster raw_raster(ElevationFormat format, std::string_view text, const std::string& name) {
  const KeyTable keys = keys_of(text, header_file_of(name).string());
  RawRaster raster;
  const bool is_flt = format == ElevationFormat::flt;
  raster.header = is_flt ? esri_header(keys, name) : bil_header(keys, name);
  if (keys.whole("nbands", 1, kMaxCount, 1) != 1) fail_elevation(name, "it has more than one band");
  raster.bits = static_cast<int>(keys.whole("nbits", 1, 1024, is_flt ? 32 : 8));
  raster.order = order_in(keys);
  raster.kind = kind_in(keys, is_flt, raster.bits, raster.header.no_data.value_or(0) < 0);
  if ((raster.bits != 8 && raster.bits != 16 && raster.bits != 32) ||
      (raster.kind == RawKind::real && raster.bits != 32))
    fail_elevation(name, "samples of " + std::to_string(raster.bits) + " bits are not supported");
  raster.skipped = static_cast<std::size_t>(keys.whole("skipbytes", 0, kMaxSkippedBytes, 0));
  const std::uint64_t row = static_cast<std::uint64_t>(raster.header.width) * static_cast<unsigned>(raster.bits / 8);
  raster.row_bytes = static_cast<std::size_t>(keys.whole("totalrowbytes", 0, kMaxRowBytes, row));
  if (raster.row_bytes < row || raster.row_bytes > 16 * row + kMaxHeaderBytes)
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
  if (size < raster.size()) fail_elevation(name, "it has fewer samples than its header says");
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
