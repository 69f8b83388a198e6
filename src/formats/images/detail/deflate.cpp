#include "formats/images/detail/deflate.h"

#include <memory>
#include <new>

#include <libdeflate.h>
#include <zlib.h>

#include "base/check.h"
#include "formats/images/detail/deflate_scan.h"

namespace weald::io {

namespace {

std::vector<std::uint8_t> deflate_with(libdeflate_compressor* compressor, std::span<const std::uint8_t> bytes,
                                       bool is_last) {
  std::vector<std::uint8_t> out(libdeflate_deflate_compress_bound(compressor, bytes.size()));
  out.resize(libdeflate_deflate_compress(compressor, bytes.data(), bytes.size(), out.data(), out.size()));
  WEALD_CHECK(!out.empty());
  if (!is_last) make_joinable(out);
  return out;
}

std::vector<std::uint8_t> deflate_dense(std::span<const std::uint8_t> bytes, bool is_last) {
  z_stream state{};
  const int started = deflateInit2(&state, 6, Z_DEFLATED, -15, 8, Z_FILTERED);
  if (started == Z_MEM_ERROR) throw std::bad_alloc();
  WEALD_CHECK(started == Z_OK);
  const std::unique_ptr<z_stream, int (*)(z_stream*)> owner(&state, deflateEnd);
  std::vector<std::uint8_t> out(deflateBound(&state, bytes.size()) + 16);
  state.next_in = const_cast<Bytef*>(bytes.data());  // zlib's interface predates const; it does not write here
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
  };
  using Compressor = std::unique_ptr<libdeflate_compressor, Free>;

  /// The compressor in `place`, made at its first use.
  static libdeflate_compressor* get(Compressor& place, int level) {
    if (place == nullptr) place.reset(libdeflate_alloc_compressor(level));
    if (place == nullptr) throw std::bad_alloc();
    return place.get();
  }

  Compressor fast, even;
};

DeflateScratch::DeflateScratch() : coders_(std::make_unique<Coders>()) {}
DeflateScratch::~DeflateScratch() = default;

std::vector<std::uint8_t> deflate_piece(std::span<const std::uint8_t> bytes, DeflateCoder coder, bool is_last,
                                        DeflateScratch& scratch) {
  using Coders = DeflateScratch::Coders;
  Coders& coders = *scratch.coders_;
  switch (coder) {
    case DeflateCoder::fast: return deflate_with(Coders::get(coders.fast, 1), bytes, is_last);
    case DeflateCoder::even: return deflate_with(Coders::get(coders.even, 4), bytes, is_last);
    case DeflateCoder::dense: break;
  }
  return deflate_dense(bytes, is_last);
}

std::vector<std::uint8_t> deflate_piece(std::span<const std::uint8_t> bytes, DeflateCoder coder, bool is_last) {
  DeflateScratch scratch;
  return deflate_piece(bytes, coder, is_last, scratch);
}

std::uint32_t adler32(std::span<const std::uint8_t> bytes) { return libdeflate_adler32(1, bytes.data(), bytes.size()); }

std::uint32_t join_adler32(std::uint32_t first, std::uint32_t second, std::size_t second_size) {
  constexpr std::uint64_t kBase = 65521;
  // Each sum starts at 1; the second piece's weighted sum grows by the first's plain sum, less that 1, for each byte.
  const std::uint64_t carried = (first & 0xFFFF) + kBase - 1;
  const std::uint64_t sum = (carried + (second & 0xFFFF)) % kBase;
  const std::uint64_t weighted = ((first >> 16) + (second >> 16) + (second_size % kBase) * carried) % kBase;
  return static_cast<std::uint32_t>(weighted << 16 | sum);
}

std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t before) {
  return bytes.empty() ? before : libdeflate_crc32(before, bytes.data(), bytes.size());  // of a null pointer it gives 0
}

}  // namespace weald::io
