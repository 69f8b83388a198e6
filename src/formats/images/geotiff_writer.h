#pragma once
// Writes heightmaps as GeoTIFF files.

#include <filesystem>

#include "base/run_context.h"
#include "data/georeference.h"
#include "data/height_rows.h"
#include "formats/files/sink.h"

namespace weald::io {

/// Writes `rows` as a Cloud Optimized GeoTIFF: floats in metres, in tiles of 256 x 256 samples with predictor 3,
/// compressed as zlib does, with smaller maps of half the size each down to one tile, and with its place and its CRS if
/// that is known. Samples are areas, whose centres have the height. The number of samples without data is stated, and
/// they are left out of the smaller maps' means. The file is a BigTIFF from 4 GiB on. `folder`: of the file that tiles
/// go to while they are written, since the directories stand before them; see Spool. Errors: StageError for an empty
/// map, those of `rows` and of the sink. Source: [tiff-spec], [geotiff-spec], [cog-spec].
void write_geotiff(HeightRows& rows, const GridPlace& place, const std::filesystem::path& folder, Sink& sink,
                   const RunContext& context = {});

}  // namespace weald::io
