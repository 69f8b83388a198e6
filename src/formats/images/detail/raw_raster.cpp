#include "formats/images/detail/raw_raster.h"

#include <bit>
#include <utility>

#include "base/error.h"
#include "formats/files/raw_words.h"
#include "formats/files/read_file.h"

namespace weald::io {

namespace {

template <class Word, class Signed>
double whole_sample(const char* bytes, const RawRaster& raster) {
  const Word word = word_at<Word>(bytes, raster.order);
  return raster.kind == RawKind::signed_whole ? static_cast<double>(std::bit_cast<Signed>(word))
                                              : static_cast<double>(word);
}

/// Windows of a raster of heights.
class RasterWindows final : public HeightWindows {
 public:
  RasterWindows(const std::filesystem::path& path, RawRaster raster) : file_(path, std::move(raster)) {}

  std::array<int, 2> size() const override { return {file_.raster().header.width, file_.raster().header.height}; }

  HeightSamples read(const Region& window) const override {
    const RawRaster& raster = file_.raster();
    Grid<float> heights(window.width, window.height, kUnset);
    std::string bytes;
    for (int y = 0; y < window.height; ++y) {
      file_.read_row(window, window.y + y, bytes);
      const char* next = bytes.data();
      for (float& sample : heights.row(y)) {
        sample = raster.heights(raw_sample_at(next, raster));
        next += raster.bits / 8;
      }
    }
    return heights;
  }

 private:
  RawFile file_;
};

}  // namespace

std::unique_ptr<HeightWindows> windows_of(const std::filesystem::path& path, RawRaster raster) {
  return std::make_unique<RasterWindows>(path, std::move(raster));
}

double raw_sample_at(const char* bytes, const RawRaster& raster) {
  if (raster.kind == RawKind::real) return static_cast<double>(float_at(bytes, raster.order));
  if (raster.bits == 8) return whole_sample<std::uint8_t, std::int8_t>(bytes, raster);
  if (raster.bits == 16) return whole_sample<std::uint16_t, std::int16_t>(bytes, raster);
  return whole_sample<std::uint32_t, std::int32_t>(bytes, raster);
}

RawFile::RawFile(const std::filesystem::path& path, RawRaster raster)
    : name_(path.string()), raster_(std::move(raster)) {
  OpenedFile opened = open_to_read(path);
  if (!opened.ok()) throw IoError("cannot read '" + name_ + "': " + opened.why);
  file_ = std::move(opened.file);
}

void RawFile::read_row(const Region& window, int y, std::string& bytes) const {
  const auto sample = static_cast<std::size_t>(raster_.bits / 8);
  const std::uint64_t at = raster_.skipped + raster_.row_bytes * static_cast<std::uint64_t>(y) +
                           sample * static_cast<std::uint64_t>(window.x);
  bytes.resize(sample * static_cast<std::size_t>(window.width));
  if (!read_all(file_.get(), bytes.data(), bytes.size(), at))
    throw IoError("cannot read '" + name_ + "': the samples of row " + std::to_string(y) + " cannot be read");
}

}  // namespace weald::io
