#pragma once
// Elevation grids as GIS programs store them: ESRI ASCII, SRTM tiles, and ESRI's raw rasters with a header file.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/georeference.h"
#include "data/grid.h"

namespace weald::io {

/// The formats, by the extension of the file.
enum class ElevationFormat {
  asc,  ///< ESRI ASCII: a header of six lines, then numbers
  hgt,  ///< a tile of one degree: 16-bit big-endian metres
  bil,  ///< raw samples of 8 to 32 bits, described by a header file (.hdr) beside it
  flt   ///< raw floats, described by a header file
};

/// The format of files of this name; unset for all other extensions.
std::optional<ElevationFormat> elevation_format(const std::filesystem::path& path);

/// What files beside a grid, or those who read it, say of its samples.
struct SampleMeaning {
  std::optional<double> no_data{};       ///< value of samples without data, as stored, if the header states none
  std::optional<double> also_no_data{};  ///< another such value, whatever the header states
  double scale = 1, offset = 0;          ///< metres are scale x sample + offset
  std::string unknown_unit{};            ///< as in ElevationHeader

  bool is_metres() const { return scale == 1 && offset == 0; }
  bool operator==(const SampleMeaning&) const = default;
};

/// What the header of an elevation grid says.
struct ElevationHeader {
  int width = 0;   ///< samples along a row
  int height = 0;  ///< rows, the northernmost first
  /// Distance of samples along a row and of rows, metres; unset if the file does not say it.
  std::optional<double> cell_width, cell_height;
  /// The distances are in degrees, and the latitude of the grid is unknown: those in metres are those at the equator.
  bool lacks_latitude = false;
  std::optional<double> no_data;  ///< value of samples without data; NaN if these are marked, and others converted
  /// The file does not name the unit of its distances: they were taken as degrees, those in metres are of the middle
  /// row, on a sphere.
  bool guesses_degrees = false;
  std::optional<GridPlace> place = {};  ///< where the grid lies, as far as the file says it
  std::string unknown_unit = {};        ///< of the heights, which were taken as metres; empty: it is known
  std::string system_warning = {};      ///< what of its coordinate reference system is not known; empty: nothing

  bool operator==(const ElevationHeader&) const = default;
};

/// An elevation grid. Samples without data are NaN: see marks_no_data().
struct ElevationGrid {
  ElevationHeader header;
  Grid<float> heights;
};

/// Decodes a grid. `header`: the text of the header file of a .bil or .flt. `name`: the file's, in messages; that of a
/// .hgt tells its latitude. `meaning`: of the samples; if it says how they become metres, all that have no data are
/// marked before that, also those of is_usual_no_data() if no value is stated. Errors: IoError if the header lacks a
/// value that it needs or has one that is not supported, if that of an .asc has more than 4096 bytes, and if there are
/// more or fewer samples than it says. Source: [esri-spec], [bil-spec], [srtm-spec].
ElevationGrid decode_elevation(std::string_view bytes, ElevationFormat format, std::string_view header,
                               const std::string& name, const SampleMeaning& meaning = {});

/// The header of a grid, from the beginning of its file, its size in bytes and the text of its header file. Pre:
/// `start` has 4096 bytes if the file has. Errors: as decode_elevation(), but a raster may have up to 131073 x
/// 131073 samples, of which windows can be read (height_windows.h); and IoError if an .asc is too large to be read.
ElevationHeader elevation_header(std::string_view start, std::uint64_t size, ElevationFormat format,
                                 std::string_view header, const std::string& name, const SampleMeaning& meaning = {});

/// Sets the place of a grid, and with it the distances of its samples, whose unit is `metres`, or degrees in a
/// geographic CRS. Without a CRS, coordinates that can only be degrees are taken as such. False if rows lie beyond a
/// pole by more than one, or the middle one at it.
bool place_grid(ElevationHeader& header, const GridPlace& place, double metres);

/// The header file of a .bil or .flt, whose name may be in upper case: see in_any_case().
std::filesystem::path header_file_of(const std::filesystem::path& file);

/// The files beside an elevation grid that read_elevation() reads if they are there.
std::vector<std::filesystem::path> elevation_sidecars(const std::filesystem::path& path, ElevationFormat format);

/// Reads the file `path`, with its header file if the format has one, and for all but .hgt the system (see
/// projection_reader.h) and the meaning of samples (gdal_metadata.h) that files beside it state. `no_data`: another
/// value of samples without data, as stored. Errors: IoError if a file cannot be read, and as decode_elevation(),
/// add_system() and read_gdal_metadata().
ElevationGrid read_elevation(const std::filesystem::path& path, ElevationFormat format,
                             const std::optional<double>& no_data = {});

/// Reads the beginning of the file `path`, with the files beside it that read_elevation() reads. Errors: as there.
ElevationHeader read_elevation_header(const std::filesystem::path& path, ElevationFormat format,
                                      const std::optional<double>& no_data = {});

}  // namespace weald::io
