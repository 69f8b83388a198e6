#pragma once
// The checked reading of OBJ text: every line is understood or refused with its place, before a loader sees it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/math/vec.h"
#include "data/image.h"

namespace weald::io {

/// The content of an OBJ file, with its faces as text in an unambiguous form: one `f` per line with positive indices in
/// range, `g <n>` and `usemtl <n>` with n an index into the names.
struct ObjText {
  std::vector<Vec3f> positions;
  std::vector<Rgba8> colours;  ///< per position, or empty
  std::vector<Vec2f> uvs;
  std::vector<Vec3f> normals;
  std::string faces;
  std::vector<std::uint32_t> face_lines;  ///< line number of each face
  std::uint64_t corners = 0;
  std::vector<std::string> groups;          ///< from `g` and `o`
  std::vector<std::string> materials;       ///< from `usemtl`
  std::vector<std::string> material_files;  ///< from `mtllib`
  std::vector<std::string> warnings;        ///< what was passed over, each with its first line
};

/// Reads `text`; `name` stands for the file in messages. Accepts LF, CRLF and CR line ends, `\` continuation of element
/// lines, negative indices, `v` with a weight of 1 or a colour, comments anywhere. Free-form curves and display
/// attributes are passed over with a warning. Errors: IoError "name:line:column: ..." for numbers that are not finite
/// decimal numbers, indices that are 0 or out of range, faces with fewer than three corners, unknown elements, and
/// bytes that are not text; and when there is no face. Source: [obj-spec].
ObjText check_obj(std::string_view text, const std::string& name);

}  // namespace weald::io
