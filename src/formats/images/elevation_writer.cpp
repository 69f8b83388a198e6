#include "formats/images/elevation_writer.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/error.h"
#include "base/math/clamped.h"
#include "formats/files/number_text.h"
#include "formats/files/raw_words.h"
#include "formats/files/text_block.h"
#include "formats/images/detail/no_data_text.h"
#include "formats/images/detail/row_bands.h"

namespace weald::io {

namespace {

/// The lines of a header that ESRI ASCII and .flt have in common. `rectangular`: the keys of cells that are not square.
std::string esri_header(const HeightRows& rows, const GridPlace& place, std::array<std::string_view, 2> rectangular) {
  const GridSpec grid = rows.grid();
  const Vec2& step = place.step;
  const double west = place.first.x - step.x / 2;
  const double south = place.first.y - step.y * (grid.height - 1) - step.y / 2;
  std::string text = fmt::format("ncols {}\nnrows {}\n", grid.width, grid.height);
  text += fmt::format("xllcorner {}\nyllcorner {}\n", west, south);
  // The rounding of a conversion from degrees and back does not make a difference.
  if (std::abs(step.x / step.y - 1) < 1e-9)
    text += fmt::format("cellsize {}\n", step.x);
  else
    text += fmt::format("{} {}\n{} {}\n", rectangular[0], step.x, rectangular[1], step.y);
  return text + fmt::format("NODATA_value {}\n", no_data_text(rows.no_data()));
}

}  // namespace

void write_esri_ascii(HeightRows& rows, const GridPlace& place, Sink& sink, const RunContext& context) {
  const GridSpec grid = rows.grid();
  refuse_empty(grid);
  sink.append(esri_header(rows, place, {"dx", "dy"}));
  TextBlock text;
  for_each_rows(grid, context, [&](int first, int count) {
    const HeightView heights = rows.rows(first, count);
    for (int y = first; y < first + count; ++y) {
      const float* const row = heights.row(y);
      for (int x = 0; x < grid.width; ++x) {
        char* end = write_float(text.room(kNumberRoom + 1), row[x]);
        *end++ = x + 1 < grid.width ? ' ' : '\n';
        text.end_at(end);
      }
      sink.append(text.view());
      text.clear();
    }
  });
}

void write_flt_header(const HeightRows& rows, const GridPlace& place, Sink& sink) {
  sink.append(esri_header(rows, place, {"xdim", "ydim"}) + "byteorder LSBFIRST\n");
}

void write_bil_header(const HeightRows& rows, const GridPlace& place, Sink& sink) {
  const GridSpec grid = rows.grid();
  const std::int64_t row_bytes = std::int64_t{grid.width} * 4;
  std::string text = "BYTEORDER I\nLAYOUT BIL\n";
  text += fmt::format("NROWS {}\nNCOLS {}\nNBANDS 1\nNBITS 32\nPIXELTYPE FLOAT\n", grid.height, grid.width);
  text += fmt::format("BANDROWBYTES {}\nTOTALROWBYTES {}\n", row_bytes, row_bytes);
  text += fmt::format("ULXMAP {}\nULYMAP {}\n", place.first.x, place.first.y);
  text += fmt::format("XDIM {}\nYDIM {}\nNODATA {}\n", place.step.x, place.step.y, no_data_text(rows.no_data()));
  sink.append(text);
}

void require_srtm_tile(const GridSpec& grid) {
  if (grid.width == grid.height) return;
  throw StageError(fmt::format("an SRTM tile is square, but the map has {} x {} samples", grid.width, grid.height),
                   "file");
}

void write_hgt(HeightRows& rows, Sink& sink, const RunContext& context) {
  const GridSpec grid = rows.grid();
  refuse_empty(grid);
  require_srtm_tile(grid);
  std::string bytes(static_cast<std::size_t>(grid.width) * 2, '\0');
  for_each_rows(grid, context, [&](int first, int count) {
    const HeightView heights = rows.rows(first, count);
    for (int y = first; y < first + count; ++y) {
      const float* const row = heights.row(y);
      char* next = bytes.data();
      for (int x = 0; x < grid.width; ++x) {
        const double whole = std::floor(static_cast<double>(row[x]) + 0.5);
        const double within = clamped(whole, static_cast<double>(kHgtRange.min), static_cast<double>(kHgtRange.max));
        const auto metres = rows.no_data() == row[x] ? kHgtNoData : static_cast<std::int32_t>(within);
        next = put_word(next, static_cast<std::uint16_t>(metres & 0xFFFF), ByteOrder::big);
      }
      sink.append(bytes);
    }
  });
}

}  // namespace weald::io
