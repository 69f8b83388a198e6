#include "formats/images/detail/deflate_scan.h"

#include <algorithm>
#include <array>

#include "base/check.h"

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

/// Index width of the tables that are looked at first. They fit the fastest cache, and codes that are longer are rare.
constexpr unsigned kPackedBits = 12;
constexpr std::size_t kPackedSize = std::size_t{1} << kPackedBits;

/// Which code comes next.
enum class Next : std::uint8_t {
  literal,   // or a length, or the end
  distance,  // after a length
  rare,      // as now, but what is here has to be looked up in the table of all bits
};

/// All the codes that an index holds in full: literals with a length after them, or one distance.
struct Packed {
  std::uint8_t skip = 0;  // codes and extra bits
  Next next = Next::rare;
};

Packed packed_literals(const Table& single, std::size_t mask, std::size_t index) {
  Packed entry;
  for (unsigned known = 0;;) {
    const Entry& code = single[(index >> known) & mask];
    const bool fits = known + code.code_bits <= kPackedBits && code.code_bits > 0;
    if (!fits || (code.kind != Kind::literal && code.kind != Kind::length)) return entry;
    known += code.skip;
    const bool is_length = code.kind == Kind::length;
    entry = {static_cast<std::uint8_t>(known), is_length ? Next::distance : Next::literal};
    if (is_length) return entry;
  }
}

Packed packed_distance(const Table& single, std::size_t mask, std::size_t index) {
  const Entry& code = single[index & mask];
  if (code.kind == Kind::invalid || code.code_bits > kPackedBits) return {};
  return {code.skip, Next::literal};
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
    literal_width_ = build_table(literals, literal_or_length, literals_);
    distance_width_ = build_table(distances, distance, distances_);
    for (std::size_t i = 0; i < kPackedSize; ++i) {
      packed_[i] = packed_literals(literals_, mask_of(literal_width_), i);
      packed_[kPackedSize + i] = packed_distance(distances_, mask_of(distance_width_), i);
    }
  }

  static std::size_t mask_of(unsigned width) { return (std::size_t{1} << width) - 1; }

  // Whether a literal or a match comes next cannot be predicted, so the common case does not branch on it.
  void skip_compressed() {
    auto next = Next::literal;
    for (;;) {
      bits_.refill();  // 56 bits: two steps take at most 12 + 5 and 12 + 13, a rare one 15 + 13
      Packed entry = at(next);
      if (entry.next != Next::rare) {
        bits_.skip(entry.skip);
        next = entry.next;
        entry = at(next);
        if (entry.next != Next::rare) {
          bits_.skip(entry.skip);
          next = entry.next;
          continue;
        }
        bits_.refill();
      }
      const bool is_distance = next == Next::distance;
      const Entry& whole = is_distance ? distances_[bits_.peek() & mask_of(distance_width_)]
                                       : literals_[bits_.peek() & mask_of(literal_width_)];
      WEALD_CHECK(whole.kind != Kind::invalid && !bits_.past_end());
      bits_.skip(whole.skip);
      if (!is_distance && whole.kind == Kind::end_of_block) return;
      next = whole.kind == Kind::length ? Next::distance : Next::literal;
    }
  }

  Packed at(Next next) const {
    return packed_[static_cast<std::size_t>(next) << kPackedBits | (bits_.peek() & (kPackedSize - 1))];
  }

  BitReader bits_;
  Table scratch_, literals_, distances_;
  std::array<Packed, 2 * kPackedSize> packed_{};  // of literals and lengths, then of distances
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
