#pragma once
// Raw deflate pieces that can be joined into one stream, encoded by one of several coders.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace weald::io {

enum class DeflateCoder : std::uint8_t {
  literals,  ///< no matches: for noisy data, where a search for matches finds nearly nothing; see deflate_literals.h
  fast,      ///< libdeflate level 1: for data with some matches, in seven times the time of literals
  even,      ///< libdeflate level 4: for pictures; level 6 makes them 2 to 5 % smaller in twice the time
  dense,     ///< zlib level 6: several times slower on noise, far smaller on data with much repetition
};

/// Number of bytes before a piece that `dense` can refer to.
inline constexpr std::size_t kDeflateHistory = 32768;

/// State shared by pieces that are encoded one after the other: its allocation takes as long as encoding some
/// kilobytes.
class DeflateScratch {
 public:
  DeflateScratch();
  ~DeflateScratch();
  DeflateScratch(const DeflateScratch&) = delete;
  DeflateScratch& operator=(const DeflateScratch&) = delete;

 private:
  friend std::vector<std::uint8_t> deflate_piece(std::span<const std::uint8_t> bytes, DeflateCoder coder, bool is_last,
                                                 DeflateScratch& scratch, std::span<const std::uint8_t> history);
  struct Coders;
  std::unique_ptr<Coders> coders_;
};

/// `bytes` as raw deflate. A piece that is not the last ends at a byte boundary and leaves the stream open, so the
/// bytes of the next piece can follow. `history`: the end of the bytes of the pieces before, to which `dense` may
/// refer, so that many pieces are hardly larger than one; at most the last kDeflateHistory bytes matter. Source:
/// [rfc1951].
std::vector<std::uint8_t> deflate_piece(std::span<const std::uint8_t> bytes, DeflateCoder coder, bool is_last,
                                        DeflateScratch& scratch, std::span<const std::uint8_t> history = {});
/// Like above, for one piece.
std::vector<std::uint8_t> deflate_piece(std::span<const std::uint8_t> bytes, DeflateCoder coder, bool is_last);

/// Adler-32 checksum of `bytes`. Source: [rfc1950].
std::uint32_t adler32(std::span<const std::uint8_t> bytes);

/// Adler-32 of two pieces in a row, from their checksums and the size of the second.
std::uint32_t join_adler32(std::uint32_t first, std::uint32_t second, std::size_t second_size);

/// CRC-32 of `bytes` that follow bytes whose checksum is `before` (0: none).
std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t before = 0);

}  // namespace weald::io
