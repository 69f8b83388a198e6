#include "contract/plant_checks.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "mesh/build.h"
#include "mesh/surface_tree.h"
#include "mesh/triangulate.h"

namespace weald::contract {
namespace {

constexpr double kNearBark = 0.02;  // of a leaf's length

/// The faces of one group, with the positions of all.
mesh::Soup group_of(const mesh::Soup& soup, const std::string& name) {
  mesh::Soup kept;
  kept.positions = soup.positions;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    if (soup.groups[soup.face_groups[f]].name != name) continue;
    kept.add_face(std::vector<std::uint32_t>(soup.face(f).begin(), soup.face(f).end()));
  }
  return kept;
}

/// Share of the corners of the bark's triangles whose normal lies behind them.
double hidden_share(const mesh::Soup& soup) {
  std::size_t corners = 0, behind = 0;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    if (soup.groups[soup.face_groups[f]].name != "bark") continue;
    const auto face = soup.face(f);
    const auto at = [&](std::size_t i) { return Vec3(soup.positions[face[i]]); };
    const Vec3 across = normalized_or(glm::cross(at(1) - at(0), at(2) - at(0)), Vec3{0});
    for (std::uint32_t c = soup.face_begin[f]; c < soup.face_begin[f + 1]; ++c) {
      const std::uint32_t number = soup.corner_normals.empty() ? soup.corners[c] : soup.corner_normals[c];
      behind += glm::dot(across, Vec3(soup.normals[number])) < -0.05 ? 1 : 0;
      ++corners;
    }
  }
  return corners > 0 ? static_cast<double>(behind) / static_cast<double>(corners) : 0;
}

/// A leaf as the mesh has it: the point that its stalk begins at, and its length.
struct LeafFoot {
  Vec3 foot{0};
  double length = 0;
};

/// Vertices of one leaf.
struct LeafPiece {
  std::vector<std::uint32_t> vertices;
  std::vector<std::uint32_t> lower_edge;
  std::optional<std::uint32_t> middle;  ///< of the lower edge, where a card is folded
};

/// The leaves, each one piece of surface; v of the texture is 0 at the foot, u a half in the middle.
std::map<std::uint32_t, LeafPiece> leaves_of(const mesh::Soup& soup) {
  std::vector<std::uint32_t> piece(soup.positions.size());
  std::iota(piece.begin(), piece.end(), 0u);
  const auto root = [&](std::uint32_t v) {
    while (piece[v] != v) v = piece[v] = piece[piece[v]];
    return v;
  };
  std::vector<std::optional<Vec2f>> uv(soup.positions.size());
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    if (soup.groups[soup.face_groups[f]].name != "leaves") continue;
    for (std::uint32_t c = soup.face_begin[f]; c < soup.face_begin[f + 1]; ++c) {
      uv[soup.corners[c]] = soup.uvs[soup.corner_uvs[c]];
      const std::uint32_t a = root(soup.corners[c]), b = root(soup.corners[soup.face_begin[f]]);
      piece[std::max(a, b)] = std::min(a, b);
    }
  }
  std::map<std::uint32_t, LeafPiece> leaves;
  for (std::uint32_t v = 0; v < uv.size(); ++v) {
    if (!uv[v]) continue;
    LeafPiece& leaf = leaves[root(v)];
    leaf.vertices.push_back(v);
    if (uv[v]->y != 0) continue;
    leaf.lower_edge.push_back(v);
    if (uv[v]->x == 0.5f) leaf.middle = v;
  }
  return leaves;
}

LeafFoot foot_of(const LeafPiece& leaf, const mesh::Soup& soup) {
  LeafFoot result;
  for (const std::uint32_t v : leaf.lower_edge)
    result.foot += Vec3(soup.positions[v]) / static_cast<double>(leaf.lower_edge.size());
  if (leaf.middle) result.foot = Vec3(soup.positions[*leaf.middle]);
  for (const std::uint32_t v : leaf.vertices)
    result.length = std::max(result.length, glm::distance(Vec3(soup.positions[v]), result.foot));
  return result;
}

/// Whether a point lies inside one of the closed tubes: how often a line from it leaves them, less how often it enters.
bool is_inside(const Vec3& point, const mesh::Soup& tubes) {
  const Vec3 along{0.3603, 0.4795, 0.8002};
  int left = 0;
  for (std::uint32_t f = 0; f < tubes.face_count(); ++f) {
    const auto face = tubes.face(f);
    const Vec3 a = Vec3(tubes.positions[face[0]]) - point, b = Vec3(tubes.positions[face[1]]) - point,
               c = Vec3(tubes.positions[face[2]]) - point;
    const double u = glm::dot(along, glm::cross(b, c)), v = glm::dot(along, glm::cross(c, a)),
                 w = glm::dot(along, glm::cross(a, b));
    const bool leaves = u > 0 && v > 0 && w > 0, enters = u < 0 && v < 0 && w < 0;
    if (!leaves && !enters) continue;
    const double volume = glm::dot(a, glm::cross(b, c));
    if (leaves && volume > 0) ++left;
    if (enters && volume < 0) --left;
  }
  return left > 0;
}

/// How far a leaf's foot is from bark at most, in metres and as a share of the leaf's length; 0 for one in the wood.
struct FarthestFoot {
  double metres = 0;
  double share = 0;
};

FarthestFoot farthest_foot(const mesh::Soup& soup, const mesh::Soup& bark) {
  const mesh::SurfaceTree tree(bark);
  std::uint32_t hint = 0;
  FarthestFoot farthest;
  for (const auto& [root, leaf] : leaves_of(soup)) {
    if (leaf.lower_edge.empty()) continue;                 // a blade of a tuft, which begins above its foot
    if (leaf.lower_edge[0] != leaf.vertices[0]) continue;  // a turtle's polygon, which stands where the string drew it
    const LeafFoot foot = foot_of(leaf, soup);
    const double distance = tree.distance(foot.foot, hint);
    const FarthestFoot here{std::max(farthest.metres, distance), std::max(farthest.share, distance / foot.length)};
    if (here.metres <= farthest.metres && here.share <= farthest.share) continue;
    if (distance < kNearBark * foot.length || !is_inside(foot.foot, bark)) farthest = here;
  }
  return farthest;
}

}  // namespace

void check_plant(const mesh::Mesh& mesh, double unseen_wood) {
  mesh::Soup soup = mesh::triangulate(mesh::to_soup(mesh));
  if (soup.face_groups.empty()) soup.face_groups.resize(soup.face_count(), 0);
  if (soup.corner_uvs.empty()) soup.corner_uvs = soup.corners;
  const mesh::Soup bark = group_of(soup, "bark");
  if (bark.face_count() == 0 || soup.normals.empty()) return;
  CHECK(hidden_share(soup) < 0.002);
  if (soup.uvs.empty()) return;
  const FarthestFoot farthest = farthest_foot(soup, bark);
  CAPTURE(farthest.metres, farthest.share);
  CHECK((farthest.share < kNearBark || farthest.metres <= unseen_wood));
}

}  // namespace weald::contract
