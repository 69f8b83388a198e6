#include "stages/plants/cards/detail/card_share.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "methods/mesh/build.h"

namespace weald::billboard {

namespace {

constexpr std::uint32_t kUnused = std::numeric_limits<std::uint32_t>::max();

bool belongs_to(const Vec3& point, const CardPlanes& planes, std::size_t card, double depth) {
  const Vec3 away = point - planes.spine.at(point.y);
  const auto distance = [&](const Vec3& normal) { return std::abs(glm::dot(away, normal)); };
  const double own = distance(planes.normals[card]);
  if (own <= depth) return true;
  return std::all_of(planes.normals.begin(), planes.normals.end(),
                     [&](const Vec3& normal) { return own <= distance(normal); });
}

/// Copies faces with all that they use.
class FaceCopier {
 public:
  explicit FaceCopier(const mesh::Soup& from) : from_(from), number_(from.positions.size(), kUnused) {
    to_.uvs = from.uvs;
    to_.groups = from.groups;
    to_.materials = from.materials;
    // Normals that go by vertex must stay beside their positions; others are a pool.
    if (!from.corner_normals.empty()) to_.normals = from.normals;
  }

  void copy(std::uint32_t face) {
    for (std::uint32_t c = from_.face_begin[face]; c < from_.face_begin[face + 1]; ++c) {
      to_.corners.push_back(vertex(from_.corners[c]));
      if (!from_.uvs.empty())
        to_.corner_uvs.push_back(from_.corner_uvs.empty() ? from_.corners[c] : from_.corner_uvs[c]);
      if (!from_.corner_normals.empty()) to_.corner_normals.push_back(from_.corner_normals[c]);
    }
    to_.face_begin.push_back(static_cast<std::uint32_t>(to_.corners.size()));
    if (!from_.face_groups.empty()) to_.face_groups.push_back(from_.face_groups[face]);
  }

  mesh::Soup& result() { return to_; }

 private:
  std::uint32_t vertex(std::uint32_t old) {
    if (number_[old] != kUnused) return number_[old];
    number_[old] = static_cast<std::uint32_t>(to_.positions.size());
    to_.positions.push_back(from_.positions[old]);
    mesh::append_vertex(to_, from_, old);
    if (!from_.normals.empty() && from_.corner_normals.empty()) to_.normals.push_back(from_.normals[old]);
    return number_[old];
  }

  const mesh::Soup& from_;
  mesh::Soup to_;
  std::vector<std::uint32_t> number_;
};

}  // namespace

mesh::Mesh share_of_card(const mesh::Soup& soup, const CardPlanes& planes, std::size_t card, double depth) {
  std::vector<bool> belongs;
  belongs.reserve(soup.positions.size());
  for (const Vec3f& p : soup.positions) belongs.push_back(belongs_to(Vec3(p), planes, card, depth));
  FaceCopier copier(soup);
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    const auto face = soup.face(f);
    if (std::any_of(face.begin(), face.end(), [&](std::uint32_t v) { return belongs[v]; })) copier.copy(f);
  }
  // Parts of a former single surface may now touch in single vertices; the builder separates them there.
  return mesh::build_mesh(std::move(copier.result())).mesh;
}

}  // namespace weald::billboard
