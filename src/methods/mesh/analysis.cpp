#include "methods/mesh/analysis.h"

#include <algorithm>

#include "data/circulators.h"

namespace weald::mesh {
namespace {

constexpr double kDegenerateArea = 1e-10;  // relative to the squared length of the longest edge

/// Connected component of every vertex, numbered in order of the first vertex; Dcel::kNoIndex for isolated vertices.
std::vector<std::uint32_t> label_components(const Dcel& dcel, std::uint32_t& count) {
  std::vector<std::uint32_t> label(dcel.vertex_count(), Dcel::kNoIndex);
  std::vector<VertexId> open;
  count = 0;
  for (std::uint32_t seed = 0; seed < dcel.vertex_count(); ++seed) {
    if (label[seed] != Dcel::kNoIndex || !dcel.halfedge(VertexId{seed})) continue;
    label[seed] = count;
    open.push_back(VertexId{seed});
    while (!open.empty()) {
      const VertexId v = open.back();
      open.pop_back();
      for (const VertexId w : neighbours_of(dcel, v)) {
        if (label[w.index] != Dcel::kNoIndex) continue;
        label[w.index] = count;
        open.push_back(w);
      }
    }
    ++count;
  }
  return label;
}

void count_components(const Dcel& dcel, MeshAnalysis& result) {
  std::uint32_t count = 0;
  const std::vector<std::uint32_t> label = label_components(dcel, count);
  result.components.resize(count);
  for (const std::uint32_t component : label) {
    if (component == Dcel::kNoIndex) {
      ++result.isolated_vertices;
    } else {
      ++result.components[component].vertices;
    }
  }
  for (std::uint32_t h = 0; h < dcel.halfedge_count(); h += 2) ++result.components[label[dcel.origins()[h]]].edges;
  for (const std::uint32_t h : dcel.face_halfedges()) ++result.components[label[dcel.origins()[h]]].faces;

  std::vector<bool> met(dcel.halfedge_count(), false);
  for (std::uint32_t first = 0; first < dcel.halfedge_count(); ++first) {
    if (dcel.faces()[first] != Dcel::kNoIndex) continue;
    ++result.boundary_edges;
    if (met[first]) continue;
    ++result.boundary_loops;
    ++result.components[label[dcel.origins()[first]]].boundary_loops;
    for (const HalfedgeId h : loop_of(dcel, HalfedgeId{first})) met[h.index] = true;
  }
}

/// Six times the signed volume of the tetrahedra between `apex` and the face, triangulated as a fan about its first
/// corner.
double sixfold_volume(const Mesh& mesh, FaceId f, const Vec3& apex) {
  const Dcel& dcel = mesh.topology;
  const HalfedgeId first = dcel.halfedge(f);
  const auto at = [&](HalfedgeId h) { return Vec3{mesh.positions[dcel.origin(h).index]} - apex; };
  const Vec3 a = at(first);
  double sum = 0;
  for (HalfedgeId h = dcel.next(first); dcel.next(h) != first; h = dcel.next(h)) {
    sum += glm::dot(a, glm::cross(at(h), at(dcel.next(h))));
  }
  return sum;
}

void measure_faces(const Mesh& mesh, MeshAnalysis& result) {
  const Dcel& dcel = mesh.topology;
  const Vec3 centre = result.bounds.centre();
  double sixfold = 0;
  for (std::uint32_t i = 0; i < dcel.face_count(); ++i) {
    const FaceId f{i};
    double longest = 0;
    std::uint32_t corners = 0;
    for (const HalfedgeId h : halfedges_of(dcel, f)) {
      const Vec3 edge = Vec3{mesh.positions[dcel.target(h).index]} - Vec3{mesh.positions[dcel.origin(h).index]};
      longest = std::max(longest, glm::dot(edge, edge));
      ++corners;
    }
    const double area = glm::length(vector_area(mesh, f));
    if (!(area > kDegenerateArea * longest)) ++result.degenerate_faces;
    if (corners == 3) ++result.triangles;
    result.area += area;
    sixfold += sixfold_volume(mesh, f, centre);
  }
  if (result.closed()) result.volume = sixfold / 6;
}

}  // namespace

Vec3 vector_area(std::span<const Vec3> points) {
  Vec3 sum{0};
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    sum += glm::cross(points[i] - points[0], points[i + 1] - points[0]);
  }
  return sum * 0.5;
}

Vec3 vector_area(const Mesh& mesh, FaceId f) {
  const Dcel& dcel = mesh.topology;
  const HalfedgeId first = dcel.halfedge(f);
  const auto at = [&](HalfedgeId h) { return Vec3{mesh.positions[dcel.origin(h).index]}; };
  const Vec3 a = at(first);
  Vec3 sum{0};
  for (HalfedgeId h = dcel.next(first); dcel.next(h) != first; h = dcel.next(h)) {
    sum += glm::cross(at(h) - a, at(dcel.next(h)) - a);
  }
  return sum * 0.5;
}

MeshAnalysis analyse(const Mesh& mesh) {
  MeshAnalysis result;
  result.vertices = mesh.vertex_count();
  result.edges = mesh.topology.edge_count();
  result.faces = mesh.face_count();
  result.bounds = bounds(mesh);
  for (const Vec3f& p : mesh.positions) {
    if (!is_finite(p)) ++result.non_finite_positions;
  }
  count_components(mesh.topology, result);
  measure_faces(mesh, result);
  return result;
}

}  // namespace weald::mesh
