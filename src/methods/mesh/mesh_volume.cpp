#include "methods/mesh/mesh_volume.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/math/clamped.h"
#include "base/text/counted.h"
#include "data/circulators.h"

namespace weald::mesh {

namespace {

constexpr double kMaxCells = 512;              // most cells along one axis
constexpr std::uint64_t kMaxVolumeItems = 32;  // limit on cell entries per triangle; long oblique triangles take many

std::size_t cell_at(double value, double low, double size, std::size_t cells) {
  const double place = size > 0 ? (value - low) / size * static_cast<double>(cells) : 0;
  return static_cast<std::size_t>(clamped(place, 0.0, static_cast<double>(cells - 1)));
}

// Twice the signed area of the triangle a, b, p in the xz plane.
double area_about(const Vec3& a, const Vec3& b, const Vec3& p) {
  return (b.x - a.x) * (p.z - a.z) - (b.z - a.z) * (p.x - a.x);
}

}  // namespace

MeshVolume::MeshVolume(const Mesh& mesh) : bounds_(mesh::bounds(mesh)) {
  positions_.assign(mesh.positions.begin(), mesh.positions.end());
  std::vector<std::uint32_t> corners;
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    corners.clear();
    for (const VertexId v : vertices_of(mesh.topology, FaceId{f})) corners.push_back(v.index);
    for (std::size_t i = 2; i < corners.size(); ++i) triangles_.push_back({corners[0], corners[i - 1], corners[i]});
  }
  fill_cells();
}

std::uint64_t MeshVolume::item_count() const {
  std::uint64_t items = 0;
  for (const Triangle& triangle : triangles_) {
    const CellRange range = cells_of(triangle);
    items += std::uint64_t{range.z1 - range.z0 + 1} * (range.x1 - range.x0 + 1);
  }
  return items;
}

void MeshVolume::fill_cells() {
  cells_ = static_cast<std::size_t>(clamped(std::sqrt(0.5 * static_cast<double>(triangles_.size())), 1.0, kMaxCells));
  while (cells_ > 1 && item_count() > kMaxVolumeItems * triangles_.size()) cells_ /= 2;
  begin_.assign(cells_ * cells_ + 1, 0);
  const auto for_cells = [&](const Triangle& triangle, const auto& visit) {
    const CellRange range = cells_of(triangle);
    for (std::size_t z = range.z0; z <= range.z1; ++z) {
      for (std::size_t x = range.x0; x <= range.x1; ++x) visit(z * cells_ + x);
    }
  };
  for (const Triangle& triangle : triangles_) for_cells(triangle, [&](std::size_t cell) { ++begin_[cell + 1]; });
  for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
  items_.resize(begin_.back());
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  for (std::uint32_t t = 0; t < triangles_.size(); ++t)
    for_cells(triangles_[t], [&](std::size_t cell) { items_[next[cell]++] = t; });
}

MeshVolume::CellRange MeshVolume::cells_of(const Triangle& triangle) const {
  Bounds box;
  for (const std::uint32_t corner : triangle) box.add(positions_[corner]);
  const Vec3 size = bounds_.size();
  return {cell_at(box.min.x, bounds_.min.x, size.x, cells_), cell_at(box.max.x, bounds_.min.x, size.x, cells_),
          cell_at(box.min.z, bounds_.min.z, size.z, cells_), cell_at(box.max.z, bounds_.min.z, size.z, cells_)};
}

// Crossing number of an edge and the ray from the point towards +x in the xz plane: +1 or -1 by the direction of the
// edge in z, or 0 without a crossing. The point is treated as lying at x - e, z + e^2 for a small e: an end point at
// the same z counts as below it, and an edge through the point counts as passing on its right. Both triangles at an
// edge compute the same numbers, because its ends are taken in the order of their indices.
int MeshVolume::edge_crossing(std::uint32_t from, std::uint32_t to, const Vec3& point) const {
  const bool from_above = positions_[from].z > point.z, to_above = positions_[to].z > point.z;
  if (from_above == to_above) return 0;
  const auto [first, second] = std::minmax(from, to);
  const Vec3 &a = positions_[first], &b = positions_[second];
  const double area = area_about(a, b, point);
  const bool passes_right = b.z > a.z ? area >= 0 : area <= 0;
  if (!passes_right) return 0;
  return to_above ? 1 : -1;
}

// Winding of the surface about the point in this triangle: +1 or -1 if the vertical ray up from the point hits it,
// otherwise 0.
int MeshVolume::crossing(const Triangle& triangle, const Vec3& point) const {
  const auto& [i, j, k] = triangle;
  const int winding = edge_crossing(i, j, point) + edge_crossing(j, k, point) + edge_crossing(k, i, point);
  if (winding == 0) return 0;
  const Vec3 &a = positions_[i], &b = positions_[j], &c = positions_[k];
  const double weight_a = area_about(b, c, point), weight_b = area_about(c, a, point);
  const double weight_c = area_about(a, b, point);
  const double sum = weight_a + weight_b + weight_c;
  const double y = sum != 0 ? (weight_a * a.y + weight_b * b.y + weight_c * c.y) / sum : (a.y + b.y + c.y) / 3;
  return y > point.y ? winding : 0;
}

bool MeshVolume::contains(const Vec3& point) const {
  if (triangles_.empty()) return false;
  const Vec3 size = bounds_.size();
  const std::size_t cell =
      cell_at(point.z, bounds_.min.z, size.z, cells_) * cells_ + cell_at(point.x, bounds_.min.x, size.x, cells_);
  int winding = 0;
  for (std::size_t i = begin_[cell]; i < begin_[cell + 1]; ++i) winding += crossing(triangles_[items_[i]], point);
  return winding != 0;
}

std::size_t open_edges(const Mesh& mesh) {
  using Ends = std::pair<std::array<float, 3>, std::array<float, 3>>;
  std::vector<std::pair<Ends, int>> edges;  // the smaller end first, and the direction
  const auto place_of = [&](VertexId v) {
    const Vec3f& p = mesh.positions[v.index];
    return std::array{p.x, p.y, p.z};
  };
  const Dcel& dcel = mesh.topology;
  for (std::uint32_t i = 0; i < dcel.halfedge_count(); ++i) {
    const HalfedgeId h{i};
    if (!dcel.is_boundary(h)) continue;
    const auto from = place_of(dcel.origin(h)), to = place_of(dcel.target(h));
    if (from != to) edges.push_back(from < to ? std::pair{Ends{from, to}, 1} : std::pair{Ends{to, from}, -1});
  }
  std::sort(edges.begin(), edges.end());
  std::size_t open = 0;
  for (std::size_t i = 0; i < edges.size();) {
    int sum = 0;
    const Ends& ends = edges[i].first;
    for (; i < edges.size() && edges[i].first == ends; ++i) sum += edges[i].second;
    open += static_cast<std::size_t>(std::abs(sum));
  }
  return open;
}

void warn_if_open(const Mesh& mesh, const RunContext& context, std::string_view key) {
  const std::size_t edges = open_edges(mesh);
  if (edges == 0) return;
  context.warn(fmt::format("the mesh is not a closed surface: it has {}, so its interior is undefined there; "
                           "close its holes",
                           counted_noun(edges, "boundary edge")),
               key);
}

}  // namespace weald::mesh
