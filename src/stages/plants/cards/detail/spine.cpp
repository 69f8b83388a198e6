#include "stages/plants/cards/detail/spine.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "data/circulators.h"
#include "methods/mesh/analysis.h"

namespace weald::billboard {

namespace {

/// A face of wood.
struct Patch {
  Vec3 middle{0};
  double area = 0;
};

Patch patch_of(const mesh::Mesh& mesh, mesh::FaceId face) {
  Patch patch;
  int corners = 0;
  for (const mesh::VertexId v : mesh::vertices_of(mesh.topology, face)) {
    patch.middle += Vec3(mesh.positions[v.index]);
    ++corners;
  }
  patch.middle /= std::max(corners, 1);
  patch.area = glm::length(mesh::vector_area(mesh, face));
  return patch;
}

std::vector<Patch> wood_of(const mesh::Mesh& mesh) {
  std::vector<Patch> wood;
  for (std::uint32_t i = 0; i < mesh.face_count(); ++i) {
    const mesh::FaceId face{i};
    if (!mesh.materials[mesh.groups[mesh.group_of(face)].material].two_sided) wood.push_back(patch_of(mesh, face));
  }
  return wood;
}

/// Area-weighted median.
double median(std::vector<std::pair<double, double>> values_and_areas) {
  std::stable_sort(values_and_areas.begin(), values_and_areas.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  double total = 0, sum = 0;
  for (const auto& entry : values_and_areas) total += entry.second;
  for (const auto& [value, area] : values_and_areas) {
    sum += area;
    if (sum >= 0.5 * total) return value;
  }
  return values_and_areas.back().first;
}

/// The centre of the wood within `reach` of a height; unset if there is none.
std::optional<Vec3> middle_at(const std::vector<Patch>& wood, double height, double reach) {
  std::vector<std::pair<double, double>> x, z;
  for (const Patch& patch : wood) {
    if (std::abs(patch.middle.y - height) > reach) continue;
    x.emplace_back(patch.middle.x, patch.area);
    z.emplace_back(patch.middle.z, patch.area);
  }
  if (x.empty()) return std::nullopt;
  return Vec3{median(std::move(x)), height, median(std::move(z))};
}

}  // namespace

Vec3 Spine::at(double height) const {
  const auto above = std::find_if(points_.begin(), points_.end(), [&](const Vec3& p) { return p.y >= height; });
  if (above == points_.begin()) return {points_.front().x, height, points_.front().z};
  if (above == points_.end()) return {points_.back().x, height, points_.back().z};
  const Vec3& below = *(above - 1);
  const double share = (height - below.y) / (above->y - below.y);
  return {below.x + (above->x - below.x) * share, height, below.z + (above->z - below.z) * share};
}

Spine spine_of(const mesh::Mesh& mesh, const Vec3& crossing, int strips) {
  const Bounds box = mesh::bounds(mesh);
  const double height = box.size().y;
  const std::vector<Patch> wood = strips > 1 && height > 0 ? wood_of(mesh) : std::vector<Patch>{};
  if (wood.empty()) return Spine({crossing});
  std::vector<std::optional<Vec3>> found;
  for (int i = 0; i <= strips; ++i)
    found.push_back(middle_at(wood, box.min.y + height * i / strips, 0.5 * height / strips));
  const auto first = std::find_if(found.begin(), found.end(), [](const auto& middle) { return middle.has_value(); });
  Vec3 last = first == found.end() ? crossing : **first;
  std::vector<Vec3> points;
  for (int i = 0; i <= strips; ++i) {
    last = found[static_cast<std::size_t>(i)].value_or(last);
    points.emplace_back(last.x, box.min.y + height * i / strips, last.z);
  }
  return Spine(std::move(points));
}

}  // namespace weald::billboard
