// PLY: read, built into a mesh, written, and read again, which must give the same faces, places and values.

#include <array>

#include "formats/meshes/detail/ply_reader.h"
#include "formats/meshes/ply_writer.h"
#include "mesh_promises.h"

namespace weald::fuzz {

namespace {

constexpr const char* kName = "fuzz.ply";

void require_same(const mesh::Mesh& mesh, const mesh::Soup& again) {
  const mesh::Soup soup = mesh::to_soup(mesh);
  require(again.face_begin == soup.face_begin, "what is written has the same faces");
  for (std::size_t c = 0; c < soup.corners.size(); ++c) {
    const std::uint32_t v = soup.corners[c], w = again.corners[c];
    require(again.positions[w] == soup.positions[v], "what is written has the same places");
    if (!soup.colours.empty()) require(again.colours[w] == soup.colours[v], "what is written has the same colours");
    if (!soup.uvs.empty())
      require(again.uvs[w] == soup.uvs[soup.corner_uvs.empty() ? v : soup.corner_uvs[c]],
              "what is written has the same UVs");
  }
  require(soup.normals.empty() == again.normals.empty(), "what is written has normals where the mesh has them");
}

}  // namespace

void ply(std::string_view input) {
  io::MeshFile file;
  try {
    file = io::parse_ply(input, kName);
  } catch (const IoError& error) {
    return require_place(error.what(), kName, input);
  }
  io::MeshFile welded = file;
  io::weld_equal_positions(welded, kName);
  for (io::MeshFile* form : {&file, &welded}) {
    const mesh::Mesh mesh = require_mesh(std::move(*form));
    if (mesh.face_count() == 0) continue;  // files without faces are refused
    io::StringSink sink;
    io::write_ply(std::array{io::PlacedMesh{&mesh}}, sink);
    require_same(mesh, io::parse_ply(sink.text, "written.ply").soup);
  }
}

}  // namespace weald::fuzz
