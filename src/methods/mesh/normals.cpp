#include "methods/mesh/normals.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"
#include "base/parallel.h"
#include "data/circulators.h"
#include "methods/mesh/analysis.h"
#include "methods/mesh/check.h"

namespace weald::mesh {
namespace {

constexpr std::size_t kNormalsPerBlock = 16384;
const Vec3 kUp{0, 1, 0};

Vec3 position(const Mesh& mesh, std::uint32_t v) { return Vec3{mesh.positions[v]}; }

/// Arc tangent of t in [0, 1] within 7e-8: the polynomial through eight Chebyshev points. This is accurate enough for
/// weights, and the exact function would dominate the running time.
double arc_tangent(double t) {
  const double s = t * t;
  double sum = -0.004559792;
  for (const double c :
       {0.023780519, -0.058829753, 0.098688655, -0.140032902, 0.199669618, -0.333318127, 0.999999882}) {
    sum = sum * s + c;
  }
  return sum * t;
}

/// Angle of the vector (cosine, sine), of any length, in the upper half plane; 0 for the zero vector.
double angle_of(double sine, double cosine) {
  const double c = std::abs(cosine);
  const double steep = std::max(sine, c);
  if (!(steep > 0)) return 0;
  double angle = arc_tangent(std::min(sine, c) / steep);
  if (sine > c) angle = math::kPi / 2 - angle;
  return cosine < 0 ? math::kPi - angle : angle;
}

/// Angle between two edge vectors, radians.
double angle_between(const Vec3& a, const Vec3& b) { return angle_of(glm::length(glm::cross(a, b)), glm::dot(a, b)); }

/// Angle of the face's corner at the origin of h, radians.
double corner_angle(const Mesh& mesh, HalfedgeId h) {
  const Dcel& dcel = mesh.topology;
  const Vec3 at = position(mesh, dcel.origin(h).index);
  return angle_between(position(mesh, dcel.target(h).index) - at, position(mesh, dcel.origin(dcel.prev(h)).index) - at);
}

std::vector<Vec3> exact_face_normals(const Mesh& mesh) {
  std::vector<Vec3> normals(mesh.face_count());
  parallel_blocks(normals.size(), kNormalsPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) {
      normals[f] = normalized_or(vector_area(mesh, FaceId{static_cast<std::uint32_t>(f)}), Vec3{0});
    }
  });
  return normals;
}

Vec3f unit(const Vec3& sum) { return Vec3f{normalized_or(sum, kUp)}; }

/// Sum over the corners at v. A single turn around the vertex uses each edge vector for the corners on both sides, and
/// takes the normal of a triangle from the cross product that the angle needs anyway.
template <bool only_triangles>
Vec3 weighted_sum(const Mesh& mesh, std::uint32_t v, const std::vector<Vec3>& face_normals) {
  const Dcel& dcel = mesh.topology;
  const auto start = detail::ring_start(dcel, VertexId{v});
  Vec3 sum{0};
  if (!start) return sum;
  const Vec3 at = position(mesh, v);
  std::uint32_t h = start->index;
  Vec3 edge = position(mesh, dcel.origins()[h ^ 1u]) - at;
  do {
    const std::uint32_t following = dcel.prevs()[h] ^ 1u;
    const Vec3 next_edge = position(mesh, dcel.origins()[following ^ 1u]) - at;
    const std::uint32_t face = dcel.faces()[h];
    if (face != Dcel::kNoIndex) {
      const Vec3 cross = glm::cross(edge, next_edge);
      const double sine = glm::length(cross);
      const double angle = angle_of(sine, glm::dot(edge, next_edge));
      if constexpr (only_triangles) {
        if (sine > 0) sum += cross * (angle / sine);
      } else {
        sum += face_normals[face] * angle;
      }
    }
    edge = next_edge;
    h = following;
  } while (h != start->index);
  return sum;
}

/// Computes the mean normal of the corners in each fan between creases, and assigns it to all of them.
class CreaseNormals {
 public:
  CreaseNormals(const Mesh& mesh, double crease_angle)
      : mesh_(mesh),
        faces_(exact_face_normals(mesh)),
        least_cosine_(math::cos_deg(crease_angle)),
        smooth_(crease_angle >= 180) {
    result_.index.assign(mesh.topology.halfedge_count(), 0);
  }

  CornerAttribute<Vec3f> run() {
    for (std::uint32_t v = 0; v < mesh_.vertex_count(); ++v) {
      corners_.clear();
      for (const HalfedgeId h : outgoing_of(mesh_.topology, VertexId{v})) {
        if (!mesh_.topology.is_boundary(h)) corners_.push_back(h);
      }
      if (!corners_.empty()) add_vertex();
    }
    return std::move(result_);
  }

 private:
  /// Whether the edge between corner h and the previous one (clockwise) is a crease or a boundary.
  bool starts_group(HalfedgeId h) const {
    const Dcel& dcel = mesh_.topology;
    const HalfedgeId across = Dcel::twin(h);
    if (dcel.is_boundary(across)) return true;
    if (smooth_) return false;
    const double cosine = glm::dot(faces_[dcel.face(h).index], faces_[dcel.face(across).index]);
    return cosine < least_cosine_ - 1e-12;
  }

  /// Divides the ring in corners_ at the creases.
  void add_vertex() {
    const auto first = std::find_if(corners_.begin(), corners_.end(), [&](HalfedgeId h) { return starts_group(h); });
    if (first != corners_.end()) std::rotate(corners_.begin(), first, corners_.end());
    for (std::size_t begin = 0; begin < corners_.size();) {
      Vec3 sum{0};
      std::size_t end = begin;
      do {
        const HalfedgeId h = corners_[end];
        sum += faces_[mesh_.topology.face(h).index] * corner_angle(mesh_, h);
        result_.index[h.index] = static_cast<std::uint32_t>(result_.values.size());
        ++end;
      } while (end < corners_.size() && !starts_group(corners_[end]));
      result_.values.push_back(unit(sum));
      begin = end;
    }
  }

  const Mesh& mesh_;
  std::vector<Vec3> faces_;
  double least_cosine_;
  bool smooth_;
  std::vector<HalfedgeId> corners_;  // corners of one vertex, counter-clockwise
  CornerAttribute<Vec3f> result_;
};

}  // namespace

std::vector<Vec3f> face_normals(const Mesh& mesh) {
  std::vector<Vec3f> result;
  result.reserve(mesh.face_count());
  for (const Vec3& n : exact_face_normals(mesh)) result.push_back(unit(n));
  return result;
}

std::vector<Vec3f> vertex_normals(const Mesh& mesh) {
  const bool only_triangles = is_triangle_mesh(mesh.topology);
  const std::vector<Vec3> faces = only_triangles ? std::vector<Vec3>{} : exact_face_normals(mesh);
  std::vector<Vec3f> result(mesh.vertex_count());
  parallel_blocks(result.size(), kNormalsPerBlock, [&](std::size_t begin, std::size_t end) {
    for (auto v = static_cast<std::uint32_t>(begin); v < end; ++v) {
      result[v] = unit(only_triangles ? weighted_sum<true>(mesh, v, faces) : weighted_sum<false>(mesh, v, faces));
    }
  });
  return result;
}

void set_smooth_normals(Mesh& mesh) { mesh.normals = {vertex_normals(mesh), {}}; }

void set_crease_normals(Mesh& mesh, double crease_angle) { mesh.normals = CreaseNormals(mesh, crease_angle).run(); }

}  // namespace weald::mesh
