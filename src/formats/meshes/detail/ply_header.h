#pragma once
// The header of a PLY file: its elements and their properties.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/meshes/detail/obj_scanner.h"

namespace weald::io {

/// The type of a stored number.
enum class PlyType : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

/// Bytes of a number in a binary file.
std::size_t size_of(PlyType type);
bool is_float(PlyType type);

/// A number of each element, or a list of numbers.
struct PlyProperty {
  std::string name;
  PlyType type = PlyType::float32;
  std::optional<PlyType> length{};  ///< type of the length of a list; unset: not a list
};

/// A kind of element of the file, such as vertices.
struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties;
  ObjWord where;  ///< its name in the file

  /// Smallest size of one of them in a binary file, in which lists may be empty, bytes.
  std::size_t least_bytes() const;
  bool has_lists() const;
};

enum class PlyEncoding { text, little, big };

struct PlyHeader {
  PlyEncoding encoding = PlyEncoding::text;
  std::vector<PlyElement> elements;
  std::size_t size = 0;  ///< bytes up to the first element of a binary file
};

/// Reads the header of `bytes` with a scanner at their start, which is left after the word `end_header`. Names of
/// elements, and of the properties of an element, are unique. Errors: IoError "name:line:column: ..." if this is not a
/// header of a PLY file of version 1.0, or if the rest of the file is too short for the elements. Source: [ply-spec].
PlyHeader read_ply_header(std::string_view bytes, ObjScanner& scanner);

}  // namespace weald::io
