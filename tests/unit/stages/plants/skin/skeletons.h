#pragma once
// Skeletons made by hand, and measures of soups, for the tests of plant.

#include <map>
#include <utility>
#include <vector>

#include "base/math/math.h"
#include "base/rng.h"
#include "data/skeleton.h"
#include "methods/mesh/soup.h"
#include "stages/plants/skin/plant_mesh.h"

namespace weald::plant::test {

/// Draws segments as the turtle does: each starts at the end of another, or at a point of its own.
class Sketch {
 public:
  std::uint32_t root(const Vec3& start, const Vec3& end, double r0, double r1) {
    return add(start, end, r0, r1, {}, branches_++, 0);
  }
  /// Continues the branch of segment `from`.
  std::uint32_t extend(std::uint32_t from, const Vec3& end, double r0, double r1) {
    const auto& p = skeleton_.segments[from];
    return add(p.end, end, r0, r1, from, p.branch, p.level);
  }
  /// Starts a branch at the end of segment `from`.
  std::uint32_t fork(std::uint32_t from, const Vec3& end, double r0, double r1) {
    const auto& p = skeleton_.segments[from];
    return add(p.end, end, r0, r1, from, branches_++, static_cast<std::uint16_t>(p.level + 1));
  }
  lsystem::Skeleton& skeleton() { return skeleton_; }

 private:
  std::uint32_t add(const Vec3& start, const Vec3& end, double r0, double r1, std::optional<std::uint32_t> parent,
                    std::uint32_t branch, std::uint16_t level) {
    lsystem::SkeletonSegment s;
    s.start = start;
    s.end = end;
    s.start_radius = r0;
    s.end_radius = r1;
    s.frame.heading = normalized_or(end - start, {0, 1, 0});
    const Vec3 other = std::abs(s.frame.heading.y) < 0.9 ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
    s.frame.left = glm::normalize(glm::cross(other, s.frame.heading));
    s.frame.up = glm::cross(s.frame.heading, s.frame.left);
    s.parent = parent;
    s.branch = branch;
    s.level = level;
    skeleton_.segments.push_back(s);
    return static_cast<std::uint32_t>(skeleton_.segments.size() - 1);
  }
  lsystem::Skeleton skeleton_;
  std::uint32_t branches_ = 0;
};

/// A tree of `depth` orders, with bends, forks and side branches drawn at random.
inline lsystem::Skeleton random_tree(std::uint64_t seed, int depth) {
  const Rng rng(seed);
  Sketch sketch;
  std::uint64_t draw = 0;
  const auto swing = [&] { return rng.uniform_in(-1, 1, draw++); };
  struct Tip {
    std::uint32_t segment;
    int depth;
  };
  std::vector<Tip> open{{sketch.root({0, 0, 0}, {0, 1, 0}, 0.2, 0.2), depth}};
  while (!open.empty()) {
    const Tip tip = open.back();
    open.pop_back();
    const auto s = sketch.skeleton().segments[tip.segment];
    if (tip.depth == 0) continue;
    const double length = 0.25 + 0.1 * tip.depth;
    const double radius = s.end_radius * 0.8;
    const auto away = [&](double share) {
      return s.end + length * glm::normalize(s.frame.heading + share * Vec3{swing(), swing(), swing()});
    };
    open.push_back({sketch.extend(tip.segment, away(0.5), radius, radius), tip.depth - 1});
    open.push_back({sketch.fork(tip.segment, away(1.5), radius * 0.7, radius * 0.7), tip.depth - 1});
  }
  return std::move(sketch.skeleton());
}

inline mesh::Soup soup_of(const lsystem::Skeleton& skeleton, const PlantMeshParams& params = {},
                          std::uint64_t seed = 1) {
  RunContext context;
  context.seed = seed;
  return plant_soup(skeleton, params, context);
}

/// How often each directed edge occurs in faces of a group.
inline std::map<std::pair<std::uint32_t, std::uint32_t>, int> directed_edges(const mesh::Soup& soup,
                                                                             std::uint16_t group) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    if (soup.face_groups[f] != group) continue;
    const auto face = soup.face(f);
    for (std::size_t i = 0; i < face.size(); ++i) ++edges[{face[i], face[(i + 1) % face.size()]}];
  }
  return edges;
}

/// Every edge of the group belongs to exactly two faces that run along it in opposite directions.
inline bool is_closed(const mesh::Soup& soup, std::uint16_t group = 0) {
  const auto edges = directed_edges(soup, group);
  for (const auto& [edge, count] : edges) {
    const auto twin = edges.find({edge.second, edge.first});
    if (count != 1 || twin == edges.end() || twin->second != 1) return false;
  }
  return !edges.empty();
}

/// Vector area of a face.
inline Vec3 face_area(const mesh::Soup& soup, std::uint32_t f) {
  const auto face = soup.face(f);
  const Vec3 first(soup.positions[face[0]]);
  Vec3 sum{0};
  for (std::size_t i = 1; i + 1 < face.size(); ++i) {
    sum += glm::cross(Vec3(soup.positions[face[i]]) - first, Vec3(soup.positions[face[i + 1]]) - first);
  }
  return 0.5 * sum;
}

/// Volume enclosed by the faces of a group; positive when they look outwards.
inline double volume(const mesh::Soup& soup, std::uint16_t group = 0) {
  double sum = 0;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    if (soup.face_groups[f] != group) continue;
    sum += glm::dot(face_area(soup, f), Vec3(soup.positions[soup.face(f)[0]])) / 3;
  }
  return sum;
}

}  // namespace weald::plant::test
