#pragma once
// Raw samples in the rows of a file, and windows of them.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "data/heightmap.h"
#include "formats/files/open_file.h"
#include "formats/images/detail/sample_heights.h"
#include "formats/images/elevation_grid.h"
#include "formats/images/height_windows.h"

namespace weald::io {

enum class RawKind { unsigned_whole, signed_whole, real };

/// The layout of a raw raster.
struct RawRaster {
  ElevationHeader header;
  int bits = 32;
  RawKind kind = RawKind::real;
  ByteOrder order = ByteOrder::little;
  std::size_t skipped = 0;    ///< bytes before the first row
  std::size_t row_bytes = 0;  ///< with what follows the samples of a row
  SampleHeights heights{};    ///< what becomes of the samples

  /// Bytes of the samples of a row.
  std::size_t sample_bytes() const { return static_cast<std::size_t>(header.width) * static_cast<unsigned>(bits / 8); }
  std::size_t size() const { return skipped + row_bytes * static_cast<std::size_t>(header.height); }
};

/// The sample that is stored at `bytes`.
double raw_sample_at(const char* bytes, const RawRaster& raster);

/// A raw raster on the disk.
class RawFile {
 public:
  /// Errors: IoError if the file cannot be opened.
  RawFile(const std::filesystem::path& path, RawRaster raster);

  const RawRaster& raster() const { return raster_; }
  const std::string& name() const { return name_; }
  /// Reads the bytes of the samples of `window` in row `y` of the file. Thread-safe. Errors: IoError.
  void read_row(const Region& window, int y, std::string& bytes) const;

 private:
  std::string name_;
  FileDescriptor file_;
  RawRaster raster_;
};

/// Opens a raw raster of heights. Errors: IoError if it cannot be opened.
std::unique_ptr<HeightWindows> windows_of(const std::filesystem::path& path, RawRaster raster);

}  // namespace weald::io
