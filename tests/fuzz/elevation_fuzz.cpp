// Elevation grids: the first byte chooses the format and the name, for .bil and .flt the text up to the first empty
// line is the header file, the rest is the file.

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "base/error.h"
#include "formats/files/raw_words.h"
#include "formats/images/elevation_grid.h"
#include "formats/images/height_reader.h"
#include "harness.h"

namespace weald::fuzz {

namespace {

struct NamedFormat {
  io::ElevationFormat format;
  const char* name;
};

constexpr NamedFormat kFormats[] = {{io::ElevationFormat::asc, "fuzz.asc"},
                                    {io::ElevationFormat::hgt, "fuzz.hgt"},
                                    {io::ElevationFormat::hgt, "N59E010_fuzz.hgt"},
                                    {io::ElevationFormat::bil, "fuzz.bil"},
                                    {io::ElevationFormat::flt, "fuzz.flt"}};
constexpr std::size_t kStartBytes = 4096;

/// Takes the text up to the first empty line.
std::string_view take_header(std::string_view& input) {
  const std::size_t end = std::min(input.find("\n\n"), input.size());
  const std::string_view header = input.substr(0, end);
  input.remove_prefix(std::min(end + 2, input.size()));
  return header;
}

bool is_same(const std::optional<double>& a, const std::optional<double>& b) {
  return a == b || (a && b && std::isnan(*a) && std::isnan(*b));
}

void require_sound_header(const io::ElevationHeader& header) {
  require(header.width >= 1 && header.height >= 1, "a grid has samples");
  for (const auto& cell : {header.cell_width, header.cell_height})
    require(!cell || (std::isfinite(*cell) && *cell >= 0), "distances of samples are numbers, and not below 0");
  require(header.cell_width.has_value() == header.cell_height.has_value(), "both distances are known or neither");
}

void require_same(const io::ElevationHeader& a, const io::ElevationHeader& b) {
  require(a.width == b.width && a.height == b.height && a.cell_width == b.cell_width &&
              a.cell_height == b.cell_height && a.lacks_latitude == b.lacks_latitude &&
              a.guesses_degrees == b.guesses_degrees && is_same(a.no_data, b.no_data),
          "the beginning of a file tells the same as all of it");
}

/// Writes the heights as raw floats and reads them again.
void require_round_trip(const io::ElevationGrid& grid) {
  std::string bytes(grid.heights.size() * 4, '\0');
  char* next = bytes.data();
  for (const float height : grid.heights.values()) {
    require(std::isnan(height) || std::abs(static_cast<double>(height)) < io::kLeastNoData, "heights are numbers");
    next = io::put_float(next, height, io::ByteOrder::big);
  }
  const std::string header = "ncols " + std::to_string(grid.header.width) + "\nnrows " +
                             std::to_string(grid.header.height) + "\nbyteorder msbfirst\nnodata_value nan\n";
  const io::ElevationGrid again = io::decode_elevation(bytes, io::ElevationFormat::flt, header, "written.flt");
  const auto same = [](float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  require(std::ranges::equal(again.heights.values(), grid.heights.values(), same),
          "heights that are written read back");
}

}  // namespace

void elevation(std::string_view input) {
  const auto [format, name] = kFormats[take_choice(input, std::size(kFormats))];
  const bool has_header = format == io::ElevationFormat::bil || format == io::ElevationFormat::flt;
  const std::string_view header = has_header ? take_header(input) : std::string_view{};
  std::optional<io::ElevationHeader> start;
  try {
    start = io::elevation_header(input.substr(0, kStartBytes), input.size(), format, header, name);
    require_sound_header(*start);
  } catch (const IoError& error) {
    require(std::string_view(error.what()).find("fuzz.") != std::string_view::npos, "an error names the file");
  }
  try {
    const io::ElevationGrid grid = io::decode_elevation(input, format, header, name);
    require(start.has_value(), "a file that is read has a header that is read");
    require_same(grid.header, *start);
    require(grid.heights.width() == grid.header.width && grid.heights.height() == grid.header.height,
            "a grid has the size of its header");
    require_round_trip(grid);
  } catch (const IoError& error) {
    require(std::string_view(error.what()).find("fuzz.") != std::string_view::npos, "an error names the file");
  }
}

}  // namespace weald::fuzz
