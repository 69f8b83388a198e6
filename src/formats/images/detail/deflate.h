#pragma once
// Deflate by libdeflate: zlib streams, and raw pieces that can be joined into one stream.

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

struct libdeflate_compressor;

namespace weald::io {

/// A compressor of one level, for any number of streams in succession.
class Deflater {
 public:
  /// `level`: 1 (fast) to 12 (small), as libdeflate counts them.
  explicit Deflater(int level);

  /// `bytes` as a complete zlib stream with its checksum. Source: [rfc1950].
  std::vector<std::uint8_t> zlib_stream(std::span<const std::uint8_t> bytes) const;
  /// `bytes` as raw deflate. A piece that is not the last ends at a byte boundary and leaves the stream open, so the
  /// bytes of the next piece can follow. Pre: less than 2^31 bytes. Source: [rfc1951].
  std::vector<std::uint8_t> piece(std::span<const std::uint8_t> bytes, bool is_last) const;

 private:
  struct Free {
    void operator()(libdeflate_compressor* compressor) const;
  };
  std::unique_ptr<libdeflate_compressor, Free> compressor_;
};

}  // namespace weald::io
