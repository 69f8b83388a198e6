#pragma once
// Writes heightmaps as GeoTIFF files, by GDAL.

#include <filesystem>

#include "base/run_context.h"
#include "data/georeference.h"
#include "data/height_rows.h"
#include "formats/files/sink.h"

namespace weald::io {

/// Throws IoError, which says what to install, if `file` cannot be written since GDAL is missing.
void require_geotiff_writer(const std::filesystem::path& file);

/// What a GeoTIFF is written as.
struct GeoTiffTarget {
  std::filesystem::path file;    ///< named in messages
  std::filesystem::path folder;  ///< of temporary files; empty: large maps, too, are kept in memory
};

/// Writes `rows` as a Cloud Optimized GeoTIFF: floats in metres, in tiles of 256 x 256 samples with predictor 3,
/// compressed by deflate, with smaller maps of half the size each down to one tile, and with its place and its CRS if
/// that is known. Samples are areas, whose centres have the height. The number of samples without data is stated, which
/// is one that no sample has if all have data, and they are left out of the smaller maps' means. The bytes depend on
/// the version of GDAL, not on the number of threads. Maps of more than 4 million samples go to temporary files, since
/// the smaller maps stand before the larger ones. Warns of a CRS that a GeoTIFF cannot hold. Errors: StageError for an
/// empty map; IoError if GDAL is missing or cannot write the file; those of `rows` and of the sink. Source:
/// [geotiff-spec], [cog-spec].
void write_geotiff(HeightRows& rows, const GridPlace& place, const GeoTiffTarget& target, Sink& sink,
                   const RunContext& context = {});

}  // namespace weald::io
