// STL: read, welded, built into a mesh, written, and read again, which must give the same triangles.

#include <array>

#include "formats/meshes/detail/stl_reader.h"
#include "formats/meshes/stl_writer.h"
#include "mesh_promises.h"

namespace weald::fuzz {

namespace {

constexpr const char* kName = "fuzz.stl";

}  // namespace

void stl(std::string_view input) {
  io::MeshFile file;
  try {
    file = io::parse_stl(input, kName);
  } catch (const IoError& error) {
    return require_place(error.what(), kName, input);
  }
  io::weld_equal_positions(file, kName);
  const mesh::Mesh mesh = require_mesh(std::move(file));
  if (mesh.face_count() == 0) return;  // files without faces are refused
  io::StringSink sink;
  io::write_stl(std::array{io::PlacedMesh{&mesh}}, sink);
  const io::MeshFile again = io::parse_stl(sink.text, "written.stl");
  const mesh::Soup soup = mesh::to_soup(mesh);
  require(again.soup.face_count() == soup.face_count(), "what is written has the same triangles");
  for (std::size_t c = 0; c < soup.corners.size(); ++c)
    require(again.soup.positions[c] == soup.positions[soup.corners[c]], "what is written has the same places");
}

}  // namespace weald::fuzz
