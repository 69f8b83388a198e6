#include "formats/gdal/geotiff_writer.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <unistd.h>

#include "base/error.h"
#include "formats/files/temporary_names.h"
#include "formats/gdal/detail/gdal_file.h"
#include "formats/gdal/detail/gdal_system.h"

namespace weald::io {

namespace fs = std::filesystem;

void require_geotiff_writer(const fs::path& file) {
  if (const std::string why = why_no_gdal(); !why.empty())
    throw IoError("cannot write '" + file.string() + "': " + why);
}

#ifndef WEALD_GDAL_SONAME

void write_geotiff(HeightRows&, const GridPlace&, const GeoTiffTarget& target, Sink&, const RunContext&) {
  require_geotiff_writer(target.file);
}

#else

namespace {

constexpr int kTile = 256;
constexpr std::int64_t kMostInMemory = std::int64_t{1} << 22;  // samples
constexpr std::int64_t kSamplesRead = std::int64_t{1} << 21;
constexpr std::size_t kBytesAtOnce = std::size_t{1} << 20;
// Shares of the work, for the progress.
constexpr double kRowsShare = 0.5, kOverviewsShare = 0.6;

/// Two files that GDAL writes: the samples, and the GeoTIFF that is made of them. They are removed at the end.
class TiffFiles {
 public:
  TiffFiles(const GdalLibrary& gdal, const GridSpec& grid, const fs::path& folder) : gdal_(gdal) {
    if (!folder.empty() && std::int64_t{grid.width} * grid.height > kMostInMemory) {
      names_.emplace(folder);
      samples_ = names_->next().string();
      result_ = names_->next().string();
      return;
    }
    static std::atomic<std::uint64_t> counter{0};
    const std::string start = fmt::format("/vsimem/weald-{}-{}-", ::getpid(), counter++);
    samples_ = start + "samples.tif";
    result_ = start + "result.tif";
  }
  ~TiffFiles() {
    if (names_) return;
    gdal_.VSIUnlink(samples_.c_str());
    gdal_.VSIUnlink(result_.c_str());
  }
  TiffFiles(const TiffFiles&) = delete;
  TiffFiles& operator=(const TiffFiles&) = delete;

  const std::string& samples() const { return samples_; }
  const std::string& result() const { return result_; }

 private:
  const GdalLibrary& gdal_;
  std::optional<TemporaryNames> names_{};
  std::string samples_, result_;
};

/// One GeoTIFF while it is written.
class TiffWriter {
 public:
  TiffWriter(const GridSpec& grid, const GeoTiffTarget& target, const RunContext& context)
      : target_(target), context_(context), grid_(grid), files_(gdal_, grid, target.folder) {}

  /// Writes the samples with what is known of them.
  void write_samples(HeightRows& rows, const GridPlace& place) {
    const char* const options[] = {"TILED=YES", "BLOCKXSIZE=256", "BLOCKYSIZE=256", "BIGTIFF=IF_SAFER", nullptr};
    samples_ = checked(gdal_.GDALCreate(driver("GTiff"), files_.samples().c_str(), grid_.width, grid_.height, 1,
                                        GDT_Float32, options));
    describe(place, rows.no_data());
    GDALRasterBandH band = gdal_.GDALGetRasterBand(samples_.get(), 1);
    std::vector<float> samples(static_cast<std::size_t>(grid_.width) *
                               static_cast<std::size_t>(std::min(grid_.height, kTile)));
    for (int first = 0; first < grid_.height; first += kTile) {
      const int count = std::min(kTile, grid_.height - first);
      read_rows(rows, first, count, samples.data());
      require(gdal_.GDALRasterIO(band, GF_Write, 0, first, grid_.width, count, samples.data(), grid_.width, count,
                                 GDT_Float32, 0, 0) == CE_None);
    }
  }

  /// Adds smaller maps, down to one tile.
  void write_overviews() {
    std::vector<int> factors;
    for (int side = std::max(grid_.width, grid_.height), factor = 2; side > kTile; side = (side + 1) / 2, factor *= 2)
      factors.push_back(factor);
    if (factors.empty()) return;
    const CPLErr result = gdal_.GDALBuildOverviews(samples_.get(), "AVERAGE", static_cast<int>(factors.size()),
                                                   factors.data(), 0, nullptr, &TiffWriter::go_on, this);
    context_.check_stop();
    require(result == CE_None);
  }

  /// Makes the file of the samples.
  void write_result() {
    // With one thread, whatever the settings of the user are.
    const char* const options[] = {"BLOCKSIZE=256",
                                   "COMPRESS=DEFLATE",
                                   "PREDICTOR=YES",
                                   "OVERVIEWS=FORCE_USE_EXISTING",
                                   "OVERVIEW_COMPRESS=DEFLATE",
                                   "OVERVIEW_PREDICTOR=YES",
                                   "BIGTIFF=IF_SAFER",
                                   "NUM_THREADS=1",
                                   nullptr};
    gdal_.GDALFlushCache(samples_.get());
    GDALDatasetH result = gdal_.GDALCreateCopy(driver("COG"), files_.result().c_str(), samples_.get(), 0, options,
                                               &TiffWriter::go_on, this);
    const Dataset made(result);
    context_.check_stop();
    require(made != nullptr);
  }

