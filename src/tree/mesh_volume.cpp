#include "tree/mesh_volume.h"

#include <algorithm>
#include <cmath>

namespace weald::tree {
namespace {

constexpr double kMostCells = 512;  // along one axis

int cell_of(double value, double low, double size, int cells) {
  const double place = size > 0 ? (value - low) / size * cells : 0;
  return static_cast<int>(std::clamp(place, 0.0, cells - 1.0));
}

/// On which side of the line from a to b the point lies, seen along y. The line is always taken from the lower vertex
/// number to the higher one, so that both triangles at an edge compute the same number.
double side_of(const Vec3& a, const Vec3& b, std::uint32_t ia, std::uint32_t ib, const Vec3& p) {
  if (ia > ib) return -side_of(b, a, ib, ia, p);
  return (b.x - a.x) * (p.z - a.z) - (b.z - a.z) * (p.x - a.x);
}

/// On which side a point on the line lies once it is moved by a little along x, and by much less along z: as all lines
/// see the same move, a point on an edge or over a corner is over one of the faces there and no other.
bool nudged_is_left(const Vec3& a, const Vec3& b) { return a.z != b.z ? b.z < a.z : b.x > a.x; }

}  // namespace

MeshVolume::MeshVolume(const mesh::Mesh& mesh) : bounds_(mesh::bounds(mesh)) {
  positions_.assign(mesh.positions.begin(), mesh.positions.end());
  const mesh::Dcel& topology = mesh.topology;
  for (std::uint32_t f = 0; f < topology.face_count(); ++f) {
    const mesh::HalfedgeId first = topology.halfedge(mesh::FaceId{f});
    const std::uint32_t apex = topology.origin(first).index;
    for (auto h = topology.next(first); topology.target(h).index != apex; h = topology.next(h))
      triangles_.push_back({{apex, topology.origin(h).index, topology.target(h).index}});
  }
  cells_ = static_cast<int>(std::clamp(std::sqrt(0.5 * static_cast<double>(triangles_.size())), 1.0, kMostCells));
  begin_.assign(static_cast<std::size_t>(cells_) * cells_ + 1, 0);
  const auto for_cells = [&](const Triangle& triangle, const auto& visit) {
    const CellRange r = cells_of(triangle);
    for (int z = r.z0; z <= r.z1; ++z)
      for (int x = r.x0; x <= r.x1; ++x) visit(static_cast<std::size_t>(z) * cells_ + x);
  };
  for (const Triangle& triangle : triangles_) for_cells(triangle, [&](std::size_t cell) { ++begin_[cell + 1]; });
  for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
  items_.resize(begin_.back());
  std::vector<std::uint32_t> fill(begin_.begin(), begin_.end() - 1);
  for (std::uint32_t t = 0; t < triangles_.size(); ++t)
    for_cells(triangles_[t], [&](std::size_t cell) { items_[fill[cell]++] = t; });
}

MeshVolume::CellRange MeshVolume::cells_of(const Triangle& triangle) const {
  Bounds box;
  for (const std::uint32_t corner : triangle.corners) box.add(positions_[corner]);
  const Vec3 size = bounds_.size();
  return {cell_of(box.min.x, bounds_.min.x, size.x, cells_), cell_of(box.max.x, bounds_.min.x, size.x, cells_),
          cell_of(box.min.z, bounds_.min.z, size.z, cells_), cell_of(box.max.z, bounds_.min.z, size.z, cells_)};
}

/// +1 or -1 where the line up from the point passes the triangle, by its orientation; else 0.
int MeshVolume::crossing(const Triangle& triangle, const Vec3& point) const {
  const auto& c = triangle.corners;
  double side[3];
  bool left[3];
  for (int i = 0; i < 3; ++i) {
    const std::uint32_t a = c[i], b = c[(i + 1) % 3];
    side[i] = side_of(positions_[a], positions_[b], a, b, point);
    left[i] = side[i] != 0 ? side[i] > 0 : nudged_is_left(positions_[a], positions_[b]);
  }
  if (left[0] != left[1] || left[1] != left[2]) return 0;
  const double sum = side[0] + side[1] + side[2];
  if (sum == 0) return 0;
  // side[i] is the weight of the corner opposite to edge i.
  const double y = (side[1] * positions_[c[0]].y + side[2] * positions_[c[1]].y + side[0] * positions_[c[2]].y) / sum;
  return y > point.y ? (left[0] ? 1 : -1) : 0;
}

bool MeshVolume::contains(const Vec3& point) const {
  if (triangles_.empty()) return false;
  const Vec3 size = bounds_.size();
  const std::size_t cell = static_cast<std::size_t>(cell_of(point.z, bounds_.min.z, size.z, cells_)) * cells_ +
                           static_cast<std::size_t>(cell_of(point.x, bounds_.min.x, size.x, cells_));
  int winding = 0;
  for (std::uint32_t i = begin_[cell]; i < begin_[cell + 1]; ++i) winding += crossing(triangles_[items_[i]], point);
  return winding != 0;
}

}  // namespace weald::tree
