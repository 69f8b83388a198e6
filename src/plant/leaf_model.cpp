#include "plant/leaf_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "core/error.h"
#include "core/math.h"
#include "mesh/build.h"
#include "mesh/normals.h"
#include "mesh/soup.h"

namespace weald::plant {
namespace {

constexpr double kFarthestLeafPoint = 1e6;

mesh::Soup leaf_soup(const mesh::Mesh& mesh) {
  if (mesh.face_count() == 0) throw StageError("a mesh without faces cannot be a leaf", "mesh");
  for (const Vec3f& p : mesh.positions) {
    const Vec3 far = glm::abs(Vec3(p));
    if (!(far.x <= kFarthestLeafPoint && far.y <= kFarthestLeafPoint && far.z <= kFarthestLeafPoint))
      throw StageError("a mesh that is a leaf must lie within 1000 km of its origin", "mesh");
  }
  if (!mesh.normals.empty()) return mesh::to_soup(mesh);
  mesh::Mesh smooth = mesh;
  mesh::set_smooth_normals(smooth);
  return mesh::to_soup(smooth);
}

/// Numbers the pairs of position and normal that corners have, in order of first use.
class CornerVertices {
 public:
  CornerVertices(const mesh::Soup& soup, LeafModel& model) : soup_(soup), model_(model) {}

  std::uint32_t at(std::size_t corner) {
    const std::uint32_t position = soup_.corners[corner];
    const std::uint32_t normal = soup_.corner_normals.empty() ? position : soup_.corner_normals[corner];
    const auto [place, is_new] =
        numbers_.try_emplace({position, normal}, static_cast<std::uint32_t>(model_.positions.size()));
    if (is_new) {
      model_.positions.emplace_back(soup_.positions[position]);
      model_.normals.push_back(normalized_or(Vec3(soup_.normals[normal]), {0, 0, 1}));
      if (!soup_.colours.empty()) model_.colours.push_back(soup_.colours[position]);
    }
    return place->second;
  }

 private:
  const mesh::Soup& soup_;
  LeafModel& model_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers_;
};

}  // namespace

LeafModel model_of_mesh(const mesh::Mesh& mesh) {
  const mesh::Soup soup = leaf_soup(mesh);
  LeafModel model;
  CornerVertices vertices(soup, model);
  for (const Vec2f& uv : soup.uvs) model.uvs.emplace_back(uv);
  if (model.uvs.empty()) model.uvs.emplace_back(0, 0);
  for (std::size_t c = 0; c < soup.corners.size(); ++c) {
    model.corners.push_back(vertices.at(c));
    model.corner_uvs.push_back(soup.uvs.empty() ? 0 : (soup.corner_uvs.empty() ? soup.corners[c] : soup.corner_uvs[c]));
  }
  model.face_begin = soup.face_begin;
  model.face_groups = soup.face_groups;
  model.groups = soup.groups;
  model.materials = soup.materials;
  return model;
}

void bend_down(LeafModel& model, double degrees) {
  if (degrees == 0) return;
  const double bend = degrees / 180 * math::kPi;
  const double radius = 1 / bend;  // of the arc that the y axis becomes, below it
  for (std::size_t i = 0; i < model.positions.size(); ++i) {
    Vec3& p = model.positions[i];
    const double cosine = math::cos_deg(degrees * p.y), sine = math::sin_deg(degrees * p.y);
    p = {p.x, (radius + p.z) * sine, (radius + p.z) * cosine - radius};
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
