#include "contract/plant_checks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>
#include "support/catch.h"

#include "methods/mesh/build.h"
#include "methods/mesh/surface_tree.h"
#include "methods/mesh/triangulate.h"
#include "support/meshes.h"

namespace weald::contract {
namespace {

constexpr double kNearWood = 0.02;  // of a leaf's length

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

/// The segments of a skeleton as slivers, half as wide as they are thick.
mesh::Soup slivers_of(const lsystem::Skeleton& skeleton) {
  mesh::Soup soup;
  for (const lsystem::SkeletonSegment& segment : skeleton.segments) {
    const auto first = static_cast<std::uint32_t>(soup.positions.size());
    for (const Vec3& p : {segment.start, segment.end, segment.end + segment.frame.left * segment.end_radius})
      soup.positions.emplace_back(p);
    soup.add_face(std::vector<std::uint32_t>{first, first + 1, first + 2});
  }
  return soup;
}

/// How far a leaf's foot is from wood at most, as a share of the leaf's length; 0 for one in the bark.
double farthest_foot(const mesh::Soup& soup, const mesh::Soup& bark, const lsystem::Skeleton* skeleton) {
  const mesh::SurfaceTree tree(bark);
  std::optional<mesh::Soup> slivers;
  std::optional<mesh::SurfaceTree> bare;
  std::uint32_t hint = 0, bare_hint = 0;
  double farthest = 0;
  for (const auto& [root, leaf] : leaves_of(soup)) {
    if (leaf.lower_edge.empty()) continue;                 // a blade of a tuft, which begins above its foot
    if (leaf.lower_edge[0] != leaf.vertices[0]) continue;  // a turtle's polygon, which stands where the string drew it
    const LeafFoot foot = foot_of(leaf, soup);
    double share = tree.distance(foot.foot, hint) / foot.length;
    if (share <= farthest) continue;
    if (share >= kNearWood && skeleton != nullptr && !skeleton->segments.empty()) {
      if (!bare) bare.emplace(slivers.emplace(slivers_of(*skeleton)));
      share = std::min(share, bare->distance(foot.foot, bare_hint) / foot.length);
    }
    // Last, because it visits every face of the bark.
    if (share >= kNearWood && test::is_inside(foot.foot, bark)) continue;
    farthest = std::max(farthest, share);
  }
  return farthest;
}

}  // namespace

pipeline::EvalOptions PlantSkeletons::options() {
  pipeline::EvalOptions options;
  const bool any = std::any_of(graph_.stages.begin(), graph_.stages.end(),
                               [](const auto& stage) { return stage.decl.kind->output == "skeleton"; });
  if (any) {
    options.on_artifact = [this](const pipeline::StageDecl& stage, const pipeline::Artifact& artifact) {
      if (const auto* skeleton = std::get_if<lsystem::Skeleton>(&artifact)) skeletons_[stage.name] = *skeleton;
    };
  }
  return options;
}

const lsystem::Skeleton* PlantSkeletons::of(std::size_t stage) const {
  if (const auto found = skeletons_.find(graph_.stages[stage].decl.name); found != skeletons_.end())
    return &found->second;
  for (const std::size_t input : graph_.stages[stage].inputs) {
    if (const auto* skeleton = of(input)) return skeleton;
  }
  return nullptr;
}

void check_plant(const mesh::Mesh& mesh, const lsystem::Skeleton* skeleton) {
  mesh::Soup soup = mesh::triangulate(mesh::to_soup(mesh));
  if (soup.face_groups.empty()) soup.face_groups.resize(soup.face_count(), 0);
  if (soup.corner_uvs.empty()) soup.corner_uvs = soup.corners;
  const mesh::Soup bark = group_of(soup, "bark");
  if (bark.face_count() == 0 || soup.normals.empty()) return;
  CHECK(hidden_share(soup) < 0.002);
  if (!soup.uvs.empty()) CHECK(farthest_foot(soup, bark, skeleton) < kNearWood);
}

}  // namespace weald::contract
