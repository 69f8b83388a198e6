#include "formats/images/detail/deflate.h"

#include <algorithm>
#include <memory>
#include <new>

#include <libdeflate.h>
#include <zlib.h>

#include "base/check.h"
#include "formats/images/detail/deflate_literals.h"

namespace weald::io {

namespace {

// libdeflate has no flush, so a piece that is followed by another is altered afterwards: its last block must not be
// marked as the last, and an empty stored block must end it at a byte boundary.

using Bytes = std::vector<std::uint8_t>;

/// Number of bytes that level 1 nearly always puts into one block.
constexpr std::size_t kOneBlockBytes = std::size_t{48} << 10;

/// Appends an empty stored block from bit `end` on: three zero bits, zeros up to a byte boundary, its length 0 and the
/// complement of that.
void append_empty_block(Bytes& stream, std::size_t end) {
  stream.resize((end + 3 + 7) / 8, 0);
  stream.insert(stream.end(), {0x00, 0x00, 0xFF, 0xFF});
}

/// Makes a stream of one block joinable; returns false and changes nothing if there are several blocks. The bit at
/// which the block ends is found by trial: the stream can be decoded only if the empty block begins at the right bit.
bool join_one_block(Bytes& stream, std::size_t size, libdeflate_decompressor* decompressor, Bytes& inflated) {
  inflated.resize(size);
  const std::size_t bytes = stream.size();
  const std::uint8_t first = stream[0];
  stream[0] = static_cast<std::uint8_t>(first & ~1u);
  for (const std::size_t end : {8 * bytes - 3, 8 * bytes}) {
    stream.resize(bytes);
    append_empty_block(stream, end);
    stream.insert(stream.end(), {0x03, 0x00});  // an empty last block, for the trial
    std::size_t taken = 0;
    const libdeflate_result result = libdeflate_deflate_decompress_ex(
        decompressor, stream.data(), stream.size(), inflated.data(), inflated.size(), &taken, nullptr);
    const bool is_whole = result == LIBDEFLATE_SUCCESS && taken == stream.size();
    stream.resize(stream.size() - 2);
    if (is_whole) return true;
  }
  stream.resize(bytes);
  stream[0] = first;
  return false;
}

/// Makes any complete stream joinable. zlib reports the bit at which each block ends, but inflating takes a third of
/// the time of encoding.
void join_blocks(Bytes& stream, std::size_t size, Bytes& inflated) {
  z_stream state{};
  const int started = inflateInit2(&state, -15);
  if (started == Z_MEM_ERROR) throw std::bad_alloc();
  WEALD_CHECK(started == Z_OK);
  const std::unique_ptr<z_stream, int (*)(z_stream*)> owner(&state, inflateEnd);
  inflated.resize(size + 1);
  state.next_in = stream.data();
  state.avail_in = static_cast<uInt>(stream.size());
  state.next_out = inflated.data();
  state.avail_out = static_cast<uInt>(inflated.size());
  constexpr unsigned kUnusedBits = 7, kInLastBlock = 64, kAtEndOfBlock = 128;  // of data_type
  std::size_t last_block = 0, end = 0;
  for (bool at_end = false; !at_end;) {
    WEALD_CHECK(inflate(&state, Z_BLOCK) == Z_OK);
    const auto flags = static_cast<unsigned>(state.data_type);
    if ((flags & kAtEndOfBlock) == 0) continue;
    end = 8 * state.total_in - (flags & kUnusedBits);
    at_end = (flags & kInLastBlock) != 0;
    if (!at_end) last_block = end;
  }
  stream[last_block / 8] = static_cast<std::uint8_t>(stream[last_block / 8] & ~(1u << (last_block % 8)));
  append_empty_block(stream, end);
}

/// Encodes `bytes` as one stream with libdeflate.
Bytes deflate_whole(libdeflate_compressor* compressor, std::span<const std::uint8_t> bytes) {
  Bytes out(libdeflate_deflate_compress_bound(compressor, bytes.size()));
  out.resize(libdeflate_deflate_compress(compressor, bytes.data(), bytes.size(), out.data(), out.size()));
  WEALD_CHECK(!out.empty());
  return out;
}

Bytes deflate_dense(std::span<const std::uint8_t> bytes, bool is_last, std::span<const std::uint8_t> history) {
  z_stream state{};
  const int started = deflateInit2(&state, 6, Z_DEFLATED, -15, 8, Z_FILTERED);
  if (started == Z_MEM_ERROR) throw std::bad_alloc();
  WEALD_CHECK(started == Z_OK);
  const std::unique_ptr<z_stream, int (*)(z_stream*)> owner(&state, deflateEnd);
  history = history.last(std::min(history.size(), kDeflateHistory));
  if (!history.empty())
    WEALD_CHECK(deflateSetDictionary(&state, history.data(), static_cast<uInt>(history.size())) == Z_OK);
  Bytes out(deflateBound(&state, bytes.size()) + 16);
  state.next_in = const_cast<Bytef*>(bytes.data());  // zlib's interface lacks const; it does not write here
  state.avail_in = static_cast<uInt>(bytes.size());
  state.next_out = out.data();
  state.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&state, is_last ? Z_FINISH : Z_SYNC_FLUSH);
  WEALD_CHECK(result == (is_last ? Z_STREAM_END : Z_OK) && state.avail_in == 0 && state.avail_out > 0);
  out.resize(state.total_out);
  return out;
}

}  // namespace

