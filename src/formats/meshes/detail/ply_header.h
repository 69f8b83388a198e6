#pragma once
// The head of a PLY file: what elements it has, and of which properties they consist.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/meshes/detail/obj_scanner.h"

namespace weald::io {

/// How one number is kept.
enum class PlyType : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

/// Bytes of a number in a binary file.
std::size_t size_of(PlyType type);
bool is_float(PlyType type);

/// A number of each element, or a list of numbers.
struct PlyProperty {
  std::string name;
  PlyType type = PlyType::float32;
  std::optional<PlyType> length{};  ///< of a list: of its length
};

/// A kind of things that the file has, such as vertices.
struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties;
  ObjWord where;  ///< its name in the file

  /// Fewest bytes that one of them takes in a binary file: lists may be empty.
  std::size_t least_bytes() const;
  bool has_lists() const;
};

enum class PlyEncoding { text, little, big };

struct PlyHeader {
  PlyEncoding encoding = PlyEncoding::text;
  std::vector<PlyElement> elements;
  std::size_t size = 0;  ///< bytes up to the first element of a binary file
};

/// Reads the head of `bytes`; the scanner, which begins at their start, is then behind the word `end_header`. Names of
/// elements, and of the properties of one, are different. Errors: IoError "name:line:column: ..." for what is no head
/// of a PLY file of version 1.0, and for elements that the rest of the file has no room for. Source: [ply-spec].
PlyHeader read_ply_header(std::string_view bytes, ObjScanner& scanner);

}  // namespace weald::io
