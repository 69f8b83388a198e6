#include "io/deflate_scan.h"

#include <algorithm>
#include <array>

#include "core/check.h"

namespace weald::io {

namespace {

constexpr unsigned kMaxCodeLength = 15;

std::uint64_t load_little_endian(const std::uint8_t* bytes) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < 8; ++i) value |= std::uint64_t{bytes[i]} << (8 * i);
  return value;
}

class BitReader {
 public:
  explicit BitReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  /// Makes at least 56 bits available; zeros follow the end of the stream.
  void refill() {
    if (next_ + 8 <= bytes_.size()) {
      bits_ |= load_little_endian(bytes_.data() + next_) << count_;
      next_ += (63 - count_) >> 3;
      count_ |= 56;
      return;
    }
    WEALD_CHECK(next_ < bytes_.size() + 16);
    for (; count_ <= 56; count_ += 8, ++next_) {
      if (next_ < bytes_.size()) bits_ |= std::uint64_t{bytes_[next_]} << count_;
    }
  }
  std::uint64_t peek() const { return bits_; }
  void skip(unsigned count) {
    bits_ >>= count;
    count_ -= count;
  }
  /// The next `count` bits, at most 16.
  unsigned take(unsigned count) {
    refill();
    const unsigned value = static_cast<unsigned>(bits_ & ((1u << count) - 1));
    skip(count);
    return value;
  }
  std::size_t position() const { return next_ * 8 - count_; }
  bool past_end() const { return position() > bytes_.size() * 8; }
  /// Continues at byte `offset`.
  void seek(std::size_t offset) {
    WEALD_CHECK(offset <= bytes_.size());
    next_ = offset;
    bits_ = 0;
    count_ = 0;
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t next_ = 0;
  std::uint64_t bits_ = 0;
  unsigned count_ = 0;
};

/// What the scan does at a code.
enum class Kind : std::uint8_t { invalid, literal, length, end_of_block };

struct Entry {
  std::uint8_t code_bits = 0;  // of the code alone
  std::uint8_t skip = 0;       // code and extra bits
  Kind kind = Kind::invalid;
  std::uint8_t symbol = 0;  // of the code-length code only
};

using Table = std::vector<Entry>;  // 2^bits entries, indexed by the next bits of the stream

unsigned reverse(unsigned code, unsigned length) {
  unsigned result = 0;
  for (unsigned i = 0; i < length; ++i) result |= ((code >> i) & 1u) << (length - 1 - i);
  return result;
}

/// Canonical Huffman table of `lengths`; `classify` gives a symbol's kind and extra bits. Returns its index width.
template <class Classify>
unsigned build_table(std::span<const std::uint8_t> lengths, const Classify& classify, Table& table) {
  std::array<unsigned, kMaxCodeLength + 1> count{};
  for (const std::uint8_t length : lengths) ++count[length];
  count[0] = 0;
  std::array<unsigned, kMaxCodeLength + 1> next_code{};
  unsigned width = 1;
  for (unsigned length = 2; length <= kMaxCodeLength; ++length) {
    next_code[length] = (next_code[length - 1] + count[length - 1]) << 1;
    if (count[length] > 0) width = length;
  }
  table.assign(std::size_t{1} << width, Entry{});
  for (unsigned symbol = 0; symbol < lengths.size(); ++symbol) {
    const unsigned length = lengths[symbol];
    if (length == 0) continue;
    const unsigned code = next_code[length]++;
    WEALD_CHECK(code < (1u << length));
    Entry entry = classify(symbol);
    entry.code_bits = static_cast<std::uint8_t>(length);
    entry.skip = static_cast<std::uint8_t>(entry.skip + length);
    for (std::size_t i = reverse(code, length); i < table.size(); i += std::size_t{1} << length) table[i] = entry;
  }
  return width;
}

Entry literal_or_length(unsigned symbol) {
  if (symbol < 256) return {0, 0, Kind::literal, 0};
  if (symbol == 256) return {0, 0, Kind::end_of_block, 0};
  const unsigned extra = symbol < 265 || symbol >= 285 ? 0 : (symbol - 261) / 4;
  return {0, static_cast<std::uint8_t>(extra), Kind::length, 0};
}

Entry distance(unsigned symbol) {
  return {0, static_cast<std::uint8_t>(symbol < 4 ? 0 : symbol / 2 - 1), Kind::literal, 0};
}

Entry length_code(unsigned symbol) { return {0, 0, Kind::literal, static_cast<std::uint8_t>(symbol)}; }

/// Lets an entry stand for all the codes that its index holds in full: literals, and after them a length or the end.
void pack(const Table& single, unsigned width, Table& packed) {
  packed = single;
  for (std::size_t i = 0; i < packed.size(); ++i) {
    Entry& entry = packed[i];
    while (entry.kind == Kind::literal) {
      const Entry& next = single[i >> entry.skip];
      if (next.kind == Kind::invalid || entry.skip + next.code_bits > width) break;
      entry.skip = static_cast<std::uint8_t>(entry.skip + next.skip);
      entry.kind = next.kind;
    }
  }
}

class Scanner {
 public:
  explicit Scanner(std::span<const std::uint8_t> stream) : bits_(stream) {}

