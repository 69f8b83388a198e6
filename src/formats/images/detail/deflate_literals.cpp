#include "formats/images/detail/deflate_literals.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "formats/images/detail/huffman_codes.h"

namespace weald::io {

namespace {

// Few enough for the codes to follow the data, many enough for the header of some 90 bytes not to matter.
constexpr std::size_t kBlockBytes = std::size_t{1} << 17;
constexpr std::size_t kStoredBytes = 65535;  // the most that a stored block can hold
constexpr std::size_t kLiterals = 257;       // with the end of the block
constexpr std::size_t kEnd = 256;
constexpr int kLongestLiteral = 12;  // four codes then fit into the bits that can be pending
constexpr int kLongestLength = 7;    // of the codes that the header's lengths are written in
constexpr std::array<std::uint8_t, 19> kLengthOrder{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

/// Appends bits, the lowest first.
class BitWriter {
 public:
  /// `bytes`: the most that will be written.
  BitWriter(std::vector<std::uint8_t>& out, std::size_t bytes) : out_(out) { out.resize(bytes + 8); }

  /// Appends the lowest `count` bits of `bits`, whose others are 0. Pre: at most 56 bits are pending.
  void put(std::uint64_t bits, unsigned count) {
    pending_ |= bits << count_;
    count_ += count;
  }
  /// Moves whole bytes out, so at most 7 bits are pending.
  void flush() {
    std::uint64_t bytes = pending_;
    if constexpr (std::endian::native == std::endian::little) {
      std::memcpy(out_.data() + size_, &bytes, sizeof(bytes));
    } else {
      for (std::size_t i = 0; i < sizeof(bytes); ++i, bytes >>= 8)
        out_[size_ + i] = static_cast<std::uint8_t>(bytes & 0xFF);
    }
    size_ += count_ / 8;
    pending_ >>= count_ & ~7u;
    count_ &= 7;
  }
  /// Fills the last byte with zeros.
  void align() {
    count_ = (count_ + 7) & ~7u;
    flush();
  }
  /// Pre: after align().
  void append(std::span<const std::uint8_t> bytes) {
    std::copy(bytes.begin(), bytes.end(), out_.begin() + static_cast<std::ptrdiff_t>(size_));
    size_ += bytes.size();
  }
  void finish() {
    align();
    out_.resize(size_);
  }

 private:
  std::vector<std::uint8_t>& out_;  // its first size_ bytes are final
  std::size_t size_ = 0;
  std::uint64_t pending_ = 0;
  unsigned count_ = 0;
};

using Uses = std::array<std::uint32_t, kLiterals>;

/// How often each byte is used, and the end once. Four tables, so that equal bytes in a row do not wait for each other.
Uses count_uses(std::span<const std::uint8_t> bytes) {
  std::array<std::array<std::uint32_t, 256>, 4> tables{};
  std::size_t i = 0;
  for (; i + 4 <= bytes.size(); i += 4) {
    for (std::size_t k = 0; k < 4; ++k) ++tables[k][bytes[i + k]];
  }
  for (; i < bytes.size(); ++i) ++tables[0][bytes[i]];
  Uses uses{};
  for (std::size_t value = 0; value < 256; ++value) {
    for (const auto& table : tables) uses[value] += table[value];
  }
  uses[kEnd] = 1;
  return uses;
}

/// A symbol of the code for lengths: a length, or a number of repetitions with its extra bits.
struct LengthSymbol {
  std::uint8_t symbol = 0;
  std::uint8_t extra = 0;
  std::uint8_t extra_bits = 0;
};

/// The lengths, with runs as repetitions.
std::vector<LengthSymbol> run_lengths(std::span<const std::uint8_t> lengths) {
  std::vector<LengthSymbol> symbols;
  const auto count_of = [](std::size_t count, std::size_t least) { return static_cast<std::uint8_t>(count - least); };
  for (std::size_t i = 0; i < lengths.size();) {
    std::size_t run = 1;
    while (i + run < lengths.size() && lengths[i + run] == lengths[i]) ++run;
    i += run;
    const std::uint8_t length = lengths[i - 1];
    if (length == 0) {
      while (run >= 11) {
        const std::size_t count = std::min<std::size_t>(run, 138);
        symbols.push_back({18, count_of(count, 11), 7});
        run -= count;
      }
      if (run >= 3) {
        symbols.push_back({17, count_of(run, 3), 3});
        run = 0;
      }
    } else {
      symbols.push_back({length});
      for (--run; run >= 3;) {
        const std::size_t count = std::min<std::size_t>(run, 6);
        symbols.push_back({16, count_of(count, 3), 2});
        run -= count;
      }
    }
    symbols.insert(symbols.end(), run, {length});
  }
  return symbols;
}

/// The codes of a block and its header.
class LiteralBlock {
 public:
  explicit LiteralBlock(std::span<const std::uint8_t> bytes) {
    const Uses uses = count_uses(bytes);
    const auto literals = std::span(lengths_).first(kLiterals);
    huffman_lengths(uses, kLongestLiteral, literals);
    // Two distances that are never used: some decoders expect a complete code.
    lengths_[kLiterals] = lengths_[kLiterals + 1] = 1;
    header_ = run_lengths(lengths_);
    std::array<std::uint32_t, 19> length_uses{};
    for (const LengthSymbol& symbol : header_) ++length_uses[symbol.symbol];
    huffman_lengths(length_uses, kLongestLength, length_lengths_);
    while (length_count_ > 4 && length_lengths_[kLengthOrder[length_count_ - 1]] == 0) --length_count_;
    bits_ = 3 + 5 + 5 + 4 + 3 * length_count_;
    for (const LengthSymbol& symbol : header_)
      bits_ += std::uint64_t{length_lengths_[symbol.symbol]} + std::uint64_t{symbol.extra_bits};
    for (std::size_t i = 0; i < kLiterals; ++i) bits_ += std::uint64_t{uses[i]} * lengths_[i];
  }

  std::uint64_t bits() const { return bits_; }

  void write(std::span<const std::uint8_t> bytes, bool is_last, BitWriter& out) const {
    write_header(is_last, out);
    std::array<std::uint16_t, kLiterals> codes{};
    huffman_codes(std::span(lengths_).first(kLiterals), codes);
    std::array<std::uint32_t, kLiterals> entries{};  // the code above its length
    for (std::size_t i = 0; i < kLiterals; ++i) entries[i] = std::uint32_t{codes[i]} << 8 | lengths_[i];
    const auto put = [&](std::size_t symbol) { out.put(entries[symbol] >> 8, entries[symbol] & 0xFF); };
    std::size_t i = 0;
    for (; i + 4 <= bytes.size(); i += 4) {
      for (std::size_t k = 0; k < 4; ++k) put(bytes[i + k]);
      out.flush();
    }
    for (; i < bytes.size(); ++i) put(bytes[i]);  // at most three, and the end
    put(kEnd);
    out.flush();
  }

 private:
  void write_header(bool is_last, BitWriter& out) const {
    out.put(is_last ? 1u : 0u, 1);
    out.put(2, 2);  // codes of its own
    out.put(kLiterals - 257, 5);
    out.put(2 - 1, 5);
    out.put(length_count_ - 4, 4);
    out.flush();
    for (std::size_t i = 0; i < length_count_; ++i) {
      out.put(length_lengths_[kLengthOrder[i]], 3);
      out.flush();
    }
    std::array<std::uint16_t, 19> codes{};
    huffman_codes(length_lengths_, codes);
    for (const LengthSymbol& symbol : header_) {
      out.put(codes[symbol.symbol], length_lengths_[symbol.symbol]);
      out.put(symbol.extra, symbol.extra_bits);
      out.flush();
    }
  }

  std::array<std::uint8_t, kLiterals + 2> lengths_{};  // of literals, then of distances
  std::vector<LengthSymbol> header_;
  std::array<std::uint8_t, 19> length_lengths_{};
  std::size_t length_count_ = 19;  // of those in kLengthOrder that are written
  std::uint64_t bits_ = 0;
};

std::uint64_t stored_bits(std::size_t bytes) {
  const std::size_t blocks = (bytes + kStoredBytes - 1) / kStoredBytes;
  return 8 * bytes + blocks * (3 + 7 + 32);
}

void write_stored(std::span<const std::uint8_t> bytes, bool is_last, BitWriter& out) {
  do {
    const auto part = bytes.first(std::min(bytes.size(), kStoredBytes));
    bytes = bytes.subspan(part.size());
    out.put(is_last && bytes.empty() ? 1u : 0u, 3);
    out.align();
    out.put(part.size(), 16);
    out.put(~part.size() & 0xFFFF, 16);
    out.flush();
    out.append(part);
  } while (!bytes.empty());
}

/// Calls use(block, is_last) for the blocks of a piece.
template <class Use>
void for_each_block(std::span<const std::uint8_t> bytes, const Use& use) {
  while (!bytes.empty()) {
    // Two blocks of equal size instead of a full one and a small one.
    const std::size_t size = bytes.size() <= kBlockBytes       ? bytes.size()
                             : bytes.size() <= 2 * kBlockBytes ? bytes.size() / 2
                                                               : kBlockBytes;
    use(bytes.first(size), size == bytes.size());
    bytes = bytes.subspan(size);
  }
}

}  // namespace

std::vector<std::uint8_t> deflate_literals(std::span<const std::uint8_t> bytes, bool is_last) {
  struct Part {
    std::span<const std::uint8_t> bytes;
    bool is_end = false;
    LiteralBlock block;
  };
  std::vector<Part> parts;
  std::uint64_t bits = 8 * 16;  // for an empty block, and the ends of bytes
  for_each_block(bytes, [&](std::span<const std::uint8_t> part, bool is_end) {
    parts.push_back({part, is_end, LiteralBlock(part)});
    bits += std::min(parts.back().block.bits(), stored_bits(part.size()));
  });
  std::vector<std::uint8_t> stream;
  BitWriter out(stream, bits / 8);
  for (const auto& [part, is_end, block] : parts) {
    if (block.bits() < stored_bits(part.size()))
      block.write(part, is_last && is_end, out);
    else
      write_stored(part, is_last && is_end, out);
  }
  if (!is_last || bytes.empty()) write_stored({}, is_last, out);
  out.finish();
  return stream;
}

std::uint64_t literal_bits(std::span<const std::uint8_t> bytes) {
  std::uint64_t bits = 0;
  for_each_block(bytes, [&](std::span<const std::uint8_t> part, bool) {
    bits += std::min(LiteralBlock(part).bits(), stored_bits(part.size()));
  });
  return bits;
}

}  // namespace weald::io
