#include "methods/mesh/triangulate.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "methods/mesh/analysis.h"
#include "methods/mesh/build.h"
#include "methods/mesh/detail/ear_clipper.h"

namespace weald::mesh {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

/// The polygon projected along the axis closest to its vector area, counter-clockwise. Coordinates are only copied or
/// negated, so that float input keeps its precision.
std::vector<Vec2> project(std::span<const Vec3> points) {
  const Vec3 area = vector_area(points);
  const Vec3 size = glm::abs(area);
  const int axis = size.x > size.y && size.x > size.z ? 0 : size.y > size.z ? 1 : 2;
  const int u = (axis + 1) % 3;
  const int v = (axis + 2) % 3;
  const double sign = area[axis] < 0 ? -1 : 1;
  std::vector<Vec2> flat;
  flat.reserve(points.size());
  for (const Vec3& p : points) flat.push_back({p[u] * sign, p[v]});
  return flat;
}

/// No right turn, and only one revolution: the first coordinate may change direction twice.
bool is_convex(const std::vector<Vec2>& p) {
  const std::size_t n = p.size();
  int changes = 0;
  double last = 0;
  for (std::size_t i = 0; i < n + 1; ++i) {
    const Vec2& a = p[i % n];
    const Vec2& b = p[(i + 1) % n];
    if (turn(a, b, p[(i + 2) % n]) < 0) return false;
    const double step = b.x - a.x;
    if (step != 0) {
      if (last != 0 && (step > 0) != (last > 0)) ++changes;
      last = step;
    }
  }
  return changes <= 2;
}

std::vector<Triangle> fan(std::size_t corners) {
  std::vector<Triangle> triangles;
  for (std::uint32_t i = 1; i + 1 < corners; ++i) triangles.push_back({0, i, i + 1});
  return triangles;
}

}  // namespace

std::vector<Triangle> triangulate_polygon(std::span<const Vec3> points, std::uint64_t* visits) {
  WEALD_CHECK(points.size() >= 3);
  if (points.size() == 3) return {{0, 1, 2}};
  std::vector<Vec2> flat = project(points);
  if (is_convex(flat)) return fan(points.size());
  if (points.size() > kMaxConcaveCorners) {
    throw StageError("a concave face has " + std::to_string(points.size()) + " corners; at most " +
                     std::to_string(kMaxConcaveCorners) + " can be triangulated");
  }
  return clip_ears(flat, visits);
}

Soup triangulate(Soup soup) {
  // Attributes by corner or by face are rebuilt at their exact size; all others stay where they are.
  Soup faces;
  std::swap(faces.face_begin, soup.face_begin);
  std::swap(faces.corners, soup.corners);
  std::swap(faces.corner_uvs, soup.corner_uvs);
  std::swap(faces.corner_normals, soup.corner_normals);
  std::swap(faces.face_groups, soup.face_groups);
  const std::size_t triangles = faces.corners.size() - 2 * std::size_t{faces.face_count()};
  soup.face_begin.reserve(triangles + 1);
  soup.corners.reserve(3 * triangles);
  if (!faces.corner_uvs.empty()) soup.corner_uvs.reserve(3 * triangles);
  if (!faces.corner_normals.empty()) soup.corner_normals.reserve(3 * triangles);
  if (!faces.face_groups.empty()) soup.face_groups.reserve(triangles);
  std::vector<Vec3> points;
  const auto add = [&](std::uint32_t f, const Triangle& triangle) {
    for (const std::uint32_t i : triangle) {
      const std::uint32_t corner = faces.face_begin[f] + i;
      soup.corners.push_back(faces.corners[corner]);
      if (!faces.corner_uvs.empty()) soup.corner_uvs.push_back(faces.corner_uvs[corner]);
      if (!faces.corner_normals.empty()) soup.corner_normals.push_back(faces.corner_normals[corner]);
    }
    soup.face_begin.push_back(static_cast<std::uint32_t>(soup.corners.size()));
    if (!faces.face_groups.empty()) soup.face_groups.push_back(faces.face_groups[f]);
  };
  for (std::uint32_t f = 0; f < faces.face_count(); ++f) {
    points.clear();
    for (const std::uint32_t v : faces.face(f)) points.emplace_back(soup.positions[v]);
    if (points.size() == 3) {
      add(f, {0, 1, 2});
    } else {
      for (const Triangle& triangle : triangulate_polygon(points)) add(f, triangle);
    }
  }
  return soup;
}

Mesh triangulate(const Mesh& mesh, const RunContext& context) {
  BuildResult built = build_mesh(triangulate(to_soup(mesh)));
  if (built.report.vertices_split > 0) {
    context.warn("faces that share two opposite corners were separated: " +
                 std::to_string(built.report.vertices_split) + " vertices were copied");
  }
  return std::move(built.mesh);
}

}  // namespace weald::mesh
