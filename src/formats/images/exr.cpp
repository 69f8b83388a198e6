#include "formats/images/exr.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/check.h"
#include "base/parallel.h"
#include "formats/files/raw_words.h"
#include "formats/files/spool.h"
#include "formats/images/detail/deflate.h"

namespace weald::io {

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr int kRowsPerBlock = 16;  // what the compression ZIP packs together
constexpr int kExrLevel = 4;       // higher levels take several times as long for noise
constexpr std::int64_t kExrSamplesAtOnce = std::int64_t{1} << 21;

// ---- the header ----

template <class Word>
void put(std::string& text, Word word) {
  char bytes[sizeof(Word)];
  put_word(bytes, word);
  text.append(bytes, sizeof(Word));
}

void put_attribute(std::string& header, std::string_view name, std::string_view type, std::string_view value) {
  header.append(name).push_back('\0');
  header.append(type).push_back('\0');
  put(header, static_cast<std::uint32_t>(value.size()));
  header.append(value);
}

std::string window_of(const GridSpec& grid) {
  std::string window;
  for (const int corner : {0, 0, grid.width - 1, grid.height - 1}) put(window, static_cast<std::uint32_t>(corner));
  return window;
}

std::string floats_of(std::initializer_list<float> values) {
  std::string text;
  for (const float value : values) put(text, std::bit_cast<std::uint32_t>(value));
  return text;
}

/// The header of a picture of scan lines with the channel Y of floats.
std::string header_of(const GridSpec& grid) {
  std::string header("\x76\x2F\x31\x01\x02\0\0\0", 8);
  std::string channels("Y\0", 2);
  for (const std::uint32_t word : {2u, 0u, 1u, 1u}) put(channels, word);  // floats; a hint; no subsampling
  channels.push_back('\0');
  put_attribute(header, "channels", "chlist", channels);
  put_attribute(header, "compression", "compression", "\x03");  // ZIP
  put_attribute(header, "dataWindow", "box2i", window_of(grid));
  put_attribute(header, "displayWindow", "box2i", window_of(grid));
  put_attribute(header, "lineOrder", "lineOrder", std::string_view("\0", 1));  // ascending
  put_attribute(header, "pixelAspectRatio", "float", floats_of({1}));
  put_attribute(header, "screenWindowCenter", "v2f", floats_of({0, 0}));
  put_attribute(header, "screenWindowWidth", "float", floats_of({1}));
  header.push_back('\0');
  return header;
}

// ---- blocks ----

/// The bytes of the rows as in the file, if it were not compressed.
Bytes raw_block(const HeightView& heights, int first, int count) {
  Bytes raw;
  raw.resize(static_cast<std::size_t>(heights.region.width) * static_cast<std::size_t>(count) * sizeof(float));
  char* next = reinterpret_cast<char*>(raw.data());
  for (int y = first; y < first + count; ++y) {
    const float* const row = heights.row(y);
    for (int x = 0; x < heights.region.width; ++x) next = put_float(next, row[x]);
  }
  return raw;
}

/// Bytes at even places before those at odd places, each as its difference from the one before.
Bytes predicted(const Bytes& raw) {
  Bytes split(raw.size()), result(raw.size());
  const std::size_t half = (raw.size() + 1) / 2;
  for (std::size_t i = 0; i + 1 < raw.size(); i += 2) {
    split[i / 2] = raw[i];
    split[half + i / 2] = raw[i + 1];
  }
  if (raw.size() % 2 != 0) split[half - 1] = raw.back();
  result[0] = split[0];
  for (std::size_t i = 1; i < split.size(); ++i) result[i] = static_cast<std::uint8_t>(split[i] - split[i - 1] + 128);
  return result;
}

/// The block of `count` rows from `first` on: its first row, its size, and its bytes, compressed where that helps.
std::string block_of(const HeightView& heights, int first, int count) {
  const Bytes raw = raw_block(heights, first, count);
  const Bytes packed = Deflater(kExrLevel).zlib_stream(predicted(raw));
  const Bytes& bytes = packed.size() < raw.size() ? packed : raw;
  std::string block;
  put(block, static_cast<std::uint32_t>(first));
  put(block, static_cast<std::uint32_t>(bytes.size()));
  block.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return block;
}

/// The rows of a grid, unchecked.
class GridRows final : public HeightRows {
 public:
  explicit GridRows(const Grid<float>& samples) : samples_(samples) {}
  GridSpec grid() const override { return {samples_.width(), samples_.height(), 1, {0, 0}}; }
  HeightView rows(int first, int count) override {
    return {{0, first, samples_.width(), count}, samples_.row(first).data(), samples_.width()};
  }
  HeightRange range() override { return {}; }

 private:
  const Grid<float>& samples_;
};

}  // namespace

void write_exr(HeightRows& rows, const std::filesystem::path& folder, Sink& sink, const RunContext& context) {
  const GridSpec grid = rows.grid();
  WEALD_CHECK(grid.width > 0 && grid.height > 0);
  Spool blocks(folder);  // the places of all blocks stand before the first
  std::vector<std::uint64_t> places;
  const int tasks = static_cast<int>(std::clamp<std::int64_t>(
      kExrSamplesAtOnce / (std::int64_t{kRowsPerBlock} * grid.width), 1, (grid.height - 1) / kRowsPerBlock + 1));
  std::vector<std::string> packed(static_cast<std::size_t>(tasks));
  for (int first = 0; first < grid.height; first += tasks * kRowsPerBlock) {
    context.progress(static_cast<double>(first) / grid.height);
    const int count = std::min(tasks * kRowsPerBlock, grid.height - first);
    const HeightView heights = rows.rows(first, count);
    const auto used = static_cast<std::size_t>((count + kRowsPerBlock - 1) / kRowsPerBlock);
    parallel_blocks(used, 1, [&](std::size_t i, std::size_t) {
      const int row = static_cast<int>(i) * kRowsPerBlock;
      packed[i] = block_of(heights, first + row, std::min(kRowsPerBlock, count - row));
    });
    for (std::size_t i = 0; i < used; ++i) {
      places.push_back(blocks.size());
      blocks.append(std::as_bytes(std::span(packed[i])));
    }
  }
  std::string head = header_of(grid);
  const std::size_t start = head.size() + 8 * places.size();
  for (const std::uint64_t place : places) put(head, start + place);
  sink.append(head);
  blocks.copy_to(sink);
}

void write_exr(const Grid<float>& samples, Sink& sink) {
  GridRows rows(samples);
  write_exr(rows, {}, sink);
}

}  // namespace weald::io
