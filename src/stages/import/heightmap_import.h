#pragma once
// The stage `heightmap_import`: measured or painted heights from a grey PNG, raw samples, an EXR, or an elevation grid
// that GDAL reads.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/estimates.h"
#include "data/georeference.h"
#include "data/heightmap.h"
#include "data/windowed_map.h"
#include "formats/files/byte_order.h"
#include "schema/decode.h"
#include "schema/part.h"

namespace weald::io {

/// Interpolation of heights between samples.
enum class Interpolation { bilinear, bicubic };

/// What becomes of samples without data.
enum class VoidFilling {
  refuse,  ///< an error that says how many there are, and where the first one is
  smooth,  ///< a membrane stretched over the voids: see raster::fill_smoothly
};

struct HeightmapImportParams {
  schema::FilePath file;
  std::optional<double> min{};  ///< height of black, metres; unset: the sidecar's, else 0; floats are then in metres
  std::optional<double> max{};  ///< height of white, metres; unset: the sidecar's, else 65535; floats: as `min`
  std::optional<double> cell_size{};         ///< metres; unset: the sidecar's, else 1
  std::optional<Vec2> origin{};              ///< metres; unset: the sidecar's, else (0, 0)
  std::optional<std::array<int, 2>> size{};  ///< samples; unset: as in the file
  Interpolation interpolation = Interpolation::bicubic;
  std::optional<std::array<int, 2>> raw_size{};  ///< samples; unset: the sidecar's, else square
  std::optional<ByteOrder> byte_order{};         ///< unset: the sidecar's, else little
  std::optional<double> no_data{};               ///< value of samples without data, as stored; unset: see the schema
  std::optional<VoidFilling> fill{};             ///< unset: refuse
  std::optional<int> band{};                     ///< of a file that GDAL reads, from 1; unset: the only one
};

/// An imported survey.
struct ImportedSurvey {
  Heightmap heights;
  std::optional<Heightmap> mask{};  ///< on the same grid: 1 where the file has data, 0 where heights were filled in
};

/// Reads the file, with the sidecar if there is one (see sidecar_of); the mask only if `has_mask`. A grid whose samples
/// are not equally far apart along both axes is resampled to square cells of the smaller distance, unless `cell_size`
/// is given. Errors: IoError for files that cannot be read; StageError if the numbers are inconsistent, or if samples
/// have no data and are not to be filled.
ImportedSurvey import_survey(const HeightmapImportParams& params, bool has_mask, const RunContext& context);

/// `map` resampled to a grid of `width` x `height` samples over the largest undistorted rectangle in the middle of the
/// map; at least one axis keeps its whole extent. Bicubic (Catmull-Rom) may overshoot at cliffs; both interpolations
/// reproduce a sample's height where a new sample coincides with it. Pre: width and height at least 2; the map has at
/// least 2 x 2 samples. Source: [keys1981].
Heightmap resample(const Heightmap& map, int width, int height, Interpolation interpolation);

/// Stage `heightmap_import`.
struct HeightmapImport {
  using Params = HeightmapImportParams;
  static std::vector<std::string> files_read(const Params& params);
  /// Where the world lies if the file says it. Errors: IoError if it cannot be read.
  static std::optional<Georeference> georeference(const Params& params);
  /// By the format of the file; without what filling samples without data takes, which estimate() adds.
  static double seconds_each(const Params& params);
  /// Reads the first bytes of the file.
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  /// A large file whose samples are not filled, with the bits of run().
  static std::optional<WindowedMap> windows(const Params& params);
  static constexpr std::array kParts{schema::part<Heightmap>(
      "mask", "",
      "1 where the file has data, 0 where heights were filled in; between them where samples of both were resampled.")};
  static schema::WithParts<Heightmap, Heightmap> run(const Params& params, const schema::Inputs& inputs,
                                                     const RunContext& context, const schema::WantedParts& wanted = {});
};

}  // namespace weald::io

template <>
struct weald::schema::EnumNames<weald::io::Interpolation> {
  static constexpr auto names = names_in_order<weald::io::Interpolation>("bilinear", "bicubic");
};

template <>
struct weald::schema::EnumNames<weald::io::VoidFilling> {
  static constexpr auto names = names_in_order<weald::io::VoidFilling>("refuse", "smooth");
};

template <>
struct weald::schema::Schema<weald::io::HeightmapImportParams> {
  using P = weald::io::HeightmapImportParams;
  static constexpr std::string_view kind = "heightmap_import";
  static constexpr std::string_view summary =
      "Imports heights from a grey PNG of 1 to 16 bits, raw samples (.r16, .r32), an EXR, or an elevation grid that "
      "GDAL reads: a GeoTIFF (.tif), an ESRI grid (.asc, .bil, .flt), an SRTM tile (.hgt) and many others; a `.json` "
      "of the same name beside it (min_m, max_m, cell_size_m, origin_m, width, height, no_data) defines the meaning "
      "of the samples.";
  static constexpr auto fields = Fields{
      Field{&P::file,
            "file",
            "File to read: PNG, .r16, .r32, .exr, or through GDAL .tif, .asc, .hgt, .bil, .flt or another raster; "
            "relative paths are relative to the preset.",
            "",
            {},
            Presence::required},
      Field{&P::min, "min",
            "Height of black, or of the float 0; unset: the value in the `.json`, else 0; floats are then in metres.",
            "m", Range{-1e6, 1e6}},
      Field{
          &P::max, "max",
          "Height of white, or of the float 1; unset: the value in the `.json`, else 65535; floats are then in metres.",
          "m", Range{-1e6, 1e6}},
      Field{
          &P::cell_size, "cell_size",
          "Distance between the samples of the file; unset: that of an elevation grid, else the value in the "
          "`.json`, else 1. Distances in degrees are converted at the latitude of the middle row, and samples that are "
          "not equally far apart along both axes are resampled to square cells.",
          "m", Range{1e-4, 1e4}},
      Field{&P::origin, "origin",
            "World x and z of the first sample of the file; unset: the value in the `.json`, else [0, 0].", "m",
            Range{-1e9, 1e9}},
      Field{&P::size, "size",
            "Number of samples along x and z to resample to, cropping the longer side; unset: the size of the file.",
            "", Range{2, 16385}},
      Field{&P::interpolation, "interpolation",
            "Interpolation of heights between the samples of the file when "
            "resampling."},
      Field{&P::raw_size, "raw_size",
            "Columns and rows of a raw file; unset: the values in the `.json`, else the file must be square.", "",
            Range{2, 131073}},
      Field{&P::byte_order, "byte_order",
            "Byte order of raw samples; unset: the value in the `.r16.json` or `.r32.json`, else little-endian."},
      Field{
          &P::no_data, "no_data",
          "Value of samples without data, as stored in the file; unset: the value that the file or its `.json` states. "
          "Floats that are not a number or at least 1e30 in magnitude never have data; in files that state no value, "
          "-9999, -32767 and -32768 have none either.",
          "", Range{-1e30, 1e30}},
      Field{
          &P::fill, "fill",
          "What becomes of samples without data: `refuse` reports them as an error, `smooth` continues the land around "
          "as a membrane; unset: refuse."},
      Field{&P::band, "band", "Band that holds the heights in a file that GDAL reads, from 1; unset: the only one.", "",
            Range{1, 65535}}};
  /// Checks that the file can be read and begins as its format does, max is not below min, and a layout is given for
  /// raw files only.
  static void check(const P& params, Checker& checker);
};
