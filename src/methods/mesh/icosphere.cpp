#include "methods/mesh/icosphere.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math/math.h"
#include "methods/mesh/build.h"
#include "methods/mesh/refine.h"

namespace weald::mesh {
namespace {

constexpr std::uint32_t kTop = 0;
constexpr std::uint32_t kBottom = 11;

/// Two poles and two rings of five, the lower one turned by half a step.
std::vector<Vec3> icosahedron_points() {
  const double y = 1 / std::sqrt(5.0);
  std::vector<Vec3> points{{0, 1, 0}};
  for (const double side : {1.0, -1.0}) {
    for (int k = 0; k < 5; ++k) {
      const double angle = 72.0 * k + (side < 0 ? 36 : 0);
      points.push_back({2 * y * math::cos_deg(angle), side * y, 0 - 2 * y * math::sin_deg(angle)});
    }
  }
  points.push_back({0, -1, 0});
  return points;
}

Dcel icosahedron() {
  Soup soup;
  soup.positions.resize(12);
  for (std::uint32_t k = 0; k < 5; ++k) {
    const std::uint32_t upper = 1 + k, upper_next = 1 + (k + 1) % 5, lower = 6 + k, lower_next = 6 + (k + 1) % 5;
    const std::uint32_t faces[4][3] = {{kTop, upper, upper_next},
                                       {upper, lower, upper_next},
                                       {lower, lower_next, upper_next},
                                       {kBottom, lower_next, lower}};
    for (const auto& face : faces) soup.add_face(face);
  }
  return build_checked(std::move(soup)).topology;
}

/// Longitude and latitude of every corner.
class SphereMap {
 public:
  SphereMap(const Dcel& dcel, const std::vector<Vec3>& points) : dcel_(dcel) {
    uvs_.values.reserve(points.size());
    for (const Vec3& p : points) {
      const double turn = math::atan2(0 - p.z, p.x) / (2 * math::kPi);
      Vec2f uv{Vec2{turn < 0 ? turn + 1 : turn, 0.5 + math::asin(p.y) / math::kPi}};
      if (uv.x >= 1) uv.x = 0;  // slightly below the seam
      uvs_.values.push_back(uv);
    }
    beyond_.assign(points.size(), Dcel::kNoIndex);
    uvs_.index.assign(dcel.halfedge_count(), 0);
  }

  CornerAttribute<Vec2f> run() {
    for (const std::uint32_t first : dcel_.face_halfedges()) {
      const std::uint32_t second = dcel_.nexts()[first];
      add_triangle({first, second, dcel_.nexts()[second]});
    }
    return std::move(uvs_);
  }

 private:
  void add_triangle(const std::array<std::uint32_t, 3>& corners) {
    float least = 2;
    float greatest = -1;
    for (const std::uint32_t h : corners) {
      const std::uint32_t v = dcel_.origins()[h];
      if (is_pole(v)) continue;
      least = std::min(least, uvs_.values[v].x);
      greatest = std::max(greatest, uvs_.values[v].x);
    }
    const bool crosses_seam = greatest - least > 0.5f;
    double sum = 0;
    for (const std::uint32_t h : corners) {
      const std::uint32_t v = dcel_.origins()[h];
      if (is_pole(v)) continue;
      uvs_.index[h] = crosses_seam && uvs_.values[v].x < 0.5f ? beyond_seam(v) : v;
      sum += uvs_.values[uvs_.index[h]].x;
    }
    for (const std::uint32_t h : corners) {
      const std::uint32_t v = dcel_.origins()[h];
      if (is_pole(v)) uvs_.index[h] = push({static_cast<float>(sum / 2), uvs_.values[v].y});
    }
  }

  static bool is_pole(std::uint32_t v) { return v == kTop || v == kBottom; }
  std::uint32_t push(const Vec2f& uv) {
    uvs_.values.push_back(uv);
    return static_cast<std::uint32_t>(uvs_.values.size() - 1);
  }
  /// The value of vertex v one turn on.
  std::uint32_t beyond_seam(std::uint32_t v) {
    if (beyond_[v] == Dcel::kNoIndex) beyond_[v] = push(uvs_.values[v] + Vec2f{1, 0});
    return beyond_[v];
  }

  const Dcel& dcel_;
  CornerAttribute<Vec2f> uvs_;
  std::vector<std::uint32_t> beyond_;  // per vertex, index of its value beyond the seam
};

}  // namespace

Mesh make_icosphere(double radius, int levels) {
  std::vector<Vec3> points = icosahedron_points();
  Mesh mesh;
  mesh.topology = icosahedron();
  for (int level = 0; level < levels; ++level) {
    const Dcel& dcel = mesh.topology;
    for (std::uint32_t h = 0; h < dcel.halfedge_count(); h += 2) {
      points.push_back(glm::normalize(points[dcel.origins()[h]] + points[dcel.origins()[h + 1]]));
    }
    mesh.topology = split_to_triangles(dcel, corner_ranks(dcel, corner_begin(dcel)));
  }
  mesh.uvs = SphereMap(mesh.topology, points).run();
  for (const Vec3& p : points) {
    mesh.positions.emplace_back(p * radius);
    mesh.normals.values.emplace_back(p);
  }
  return mesh;
}

}  // namespace weald::mesh