  DeflateEnd run() {
    DeflateEnd result;
    bool last = false;
    while (!last) {
      result.last_block = bits_.position();
      last = bits_.take(1) != 0;
      const unsigned type = bits_.take(2);
      WEALD_CHECK(type < 3);
      if (type == 0) {
        skip_stored();
      } else {
        type == 1 ? read_fixed_codes() : read_codes();
        skip_compressed();
      }
      WEALD_CHECK(!bits_.past_end());
    }
    result.end = bits_.position();
    return result;
  }

 private:
  void skip_stored() {
    bits_.seek((bits_.position() + 7) / 8);
    const unsigned length = bits_.take(16);
    WEALD_CHECK((length ^ bits_.take(16)) == 0xFFFF);
    bits_.seek(bits_.position() / 8 + length);
  }

  void read_fixed_codes() {
    std::array<std::uint8_t, 288> lengths{};
    for (std::size_t i = 0; i < lengths.size(); ++i) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    std::array<std::uint8_t, 30> distances{};
    distances.fill(5);
    build(lengths, distances);
  }

  void read_codes() {
    constexpr std::array<std::uint8_t, 19> order{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    const unsigned literals = bits_.take(5) + 257;
    const unsigned distances = bits_.take(5) + 1;
    const unsigned given = bits_.take(4) + 4;
    std::array<std::uint8_t, 19> first_lengths{};
    for (unsigned i = 0; i < given; ++i) first_lengths[order[i]] = static_cast<std::uint8_t>(bits_.take(3));
    const unsigned width = build_table(first_lengths, length_code, scratch_);
    std::array<std::uint8_t, 288 + 32 + 138> lengths{};
    for (unsigned i = 0; i < literals + distances;) {
      bits_.refill();
      const Entry entry = scratch_[bits_.peek() & ((1u << width) - 1)];
      WEALD_CHECK(entry.kind != Kind::invalid && !bits_.past_end());
      bits_.skip(entry.skip);
      if (entry.symbol < 16) {
        lengths[i++] = entry.symbol;
        continue;
      }
      WEALD_CHECK(entry.symbol > 16 || i > 0);
      const std::uint8_t repeated = entry.symbol == 16 ? lengths[i - 1] : std::uint8_t{0};
      const unsigned count = entry.symbol == 16   ? 3 + bits_.take(2)
                             : entry.symbol == 17 ? 3 + bits_.take(3)
                                                  : 11 + bits_.take(7);
      std::fill_n(lengths.begin() + i, count, repeated);
      i += count;
    }
    build(std::span(lengths).first(literals), std::span(lengths).subspan(literals, distances));
  }

  void build(std::span<const std::uint8_t> literals, std::span<const std::uint8_t> distances) {
    literal_width_ = build_table(literals, literal_or_length, scratch_);
    pack(scratch_, literal_width_, literals_);
    distance_width_ = build_table(distances, distance, distances_);
  }

  void skip_compressed() {
    const std::uint64_t literal_mask = (std::uint64_t{1} << literal_width_) - 1;
    const std::uint64_t distance_mask = (std::uint64_t{1} << distance_width_) - 1;
    for (;;) {
      bits_.refill();  // 56 bits: a literal or length code with its extra bits and a distance take at most 15 + 5 + 15
                       // + 13
      const Entry entry = literals_[bits_.peek() & literal_mask];
      bits_.skip(entry.skip);
      if (entry.kind == Kind::literal) continue;
      if (entry.kind == Kind::end_of_block) return;
      WEALD_CHECK(entry.kind == Kind::length && !bits_.past_end());
      const Entry from = distances_[bits_.peek() & distance_mask];
      WEALD_CHECK(from.kind != Kind::invalid);
      bits_.skip(from.skip);
    }
  }

  BitReader bits_;
  Table scratch_, literals_, distances_;
  unsigned literal_width_ = 0;
  unsigned distance_width_ = 0;
};

}  // namespace

DeflateEnd find_deflate_end(std::span<const std::uint8_t> stream) { return Scanner(stream).run(); }

void make_joinable(std::vector<std::uint8_t>& stream) {
  const DeflateEnd found = find_deflate_end(stream);
  stream[found.last_block / 8] =
      static_cast<std::uint8_t>(stream[found.last_block / 8] & ~(1u << (found.last_block % 8)));
  // A stored block is three zero bits, zeros up to a byte boundary, its length 0 and the complement of it.
  stream.resize((found.end + 3 + 7) / 8, 0);
  stream.insert(stream.end(), {0x00, 0x00, 0xFF, 0xFF});
}

}  // namespace weald::io
