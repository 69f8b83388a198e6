#include "formats/meshes/detail/ply_vertices.h"

#include <algorithm>

namespace weald::io {

namespace {

constexpr std::uint32_t kNoCorner = mesh::Dcel::kNoIndex;
constexpr int kMaxLookedAt = 64;  // copies of a vertex; the limit keeps the time linear for a fan of many flat faces

}  // namespace

PlyVertices::PlyVertices(const mesh::Mesh& mesh) : mesh_(mesh), vertex_count_(mesh.vertex_count()) {
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f)
    largest_face_ = std::max(largest_face_, mesh.topology.valence(mesh::FaceId{f}));
  if (!mesh.uvs.index.empty() || !mesh.normals.index.empty()) split();
}

void PlyVertices::split() {
  const mesh::Dcel& topology = mesh_.topology;
  first_corner_.assign(vertex_count_, kNoCorner);
  of_corner_.assign(topology.halfedge_count(), 0);
  std::vector<std::uint32_t> last(vertex_count_, kNoCorner);  // per vertex, the last of its copies
  std::vector<std::uint32_t> before;                          // per copy, the previous copy of the same vertex
  for (std::uint32_t f = 0; f < mesh_.face_count(); ++f) {
    const mesh::HalfedgeId first = topology.halfedge(mesh::FaceId{f});
    mesh::HalfedgeId h = first;
    do {
      of_corner_[h.index] = vertex_for(h, topology.origin(h), last, before);
      h = topology.next(h);
    } while (h != first);
  }
}

std::uint32_t PlyVertices::vertex_for(mesh::HalfedgeId corner, mesh::VertexId origin, std::vector<std::uint32_t>& last,
                                      std::vector<std::uint32_t>& before) {
  std::uint32_t& first = first_corner_[origin.index];
  if (first == kNoCorner) first = corner.index;
  if (same_values(mesh::HalfedgeId{first}, corner)) return origin.index;
  const auto number = [&](std::size_t copy) { return static_cast<std::uint32_t>(vertex_count_ + copy); };
  int looked_at = 0;
  for (std::uint32_t copy = last[origin.index]; copy != kNoCorner && looked_at < kMaxLookedAt; copy = before[copy]) {
    if (same_values(mesh::HalfedgeId{copies_[copy]}, corner)) return number(copy);
    ++looked_at;
  }
  copies_.push_back(corner.index);
  before.push_back(last[origin.index]);
  last[origin.index] = static_cast<std::uint32_t>(copies_.size() - 1);
  return number(copies_.size() - 1);
}

bool PlyVertices::same_values(mesh::HalfedgeId a, mesh::HalfedgeId b) const {
  if (a == b) return true;
  const auto same = [&](const auto& attribute) {
    return attribute.index.empty() || attribute.index[a.index] == attribute.index[b.index] ||
           attribute.values[attribute.index[a.index]] == attribute.values[attribute.index[b.index]];
  };
  return same(mesh_.uvs) && same(mesh_.normals);
}

PlyVertex PlyVertices::at(std::size_t i) const {
  if (i >= vertex_count_) {
    const mesh::HalfedgeId corner{copies_[i - vertex_count_]};
    return {mesh_.topology.origin(corner).index, corner};
  }
  const auto origin = static_cast<std::uint32_t>(i);
  if (first_corner_.empty() || first_corner_[i] == kNoCorner) return {origin, std::nullopt};
  return {origin, mesh::HalfedgeId{first_corner_[i]}};
}

}  // namespace weald::io
