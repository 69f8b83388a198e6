#include "formats/gdal/geotiff_reader.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <mutex>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/lower_case.h"
#include "formats/files/read_file.h"
#include "formats/gdal/detail/gdal_library.h"
#include "formats/images/height_files.h"
#include "formats/images/height_reader.h"
#include "formats/images/png_reader.h"

namespace weald::io {

namespace fs = std::filesystem;

bool is_geotiff(const fs::path& path) {
  const HeightFiles* files = height_files(path);
  return files != nullptr && std::holds_alternative<GeoTiffFormat>(files->format);
}

fs::path world_file_of(const fs::path& file) { return fs::path(file).replace_extension(".tfw"); }

#ifndef WEALD_GDAL_SONAME

namespace {

[[noreturn]] void refuse_geotiff(const fs::path& path) {
  throw IoError("cannot read '" + path.string() +
                "': this weald was built without GDAL, which reads GeoTIFF files: install the package libgdal-dev, and "
                "build weald again");
}

}  // namespace

bool can_read_geotiff() { return false; }
ElevationHeader read_geotiff_header(const fs::path& path, const GeoTiffParams&) { refuse_geotiff(path); }
ElevationGrid read_geotiff(const fs::path& path, const GeoTiffParams&, const RunContext&) { refuse_geotiff(path); }
std::unique_ptr<HeightWindows> open_geotiff_windows(const fs::path& path, const GeoTiffParams&) {
  refuse_geotiff(path);
}

#else

namespace {

constexpr float kVoid = std::numeric_limits<float>::quiet_NaN();
constexpr std::int64_t kSamplesAtOnce = std::int64_t{1} << 20;
constexpr double kMaxBlockBytes = 512 << 20;
constexpr double kRadiansPerDegree = 0.017453292519943295;

/// How GDAL works in this thread meanwhile: it prints no errors, and reads no .aux.xml, which may say anything.
class GdalSettings {
 public:
  explicit GdalSettings(const GdalLibrary& gdal) : gdal_(gdal) {
    gdal_.CPLPushErrorHandler(gdal_.CPLQuietErrorHandler);
    gdal_.CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", "NO");
    gdal_.CPLErrorReset();
  }
  ~GdalSettings() {
    gdal_.CPLSetThreadLocalConfigOption("GDAL_PAM_ENABLED", nullptr);
    gdal_.CPLPopErrorHandler();
  }
  GdalSettings(const GdalSettings&) = delete;
  GdalSettings& operator=(const GdalSettings&) = delete;

 private:
  const GdalLibrary& gdal_;
};

/// A file that GDAL has opened. Pre: there are GdalSettings in the thread that uses it.
class GdalFile {
 public:
  explicit GdalFile(const fs::path& path) : gdal_(gdal_library()), name_(path.string()) { open(path); }
  ~GdalFile() { gdal_.GDALClose(dataset_); }
  GdalFile(const GdalFile&) = delete;
  GdalFile& operator=(const GdalFile&) = delete;

  const GdalLibrary& gdal() const { return gdal_; }
  GDALDatasetH dataset() const { return dataset_; }
  [[noreturn]] void fail(const std::string& reason) const { throw IoError("cannot read '" + name_ + "': " + reason); }
  /// Throws what GDAL said last.
  [[noreturn]] void fail_by_gdal(const std::string& what) const {
    const std::string said = gdal_.CPLGetLastErrorMsg();
    fail(what + (said.empty() ? "" : " (GDAL: " + said + ")"));
  }

 private:
  /// GDAL itself would also open URLs, archives and files beside this one, which name others: it gets a whole path, one
  /// driver, and the names of the files that it may see.
  void open(const fs::path& path) {
    if (const std::string why = why_unreadable(path); !why.empty()) fail(why);
    const fs::path whole = fs::absolute(path);
    if (whole.string().starts_with("/vsi")) fail("GDAL would not take the path for one of a file");
    const std::string own = whole.filename().string(), world = world_file_of(whole).filename().string();
    const char* const drivers[] = {"GTiff", nullptr};
    const char* beside[] = {own.c_str(), nullptr, nullptr};
    if (why_unreadable(world_file_of(whole)).empty()) beside[1] = world.c_str();
    dataset_ = gdal_.GDALOpenEx(whole.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR, drivers,
                                nullptr, beside);
    if (dataset_ == nullptr) fail_by_gdal("it is not a GeoTIFF");
  }

