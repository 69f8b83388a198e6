// Real models, read by tinyobjloader. Their counts and what check says of them are pinned.

#include <catch2/catch.hpp>
#include <tiny_obj_loader.h>

#include "mesh/analysis.h"
#include "mesh/build.h"
#include "mesh/check.h"
#include "mesh/subdivide.h"
#include "mesh/triangulate.h"
#include "mesh/weld.h"

using namespace weald;
using namespace weald::mesh;

namespace {

Soup read_obj(const std::string& name) {
  tinyobj::ObjReader reader;
  tinyobj::ObjReaderConfig config;
  config.triangulate = false;
  REQUIRE(reader.ParseFromFile(std::string(WEALD_SOURCE_DIR) + "/tests/data/" + name, config));
  Soup soup;
  const auto& xyz = reader.GetAttrib().vertices;
  for (std::size_t i = 0; i + 2 < xyz.size(); i += 3) soup.positions.push_back({xyz[i], xyz[i + 1], xyz[i + 2]});
  for (const auto& shape : reader.GetShapes()) {
    std::size_t at = 0;
    for (const auto corners : shape.mesh.num_face_vertices) {
      std::vector<std::uint32_t> face;
      for (std::size_t i = 0; i < corners; ++i) face.push_back(static_cast<std::uint32_t>(shape.mesh.indices[at++].vertex_index));
      soup.add_face(face);
    }
  }
  return soup;
}

std::size_t count_of(const BuildReport& report, Defect defect) {
  std::size_t n = 0;
  for (const auto& item : report.items) n += item.defect == defect ? 1 : 0;
  return n;
}

}  // namespace
