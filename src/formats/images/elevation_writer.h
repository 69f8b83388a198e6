#pragma once
// Writers of elevation grids as GIS programs store them: ESRI ASCII, ESRI's raw rasters, and SRTM tiles. Each writes
// the rows from the north to the south, some megabytes at a time. The values that mark samples without data are ones
// that no sample has.

#include "base/run_context.h"
#include "data/georeference.h"
#include "data/height_rows.h"
#include "formats/files/sink.h"

namespace weald::io {

/// Writes ESRI ASCII: numbers of the fewest digits that read back as the same float. Cells that are not square are
/// described by `dx` and `dy`, as GDAL does. Errors: StageError for an empty map, and those of `rows`.
/// Source: [esri-spec].
void write_esri_ascii(HeightRows& rows, const GridPlace& place, Sink& sink, const RunContext& context = {});

/// Writes the header (.hdr) of a .flt, whose samples are those of a little-endian .r32. Source: [esri-spec].
void write_flt_header(const GridSpec& grid, const GridPlace& place, Sink& sink);

/// Writes the header (.hdr) of a .bil, whose samples are those of a little-endian .r32. Source: [bil-spec].
void write_bil_header(const GridSpec& grid, const GridPlace& place, Sink& sink);

/// The lowest and the highest height of an SRTM tile, metres.
inline constexpr HeightRange kHgtRange{-32767, 32767};

/// Writes an SRTM tile: heights rounded to whole metres, and clamped to kHgtRange, as big-endian 16-bit integers.
/// Errors: StageError if the map is not square, and those of `rows`. Source: [srtm-spec].
void write_hgt(HeightRows& rows, Sink& sink, const RunContext& context = {});

}  // namespace weald::io