  const GdalLibrary& gdal_;
  std::string name_;
  GDALDatasetH dataset_ = nullptr;
};

/// The band of heights: the chosen one, or the only one that is not opacity.
GDALRasterBandH band_of(const GdalFile& file, const std::optional<int>& chosen) {
  const GdalLibrary& gdal = file.gdal();
  const int count = gdal.GDALGetRasterCount(file.dataset());
  if (chosen && *chosen > count) file.fail(fmt::format("it has no band {}, but {}", *chosen, count));
  GDALRasterBandH found = nullptr;
  int heights = 0;
  for (int band = 1; band <= count; ++band) {
    GDALRasterBandH candidate = gdal.GDALGetRasterBand(file.dataset(), band);
    if (chosen ? *chosen != band : gdal.GDALGetRasterColorInterpretation(candidate) == GCI_AlphaBand) continue;
    found = candidate;
    ++heights;
  }
  if (found == nullptr) file.fail("it has no band of heights");
  if (heights > 1) file.fail(fmt::format("it has {} bands: choose the one of heights with 'band'", heights));
  if (gdal.GDALGetRasterColorInterpretation(found) == GCI_PaletteIndex)
    file.fail("it is a picture, whose samples are colours of a palette");
  const GDALDataType type = gdal.GDALGetRasterDataType(found);
  if (type == GDT_CInt16 || type == GDT_CInt32 || type == GDT_CFloat32 || type == GDT_CFloat64)
    file.fail("its samples are complex numbers");
  return found;
}

/// The size of a band, checked.
ElevationHeader sized_header(const GdalFile& file, GDALRasterBandH band) {
  ElevationHeader header;
  header.width = file.gdal().GDALGetRasterXSize(file.dataset());
  header.height = file.gdal().GDALGetRasterYSize(file.dataset());
  if (header.height > 0 && !fits_windows(header.width, header.height))
    file.fail("it has more than 131073 x 131073 samples");
  int width = 0, height = 0;
  file.gdal().GDALGetBlockSize(band, &width, &height);
  if (8.0 * width * height > kMaxBlockBytes)  // may be beyond any integer
    file.fail("its blocks are larger than 512 MiB: tile it with gdal_translate -co TILED=YES");
  return header;
}

std::string wkt_of(const GdalLibrary& gdal, OGRSpatialReferenceH system) {
  const char* const options[] = {"FORMAT=WKT1_ESRI", nullptr};
  char* text = nullptr;
  std::string wkt;
  if (gdal.OSRExportToWktEx(system, &text, options) == OGRERR_NONE && text != nullptr) wkt = text;
  gdal.VSIFree(text);
  return wkt;
}

/// "EPSG:32617" or WKT.
std::string name_of_crs(const GdalLibrary& gdal, OGRSpatialReferenceH system) {
  OGRSpatialReferenceH own = gdal.OSRClone(system);
  const char* const part = gdal.OSRIsProjected(own) != 0 ? "PROJCS" : "GEOGCS";
  if (gdal.OSRGetAuthorityCode(own, part) == nullptr) gdal.OSRAutoIdentifyEPSG(own);
  const char* const authority = gdal.OSRGetAuthorityName(own, part);
  const char* const code = gdal.OSRGetAuthorityCode(own, part);
  std::string name = authority != nullptr && code != nullptr ? fmt::format("{}:{}", authority, code) : "";
  if (epsg_code(name) == 0) name = wkt_of(gdal, own);
  gdal.OSRDestroySpatialReference(own);
  return name;
}

/// Sets the place of the grid and the distances of its samples, if the file has coordinates.
void set_place(const GdalFile& file, ElevationHeader& header) {
  const GdalLibrary& gdal = file.gdal();
  double to_world[6]{};
  if (gdal.GDALGetGeoTransform(file.dataset(), to_world) != CE_None) return;
  const auto [west, width, shear_x, north, shear_y, height] = to_world;
  if (!std::all_of(std::begin(to_world), std::end(to_world), [](double v) { return std::isfinite(v); }))
    file.fail("its coordinates are not finite");
  if (shear_x != 0 || shear_y != 0) file.fail("it is rotated: turn it to the north with gdalwarp");
  if (!(width > 0 && height < 0)) file.fail("its rows do not run from the north to the south: use gdalwarp");
  GridPlace place{{}, false, {west + width / 2, north + height / 2}, {width, -height}};
  double metres = 1;
  if (OGRSpatialReferenceH system = gdal.GDALGetSpatialRef(file.dataset()); system != nullptr) {
    place.is_geographic = gdal.OSRIsGeographic(system) != 0;
    // Others are local ones, which say no more than that there are coordinates.
    if (place.is_geographic || gdal.OSRIsProjected(system) != 0) place.crs = name_of_crs(gdal, system);
    metres = place.is_geographic ? gdal.OSRGetAngularUnits(system, nullptr) / kRadiansPerDegree
                                 : gdal.OSRGetLinearUnits(system, nullptr);
    if (place.is_geographic && std::abs(metres - 1) > 1e-9) file.fail("its coordinates are angles, but not degrees");
    if (!(metres > 0 && std::isfinite(metres))) file.fail("the unit of its coordinates is unknown");
  }
  if (!place_grid(header, place, metres)) file.fail("its coordinates are no degrees of latitude");
}

/// Metres per unit of the heights of a band.
double metres_per_unit(const GdalFile& file, GDALRasterBandH band) {
  const std::string unit = lower_case(file.gdal().GDALGetRasterUnitType(band));
  if (unit == "ft" || unit == "foot" || unit == "feet") return 0.3048;
  if (unit == "us-ft" || unit == "us survey foot" || unit == "foot_us" || unit == "us_survey_foot")
    return 1200.0 / 3937;
  return 1;  // "m", "metre" or not stated
}

/// What becomes of the samples of a band.
struct Meaning {
  GDALRasterBandH mask = nullptr;  // 0 where samples have no data; null: all have
  std::optional<double> no_data;
  double scale = 1, offset = 0;  // to metres

