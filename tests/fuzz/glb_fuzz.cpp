// GLB: read and built into a mesh, which must be sound.

#include "formats/meshes/detail/glb_reader.h"
#include "mesh_promises.h"

namespace weald::fuzz {

namespace {

constexpr const char* kName = "fuzz.glb";

}  // namespace

void glb(std::string_view input) {
  io::MeshFile file;
  try {
    file = io::parse_glb(input, kName);
  } catch (const IoError& error) {
    return require(std::string_view(error.what()).find(kName) != std::string_view::npos, "an error names its file");
  }
  require_mesh(std::move(file));
}

}  // namespace weald::fuzz
