#include "stages/plants/skin/detail/leaf_facing.h"

#include <algorithm>
#include <numeric>

namespace weald::plant {
namespace {

constexpr double kClosed = 1e-6;  // ratio of a part's vector area to its area, below which it counts as closed

/// The connected parts of a model: an index for each position, equal for positions joined by faces or points.
std::vector<std::uint32_t> parts_of(const LeafModel& model) {
  std::vector<std::uint32_t> parent(model.positions.size());
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&](std::uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  const std::vector<std::uint32_t> first = first_of_points(model);
  for (std::uint32_t i = 0; i < first.size(); ++i) {
    const std::uint32_t a = root(first[i]), b = root(i);
    parent[std::max(a, b)] = std::min(a, b);
  }
  for (std::size_t f = 0; f < model.face_count(); ++f) {
    for (std::uint32_t c = model.face_begin[f] + 1; c < model.face_begin[f + 1]; ++c) {
      const std::uint32_t a = root(model.corners[c - 1]), b = root(model.corners[c]);
      parent[std::max(a, b)] = std::min(a, b);
    }
  }
  std::vector<std::uint32_t> part(parent.size());
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < parent.size(); ++i)
    part[i] = root(i) == i ? count++ : part[root(i)];  // a root is the first position of its part
  return part;
}

Vec3 doubled_area(const LeafModel& model, std::size_t face) {
  Vec3 area{0};
  const Vec3& first = model.positions[model.corners[model.face_begin[face]]];
  for (std::uint32_t c = model.face_begin[face] + 1; c + 1 < model.face_begin[face + 1]; ++c)
    area += glm::cross(model.positions[model.corners[c]] - first, model.positions[model.corners[c + 1]] - first);
  return area;
}

/// The largest value up to `share` for which (1 - share) a + share b is not negative. Pre: a is not negative.
double share_above_zero(double a, double b, double share) { return b < 0 ? std::min(share, a / (a - b)) : share; }

}  // namespace

LeafFacing::LeafFacing(const LeafModel& model) : normals_(model.normals), parts_(parts_of(model)) {
  std::uint32_t parts = 0;
  for (const std::uint32_t part : parts_) parts = std::max(parts, part + 1);
  areas_.assign(parts, Vec3{0});
  std::vector<double> sizes(parts, 0);
  for (std::uint32_t f = 0; f < model.face_count(); ++f) {
    const Vec3 area = doubled_area(model, f);
    face_normals_.push_back(normalized_or(area, Vec3{0}));
    of_face_.push_back(parts_[model.corners[model.face_begin[f]]]);
    areas_[of_face_.back()] += area;
    sizes[of_face_.back()] += glm::length(area);
    for (std::uint32_t c = model.face_begin[f]; c < model.face_begin[f + 1]; ++c)
      corners_.push_back({f, model.corners[c]});
  }
  for (std::uint32_t part = 0; part < parts; ++part) {
    // treats the part as closed; otherwise rounding errors would decide its direction
    if (glm::length(areas_[part]) <= kClosed * sizes[part]) areas_[part] = Vec3{0};
  }
  mend_normals();
}

void LeafFacing::mend_normals() {
  std::vector<Vec3> sums(normals_.size(), Vec3{0});
  std::vector<char> is_wrong(normals_.size(), 0);
  for (const Corner& corner : corners_) {
    const Vec3& face = face_normals_[corner.face];
    sums[corner.position] += face;
    if (glm::dot(face, normals_[corner.position]) < 0) is_wrong[corner.position] = 1;
  }
  for (std::size_t i = 0; i < normals_.size(); ++i) {
    if (is_wrong[i] != 0) normals_[i] = normalized_or(sums[i], normals_[i]);
  }
}

LeafFacing::Turned LeafFacing::turned(const Vec3& outward, double share, bool turns) const {
  const auto side = [&](std::uint32_t part) { return turns && glm::dot(areas_[part], outward) < 0 ? -1.0 : 1.0; };
  std::vector<double> shares(normals_.size(), share);
  Turned result;
  for (const std::uint32_t part : of_face_) result.reversed.push_back(side(part) < 0 ? 1 : 0);
  for (const Corner& corner : corners_) {
    const Vec3 face = face_normals_[corner.face] * side(of_face_[corner.face]);
    const Vec3 normal = normals_[corner.position] * side(parts_[corner.position]);
    double& most = shares[corner.position];
    most = share_above_zero(std::max(glm::dot(normal, face), 0.0), glm::dot(outward, face), most);
  }
  for (std::size_t i = 0; i < normals_.size(); ++i) {
    const Vec3 normal = normals_[i] * side(parts_[i]);
    result.normals.push_back(normalized_or(normal * (1 - shares[i]) + outward * shares[i], normal));
  }
  return result;
}

}  // namespace weald::plant
