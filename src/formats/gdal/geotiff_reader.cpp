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
#include "formats/files/in_any_case.h"
#include "formats/files/read_file.h"
#include "formats/gdal/detail/gdal_file.h"
#include "formats/gdal/detail/gdal_place.h"
#include "formats/gdal/masked_elevation.h"
#include "formats/images/height_files.h"
#include "formats/images/height_reader.h"
#include "formats/images/height_units.h"
#include "formats/images/png_reader.h"

namespace weald::io {

namespace fs = std::filesystem;

bool is_geotiff(const fs::path& path) {
  const HeightFiles* files = height_files(path);
  return files != nullptr && std::holds_alternative<GeoTiffFormat>(files->format);
}

std::vector<fs::path> geotiff_sidecars(const fs::path& file) {
  // GDAL finds its metadata by their exact name only.
  std::vector<fs::path> files{fs::path(file) += ".aux.xml", mask_file_of(file)};
  for (const std::string& extension :
       {std::string(".tfw"), lower_case(file.extension().string()) + "w", std::string(".wld")})
    files.push_back(in_any_case(fs::path(file).replace_extension(extension)));
  return files;
}

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

/// What becomes of the samples of a band.
struct Meaning {
  GDALRasterBandH mask = nullptr;  // 0 where samples have no data; null: all have
  std::optional<double> no_data;
  double scale = 1, offset = 0;   // to metres
  std::string unknown_unit{};     // of the values, which are taken as metres
  bool are_signed_bytes = false;  // which GDAL before 3.7 gives as unsigned ones

  bool is_void(double value) const {
    if (!no_data && mask == nullptr) return is_usual_no_data(value);
    // A header may give the value of a float with fewer digits than the samples have.
    return std::isnan(value) ||
           (no_data && (value == *no_data || static_cast<float>(value) == static_cast<float>(*no_data)));
  }
};

/// The mask of a band.
GDALRasterBandH mask_of(const GdalFile& file, GDALRasterBandH band) {
  const GdalLibrary& gdal = file.gdal();
  GDALRasterBandH mask = gdal.GDALGetMaskBand(band);
  if (gdal.GDALGetRasterBandXSize(mask) != gdal.GDALGetRasterBandXSize(band) ||
      gdal.GDALGetRasterBandYSize(mask) != gdal.GDALGetRasterBandYSize(band))
    file.fail("its mask has another size");
  return mask;
}

Meaning meaning_of(const GdalFile& file, GDALRasterBandH band, const GeoTiffParams& params) {
  const GdalLibrary& gdal = file.gdal();
  Meaning meaning;
  meaning.no_data = params.no_data;
  const int flags = gdal.GDALGetMaskFlags(band);
  int has = 0;
  const double stated = gdal.GDALGetRasterNoDataValue(band, &has);
  if (!params.no_data && has != 0) meaning.no_data = stated;
  if ((flags & (GMF_ALL_VALID | GMF_NODATA)) == 0) meaning.mask = mask_of(file, band);
  // GDAL ignores a mask that it cannot read.
  if (meaning.mask == nullptr && fs::exists(mask_file_of(file.path())))
    file.fail("GDAL cannot read its mask, '" + mask_file_of(file.path()).string() + "'");
  const char* const pixel_type = gdal.GDALGetMetadataItem(band, "PIXELTYPE", "IMAGE_STRUCTURE");
  meaning.are_signed_bytes = gdal.GDALGetRasterDataType(band) == GDT_Byte && pixel_type != nullptr &&
                             std::string_view(pixel_type) == "SIGNEDBYTE";
  const std::string unit = gdal.GDALGetRasterUnitType(band);
  const std::optional<double> known = metres_per_unit(unit);
  if (!known) meaning.unknown_unit = unit;
  const double metres = known.value_or(1);
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
  header.unknown_unit = meaning.unknown_unit;
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
      if (meaning.are_signed_bytes && values[i] > 127) values[i] -= 256;
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
