#include "formats/meshes/stl_writer.h"

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "formats/files/element_stream.h"
#include "formats/files/raw_words.h"
#include "methods/mesh/triangulate.h"

namespace weald::io {

namespace {

using mesh::Mesh;

constexpr std::size_t kStlHead = 80, kStlTriangle = 50;

std::uint64_t triangles_of(const Mesh& mesh) {
  std::uint64_t triangles = 0;
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f)
    triangles += mesh.topology.valence(mesh::FaceId{f}) - std::uint64_t{2};
  return triangles;
}

std::string stl_head(std::uint64_t triangles) {
  std::string head = "made by weald; metres, y up";  // must not begin with "solid", which marks a text
  head.resize(kStlHead, ' ');
  std::array<char, 4> count{};
  put_word(count.data(), static_cast<std::uint32_t>(triangles));
  return head.append(count.data(), count.size());
}

char* put_triangle(char* out, const Vec3f& a, const Vec3f& b, const Vec3f& c) {
  const Vec3 normal = normalized_or(glm::cross(Vec3(b) - Vec3(a), Vec3(c) - Vec3(a)), Vec3{0});
  for (const Vec3f& v : {Vec3f(normal), a, b, c}) out = put_float(put_float(put_float(out, v.x), v.y), v.z);
  return put_word(out, std::uint16_t{0});
}

/// The corners of a face in the world, and in the mesh for its triangulation.
struct StlFace {
  std::vector<Vec3> own;
  std::vector<Vec3f> world;
};

void take_corners(const Mesh& mesh, const Placing& placing, mesh::FaceId f, StlFace& face) {
  face.own.clear();
  face.world.clear();
  const mesh::HalfedgeId first = mesh.topology.halfedge(f);
  mesh::HalfedgeId h = first;
  do {
    const std::uint32_t v = mesh.topology.origin(h).index;
    const Vec3f p = placing.position(mesh.positions[v]);
    if (!is_finite(p)) refuse_infinite("STL", "the position of vertex", v);
    face.own.emplace_back(mesh.positions[v]);
    face.world.push_back(p);
    h = mesh.topology.next(h);
  } while (h != first);
}

void write_stl_faces(const PlacedMesh& part, const ElementRange& range, TextBlock& bytes) {
  const Placing placing(part.world_from_mesh);
  StlFace face;
  for (std::size_t f = range.begin; f < range.end; ++f) {
    take_corners(*part.mesh, placing, mesh::FaceId{static_cast<std::uint32_t>(f)}, face);
    char* out = bytes.room((face.own.size() - 2) * kStlTriangle);
    const auto put = [&](std::uint32_t i, std::uint32_t j, std::uint32_t k) {
      if (placing.mirrored()) std::swap(j, k);
      out = put_triangle(out, face.world[i], face.world[j], face.world[k]);
    };
    if (face.own.size() == 3) {
      put(0, 1, 2);
    } else {
      for (const auto& [i, j, k] : mesh::triangulate_polygon(face.own)) put(i, j, k);
    }
    bytes.end_at(out);
  }
}

}  // namespace

void write_stl(std::span<const PlacedMesh> parts, Sink& sink, const RunContext& context) {
  std::map<const Mesh*, std::uint64_t> triangles_in;
  std::vector<std::size_t> face_counts;
  std::uint64_t triangles = 0;
  for (const PlacedMesh& part : parts) {
    const auto [entry, is_new] = triangles_in.try_emplace(part.mesh, 0);
    if (is_new) entry->second = triangles_of(*part.mesh);
    triangles += entry->second;
    if (triangles > 0xFFFFFFFFu) throw StageError("the mesh has more triangles than an STL file can count (2^32 - 1)");
    face_counts.push_back(part.mesh->face_count());
  }
  sink.append(stl_head(triangles));
  stream_elements(
      face_counts,
      [&](const ElementRange& range, TextBlock& bytes) { write_stl_faces(parts[range.part], range, bytes); }, sink,
      context);
}

}  // namespace weald::io
