#include "front/compare/detail/meshes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include "base/math/math.h"
#include "front/compare/pictures.h"
#include "methods/mesh/build.h"

namespace weald::compare {

namespace {

template <int N>
bool same_bits(const glm::vec<N, float>& a, const glm::vec<N, float>& b) {
  for (int i = 0; i < N; ++i)
    if (std::bit_cast<std::uint32_t>(a[i]) != std::bit_cast<std::uint32_t>(b[i])) return false;
  return true;
}

double largest_move(const Bounds& a, const Bounds& b) {
  if (a.empty() || b.empty()) return 0;
  double move = 0;
  for (int i = 0; i < 3; ++i) move = std::max({move, std::abs(a.min[i] - b.min[i]), std::abs(a.max[i] - b.max[i])});
  return move;
}

/// Value of an attribute at a corner; pools may be ordered differently and still be equivalent.
template <class T>
const T& at_corner(const std::vector<T>& pool, const std::vector<std::uint32_t>& index, const mesh::Soup& soup,
                   std::size_t corner) {
  return pool[index.empty() ? soup.corners[corner] : index[corner]];
}

/// Angle between unit vectors, degrees; exact for equal ones.
double angle_between(const Vec3f& a, const Vec3f& b) {
  const Vec3 p{a}, q{b};
  return math::degrees(2 * math::atan2(glm::length(p - q), glm::length(p + q)));
}

/// The corners' UVs and normals; returns false if a bit differs.
bool compare_corners(const mesh::Soup& a, const mesh::Soup& b, AttributeErrors& errors) {
  bool same = true;
  for (std::size_t i = 0; i < a.corners.size(); ++i) {
    if (!a.uvs.empty() && !b.uvs.empty()) {
      const Vec2f p = at_corner(a.uvs, a.corner_uvs, a, i), q = at_corner(b.uvs, b.corner_uvs, b, i);
      same = same && same_bits(p, q);
      errors.max_uv = std::max({errors.max_uv, std::abs(double{p.x} - q.x), std::abs(double{p.y} - q.y)});
    }
    if (!a.normals.empty() && !b.normals.empty()) {
      const Vec3f p = at_corner(a.normals, a.corner_normals, a, i), q = at_corner(b.normals, b.corner_normals, b, i);
      if (same_bits(p, q)) continue;
      same = false;
      errors.max_normal = std::max(errors.max_normal, angle_between(p, q));
    }
  }
  return same;
}

void compare_vertices(const mesh::Soup& a, const mesh::Soup& b, MeshDifference& difference, AttributeErrors& errors) {
  double squares = 0;
  for (std::uint32_t v = 0; v < a.positions.size(); ++v) {
    const double distance = glm::distance(Vec3{a.positions[v]}, Vec3{b.positions[v]});
    squares += distance * distance;
    if (distance > errors.max_position) {
      errors.max_position = distance;
      errors.max_position_vertex = v;
    }
    if (!difference.first_vertex && !same_bits(a.positions[v], b.positions[v])) difference.first_vertex = v;
    for (const mesh::VertexAttribute& attribute : mesh::kVertexAttributes) {
      const std::vector<Rgba8>&p = a.*attribute.values, &q = b.*attribute.values;
      if (!p.empty() && !q.empty()) errors.max_colour = std::max(errors.max_colour, channel_distance(p[v], q[v]));
    }
  }
  errors.rms_position = std::sqrt(squares / static_cast<double>(std::max<std::size_t>(a.positions.size(), 1)));
}

/// The first face that has different corners, or that only one of the meshes has.
std::optional<std::uint32_t> first_other_face(const mesh::Soup& a, const mesh::Soup& b) {
  const std::uint32_t common = std::min(a.face_count(), b.face_count());
  for (std::uint32_t f = 0; f < common; ++f) {
    const auto p = a.face(f), q = b.face(f);
    if (!std::equal(p.begin(), p.end(), q.begin(), q.end())) return f;
  }
  return a.face_count() == b.face_count() ? std::nullopt : std::optional{common};
}

/// The first difference of the groups and materials; empty: none.
std::string material_difference(const mesh::Mesh& a, const mesh::Mesh& b) {
  if (a.groups.size() != b.groups.size())
    return fmt::format("{} groups instead of {}", b.groups.size(), a.groups.size());
  if (a.materials.size() != b.materials.size())
    return fmt::format("{} materials instead of {}", b.materials.size(), a.materials.size());
  for (std::size_t i = 0; i < a.groups.size(); ++i) {
    if (a.groups[i].name != b.groups[i].name)
      return fmt::format("group {} is '{}' instead of '{}'", i + 1, b.groups[i].name, a.groups[i].name);
    if (!(a.groups[i] == b.groups[i])) return fmt::format("group '{}' has another material", a.groups[i].name);
  }
  for (std::size_t i = 0; i < a.materials.size(); ++i) {
    if (!(a.materials[i] == b.materials[i])) return fmt::format("material '{}' differs", a.materials[i].name);
  }
  if (a.face_count() != b.face_count()) return {};
  for (std::uint32_t f = 0; f < a.face_count(); ++f) {
    const mesh::FaceId face{f};
    if (a.group_of(face) != b.group_of(face)) return fmt::format("face {} is in another group", f);
  }
  return {};
}

FlipSummary picture_difference(const mesh::Mesh& expected, const mesh::Mesh& actual, const RunContext& context) {
  const auto [a, b] = mesh_pictures(expected, actual, mesh_view(expected), context);
  return compare_images(a, b, {}, context).errors->flip;
}

}  // namespace

double mesh_scale(const mesh::Mesh& mesh) {
  const Bounds box = mesh::bounds(mesh);
  if (box.empty()) return 1e-6;
  const Vec3 largest = glm::max(glm::abs(box.min), glm::abs(box.max));
  return std::max({glm::length(box.size()), 0.01 * std::max({largest.x, largest.y, largest.z}), 1e-6});
}

MeshDifference compare_meshes(const mesh::Mesh& expected, const mesh::Mesh& actual, const MeshTolerance& tolerance,
                              const RunContext& context) {
  MeshDifference result;
  result.expected = mesh::analyse(expected);
  result.actual = mesh::analyse(actual);
  result.scale = mesh_scale(expected);
  result.bounds = largest_move(result.expected.bounds, result.actual.bounds);
  result.materials = material_difference(expected, actual);
  result.same_attributes = expected.uvs.empty() == actual.uvs.empty() &&
                           expected.normals.empty() == actual.normals.empty() &&
                           std::ranges::all_of(mesh::kVertexAttributes, [&](const mesh::VertexAttribute& attribute) {
                             return (expected.*attribute.values).empty() == (actual.*attribute.values).empty();
                           });
  context.check_stop();
  const mesh::Soup a = mesh::to_soup(expected), b = mesh::to_soup(actual);
  result.first_face = first_other_face(a, b);
  result.same_faces = !result.first_face && a.positions.size() == b.positions.size();
  if (result.same_faces) {
    AttributeErrors& errors = result.attributes.emplace();
    const bool same_corners = compare_corners(a, b, errors);
    compare_vertices(a, b, result, errors);
    result.identical = same_corners && result.same_attributes && result.materials.empty() && errors.max_colour == 0 &&
                       !result.first_vertex;
  }
  const bool comparable = expected.face_count() > 0 && actual.face_count() > 0 &&
                          result.expected.non_finite_positions + result.actual.non_finite_positions == 0;
  if (comparable) result.distance = result.identical ? SurfaceDistance{} : surface_distance(expected, actual, context);
  if (comparable && (tolerance.flip_max || tolerance.flip_p99))
    result.picture = result.identical ? FlipSummary{} : picture_difference(expected, actual, context);
  return result;
}

}  // namespace weald::compare
