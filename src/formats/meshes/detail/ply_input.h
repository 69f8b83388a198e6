#pragma once
// Reads the numbers of a PLY file in order, from text or binary data.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "formats/meshes/detail/ply_header.h"

namespace weald::io {

/// Reads the numbers after the header.
class PlyInput {
 public:
  virtual ~PlyInput() = default;

  /// The next number, rounded to the nearest float. Fails if it is not a finite number.
  virtual float number(PlyType type) = 0;
  /// The next number. Fails if it is not whole.
  virtual std::int64_t whole(PlyType type) = 0;
  /// Skips the next `count` numbers.
  virtual void skip(PlyType type, std::uint64_t count) = 0;
  /// The line at which the next element begins; 0 in a binary file.
  virtual std::uint32_t next_line() = 0;
  /// The rest of the file after the last element: "3 bytes"; empty: none.
  virtual std::string rest() = 0;
  /// Throws IoError with the location of the number that was read last.
  [[noreturn]] virtual void fail(const std::string& message) const = 0;
};

/// The input after the header of `bytes`. `scanner` is at the end of the header, and reads the numbers of a text. All
/// arguments must outlive the result.
std::unique_ptr<PlyInput> ply_input(const PlyHeader& header, std::string_view bytes, const std::string& name,
                                    ObjScanner& scanner);

}  // namespace weald::io
