#include "formats/gdal/masked_elevation.h"

#include <array>
#include <cstdint>
#include <limits>
#include <mutex>
#include <string>
#include <utility>
#include <variant>

#include "base/error.h"
#include "formats/files/in_any_case.h"
#include "formats/files/read_file.h"
#include "formats/gdal/detail/gdal_file.h"

namespace weald::io {

namespace fs = std::filesystem;

namespace {

constexpr float kMasked = std::numeric_limits<float>::quiet_NaN();

#ifdef WEALD_GDAL_SONAME

/// An open mask, which several threads may read, one at a time: GDAL's files are not shared among threads.
class MaskFile {
 public:
  explicit MaskFile(const fs::path& path) : MaskFile(path, GdalSettings(gdal_library())) {}

  std::array<int, 2> size() const {
    return {file_.gdal().GDALGetRasterBandXSize(band_), file_.gdal().GDALGetRasterBandYSize(band_)};
  }

  /// Marks the samples without data among `heights`, those of `window`.
  void mark(const Region& window, Grid<float>& heights) const {
    const std::lock_guard lock(mutex_);
    const GdalSettings settings(file_.gdal());
    std::vector<std::uint8_t> mask(static_cast<std::size_t>(window.width));
    for (int y = 0; y < window.height; ++y) {
      const int row = window.y + y;
      const CPLErr result = file_.gdal().GDALRasterIO(band_, GF_Read, window.x, row, window.width, 1, mask.data(),
                                                      window.width, 1, GDT_Byte, 0, 0);
      if (result != CE_None) file_.fail_by_gdal("the samples of row " + std::to_string(row) + " are damaged");
      for (int x = 0; x < window.width; ++x) {
        if (mask[static_cast<std::size_t>(x)] == 0) heights.at(x, y) = kMasked;
      }
    }
  }

 private:
  // The settings are those of the thread, until the file is open.
  MaskFile(const fs::path& path, const GdalSettings&) : file_(path) {
    const GdalLibrary& gdal = file_.gdal();
    if (gdal.GDALGetRasterCount(file_.dataset()) < 1 ||
        gdal.GDALGetMetadataItem(file_.dataset(), "INTERNAL_MASK_FLAGS_1", nullptr) == nullptr)
      file_.fail("GDAL does not take it for a mask: it has no item INTERNAL_MASK_FLAGS_1");
    band_ = gdal.GDALGetRasterBand(file_.dataset(), 1);
  }

  mutable std::mutex mutex_;
  GdalFile file_;
  GDALRasterBandH band_ = nullptr;
};

#else

class MaskFile {
 public:
  explicit MaskFile(const fs::path& path) {
    throw IoError("cannot read '" + path.string() +
                  "': this weald was built without GDAL, which reads masks: install the package libgdal-dev, and build "
                  "weald again");
  }
  std::array<int, 2> size() const { return {}; }
  void mark(const Region&, Grid<float>&) const {}
};

#endif

/// Opens the mask of a grid of this size; null if there is none.
std::unique_ptr<MaskFile> open_mask(const fs::path& path, ElevationFormat format, const std::array<int, 2>& size) {
  const fs::path file = mask_file_of(path);
  std::error_code error;
  if (format == ElevationFormat::hgt || !fs::exists(file, error)) return nullptr;
  auto mask = std::make_unique<MaskFile>(file);
  if (mask->size() != size)
    throw IoError("cannot read '" + path.string() + "': its mask, '" + file.string() + "', has another size");
  return mask;
}

void tell_of_mask(ElevationHeader& header) {
  if (!header.no_data) header.no_data = std::numeric_limits<double>::quiet_NaN();
}

/// Windows of a grid with a mask.
class MaskedWindows final : public HeightWindows {
 public:
  MaskedWindows(std::unique_ptr<HeightWindows> windows, std::unique_ptr<MaskFile> mask)
      : windows_(std::move(windows)), mask_(std::move(mask)) {}

  std::array<int, 2> size() const override { return windows_->size(); }

  HeightSamples read(const Region& window) const override {
    HeightSamples samples = windows_->read(window);
    mask_->mark(window, std::get<Grid<float>>(samples));
    return samples;
  }

 private:
  std::unique_ptr<HeightWindows> windows_;
  std::unique_ptr<MaskFile> mask_;
};

}  // namespace

fs::path mask_file_of(const fs::path& file) { return in_any_case(fs::path(file) += ".msk"); }

std::vector<fs::path> masked_elevation_sidecars(const fs::path& path, ElevationFormat format) {
  std::vector<fs::path> files = elevation_sidecars(path, format);
  if (format != ElevationFormat::hgt) files.push_back(mask_file_of(path));
  return files;
}

ElevationGrid read_masked_elevation(const fs::path& path, ElevationFormat format,
                                    const std::optional<double>& no_data) {
  ElevationGrid grid = read_elevation(path, format, no_data);
  const std::array size{grid.header.width, grid.header.height};
  if (const auto mask = open_mask(path, format, size)) {
    mask->mark({0, 0, size[0], size[1]}, grid.heights);
    tell_of_mask(grid.header);
  }
  return grid;
}

ElevationHeader read_masked_elevation_header(const fs::path& path, ElevationFormat format,
                                             const std::optional<double>& no_data) {
  ElevationHeader header = read_elevation_header(path, format, no_data);
  if (open_mask(path, format, {header.width, header.height})) tell_of_mask(header);
  return header;
}

std::unique_ptr<HeightWindows> open_masked_elevation_windows(const fs::path& path, ElevationFormat format,
                                                             const std::optional<double>& no_data) {
  std::unique_ptr<HeightWindows> windows = open_elevation_windows(path, format, no_data);
  if (!windows) return windows;
  std::unique_ptr<MaskFile> mask = open_mask(path, format, windows->size());
  if (!mask) return windows;
  return std::make_unique<MaskedWindows>(std::move(windows), std::move(mask));
}

}  // namespace weald::io