  /// Whether the file names the system `crs`.
  bool holds_system(const std::string& crs) {
    const GdalSettings quiet(gdal_, GdalSettings::Metadata::ignore);  // what is said here is no failure of the file
    const char* const drivers[] = {"GTiff", nullptr};
    const char* const beside[] = {nullptr};
    const Dataset result = checked(gdal_.GDALOpenEx(files_.result().c_str(), GDAL_OF_RASTER, drivers, nullptr, beside));
    const GdalSystem wanted = gdal_system(gdal_, crs);
    OGRSpatialReferenceH own = gdal_.GDALGetSpatialRef(result.get());
    return own != nullptr && wanted != nullptr && are_equivalent(gdal_, own, wanted.get());
  }

  /// Appends the bytes of the file to `sink`.
  void copy_to(Sink& sink) {
    require(!settings_.has_failed());
    samples_.reset();
    VSILFILE* const file = gdal_.VSIFOpenL(files_.result().c_str(), "rb");
    require(file != nullptr);
    const auto close = [this](VSILFILE* open) { gdal_.VSIFCloseL(open); };
    const std::unique_ptr<VSILFILE, decltype(close)> closing(file, close);
    std::string bytes(kBytesAtOnce, '\0');
    while (const std::size_t count = gdal_.VSIFReadL(bytes.data(), 1, bytes.size(), file)) {
      context_.check_stop();
      sink.append(std::string_view(bytes).substr(0, count));
    }
  }

 private:
  struct Close {
    void operator()(GDALDatasetH dataset) const { gdal_library().GDALClose(dataset); }
  };
  using Dataset = std::unique_ptr<std::remove_pointer_t<GDALDatasetH>, Close>;

  // No exception may pass through GDAL.
  static int CPL_STDCALL go_on(double, const char*, void* self) {
    const std::atomic<bool>* const stop = static_cast<TiffWriter*>(self)->context_.stop;
    return stop == nullptr || !stop->load(std::memory_order_relaxed) ? TRUE : FALSE;
  }

  void require(bool is_done) const {
    if (!is_done) throw IoError("cannot write '" + target_.file.string() + "'" + text_of_gdal(gdal_));
  }

  Dataset checked(GDALDatasetH dataset) const {
    require(dataset != nullptr);
    return Dataset(dataset);
  }

  GDALDriverH driver(const char* name) const {
    GDALDriverH found = gdal_.GDALGetDriverByName(name);
    if (found == nullptr)
      throw IoError("cannot write '" + target_.file.string() + "': GDAL has no driver '" + name + "'");
    return found;
  }

  void describe(const GridPlace& place, const std::optional<float>& no_data) {
    double to_world[] = {
        place.first.x - place.step.x / 2, place.step.x, 0, place.first.y + place.step.y / 2, 0, -place.step.y};
    require(gdal_.GDALSetGeoTransform(samples_.get(), to_world) == CE_None);
    if (!place.crs.empty()) {
      const GdalSystem system = gdal_system(gdal_, place.crs);
      require(system != nullptr);
      require(gdal_.GDALSetSpatialRef(samples_.get(), system.get()) == CE_None);
    }
    GDALRasterBandH band = gdal_.GDALGetRasterBand(samples_.get(), 1);
    // Readers take -9999 for none if nothing is stated, but it may be the height of a sample.
    const float stated = no_data.value_or(std::numeric_limits<float>::lowest());
    require(gdal_.GDALSetRasterNoDataValue(band, static_cast<double>(stated)) == CE_None);
    require(gdal_.GDALSetRasterUnitType(band, "m") == CE_None);
  }

  void read_rows(HeightRows& rows, int first, int count, float* out) const {
    const int at_once = static_cast<int>(std::clamp<std::int64_t>(kSamplesRead / grid_.width, 1, count));
    for (int y = first; y < first + count; y += at_once) {
      context_.progress(kRowsShare * y / grid_.height);
      const HeightView heights = rows.rows(y, std::min(at_once, first + count - y));
      for (int row = y; row < heights.region.y + heights.region.height; ++row)
        out = std::copy_n(heights.row(row), grid_.width, out);
    }
  }

  const GdalLibrary& gdal_ = gdal_library();
  GdalSettings settings_{gdal_, GdalSettings::Metadata::ignore};  // the CRS of a GeoTIFF is in the file, or lost
  const GeoTiffTarget& target_;
  const RunContext& context_;
  GridSpec grid_;
  TiffFiles files_;
  Dataset samples_{};
};

}  // namespace

void write_geotiff(HeightRows& rows, const GridPlace& place, const GeoTiffTarget& target, Sink& sink,
                   const RunContext& context) {
  const GridSpec grid = rows.grid();
  if (grid.width <= 0 || grid.height <= 0) throw StageError("an empty heightmap cannot be written");
  require_geotiff_writer(target.file);
  TiffWriter writer(grid, target, context);
  writer.write_samples(rows, place);
  context.progress(kRowsShare);
  writer.write_overviews();
  context.progress(kOverviewsShare);
  writer.write_result();
  if (!place.crs.empty() && !writer.holds_system(place.crs))
    context.warn("a GeoTIFF cannot hold the coordinate reference system of '" + target.file.string() +
                     "': it is written without it, or with another definition",
                 "crs");
  writer.copy_to(sink);
}

#endif

}  // namespace weald::io
