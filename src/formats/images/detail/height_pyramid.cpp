#include "formats/images/detail/height_pyramid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "base/parallel.h"
#include "formats/files/raw_words.h"
#include "formats/images/detail/deflate.h"

namespace weald::io {

namespace {

constexpr std::size_t kTileSide = kPyramidTile;
constexpr int kTileLevel = 4;  // higher levels take several times as long for noise
constexpr std::size_t kSpoolBytes = std::size_t{8} << 20;

/// The rows of a band, `width` samples each.
struct TileBand {
  std::span<const float> samples;
  int width = 0, rows = 0;

  float at(int x, int y) const {
    // What lies outside the map repeats its last samples, which costs the fewest bytes.
    const auto column = static_cast<std::size_t>(std::min(x, width - 1));
    const auto row = static_cast<std::size_t>(std::min(y, rows - 1));
    return samples[row * static_cast<std::size_t>(width) + column];
  }
};

/// The bytes of the tile at column `tile`: in each row the highest bytes of all samples come first, and every byte is
/// its difference from the one before.
std::vector<std::uint8_t> predicted_tile(const TileBand& band, int tile) {
  std::vector<std::uint8_t> bytes(kTileSide * kTileSide * 4);
  std::uint8_t* row = bytes.data();
  for (int y = 0; y < kPyramidTile; ++y, row += kTileSide * 4) {
    for (std::size_t x = 0; x < kTileSide; ++x) {
      char sample[4];
      put_float(sample, band.at(tile * kPyramidTile + static_cast<int>(x), y), ByteOrder::big);
      for (std::size_t plane = 0; plane < 4; ++plane)
        row[plane * kTileSide + x] = static_cast<std::uint8_t>(sample[plane]);
    }
    for (std::size_t i = kTileSide * 4; i-- > 1;) row[i] = static_cast<std::uint8_t>(row[i] - row[i - 1]);
  }
  return bytes;
}

/// The mean of the samples that have data, or the next number above it if the mean is `no_data`; `no_data` if none has.
float mean(const std::array<float, 4>& samples, const std::optional<float>& no_data) {
  double sum = -0.0;  // so that the mean of negative zeros is one
  int count = 0;
  for (const float sample : samples) {
    if (no_data == sample) continue;
    sum += static_cast<double>(sample);
    ++count;
  }
  if (count == 0) return *no_data;
  const auto mean = static_cast<float>(sum / count);
  return no_data == mean ? std::nextafter(mean, std::numeric_limits<float>::infinity()) : mean;
}

}  // namespace

PyramidLevel::PyramidLevel(int width, int height, const std::filesystem::path& folder, std::optional<float> no_data)
    : width_(width),
      height_(height),
      no_data_(no_data),
      band_(static_cast<std::size_t>(width) * static_cast<std::size_t>(std::min(height, kPyramidTile))),
      tiles_(folder, kSpoolBytes) {
  if (width > kPyramidTile || height > kPyramidTile)
    smaller_ = std::make_unique<PyramidLevel>((width + 1) / 2, (height + 1) / 2, folder, no_data);
}

void PyramidLevel::add_row(const float* row) {
  const int in_band = added_ % kPyramidTile;
  std::copy(row, row + width_, band_.data() + static_cast<std::size_t>(in_band) * static_cast<std::size_t>(width_));
  ++added_;
  if (in_band + 1 < kPyramidTile && added_ < height_) return;
  pack(in_band + 1);
  if (smaller_ != nullptr) add_means(in_band + 1);
}

void PyramidLevel::pack(int rows) {
  const auto count = static_cast<std::size_t>((width_ - 1) / kPyramidTile + 1);
  const TileBand band{band_, width_, rows};
  std::vector<std::vector<std::uint8_t>> packed(count);
  parallel_blocks(count, 1, [&](std::size_t i, std::size_t) {
    packed[i] = Deflater(kTileLevel).zlib_stream(predicted_tile(band, static_cast<int>(i)));
  });
  for (const std::vector<std::uint8_t>& tile : packed) {
    sizes_.push_back(tile.size());
    tiles_.append(std::as_bytes(std::span(tile)));
  }
}

void PyramidLevel::add_means(int rows) {
  const TileBand band{band_, width_, rows};
  std::vector<float> means(static_cast<std::size_t>(smaller_->width()));
  for (int y = 0; y < rows; y += 2) {
    for (int x = 0; x < smaller_->width(); ++x) {
      means[static_cast<std::size_t>(x)] =
          mean({band.at(2 * x, y), band.at(2 * x + 1, y), band.at(2 * x, y + 1), band.at(2 * x + 1, y + 1)}, no_data_);
    }
    smaller_->add_row(means.data());
  }
}

}  // namespace weald::io
