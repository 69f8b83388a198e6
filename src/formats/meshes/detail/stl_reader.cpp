#include "formats/meshes/detail/stl_reader.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/counted.h"
#include "base/text/lower_case.h"
#include "base/text/shown.h"
#include "formats/files/raw_words.h"
#include "formats/meshes/detail/obj_scanner.h"

namespace weald::io {

namespace {

constexpr std::size_t kStlHeadBytes = 84, kStlTriangleBytes = 50, kMaxStlGroups = 0xFFFF;
constexpr std::size_t kStlLookedAt = 512;  // bytes at the start among which a binary file is expected to have a zero

using StlTriangle = std::array<Vec3f, 3>;

std::uint64_t stl_size(std::uint64_t triangles) { return kStlHeadBytes + kStlTriangleBytes * triangles; }

bool is_stl_text(std::string_view bytes) {
  if (bytes.size() >= kStlHeadBytes && bytes.size() == stl_size(word_at<std::uint32_t>(bytes.data() + 80)))
    return false;
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && bytes.substr(first).starts_with("solid") &&
         bytes.substr(0, kStlLookedAt).find('\0') == std::string_view::npos;
}

void add_triangle(const StlTriangle& triangle, std::uint32_t place, MeshFile& file) {
  mesh::Soup& soup = file.soup;
  const Vec3 a(triangle[0]), b(triangle[1]), c(triangle[2]);
  const auto normal = static_cast<std::uint32_t>(soup.normals.size());
  soup.normals.emplace_back(normalized_or(glm::cross(b - a, c - a), Vec3{0, 1, 0}));
  for (const Vec3f& corner : triangle) {
    soup.corners.push_back(static_cast<std::uint32_t>(soup.positions.size()));
    soup.corner_normals.push_back(normal);
    soup.positions.push_back(corner);
  }
  soup.face_begin.push_back(static_cast<std::uint32_t>(soup.corners.size()));
  file.face_places.push_back(place);
}

class StlTextReader {
 public:
  StlTextReader(std::string_view text, const std::string& name) : scanner_(text, name) {}

  void run(MeshFile& file) {
    file.soup.groups.clear();
    for (ObjWord word = next(); !word.empty(); word = next()) {
      if (lower(word) != "solid") unexpected(word, "solid");
      read_solid(word, file);
    }
  }

 private:
  static std::string lower(const ObjWord& word) { return lower_case(std::string(word.text.substr(0, 16))); }

  /// The next word of the text; empty at its end.
  ObjWord next() {
    for (;;) {
      const ObjWord word = scanner_.word();
      if (!word.empty() || !scanner_.next_line()) return word;
    }
  }

  [[noreturn]] void unexpected(const ObjWord& word, std::string_view wanted) const {
    scanner_.fail(word, word.empty() ? fmt::format("the file ends where '{}' is expected", wanted)
                                     : fmt::format("found '{}' where '{}' is expected", shown(word.text), wanted));
  }

  void expect(std::string_view wanted) {
    if (const ObjWord word = next(); lower(word) != wanted) unexpected(word, wanted);
  }

  void read_solid(const ObjWord& solid, MeshFile& file) {
    mesh::Soup& soup = file.soup;
    if (soup.groups.size() >= kMaxStlGroups) scanner_.fail(solid, "there are too many solids");
    const std::string name(scanner_.rest().text);
    soup.groups.push_back({name.empty() ? "mesh" : name, 0});
    for (;;) {
      const ObjWord word = next();
      if (lower(word) == "endsolid") break;
      if (lower(word) != "facet") unexpected(word, "facet");
      read_facet(word, file);
      soup.face_groups.push_back(static_cast<std::uint16_t>(soup.groups.size() - 1));
    }
    scanner_.rest();  // skips the repeated name
  }

  void read_facet(const ObjWord& facet, MeshFile& file) {
    expect("normal");
    for (int i = 0; i < 3; ++i) {
      if (const ObjWord word = next(); word.empty()) unexpected(word, "a number");
    }
    expect("outer");
    expect("loop");
    StlTriangle triangle{};
    for (Vec3f& corner : triangle) {
      expect("vertex");
      for (int axis = 0; axis < 3; ++axis) {
        const ObjWord word = next();
        if (word.empty()) unexpected(word, "a number");
        corner[axis] = scanner_.number(word);
      }
    }
    expect("endloop");
    expect("endfacet");
    add_triangle(triangle, facet.line, file);
  }

  ObjScanner scanner_;
};

[[noreturn]] void fail_at(const std::string& name, std::size_t byte, const std::string& message) {
  throw IoError(fmt::format("'{}', byte {}: {}", name, byte, message));
}

void read_binary_stl(std::string_view bytes, const std::string& name, MeshFile& file) {
  if (bytes.size() < kStlHeadBytes)
    fail_at(name, bytes.size(), "this is not an STL file: it ends within its 84-byte header");
  const auto triangles = word_at<std::uint32_t>(bytes.data() + 80);
  const std::size_t room = (bytes.size() - kStlHeadBytes) / kStlTriangleBytes;
  if (triangles > room)
    fail_at(name, 80,
            fmt::format("expected {}, but the file has room for {}", counted_noun(triangles, "triangle"), room));
  file.place = "face";
  file.soup.positions.reserve(std::size_t{3} * triangles);
  for (std::uint32_t i = 0; i < triangles; ++i) {
    std::size_t at = kStlHeadBytes + kStlTriangleBytes * i + 12;  // after the normal
    StlTriangle triangle{};
    for (Vec3f& corner : triangle) {
      for (int axis = 0; axis < 3; ++axis, at += 4) {
        corner[axis] = float_at(bytes.data() + at);
        if (!std::isfinite(corner[axis])) fail_at(name, at, "the number is not finite");
      }
    }
    add_triangle(triangle, i, file);
  }
  if (bytes.size() > stl_size(triangles))
    file.warnings.push_back(fmt::format("'{}': the last {} ignored", name,
                                        counted_noun(bytes.size() - stl_size(triangles), "byte is", "bytes are")));
}

}  // namespace

MeshFile parse_stl(std::string_view bytes, const std::string& name) {
  MeshFile file;
  if (is_stl_text(bytes))
    StlTextReader(bytes, name).run(file);
  else
    read_binary_stl(bytes, name, file);
  if (file.soup.face_count() == 0) throw IoError("'" + name + "' has no faces");
  file.shares_vertices = false;
  return file;
}

}  // namespace weald::io
