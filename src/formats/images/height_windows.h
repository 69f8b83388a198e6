#pragma once
// HeightWindows: a height file of which windows are read, since all of its samples would not fit into memory.

#include <array>
#include <filesystem>
#include <memory>

#include "data/heightmap.h"
#include "formats/images/height_reader.h"

namespace weald::io {

/// Samples along each side of the largest square file of which windows are read.
inline constexpr std::int64_t kMaxWindowedSide = 131073;

/// Whether a file of `width` x `height` samples is small enough to be read in windows.
constexpr bool fits_windows(std::int64_t width, std::int64_t height) {
  return width <= kMaxWindowedSide * kMaxWindowedSide / height;
}

/// A file that is open for reading windows of it.
class HeightWindows {
 public:
  HeightWindows() = default;
  virtual ~HeightWindows() = default;
  HeightWindows(const HeightWindows&) = delete;
  HeightWindows& operator=(const HeightWindows&) = delete;

  /// Columns and rows of the open file.
  virtual std::array<int, 2> size() const = 0;
  /// The samples of a part of the file, as a reader of the whole file gives them. May be called from several threads
  /// at once. Pre: `window` is inside the file and not empty. Errors: IoError if they cannot be read, or are no
  /// numbers.
  virtual HeightSamples read(const Region& window) const = 0;
};

/// Opens a raw file, .r16 or .r32; null for a PNG or an EXR. Errors: as check_heights_start().
std::unique_ptr<HeightWindows> open_height_windows(const std::filesystem::path& path, const RawLayout& layout,
                                                   const Sidecar& sidecar);

}  // namespace weald::io
