#include "formats/images/detail/deflate.h"

#include <new>

#include <libdeflate.h>
#include <zlib.h>

#include "base/check.h"

namespace weald::io {

namespace {

using Bytes = std::vector<std::uint8_t>;

/// Makes a complete stream that inflates to `size` bytes joinable. libdeflate has no flush: its last block must no
/// longer be marked as the last, and an empty stored block must end the stream at a byte boundary. zlib reports the bit
/// at which each block ends.
void leave_open(Bytes& stream, std::size_t size) {
  z_stream state{};
  const int started = inflateInit2(&state, -15);
  if (started == Z_MEM_ERROR) throw std::bad_alloc();
  WEALD_CHECK(started == Z_OK);
  const std::unique_ptr<z_stream, int (*)(z_stream*)> owner(&state, inflateEnd);
  Bytes inflated(size + 1);
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
  // An empty stored block: three zero bits, zeros up to a byte boundary, its length 0 and the complement of that.
  stream.resize((end + 3 + 7) / 8, 0);
  stream.insert(stream.end(), {0x00, 0x00, 0xFF, 0xFF});
}

}  // namespace

void Deflater::Free::operator()(libdeflate_compressor* compressor) const { libdeflate_free_compressor(compressor); }

Deflater::Deflater(int level) : compressor_(libdeflate_alloc_compressor(level)) {
  if (compressor_ == nullptr) throw std::bad_alloc();
}

std::vector<std::uint8_t> Deflater::zlib_stream(std::span<const std::uint8_t> bytes) const {
  Bytes out(libdeflate_zlib_compress_bound(compressor_.get(), bytes.size()));
  out.resize(libdeflate_zlib_compress(compressor_.get(), bytes.data(), bytes.size(), out.data(), out.size()));
  WEALD_CHECK(!out.empty());
  return out;
}

std::vector<std::uint8_t> Deflater::piece(std::span<const std::uint8_t> bytes, bool is_last) const {
  Bytes out(libdeflate_deflate_compress_bound(compressor_.get(), bytes.size()));
  out.resize(libdeflate_deflate_compress(compressor_.get(), bytes.data(), bytes.size(), out.data(), out.size()));
  WEALD_CHECK(!out.empty());
  if (!is_last) leave_open(out, bytes.size());
  return out;
}

}  // namespace weald::io
