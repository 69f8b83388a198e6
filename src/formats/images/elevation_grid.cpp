#include "formats/images/elevation_grid.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "base/math/math.h"
#include "base/text/lower_case.h"
#include "base/text/shown.h"
#include "formats/files/raw_words.h"
#include "formats/images/detail/elevation_raster.h"
#include "formats/images/detail/header_keys.h"
#include "formats/images/detail/raw_raster.h"
#include "formats/images/height_files.h"
#include "formats/images/height_reader.h"
#include "formats/images/height_windows.h"
#include "formats/images/png_reader.h"

namespace weald::io {

namespace {

constexpr double kMetresPerDegree = 6371008.8 * math::kPi / 180;  // along a great circle of the mean Earth radius
constexpr std::uint64_t kMaxTextSample = 32;                      // bytes of a sample of an .asc on average
constexpr std::uint64_t kMaxSkippedBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t kMaxRowBytes = std::uint64_t{1} << 40;
constexpr double kDefaultNoData = -9999;  // of ESRI ASCII

void set_metres(ElevationHeader& header, double cell_width, double cell_height) {
  header.cell_width = cell_width;
  header.cell_height = cell_height;
}

/// Sets the distances of samples from those in degrees around the latitude `middle`, unset if unknown.
void set_degrees(ElevationHeader& header, double cell_width, double cell_height, std::optional<double> middle) {
  header.lacks_latitude = !middle;
  header.cell_width = cell_width * kMetresPerDegree * (middle ? math::cos_deg(*middle) : 1);
  header.cell_height = cell_height * kMetresPerDegree;
}

/// A grid in the units of its file: the corner of its south-western cell, if known, and the size of its cells.
struct Extent {
  std::optional<double> west, south;
  double cell_width = 1;
  double cell_height = 1;
};

/// Whether a grid of this many columns and rows may be one in degrees: it lies on the globe, and its cells are small.
/// Grids whose outer samples lie on the edges of the globe, and rounded cells, reach a cell beyond it.
bool look_like_degrees(const Extent& extent, int width, int height) {
  const auto& [west, south, cell_width, cell_height] = extent;
  if (!west || !south || !(cell_width < 0.5 && cell_height < 0.5)) return false;
  const double east = *west + cell_width * width, north = *south + cell_height * height;
  return *west >= -360 - cell_width && east <= 360 + cell_width && *south >= -90 - cell_height &&
         north <= 90 + cell_height && std::abs(*south + north) < 180;
}

/// Sets the distances of samples, which are degrees if they look like it, otherwise metres.
void set_guessed(ElevationHeader& header, const Extent& extent) {
  header.guesses_degrees = look_like_degrees(extent, header.width, header.height);
  if (header.guesses_degrees)
    set_degrees(header, extent.cell_width, extent.cell_height, *extent.south + extent.cell_height * header.height / 2);
  else
    set_metres(header, extent.cell_width, extent.cell_height);
}

/// Where a grid of ESRI lies whose samples are `step` apart; unset if its header does not say it.
std::optional<GridPlace> esri_place(const HeaderKeys& keys, const ElevationHeader& header, const Vec2& step) {
  const double rows = header.height - 1;
  if (const auto x = keys.number("xllcorner"), y = keys.number("yllcorner"); x && y)
    return GridPlace{{}, header.guesses_degrees, {*x + step.x / 2, *y + step.y / 2 + step.y * rows}, step};
  if (const auto x = keys.number("xllcenter"), y = keys.number("yllcenter"); x && y)
    return GridPlace{{}, header.guesses_degrees, {*x, *y + step.y * rows}, step};
  if (const auto x = keys.number("ulxmap"), y = keys.number("ulymap"); x && y)
    return GridPlace{{}, header.guesses_degrees, {*x, *y}, step};
  return std::nullopt;
}

/// The size of cells that are not square, as programs write it; unset if the header does not say it.
std::optional<Vec2> rectangular_cell(const HeaderKeys& keys, const std::string& name) {
  for (const auto& [x, y] : {std::pair{"dx", "dy"}, std::pair{"xdim", "ydim"}}) {
    const auto width = keys.number(x), height = keys.number(y);
    if (!width || !height) continue;
    if (!(*width > 0 && *height > 0))
      fail_grid(name, "'" + std::string(x) + "' and '" + y + "' in its header are not above 0");
    return Vec2{*width, *height};
  }
  return std::nullopt;
}

/// Sets the distances of samples and the place of a grid of ESRI with cells of this size. Its header gives the corner
/// or the centre of the south-western cell, or the centre of the north-western one.
void set_esri_extent(const HeaderKeys& keys, ElevationHeader& header, const Vec2& cell) {
  Extent extent{keys.number("xllcorner"), keys.number("yllcorner"), cell.x, cell.y};
  if (const auto centre = keys.number("xllcenter"); centre && !extent.west) extent.west = *centre - cell.x / 2;
  if (const auto centre = keys.number("yllcenter"); centre && !extent.south) extent.south = *centre - cell.y / 2;
  if (const auto x = keys.number("ulxmap"); x && !extent.west) extent.west = *x - cell.x / 2;
  if (const auto y = keys.number("ulymap"); y && !extent.south) extent.south = *y - cell.y * (header.height - 0.5);
  set_guessed(header, extent);
  header.place = esri_place(keys, header, cell);
}

/// Refuses a grid of which not even windows could be read.
void check_elevation_size(const ElevationHeader& header, const std::string& name) {
  if (header.height > 0 && !fits_windows(header.width, header.height))
    fail_grid(name, "it has more than 131073 x 131073 samples");
}

/// Refuses a grid that is too large to be read as a whole.
void check_whole_size(const ElevationHeader& header, const std::string& name) {
  if (static_cast<std::uint64_t>(header.width) * static_cast<std::uint64_t>(header.height) > kMaxImageSamples)
    fail_grid(name, "it has more than 16385 x 16385 samples");
}

/// The header of an ESRI raster. Its keys are those of ASCII files ("cellsize", "xllcorner", "nodata_value"), those of
/// raw ones ("xdim", "ulxmap", "nodata"), or some of both: programs write either kind for files of every extension.
ElevationHeader esri_header(const HeaderKeys& keys, const std::string& name) {
  ElevationHeader header{keys.count("ncols"), keys.count("nrows"), {}, {}, false, keys.any_number("nodata")};
  check_elevation_size(header, name);
  if (!header.no_data) header.no_data = keys.any_number("nodata_value");
  const auto side = keys.number("cellsize");
  if (side && !(*side > 0)) fail_grid(name, "'cellsize' in its header is not above 0");
  if (const auto cell = side ? std::optional(Vec2{*side, *side}) : rectangular_cell(keys, name))
    set_esri_extent(keys, header, *cell);
  return header;
}

// ---- ESRI ASCII ----

/// Reads the header; `text` then begins with the first sample.
ElevationHeader take_ascii_header(std::string_view& text, const std::string& name, const SampleMeaning& meaning) {
  HeaderKeys keys(name);
  std::string_view start = text.substr(0, kStartBytes);
  skip_mark(start);
  while (true) {
    std::string_view rest = start;
    const std::string_view key = next_word(rest);
    if (key.empty() && text.size() >= kStartBytes) fail_grid(name, "its header has more than 4096 bytes");
    const char first = key.empty() ? '0' : key[0];
    const bool is_letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
    if (!is_letter || number_in(key)) break;  // samples may be "nan"
    keys.add(key, next_word(rest));
    start = rest;
  }
  text.remove_prefix(std::min(text.size(), kStartBytes) - start.size());
  ElevationHeader header = esri_header(keys, name);
  check_whole_size(header, name);
  if (!header.no_data && !meaning.no_data) header.no_data = kDefaultNoData;
  return header;
}

ElevationGrid decode_ascii(std::string_view text, const std::string& name, const SampleMeaning& meaning) {
  ElevationGrid grid{take_ascii_header(text, name, meaning), {}};
  const SampleHeights height_of = take_meaning(grid.header, meaning);
  const auto [width, height] = std::pair{grid.header.width, grid.header.height};
  // A sample has a digit, and a space before the next one.
  if ((text.size() + 1) / 2 < static_cast<std::size_t>(width) * static_cast<std::size_t>(height))
    fail_grid(name, "it has fewer samples than its header says");
  grid.heights = Grid<float>(width, height, kUnset);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const std::string_view word = next_word(text);
      if (word.empty()) fail_grid(name, "it has fewer samples than its header says");
      const auto value = number_in(word);
      if (!value) {
        fail_grid(name, "'" + shown(word) + "' is not a number, in column " + std::to_string(x) + ", row " +
                            std::to_string(y));
      }
      grid.heights.at(x, y) = height_of(*value);
    }
  }
  if (!next_word(text).empty()) fail_grid(name, "it has more samples than its header says");
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

/// The latitude of the southern edge in the name of a tile, such as 36 for N36W085.hgt.
std::optional<double> latitude_in(const std::string& name) {
  const std::string stem = lower_case(std::filesystem::path(name).stem().string());
  if (stem.size() < 3 || (stem[0] != 'n' && stem[0] != 's')) return std::nullopt;
  if (stem[1] < '0' || stem[1] > '9' || stem[2] < '0' || stem[2] > '9') return std::nullopt;
  const int degrees = 10 * (stem[1] - '0') + (stem[2] - '0');
  if (degrees > (stem[0] == 'n' ? 89 : 90)) return std::nullopt;  // the tile would lie beyond a pole
  return stem[0] == 'n' ? degrees : -degrees;
}

ElevationHeader hgt_header(std::uint64_t bytes, const std::string& name) {
  if (bytes / 2 > static_cast<std::uint64_t>(kMaxWindowedSide * kMaxWindowedSide))
    fail_grid(name, "it has more than 131073 x 131073 samples");
  const int side = static_cast<int>(std::sqrt(static_cast<double>(bytes / 2)) + 0.5);
  if (side < 2 || static_cast<std::uint64_t>(side) * static_cast<std::uint64_t>(side) * 2 != bytes)
    fail_grid(name, "it is not a square tile of 16-bit samples");
  ElevationHeader header{side, side, {}, {}, false, -32768};
  const auto south = latitude_in(name);
  const double step = 1.0 / (side - 1);
  set_degrees(header, step, step, south ? std::optional(*south + 0.5) : std::nullopt);
  if (const auto west = longitude_in(name); west && south)
    header.place = GridPlace{"EPSG:4326", true, {*west, *south + 1}, {step, step}};
  return header;
}

// ---- ESRI's raw rasters ----

/// Refuses a file of another size than its header says, which describes another file or is wrong. What follows the
/// samples of the last row may be missing.
void check_raw_size(const RawRaster& raster, std::uint64_t bytes, const std::string& name) {
  if (bytes < raster.size() - (raster.row_bytes - raster.sample_bytes()))
    fail_grid(name, "it has fewer samples than its header says");
  if (bytes > raster.size()) fail_grid(name, "it has more samples than its header says");
}

ByteOrder order_in(const HeaderKeys& keys) {
  const std::string order = keys.text("byteorder");
  if (order.empty() || order == "i" || order == "lsbfirst") return ByteOrder::little;  // I: Intel
  if (order == "m" || order == "msbfirst") return ByteOrder::big;                      // M: Motorola
  keys.fail("byteorder", "is not supported: '" + shown(order) + "'");
}

RawKind kind_in(const HeaderKeys& keys, bool is_flt, int bits, bool has_negative_no_data) {
  const std::string kind = keys.text("pixeltype");
  if (kind.starts_with("float") || (kind.empty() && is_flt)) return RawKind::real;
  if (kind.starts_with("signed")) return RawKind::signed_whole;
  if (kind.starts_with("unsigned")) return RawKind::unsigned_whole;
  if (!kind.empty()) keys.fail("pixeltype", "is not supported: '" + shown(kind) + "'");
  // Many files of 16-bit elevations do not say that they are signed, but have a negative value for no data.
  return bits == 16 || has_negative_no_data ? RawKind::signed_whole : RawKind::unsigned_whole;
}

RawRaster raw_raster(ElevationFormat format, std::string_view text, const std::string& name) {
  HeaderKeys keys(header_file_of(name).string());
  keys.add_lines(text);
  RawRaster raster;
  const bool is_flt = format == ElevationFormat::flt;
  raster.header = esri_header(keys, name);
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

ElevationGrid decode_raster(std::string_view bytes, const RawRaster& raster, const std::string& name) {
  check_whole_size(raster.header, name);
  ElevationGrid grid{raster.header, Grid<float>(raster.header.width, raster.header.height, kUnset)};
  for (int y = 0; y < raster.header.height; ++y) {
    const char* next = bytes.data() + raster.skipped + raster.row_bytes * static_cast<std::size_t>(y);
    for (float& sample : grid.heights.row(y)) {
      sample = raster.heights(raw_sample_at(next, raster));
      next += raster.bits / 8;
    }
  }
  return grid;
}

RawRaster hgt_raster(std::uint64_t bytes, const std::string& name) {
  RawRaster raster{hgt_header(bytes, name), 16, RawKind::signed_whole, ByteOrder::big};
  raster.row_bytes = 2 * static_cast<std::size_t>(raster.header.width);
  return raster;
}

}  // namespace

std::optional<ElevationFormat> elevation_format(const std::filesystem::path& path) {
  const HeightFiles* files = height_files(path);
  const auto* format = files != nullptr ? std::get_if<ElevationFormat>(&files->format) : nullptr;
  return format != nullptr ? std::optional(*format) : std::nullopt;
}

ElevationGrid decode_elevation(std::string_view bytes, ElevationFormat format, std::string_view header,
                               const std::string& name, const SampleMeaning& meaning) {
  if (format == ElevationFormat::asc) return decode_ascii(bytes, name, meaning);
  return decode_raster(bytes, elevation_raster(format, header, bytes.size(), name, meaning), name);
}

ElevationHeader elevation_header(std::string_view start, std::uint64_t size, ElevationFormat format,
                                 std::string_view header, const std::string& name, const SampleMeaning& meaning) {
  if (format != ElevationFormat::asc) return elevation_raster(format, header, size, name, meaning).header;
  if (size > largest_elevation_file(format)) {
    fail_grid(name, "it has " + std::to_string(size) + " bytes, more than the limit of " +
                        std::to_string(largest_elevation_file(format)));
  }
  ElevationHeader found = take_ascii_header(start, name, meaning);
  take_meaning(found, meaning);
  return found;
}

std::size_t largest_elevation_file(ElevationFormat format) {
  if (format == ElevationFormat::asc) return kStartBytes + kMaxImageSamples * kMaxTextSample;
  return kMaxHeightFileBytes + kMaxSkippedBytes;
}

RawRaster elevation_raster(ElevationFormat format, std::string_view header, std::uint64_t bytes,
                           const std::string& name, const SampleMeaning& meaning) {
  const bool is_hgt = format == ElevationFormat::hgt;
  RawRaster raster = is_hgt ? hgt_raster(bytes, name) : raw_raster(format, header, name);
  if (!is_hgt) check_raw_size(raster, bytes, name);
  raster.heights = take_meaning(raster.header, meaning);
  return raster;
}

bool place_grid(ElevationHeader& header, const GridPlace& place, double metres) {
  const double middle = place.first.y - place.step.y * (header.height - 1) / 2;
  const Extent extent{place.first.x - place.step.x / 2, place.first.y - place.step.y * (header.height - 0.5),
                      place.step.x, place.step.y};
  header.place = place;
  header.guesses_degrees =
      place.crs.empty() && !place.is_geographic && look_like_degrees(extent, header.width, header.height);
  if (header.guesses_degrees) header.place->is_geographic = true;
  if (!header.place->is_geographic) {
    set_metres(header, place.step.x * metres, place.step.y * metres);
    return true;
  }
  set_degrees(header, place.step.x * metres, place.step.y * metres, middle);
  const double north = *extent.south + place.step.y * header.height;
  return north <= 90 + place.step.y * 1.001 && *extent.south >= -90 - place.step.y * 1.001 && std::abs(middle) < 90 &&
         *header.cell_width > 0;
}

}  // namespace weald::io
