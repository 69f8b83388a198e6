#pragma once
// The numbers of a PLY file one after the other, whether it is a text or binary.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "formats/meshes/detail/ply_header.h"

namespace weald::io {

/// Reads the numbers behind the head.
class PlyInput {
 public:
  virtual ~PlyInput() = default;

  /// The next number, as the nearest float. Fails where it is not finite, or is no number.
  virtual float number(PlyType type) = 0;
  /// The next number, which has to be a whole one.
  virtual std::int64_t whole(PlyType type) = 0;
  /// Passes over the next numbers.
  virtual void skip(PlyType type, std::uint64_t count) = 0;
  /// The line at which the next element begins; 0 in a binary file.
  virtual std::uint32_t next_line() = 0;
  /// The rest of the file after the last element: "3 bytes"; empty: none.
  virtual std::string rest() = 0;
  /// Throws IoError with the place of the number that was read last.
  [[noreturn]] virtual void fail(const std::string& message) const = 0;
};

/// The input that follows the head of `bytes`. `scanner` stands behind it, and reads the numbers of a text. All
/// arguments must outlive what is made.
std::unique_ptr<PlyInput> ply_input(const PlyHeader& header, std::string_view bytes, const std::string& name,
                                    ObjScanner& scanner);

}  // namespace weald::io