struct DeflateScratch::Coders {
  struct Free {
    void operator()(libdeflate_compressor* compressor) const { libdeflate_free_compressor(compressor); }
    void operator()(libdeflate_decompressor* owned) const { libdeflate_free_decompressor(owned); }
  };
  using Compressor = std::unique_ptr<libdeflate_compressor, Free>;

  /// The compressor in `place`, created on first use.
  static libdeflate_compressor* get(Compressor& place, int level) {
    if (place == nullptr) place.reset(libdeflate_alloc_compressor(level));
    if (place == nullptr) throw std::bad_alloc();
    return place.get();
  }

  Bytes code_fast(std::span<const std::uint8_t> bytes, bool is_last) {
    if (decompressor == nullptr) decompressor.reset(libdeflate_alloc_decompressor());
    if (decompressor == nullptr) throw std::bad_alloc();
    Bytes out;
    do {
      const auto part = bytes.first(std::min(bytes.size(), kOneBlockBytes));
      bytes = bytes.subspan(part.size());
      Bytes stream = deflate_whole(get(fast, 1), part);
      const bool goes_on = !is_last || !bytes.empty();
      if (goes_on && !join_one_block(stream, part.size(), decompressor.get(), inflated))
        join_blocks(stream, part.size(), inflated);
      out.insert(out.end(), stream.begin(), stream.end());
    } while (!bytes.empty());
    return out;
  }

  Bytes code_even(std::span<const std::uint8_t> bytes, bool is_last) {
    Bytes out = deflate_whole(get(even, 4), bytes);
    if (!is_last) join_blocks(out, bytes.size(), inflated);
    return out;
  }

  Compressor fast, even;
  std::unique_ptr<libdeflate_decompressor, Free> decompressor;
  Bytes inflated;  // output of trials, of which only the size is used
};

DeflateScratch::DeflateScratch() : coders_(std::make_unique<Coders>()) {}
DeflateScratch::~DeflateScratch() = default;

std::vector<std::uint8_t> deflate_piece(std::span<const std::uint8_t> bytes, DeflateCoder coder, bool is_last,
                                        DeflateScratch& scratch, std::span<const std::uint8_t> history) {
  DeflateScratch::Coders& coders = *scratch.coders_;
  switch (coder) {
    case DeflateCoder::literals: return deflate_literals(bytes, is_last);
    case DeflateCoder::fast: return coders.code_fast(bytes, is_last);
    case DeflateCoder::even: return coders.code_even(bytes, is_last);
    case DeflateCoder::dense: break;
  }
  return deflate_dense(bytes, is_last, history);
}

std::vector<std::uint8_t> deflate_piece(std::span<const std::uint8_t> bytes, DeflateCoder coder, bool is_last) {
  DeflateScratch scratch;
  return deflate_piece(bytes, coder, is_last, scratch);
}

std::uint32_t adler32(std::span<const std::uint8_t> bytes) { return libdeflate_adler32(1, bytes.data(), bytes.size()); }

std::uint32_t join_adler32(std::uint32_t first, std::uint32_t second, std::size_t second_size) {
  constexpr std::uint64_t kBase = 65521;
  // The plain sum starts at 1. The weighted sum of the second piece grows, for each byte, by the plain sum of the first
  // less that 1.
  const std::uint64_t carried = (first & 0xFFFF) + kBase - 1;
  const std::uint64_t sum = (carried + (second & 0xFFFF)) % kBase;
  const std::uint64_t weighted = ((first >> 16) + (second >> 16) + (second_size % kBase) * carried) % kBase;
  return static_cast<std::uint32_t>(weighted << 16 | sum);
}

std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t before) {
  return bytes.empty() ? before : libdeflate_crc32(before, bytes.data(), bytes.size());  // it returns 0 for null
}

}  // namespace weald::io
