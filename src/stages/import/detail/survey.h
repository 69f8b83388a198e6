#pragma once
// Surveys: the samples of an imported file, what is known about them, and what they mean.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/gdal/raster_reader.h"
#include "formats/images/height_reader.h"
#include "formats/images/heightmap_files.h"
#include "methods/raster/fill_voids.h"
#include "stages/import/detail/regrid.h"
#include "stages/import/heightmap_import.h"

namespace weald::io {

/// Tallest height that is imported, and deepest one below 0, metres.
inline constexpr double kMaxHeight = 1e6;

/// What is known about the samples of a file.
struct SurveyFacts {
  Sidecar sidecar;  ///< with what the file itself says
  Spacing spacing{};
  bool guesses_degrees = false;         ///< the file does not say the unit of its coordinates
  bool marks_voids = false;             ///< samples that are said to have no data are NaN
  std::string unknown_unit{};           ///< of the heights, which were taken as metres; empty: it is known
  std::vector<std::string> warnings{};  ///< see ElevationHeader
};

/// Some samples of a file: all of them, or those of a window.
struct Survey {
  HeightSamples samples;
  SurveyFacts facts;
  int x = 0, y = 0;  ///< column and row of the first sample in the file
};

/// The meaning and placement of the samples of a file.
struct Placement {
  HeightEncoding encoding;  ///< heights of the levels 0 and 65535, or of the floats 0 and 1
  bool scaled = true;       ///< false: floats are heights in metres
  double cell_size = 1;     ///< metres
  Vec2 origin{0, 0};        ///< world (x, z) of the first sample, metres
};

/// How GDAL reads the file of an import; unset if it is none of GDAL's. Errors: IoError if its sidecar cannot be read.
std::optional<RasterParams> raster_params(const HeightmapImportParams& params);

/// Whether a file is an ESRI ASCII grid, in which the places of samples cannot be computed.
bool is_text_grid(const std::string& file);

/// The distances that a header states.
Spacing spacing_of(const ElevationHeader& header);

/// Adds what an elevation grid says to its sidecar.
void describe(const ElevationHeader& header, Sidecar& sidecar);

/// What the header and the sidecar of an elevation grid say.
SurveyFacts facts_of(const ElevationHeader& header, Sidecar sidecar);

/// Reads the whole file, with its sidecar. Errors: as import_survey().
Survey read_survey(const HeightmapImportParams& params, const RunContext& context);

/// The placement, from the parameters, the sidecar and the defaults. `floats`: whether the samples are. Errors:
/// StageError if the numbers are inconsistent. Warns of heights without an encoding.
Placement placement_of(const HeightmapImportParams& params, const Sidecar& sidecar, bool floats,
                       const RunContext& context);

/// Warns of distances and units that had to be guessed.
void warn_of_guesses(const SurveyFacts& facts, const HeightmapImportParams& params, const RunContext& context);

/// The samples without data; unset if there are none.
std::optional<raster::VoidMask> voids_of(const Survey& survey, const HeightmapImportParams& params);

/// Converts samples to heights, row by row. `voids`: 1 for those without data; empty if all have data. Errors:
/// StageError (key "file") for a height beyond kMaxHeight. Pre: one height for each sample.
void convert(const Survey& survey, const Placement& placement, std::span<const std::uint8_t> voids,
             std::span<float> heights);

}  // namespace weald::io
