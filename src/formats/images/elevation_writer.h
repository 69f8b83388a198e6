#pragma once
// Writers of elevation grids as GIS programs store them: ESRI ASCII, ESRI's raw rasters, and SRTM tiles. Each writes
// the rows from the north to the south, some megabytes at a time. Headers state the number of samples without data; if
// all have data, it is one that no sample has.

#include <cstdint>

#include "base/run_context.h"
#include "data/georeference.h"
#include "data/height_rows.h"
#include "formats/files/sink.h"

namespace weald::io {

/// Writes ESRI ASCII: numbers of the fewest digits that read back as the same float. Cells that are not square are
/// described by `dx` and `dy`, as GDAL does. Errors: StageError for an empty map, and those of `rows`.
/// Source: [esri-spec].
void write_esri_ascii(HeightRows& rows, const GridPlace& place, Sink& sink, const RunContext& context = {});

/// Writes the header (.hdr) of a .flt of `rows`, whose samples are those of a little-endian .r32. Source: [esri-spec].
void write_flt_header(const HeightRows& rows, const GridPlace& place, Sink& sink);

/// Writes the header (.hdr) of a .bil of `rows`, whose samples are those of a little-endian .r32. Source: [bil-spec].
void write_bil_header(const HeightRows& rows, const GridPlace& place, Sink& sink);

/// The lowest and the highest height of an SRTM tile, metres.
inline constexpr HeightRange kHgtRange{-32767, 32767};

/// What an SRTM tile has for samples without data.
inline constexpr std::int32_t kHgtNoData = -32768;

/// Throws StageError (key "file") if a map on `grid` cannot be an SRTM tile: it must be square.
void require_srtm_tile(const GridSpec& grid);

/// Writes an SRTM tile: heights rounded to whole metres, and clamped to kHgtRange, as big-endian 16-bit integers, and
/// kHgtNoData for samples without data. Errors: StageError if the map is not square, and those of `rows`. Source:
/// [srtm-spec].
void write_hgt(HeightRows& rows, Sink& sink, const RunContext& context = {});

}  // namespace weald::io
