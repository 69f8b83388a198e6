// OBJ: read, built into a mesh, written, and read again, which must give the same mesh.

#include <array>

#include "base/error.h"
#include "formats/meshes/detail/obj_reader.h"
#include "formats/meshes/obj_writer.h"
#include "harness.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"

namespace weald::fuzz {

namespace {

constexpr const char* kName = "fuzz.obj";

mesh::BuildResult built(io::ObjFile file) { return mesh::build_mesh(std::move(file.soup), mesh::NonManifold::split); }

/// Requires that all corners of a file's faces refer to what is there.
void require_complete(const io::ObjFile& file) {
  const mesh::Soup& soup = file.soup;
  require(soup.face_count() > 0 && soup.face_count() == file.face_lines.size(), "every face has its line");
  require(soup.corner_uvs.empty() || soup.corner_uvs.size() == soup.corners.size(), "all corners have a UV or none");
  require(soup.corner_normals.empty() || soup.corner_normals.size() == soup.corners.size(),
          "all corners have a normal or none");
  require(soup.face_groups.size() == soup.face_count(), "every face has its group");
  for (const std::string& warning : file.warnings) require(!warning.empty(), "a warning says something");
}

void require_round_trip(const mesh::Mesh& mesh) {
  io::StringSink sink;
  try {
    io::write_obj(std::array{io::ObjPart{&mesh, Mat4(1.0), "fuzz"}}, "", sink);
  } catch (const StageError&) {
    return;  // a normal that became too large for a float
  }
  const io::ObjFile again = io::parse_obj(sink.text, "written.obj", "nowhere");
  require(again.soup.face_count() == mesh.face_count(), "what is written has the same faces");
  require(again.soup.positions == mesh.positions, "what is written has the same positions");
}

}  // namespace

void obj(std::string_view input) {
  io::ObjFile file;
  try {
    file = io::parse_obj(input, kName, "nowhere");
  } catch (const IoError& error) {
    return require_place(error.what(), kName, input);
  }
  require_complete(file);
  const mesh::BuildResult result = built(std::move(file));
  require(!result.refused, "a mesh is built from whatever is read");
  require(mesh::check(result.mesh).ok(), "a mesh that was built has no fault");
  if (result.mesh.face_count() > 0) require_round_trip(result.mesh);  // files without faces are refused
}

}  // namespace weald::fuzz
