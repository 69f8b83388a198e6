#include "formats/meshes/meshopt_vertices.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace weald::io {

namespace {

constexpr char kVertexHead = static_cast<char>(0xA0);  // version 0
constexpr std::size_t kBlockBytes = 8192, kMaxInBlock = 256, kGroup = 16, kMinTail = 32;

/// The differences of one byte of all elements of a block, padded to a whole number of groups.
using ByteColumn = std::array<std::uint8_t, kMaxInBlock>;

/// Maps differences near 0, positive or negative, to small numbers.
std::uint8_t zigzag(std::uint8_t difference) {
  return static_cast<std::uint8_t>((difference << 1) ^ (difference & 0x80 ? 0xFF : 0));
}

std::uint8_t unzigzag(std::uint8_t code) { return static_cast<std::uint8_t>((code >> 1) ^ (code & 1 ? 0xFF : 0)); }

std::size_t groups_of(std::size_t count) { return (count + kGroup - 1) / kGroup; }

std::size_t column_head(std::size_t groups) { return (groups + 3) / 4; }

/// The two-bit code of the form of a group: 0, 2, 4 or 8 bits for each byte. Bytes that do not fit follow in full.
unsigned form_of(const std::uint8_t* group) {
  unsigned of_two = 0, of_four = 0, any = 0;
  for (std::size_t i = 0; i < kGroup; ++i) {
    any |= group[i];
    of_two += group[i] >= 3;
    of_four += group[i] >= 15;
  }
  if (any == 0) return 0;
  const unsigned two = 4 + of_two, four = 8 + of_four;
  if (two <= four && two < kGroup) return 1;
  return four < kGroup ? 2 : 3;
}

std::uint8_t* put_group(const std::uint8_t* group, unsigned form, std::uint8_t* out) {
  if (form == 0) return out;
  if (form == 3) return std::copy_n(group, kGroup, out);
  const unsigned bits = form == 1 ? 2 : 4, largest = (1U << bits) - 1;
  for (std::size_t i = 0; i < kGroup;) {
    unsigned byte = 0;
    for (unsigned filled = 0; filled < 8; filled += bits) byte = byte << bits | std::min<unsigned>(group[i++], largest);
    *out++ = static_cast<std::uint8_t>(byte);
  }
  for (std::size_t i = 0; i < kGroup; ++i) {
    if (group[i] >= largest) *out++ = group[i];
  }
  return out;
}

void append_column(const ByteColumn& column, std::size_t groups, std::string& out) {
  std::array<std::uint8_t, kMaxInBlock + kMaxInBlock / kGroup / 4> bytes{};  // no form is larger than the bytes
  std::uint8_t* end = bytes.data() + column_head(groups);
  for (std::size_t group = 0; group < groups; ++group) {
    const unsigned form = form_of(&column[group * kGroup]);
    bytes[group / 4] = static_cast<std::uint8_t>(bytes[group / 4] | form << group % 4 * 2);
    end = put_group(&column[group * kGroup], form, end);
  }
  out.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(end - bytes.data()));
}

/// Reads the parts of a stream in their order.
class StreamReader {
 public:
  explicit StreamReader(std::string_view bytes) : rest_(bytes) {}
  std::size_t size() const { return rest_.size(); }

  /// Fills the groups of a column. Returns false if the stream ends too early.
  bool read_column(std::size_t groups, ByteColumn& column) {
    if (rest_.size() < column_head(groups)) return false;
    const std::string_view head = take(column_head(groups));
    for (std::size_t group = 0; group < groups; ++group) {
      const unsigned form = static_cast<std::uint8_t>(head[group / 4]) >> group % 4 * 2 & 3;
      if (!read_group(form, &column[group * kGroup])) return false;
    }
    return true;
  }

 private:
  std::string_view take(std::size_t count) {
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }

  bool read_group(unsigned form, std::uint8_t* group) {
    if (form == 0) {
      std::fill_n(group, kGroup, std::uint8_t{0});
      return true;
    }
    const unsigned bits = 1U << form, largest = (1U << bits) - 1;
    if (rest_.size() < kGroup * bits / 8) return false;
    const std::string_view packed = take(kGroup * bits / 8);
    if (form == 3) {
      std::copy(packed.begin(), packed.end(), group);
      return true;
    }
    for (std::size_t i = 0; i < kGroup; ++i) {
      const auto byte = static_cast<std::uint8_t>(packed[i * bits / 8]);
      const unsigned code = byte >> (8 - bits - i * bits % 8) & largest;
      group[i] = static_cast<std::uint8_t>(code);
      if (code != largest) continue;
      if (rest_.empty()) return false;
      group[i] = static_cast<std::uint8_t>(take(1)[0]);
    }
    return true;
  }

  std::string_view rest_;
};

}  // namespace

std::size_t meshopt_block_length(std::size_t stride) {
  return std::min(kBlockBytes / stride / kGroup * kGroup, kMaxInBlock);
}

std::string meshopt_head() { return {kVertexHead}; }

void append_meshopt_blocks(std::string_view elements, std::string_view before, std::string& out) {
  const std::size_t stride = before.size(), length = meshopt_block_length(stride);
  const std::size_t count = elements.size() / stride;
  for (std::size_t begin = 0; begin < count; begin += length) {
    const std::size_t size = std::min(length, count - begin), groups = groups_of(size);
    const char* block = elements.data() + begin * stride;
    for (std::size_t k = 0; k < stride; ++k) {
      ByteColumn column;
      auto last = static_cast<std::uint8_t>(before[k]);
      for (std::size_t i = 0; i < size; ++i) {
        const auto byte = static_cast<std::uint8_t>(block[i * stride + k]);
        column[i] = zigzag(static_cast<std::uint8_t>(byte - last));
        last = byte;
      }
      std::fill(column.begin() + static_cast<std::ptrdiff_t>(size),
                column.begin() + static_cast<std::ptrdiff_t>(groups * kGroup), std::uint8_t{0});
      append_column(column, groups, out);
    }
    before = elements.substr((begin + size - 1) * stride, stride);
  }
}

std::string meshopt_tail(std::string_view first) {
  std::string tail(first.size() < kMinTail ? kMinTail - first.size() : 0, '\0');
  return tail.append(first);
}

std::optional<std::string> decode_meshopt_vertices(std::string_view bytes, std::size_t count, std::size_t stride) {
  const std::size_t tail = std::max(stride, kMinTail);
  if (bytes.size() < 1 + tail || bytes[0] != kVertexHead) return std::nullopt;
  StreamReader reader(bytes.substr(1));
  std::string elements(count * stride, '\0');
  std::string last(bytes.substr(bytes.size() - stride));
  const std::size_t length = meshopt_block_length(stride);
  ByteColumn column;
  for (std::size_t begin = 0; begin < count; begin += length) {
    const std::size_t size = std::min(length, count - begin);
    char* block = elements.data() + begin * stride;
    for (std::size_t k = 0; k < stride; ++k) {
      if (!reader.read_column(groups_of(size), column)) return std::nullopt;
      auto byte = static_cast<std::uint8_t>(last[k]);
      for (std::size_t i = 0; i < size; ++i) {
        byte = static_cast<std::uint8_t>(byte + unzigzag(column[i]));
        block[i * stride + k] = static_cast<char>(byte);
      }
      last[k] = static_cast<char>(byte);
    }
  }
  if (reader.size() != tail) return std::nullopt;
  return elements;
}

}  // namespace weald::io
