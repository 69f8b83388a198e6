#pragma once
// The checked reading of OBJ text: every line is understood or refused with its place, before a loader sees it.

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/math/vec.h"
#include "data/image.h"

namespace weald::io {

/// The faces of a file as lines that a loader cannot misread: `f`, and corners with blanks between them. They are the
/// file's own text; only lines that are written otherwise (with continuations, other blanks, slashes at the end of a
/// corner, `fo`) are written anew.
struct ObjFaceText {
  std::vector<std::string_view> runs;  ///< of one or more lines, without the last one's end
  std::deque<std::string> rewritten;   ///< what runs refer to that is not the file's text
};

/// The group and the material of the faces from one on.
struct ObjSelection {
  std::uint32_t face = 0;
  std::optional<std::uint32_t> group{}, material{};  ///< indices into the names
};

/// How many elements stood before a face with negative indices, which count back from there. Holds for such faces up to
/// the next of these.
struct ObjPools {
  std::uint32_t face = 0;
  std::uint32_t positions = 0, uvs = 0, normals = 0;
  bool operator==(const ObjPools&) const = default;
};

/// What an OBJ file says: all but its faces, and the text of these, every index of which is in range.
struct ObjText {
  std::vector<Vec3f> positions;
  std::vector<Rgba8> colours;  ///< per position, or empty
  std::vector<Vec2f> uvs;
  std::vector<Vec3f> normals;
  ObjFaceText faces;                      ///< refers to the text that was read
  std::vector<std::uint32_t> face_lines;  ///< line number of each face
  std::vector<ObjSelection> selections;   ///< in the order of their faces
  std::vector<ObjPools> pools;            ///< likewise
  std::uint64_t corners = 0;
  std::vector<std::string> groups;          ///< from `g` and `o`
  std::vector<std::string> materials;       ///< from `usemtl`
  std::vector<std::string> material_files;  ///< from `mtllib`
  std::vector<std::string> warnings;        ///< what was passed over, each with its first line
};

/// Reads `text`, which must outlive the result; `name` stands for the file in messages. Accepts LF, CRLF and CR line
/// ends, `\` continuation of element lines, negative indices, `v` with a weight of 1 or a colour, comments anywhere.
/// Free-form curves and display attributes are passed over with a warning. Errors: IoError "name:line:column: ..." for
/// numbers that are not finite decimal numbers, indices that are 0 or out of range, faces with fewer than three
/// corners, unknown elements, and bytes that are not text; and when there is no face. Source: [obj-spec].
ObjText check_obj(std::string_view text, const std::string& name);

}  // namespace weald::io
