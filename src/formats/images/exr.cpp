#include "formats/images/exr.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include <zlib.h>

#include "base/check.h"
#include "base/error.h"
#include "base/parallel.h"
#include "formats/files/raw_words.h"
#include "formats/files/spool.h"
#include "formats/images/detail/deflate.h"
#include "formats/images/png_reader.h"

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

namespace {

constexpr std::string_view kExrMagic("\x76\x2F\x31\x01", 4);
constexpr std::uint32_t kLongNames = 0x400;  // the only flag of the version that does not affect this reader
constexpr std::size_t kMaxChannels = 1024;
constexpr std::size_t kMaxGain = 1040;  // deflate expands a byte to at most 1032

enum class PixelType : std::uint32_t { whole = 0, half = 1, single = 2 };
enum class Compression : std::uint8_t { none = 0, rle = 1, zips = 2, zip = 3 };

/// Reads little-endian values from bytes, in order. Errors: IoError if the bytes end too early.
class Cursor {
 public:
  Cursor(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  [[noreturn]] void fail(const std::string& reason) const { throw IoError("cannot read '" + name_ + "': " + reason); }

  std::string_view take(std::size_t count) {
    if (count > bytes_.size() - at_) fail("the EXR file is cut short or damaged");
    at_ += count;
    return bytes_.substr(at_ - count, count);
  }
  std::uint8_t byte() { return static_cast<std::uint8_t>(take(1)[0]); }
  std::uint32_t word() {
    const std::string_view four = take(4);
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value |= std::uint32_t{static_cast<unsigned char>(four[i])} << (8 * i);
    return value;
  }
  std::int32_t number() { return static_cast<std::int32_t>(word()); }
  std::uint64_t offset() {
    const std::uint64_t low = word();
    return low | std::uint64_t{word()} << 32;
  }
  /// The text up to a zero byte, which is skipped.
  std::string_view text() {
    const std::size_t end = bytes_.find('\0', at_);
    if (end == std::string_view::npos) fail("the EXR file is cut short or damaged");
    const std::string_view result = take(end - at_);
    take(1);
    return result;
  }
  void seek(std::uint64_t place) {
    if (place > bytes_.size()) fail("the EXR file is cut short or damaged");
    at_ = static_cast<std::size_t>(place);
  }

 private:
  std::string_view bytes_;
  const std::string& name_;
  std::size_t at_ = 0;
};

struct Channel {
  std::string_view name;
  PixelType type = PixelType::single;
  std::size_t bytes() const { return type == PixelType::half ? 2 : 4; }
};

struct ExrHeader {
  std::vector<Channel> channels;
  std::optional<Compression> compression;
  std::int64_t first_row = 0, width = 0, height = 0;
  int rows_per_block() const { return compression == Compression::zip ? 16 : 1; }
};

std::vector<Channel> parse_channels(Cursor value) {
  std::vector<Channel> channels;
  for (std::string_view name = value.text(); !name.empty(); name = value.text()) {
    const std::uint32_t type = value.word();
    value.take(4);  // a hint about gamma, and padding
    if (type > 2 || channels.size() == kMaxChannels) value.fail("its channels have an unknown layout");
    if (value.word() != 1 || value.word() != 1) value.fail("EXR files with subsampled channels are not supported");
    channels.push_back({name, static_cast<PixelType>(type)});
  }
  return channels;
}

void parse_attribute(std::string_view attribute, Cursor value, ExrHeader& header) {
  if (attribute == "channels") {
    header.channels = parse_channels(value);
  } else if (attribute == "compression") {
    const std::uint8_t kind = value.byte();
    if (kind > static_cast<std::uint8_t>(Compression::zip))
      value.fail("its compression is not supported; save it with ZIP, RLE or none");
    header.compression = static_cast<Compression>(kind);
  } else if (attribute == "dataWindow") {
    const std::int64_t x0 = value.number(), y0 = value.number(), x1 = value.number(), y1 = value.number();
    header.first_row = y0;
    header.width = x1 - x0 + 1;
    header.height = y1 - y0 + 1;
  }
}

ExrHeader parse_header(Cursor& cursor, const std::string& name) {
  if (cursor.take(4) != kExrMagic) cursor.fail("it is not an EXR file");
  const std::uint32_t version = cursor.word() & ~kLongNames;
  if ((version & 0xFF) != 2) cursor.fail("its EXR version is unknown");
  if (version != 2)
    cursor.fail("only single-part EXR images with scan lines are supported: no tiles, multiple parts or deep samples");
  ExrHeader header;
  for (std::string_view attribute = cursor.text(); !attribute.empty(); attribute = cursor.text()) {
    cursor.text();  // its type
    const std::uint32_t size = cursor.word();
    parse_attribute(attribute, Cursor(cursor.take(size), name), header);
  }
  if (header.channels.empty() || !header.compression || header.width <= 0 || header.height <= 0)
    cursor.fail("its header lacks a required attribute");
  const auto limit = static_cast<std::int64_t>(kMaxImageSamples);
  if (header.width > limit || header.height > limit || header.width * header.height > limit)
    cursor.fail("it has more than 16385 x 16385 samples");
  return header;
}

bool inflate_block(std::string_view packed, std::span<unsigned char> out) {
  uLongf size = out.size();
  const int result =
      uncompress(out.data(), &size, reinterpret_cast<const Bytef*>(packed.data()), static_cast<uLong>(packed.size()));
  return result == Z_OK && size == out.size();
}

bool expand_runs(std::string_view packed, std::span<unsigned char> out) {
  std::size_t from = 0, to = 0;
  while (from < packed.size()) {
    const int byte = static_cast<unsigned char>(packed[from++]), count = byte < 128 ? byte : byte - 256;
    const std::size_t length = count < 0 ? static_cast<std::size_t>(-count) : static_cast<std::size_t>(count) + 1;
    const std::size_t given = count < 0 ? length : 1;
    if (given > packed.size() - from || length > out.size() - to) return false;
    if (count < 0)
      std::memcpy(&out[to], &packed[from], length);
    else
      std::memset(&out[to], static_cast<unsigned char>(packed[from]), length);
    from += given;
    to += length;
  }
  return to == out.size();
}

/// Unpacks a block of rows into `out`, which has the unpacked size; false if the block is damaged.
bool unpack(std::string_view packed, Compression compression, std::vector<unsigned char>& scratch,
            std::span<unsigned char> out) {
  if (packed.size() == out.size()) {  // stored uncompressed, since compression would not have made it smaller
    std::memcpy(out.data(), packed.data(), packed.size());
    return true;
  }
  scratch.resize(out.size());
  const bool ok = compression == Compression::none  ? false
                  : compression == Compression::rle ? expand_runs(packed, scratch)
                                                    : inflate_block(packed, scratch);
  if (!ok) return false;
  // Before compression, the bytes at even offsets were moved to the front, and each byte was replaced by its difference
  // from the one before.
  for (std::size_t i = 1; i < scratch.size(); ++i)
    scratch[i] = static_cast<unsigned char>(scratch[i - 1] + scratch[i] - 128);
  const std::size_t half = (out.size() + 1) / 2;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = scratch[i / 2 + (i % 2 == 0 ? 0 : half)];
  return true;
}

float half_to_float(std::uint32_t half) {
  const std::uint32_t sign = (half & 0x8000) << 16, exponent = (half >> 10) & 31, fraction = half & 0x3FF;
  if (exponent == 0) {
    const float small = static_cast<float>(fraction) / 16777216.0f;  // 2^-24 per step
    return sign != 0 ? -small : small;
  }
  const std::uint32_t wide = exponent == 31 ? 255 : exponent + 112;
  return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

float pixel(const unsigned char* bytes, PixelType type) {
  const std::uint32_t low = bytes[0] | static_cast<std::uint32_t>(bytes[1]) << 8;
  if (type == PixelType::half) return half_to_float(low);
  const std::uint32_t word =
      low | static_cast<std::uint32_t>(bytes[2]) << 16 | static_cast<std::uint32_t>(bytes[3]) << 24;
  return type == PixelType::single ? std::bit_cast<float>(word) : static_cast<float>(word);
}

/// The position of a channel in rows that contain all channels.
struct Wanted {
  PixelType type;
  std::size_t before = 0;  // bytes per column of the channels before it
  std::size_t all = 0;     // of all channels
};

Wanted find_channel(const ExrHeader& header, const Cursor& cursor) {
  const auto named = [&](std::string_view name) {
    return std::find_if(header.channels.begin(), header.channels.end(),
                        [&](const Channel& c) { return c.name == name; });
  };
  auto found = named("Y");
  if (found == header.channels.end()) found = named("R");
  if (found == header.channels.end() && header.channels.size() == 1) found = header.channels.begin();
  if (found == header.channels.end()) cursor.fail("it has no channel called 'Y' or 'R'");
  Wanted wanted{found->type};
  for (auto it = header.channels.begin(); it != header.channels.end(); ++it) {
    if (it < found) wanted.before += it->bytes();
    wanted.all += it->bytes();
  }
  return wanted;
}

}  // namespace

bool is_exr(std::string_view bytes) { return bytes.starts_with(kExrMagic); }

Grid<float> read_exr(std::string_view bytes, const std::string& name) {
  Cursor cursor(bytes, name);
  const ExrHeader header = parse_header(cursor, name);
  const Wanted wanted = find_channel(header, cursor);
  const std::int64_t per_block = header.rows_per_block();
  const auto blocks = static_cast<std::size_t>((header.height + per_block - 1) / per_block);
  Cursor table(cursor.take(8 * blocks), name);
  const auto width = static_cast<std::size_t>(header.width);
  // Checked before memory is allocated: a short file cannot contain a large picture.
  if (width * static_cast<std::size_t>(header.height) * wanted.all / kMaxGain > bytes.size())
    cursor.fail("the EXR file is cut short or damaged");
  Grid<float> samples(static_cast<int>(header.width), static_cast<int>(header.height));
  std::vector<bool> seen(blocks, false);
  std::vector<unsigned char> scratch, rows;
  for (std::size_t i = 0; i < blocks; ++i) {
    cursor.seek(table.offset());
    const std::int64_t first = std::int64_t{cursor.number()} - header.first_row;
    const auto block = static_cast<std::size_t>(first / per_block);
    if (first < 0 || first >= header.height || first % per_block != 0 || seen[block])
      cursor.fail("its rows are not at their expected offsets");
    seen[block] = true;
    const std::int64_t count = std::min(per_block, header.height - first);
    rows.resize(static_cast<std::size_t>(count) * width * wanted.all);
    if (!unpack(cursor.take(cursor.word()), *header.compression, scratch, rows)) cursor.fail("its rows are damaged");
    for (std::int64_t y = 0; y < count; ++y) {
      const unsigned char* next = rows.data() + width * (static_cast<std::size_t>(y) * wanted.all + wanted.before);
      for (float& sample : samples.row(static_cast<int>(first + y))) {
        sample = pixel(next, wanted.type);
        next += wanted.type == PixelType::half ? 2 : 4;
      }
    }
  }
  return samples;
}

}  // namespace weald::io