  bool is_void(double value) const {
    if (!no_data && mask == nullptr) return is_usual_no_data(value);
    // A header may give the value of a float with fewer digits than the samples have.
    return std::isnan(value) ||
           (no_data && (value == *no_data || static_cast<float>(value) == static_cast<float>(*no_data)));
  }
};

Meaning meaning_of(const GdalFile& file, GDALRasterBandH band, const GeoTiffParams& params) {
  const GdalLibrary& gdal = file.gdal();
  Meaning meaning;
  meaning.no_data = params.no_data;
  const int flags = gdal.GDALGetMaskFlags(band);
  int has = 0;
  const double stated = gdal.GDALGetRasterNoDataValue(band, &has);
  if (!params.no_data && has != 0) meaning.no_data = stated;
  if ((flags & (GMF_ALL_VALID | GMF_NODATA)) == 0) meaning.mask = gdal.GDALGetMaskBand(band);
  const double metres = metres_per_unit(file, band);
  const double scale = gdal.GDALGetRasterScale(band, &has);
  meaning.scale = (has != 0 ? scale : 1) * metres;
  const double offset = gdal.GDALGetRasterOffset(band, &has);
  meaning.offset = (has != 0 ? offset : 0) * metres;
  if (!std::isfinite(meaning.scale) || !std::isfinite(meaning.offset)) file.fail("its scale is not finite");
  return meaning;
}

ElevationHeader header_of(const GdalFile& file, GDALRasterBandH band, const Meaning& meaning) {
  ElevationHeader header = sized_header(file, band);
  set_place(file, header);
  if (meaning.mask != nullptr || meaning.no_data) header.no_data = std::numeric_limits<double>::quiet_NaN();
  return header;
}

/// Reads some rows of a band as numbers.
template <class T>
void read_rows(const GdalFile& file, GDALRasterBandH band, GDALDataType type, const Region& rows, std::vector<T>& out) {
  out.resize(static_cast<std::size_t>(rows.width) * static_cast<std::size_t>(rows.height));
  const CPLErr result = file.gdal().GDALRasterIO(band, GF_Read, rows.x, rows.y, rows.width, rows.height, out.data(),
                                                 rows.width, rows.height, type, 0, 0);
  if (result != CE_None)
    file.fail_by_gdal(fmt::format("the samples of rows {} to {} are damaged", rows.y, rows.y + rows.height - 1));
}

/// The number of rows that are read at once: whole blocks where they are not too large.
int rows_at_once(const GdalFile& file, GDALRasterBandH band, int width) {
  int block_width = 0, block_height = 0;
  file.gdal().GDALGetBlockSize(band, &block_width, &block_height);
  const std::int64_t rows = std::max<std::int64_t>(kSamplesAtOnce / width, 1);
  return static_cast<int>(block_height > 0 && block_height <= rows ? rows / block_height * block_height : rows);
}

/// The samples of a band, and what becomes of them.
struct BandOfHeights {
  GDALRasterBandH band;
  const Meaning& meaning;
};

/// Reads the samples of `window`, some rows at a time.
void read_heights_of(const GdalFile& file, const BandOfHeights& from, const Region& window, Grid<float>& heights,
                     const RunContext& context) {
  const auto& [band, meaning] = from;
  const int at_once = rows_at_once(file, band, window.width);
  std::vector<double> values;
  std::vector<std::uint8_t> mask;
  for (int y = 0; y < window.height; y += at_once) {
    context.progress(static_cast<double>(y) / window.height);
    context.check_stop();
    const Region rows{window.x, window.y + y, window.width, std::min(at_once, window.height - y)};
    read_rows(file, band, GDT_Float64, rows, values);
    if (meaning.mask != nullptr) read_rows(file, meaning.mask, GDT_Byte, rows, mask);
    float* const out = heights.row(y).data();
    for (std::size_t i = 0; i < values.size(); ++i) {
      const bool is_void = meaning.is_void(values[i]) || (meaning.mask != nullptr && mask[i] == 0);
      out[i] = is_void ? kVoid : static_cast<float>(values[i] * meaning.scale + meaning.offset);
    }
  }
}

}  // namespace

bool can_read_geotiff() {
  try {
    gdal_library();
    return true;
  } catch (const IoError&) {
    return false;
  }
}

ElevationHeader read_geotiff_header(const fs::path& path, const GeoTiffParams& params) {
  const GdalSettings settings(gdal_library());
  const GdalFile file(path);
  GDALRasterBandH band = band_of(file, params.band);
  return header_of(file, band, meaning_of(file, band, params));
}

ElevationGrid read_geotiff(const fs::path& path, const GeoTiffParams& params, const RunContext& context) {
  const GdalSettings settings(gdal_library());
  const GdalFile file(path);
  GDALRasterBandH band = band_of(file, params.band);
  const Meaning meaning = meaning_of(file, band, params);
  ElevationGrid grid{header_of(file, band, meaning), {}};
  const int width = grid.header.width, height = grid.header.height;
  if (static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height) > kMaxImageSamples)
    file.fail("it has more than 16385 x 16385 samples");
  grid.heights = Grid<float>(width, height, kUnset);
  read_heights_of(file, {band, meaning}, {0, 0, width, height}, grid.heights, context);
  return grid;
}

