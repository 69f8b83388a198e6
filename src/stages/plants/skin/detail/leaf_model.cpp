#include "stages/plants/skin/detail/leaf_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "base/error.h"
#include "base/math/math.h"
#include "methods/mesh/build.h"
#include "methods/mesh/normals.h"
#include "methods/mesh/soup.h"

namespace weald::plant {
namespace {

constexpr double kFarthestLeafPoint = 1e6;

mesh::Soup leaf_soup(const mesh::Mesh& mesh) {
  if (mesh.face_count() == 0) throw StageError("a mesh without faces cannot be a leaf", "mesh");
  for (const Vec3f& p : mesh.positions) {
    const Vec3 far = glm::abs(Vec3(p));
    if (!(far.x <= kFarthestLeafPoint && far.y <= kFarthestLeafPoint && far.z <= kFarthestLeafPoint))
      throw StageError("a mesh used as a leaf must lie within 1000 km of its origin", "mesh");
  }
  if (!mesh.normals.empty()) return mesh::to_soup(mesh);
  mesh::Mesh smooth = mesh;
  mesh::set_smooth_normals(smooth);
  return mesh::to_soup(smooth);
}

/// The soup with one vertex per pair of position and normal, in order of first use, so that normals are per vertex.
/// Faces that shared an edge may no longer do so.
mesh::Soup split_by_normals(const mesh::Soup& soup) {
  mesh::Soup result = soup;
  result.positions.clear();
  result.normals.clear();
  result.corner_normals.clear();
  result.colours.clear();
  if (!soup.uvs.empty() && soup.corner_uvs.empty()) result.corner_uvs = soup.corners;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers;
  for (std::size_t c = 0; c < soup.corners.size(); ++c) {
    const std::uint32_t position = soup.corners[c];
    const std::uint32_t normal = soup.corner_normals.empty() ? position : soup.corner_normals[c];
    const auto [place, is_new] =
        numbers.try_emplace({position, normal}, static_cast<std::uint32_t>(result.positions.size()));
    result.corners[c] = place->second;
    if (!is_new) continue;
    result.positions.push_back(soup.positions[position]);
    result.normals.push_back(soup.normals[normal]);
    if (!soup.colours.empty()) result.colours.push_back(soup.colours[position]);
  }
  return result;
}

/// sin(a) / a for an angle of `degrees`, 1 at 0.
double sine_ratio(double degrees) {
  const double angle = math::radians(degrees);
  // The next term of the series is a^4 / 120, below the precision of the sum.
  return std::abs(angle) < 1e-4 ? 1 - angle * angle / 6 : math::sin_deg(degrees) / angle;
}

}  // namespace

LeafModel model_of_mesh(const mesh::Mesh& mesh) {
  const mesh::Soup whole = leaf_soup(mesh);
  const mesh::Soup soup = mesh::to_soup(mesh::build_mesh(split_by_normals(whole), mesh::NonManifold::split).mesh);
  LeafModel model;
  model.points.resize(soup.positions.size());
  for (std::size_t c = 0; c < soup.corners.size(); ++c) model.points[soup.corners[c]] = whole.corners[c];
  for (const Vec3f& position : soup.positions) model.positions.emplace_back(position);
  for (const Vec3f& normal : soup.normals) model.normals.push_back(normalized_or(Vec3(normal), {0, 0, 1}));
  model.colours = soup.colours;
  for (const Vec2f& uv : soup.uvs) model.uvs.emplace_back(uv);
  if (model.uvs.empty()) model.uvs.emplace_back(0, 0);
  model.corners = soup.corners;
  model.corner_uvs = soup.corner_uvs;
  model.corner_uvs.resize(model.corners.size(), 0);
  model.face_begin = soup.face_begin;
  model.face_groups = soup.face_groups;
  model.groups = soup.groups;
  model.materials = soup.materials;
  return model;
}

std::vector<std::uint32_t> first_of_points(const LeafModel& model) {
  std::vector<std::uint32_t> first;
  std::map<std::uint32_t, std::uint32_t> known;
  for (std::uint32_t i = 0; i < model.points.size(); ++i)
    first.push_back(known.try_emplace(model.points[i], i).first->second);
  return first;
}

void bend_down(LeafModel& model, double degrees) {
  if (degrees == 0) return;
  for (std::size_t i = 0; i < model.positions.size(); ++i) {
    Vec3& p = model.positions[i];
    const double angle = degrees * p.y;
    const double cosine = math::cos_deg(angle), sine = math::sin_deg(angle);
    // Image of the y axis: it advances by sin(a) / a and drops by (1 - cos a) / a, relative to its length. The arc's
    // radius is not used, because it diverges as the angle approaches 0.
    const double along = p.y * sine_ratio(angle);
    const double below = p.y * math::sin_deg(angle / 2) * sine_ratio(angle / 2);
    p = {p.x, along + p.z * sine, p.z * cosine - below};
    Vec3& n = model.normals[i];
    n = {n.x, n.y * cosine + n.z * sine, n.z * cosine - n.y * sine};
  }
}

double area_of(const LeafModel& model) {
  double area = 0;
  for (std::size_t f = 0; f < model.face_count(); ++f) {
    const Vec3& first = model.positions[model.corners[model.face_begin[f]]];
    for (std::uint32_t c = model.face_begin[f] + 1; c + 1 < model.face_begin[f + 1]; ++c) {
      area += 0.5 * glm::length(glm::cross(model.positions[model.corners[c]] - first,
                                           model.positions[model.corners[c + 1]] - first));
    }
  }
  return area;
}

}  // namespace weald::plant
