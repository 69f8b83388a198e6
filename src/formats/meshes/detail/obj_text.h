#pragma once
// Validates OBJ text: every line is accepted, or reported with its location, before it is passed to a loader.

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/math/vec.h"
#include "data/image.h"

namespace weald::io {

/// The faces of a file as lines that a loader cannot misread: `f`, and corners separated by spaces. They refer to the
/// text of the file. Only lines in another form (with continuations, other blanks, slashes at the end of a corner,
/// `fo`) are rewritten.
struct ObjFaceText {
  std::vector<std::string_view> runs;  ///< one or more lines each, without the last line end
  std::deque<std::string> rewritten;   ///< rewritten lines that runs refer to
};

/// The group and the material of the faces from `face` on.
struct ObjSelection {
  std::uint32_t face = 0;
  std::optional<std::uint32_t> group{}, material{};  ///< indices into the names
};

/// The numbers of elements before a face with negative indices, which count back from these. Valid for such faces up to
/// the next entry.
struct ObjPools {
  std::uint32_t face = 0;
  std::uint32_t positions = 0, uvs = 0, normals = 0;
  bool operator==(const ObjPools&) const = default;
};

/// The content of an OBJ file. Faces are still text, but all their indices are in range.
struct ObjText {
  std::vector<Vec3f> positions;
  std::vector<Rgba8> colours;  ///< per position, or empty
  std::vector<Vec2f> uvs;
  std::vector<Vec3f> normals;
  ObjFaceText faces;                      ///< refers to the text that was read
  std::vector<std::uint32_t> face_lines;  ///< line number of each face
  std::vector<ObjSelection> selections;   ///< in the order of their faces
  std::vector<ObjPools> pools;            ///< in the order of their faces
  std::uint64_t corners = 0;
  std::vector<std::string> groups;          ///< from `g` and `o`
  std::vector<std::string> materials;       ///< from `usemtl`
  std::vector<std::string> material_files;  ///< from `mtllib`
  std::vector<std::string> warnings;        ///< ignored elements, each with its first line
};

/// Reads `text`, which must outlive the result; `name` is the file name in messages. Accepts LF, CRLF and CR line ends,
/// `\` continuation of element lines, negative indices, `v` with a weight of 1 or a colour, and comments anywhere.
/// Free-form curves and display attributes are ignored with a warning. Errors: IoError "name:line:column: ..." for
/// numbers that are not finite decimal numbers, indices that are 0 or out of range, faces with fewer than three
/// corners, unknown elements, bytes that are not text, and a file without faces. Source: [obj-spec].
ObjText check_obj(std::string_view text, const std::string& name);

}  // namespace weald::io