namespace {

/// Windows of a GeoTIFF, which one thread at a time reads: GDAL's files are not shared among threads.
class GeoTiffWindows final : public HeightWindows {
 public:
  GeoTiffWindows(const fs::path& path, const GeoTiffParams& params)
      : file_(path), band_(band_of(file_, params.band)), meaning_(meaning_of(file_, band_, params)) {
    const ElevationHeader header = header_of(file_, band_, meaning_);
    size_ = {header.width, header.height};
  }

  std::array<int, 2> size() const override { return size_; }

  HeightSamples read(const Region& window) const override {
    Grid<float> heights(window.width, window.height, kUnset);
    const std::lock_guard lock(mutex_);
    const GdalSettings settings(file_.gdal());
    read_heights_of(file_, {band_, meaning_}, window, heights, {});
    return heights;
  }

 private:
  mutable std::mutex mutex_;
  GdalFile file_;
  GDALRasterBandH band_;
  Meaning meaning_;
  std::array<int, 2> size_{};
};

}  // namespace

std::unique_ptr<HeightWindows> open_geotiff_windows(const fs::path& path, const GeoTiffParams& params) {
  const GdalSettings settings(gdal_library());
  return std::make_unique<GeoTiffWindows>(path, params);
}

#endif

}  // namespace weald::io
