// MTL: read, written, and read again, which must give the same materials.

#include <array>
#include <set>

#include "formats/meshes/detail/mtl_reader.h"
#include "formats/meshes/obj_writer.h"
#include "harness.h"

namespace weald::fuzz {

namespace {

constexpr const char* kName = "fuzz.mtl";

bool is_share(float value) { return value >= 0 && value <= 1; }

}  // namespace

void mtl(std::string_view input) {
  std::vector<std::string> warnings;
  const std::vector<io::MtlMaterial> materials = io::parse_mtl(input, kName, warnings);
  for (const std::string& warning : warnings) require_place(warning, kName, input);
  mesh::Mesh mesh;
  mesh.materials.clear();
  for (const io::MtlMaterial& material : materials) {
    require(is_share(material.colour.r) && is_share(material.colour.g) && is_share(material.colour.b) &&
                is_share(material.roughness),
            "numbers of materials lie between 0 and 1");
    mesh.materials.push_back({std::to_string(mesh.materials.size()), material.colour, material.roughness});
  }
  io::StringSink sink;
  io::write_mtl(std::array{io::ObjPart{&mesh}}, sink);
  const std::vector<io::MtlMaterial> again = io::parse_mtl(sink.text, kName, warnings);
  require(again.size() == materials.size(), "all materials are written");
  for (std::size_t i = 0; i < again.size(); ++i)
    require(again[i].colour == materials[i].colour && again[i].roughness == materials[i].roughness,
            "a material that is written reads back as itself");
}

}  // namespace weald::fuzz
