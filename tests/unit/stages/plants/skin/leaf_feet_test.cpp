#include "support/catch.h"

#include <cmath>

#include "methods/mesh/triangulate.h"
#include "support/meshes.h"
#include "unit/stages/plants/skin/skeletons.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

namespace {

/// Distance from a point to a triangle.
double triangle_distance(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const auto to_edge = [&](const Vec3& s, const Vec3& e) {
    const double t = glm::clamp(glm::dot(p - s, e - s) / std::max(glm::dot(e - s, e - s), 1e-300), 0.0, 1.0);
    return glm::length(p - s - (e - s) * t);
  };
  const double edges = std::min({to_edge(a, b), to_edge(b, c), to_edge(c, a)});
  const Vec3 n = glm::cross(b - a, c - a);
  const double area2 = glm::dot(n, n);
  if (area2 < 1e-300) return edges;
  const auto inside = [&](const Vec3& s, const Vec3& e) { return glm::dot(glm::cross(e - s, p - s), n) >= 0; };
  if (!inside(a, b) || !inside(b, c) || !inside(c, a)) return edges;
  return std::min(edges, std::abs(glm::dot(p - a, n)) / std::sqrt(area2));
}

/// Distance from a point to the bark, faces cut into fans as readers of OBJ do.
double bark_distance(const mesh::Soup& soup, const Vec3& p) {
  double nearest = 1e300;
  for (std::uint32_t f = 0; f < soup.face_count() && soup.face_groups[f] == 0; ++f) {
    const auto face = soup.face(f);
    const auto at = [&](std::size_t i) { return Vec3(soup.positions[face[i]]); };
    if (glm::length(at(0) - p) > 1.5) continue;
    for (std::size_t i = 1; i + 1 < face.size(); ++i)
      nearest = std::min(nearest, triangle_distance(p, at(0), at(i), at(i + 1)));
  }
  return nearest;
}

/// First vertices of leaves: the feet of rhombic ones.
std::vector<Vec3> feet_of(const mesh::Soup& soup) {
  std::vector<Vec3> feet;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    if (soup.face_groups[f] == 1) feet.emplace_back(soup.positions[soup.face(f)[0]]);
  }
  return feet;
}

}  // namespace

TEST_CASE("leaves: the foot of every stalk lies on the bark's polygons") {
  for (const auto arrangement : {Arrangement::spiral, Arrangement::opposite}) {
    PlantMeshParams params;
    params.leaves.spacing = 0.06;
    params.leaves.shape = LeafShape::rhombus;
    params.leaves.arrangement = arrangement;
    const mesh::Soup soup = soup_of(random_tree(9, 5), params);
    const auto feet = feet_of(soup);
    REQUIRE(feet.size() > 500);
    double farthest = 0;
    for (const Vec3& foot : feet) farthest = std::max(farthest, bark_distance(soup, foot));
    CHECK(farthest < 1e-6);  // of a tree of 3 m
  }
}

TEST_CASE("leaves: where a welded joint has taken the bark away, the foot lies in the wood") {
  PlantMeshParams params;
  params.leaves.spacing = 0.02;
  params.leaves.shape = LeafShape::rhombus;
  params.stem.joint = JointKind::weld;
  params.stem.sides = 6;
  params.stem.min_sides = 5;
  const mesh::Soup soup = mesh::triangulate(soup_of(random_tree(9, 5), params));
  mesh::Soup bark;
  bark.positions = soup.positions;
  for (std::uint32_t f = 0; f < soup.face_count() && soup.face_groups[f] == 0; ++f)
    bark.add_face(std::vector<std::uint32_t>(soup.face(f).begin(), soup.face(f).end()));
  std::size_t inside = 0, outside = 0;
  for (const Vec3& foot : feet_of(soup)) {
    if (bark_distance(soup, foot) < 1e-6) continue;
    ++(weald::test::is_inside(foot, bark) ? inside : outside);
  }
  CHECK(inside > 10);
  CHECK(outside == 0);
}

TEST_CASE("leaves: an organ of the turtle inside its wood stands on the bark, one beside it stays") {
  Sketch sketch;
  const auto first = sketch.root({0, 0, 0}, {0, 1, 0}, 0.1, 0.08);
  sketch.extend(first, {0.3, 2, 0}, 0.08, 0.05);
  lsystem::SkeletonOrgan inside;
  inside.position = {0, 1, 0};
  inside.frame = {{0.6, 0.8, 0}, {0, 0, 1}, {-0.8, 0.6, 0}};
  inside.size = 0.3;
  inside.parent = first;
  lsystem::SkeletonOrgan beside = inside;
  beside.position = {0.7, 1, 0.2};
  sketch.skeleton().organs = {inside, beside};
  PlantMeshParams params;
  params.leaves.shape = LeafShape::rhombus;
  const mesh::Soup soup = soup_of(sketch.skeleton(), params);
  const auto feet = feet_of(soup);
  REQUIRE(feet.size() == 4);  // two faces each
  CHECK(bark_distance(soup, feet[0]) < 1e-6);
  CHECK(feet[0].x > 0.03);
  CHECK(glm::length(feet[2] - Vec3{0.7, 1, 0.2}) < 1e-6);
}
