#pragma once
// The directory of an image in a TIFF file: its tags with their values. Source: [tiff-spec].

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace weald::io {

/// How places in a TIFF file are stored.
enum class TiffKind {
  classic,  ///< in 32 bits, for files below 4 GiB
  big,      ///< in 64 bits: BigTIFF
};

/// The bytes before the first directory, little-endian; it follows them.
std::string tiff_start(TiffKind kind);

/// The tags of one image, in any order.
class TiffDirectory {
 public:
  void shorts(std::uint16_t tag, const std::vector<std::uint16_t>& values);
  void longs(std::uint16_t tag, const std::vector<std::uint32_t>& values);
  /// Places in the file or numbers of bytes, stored in 32 or 64 bits by the kind of the file.
  void places(std::uint16_t tag, const std::vector<std::uint64_t>& values);
  void doubles(std::uint16_t tag, const std::vector<double>& values);
  void text(std::uint16_t tag, std::string_view value);

  /// The number of bytes of encoded().
  std::uint64_t size(TiffKind kind) const;
  /// The directory and the values that it refers to, as they are stored from byte `start` of the file on. `has_next`:
  /// another directory follows.
  std::string encoded(TiffKind kind, std::uint64_t start, bool has_next) const;

 private:
  struct Entry {
    std::uint16_t type = 0;
    std::vector<std::uint64_t> values;  // whole numbers, or the bits of a double
  };

  std::map<std::uint16_t, Entry> entries_;
};

}  // namespace weald::io
