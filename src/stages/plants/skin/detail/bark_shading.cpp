#include "stages/plants/skin/detail/bark_shading.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "base/math/math.h"
#include "base/parallel.h"

namespace weald::plant {
namespace {

constexpr std::size_t kFacesPerBlock = 8192;
constexpr double kBehind = -0.03;  // a normal whose cosine to a face's normal is below this is turned ...
constexpr double kBefore = 0.05;   // ... until the cosine is this
constexpr int kTurns = 24;

/// Index of the normal at a corner of the soup.
std::uint32_t normal_at(const mesh::Soup& soup, std::uint32_t corner) {
  return soup.corner_normals.empty() ? soup.corners[corner] : soup.corner_normals[corner];
}

/// Calls body(corner, unit normal of a triangle) for the triangles at every corner of a face, except those without
/// area.
template <class Body>
void for_triangles_at_corners(const mesh::Soup& soup, std::uint32_t face, const Body& body) {
  const std::uint32_t begin = soup.face_begin[face], n = soup.face_begin[face + 1] - begin;
  const auto point = [&](std::uint32_t i) { return Vec3(soup.positions[soup.corners[begin + i % n]]); };
  for (std::uint32_t k = 0; k < n; ++k) {
    const Vec3 at = point(k), next = point(k + 1) - at, last = point(k + n - 1) - at;
    const auto add = [&](const Vec3& a, const Vec3& b) {
      const Vec3 across = glm::cross(a, b);
      const double length = glm::length(across);
      if (length > 0) body(begin + k, across / length);
    };
    add(next, last);
    if (n != 4) continue;
    const Vec3 opposite = point(k + 2) - at;
    add(next, opposite);
    add(opposite, last);
  }
}

/// The first faces of a soup, without those that are not visible.
struct SeenFaces {
  std::size_t count;
  std::span<const std::uint8_t> unseen;
};

/// A triangle at a corner.
struct CornerFace {
  std::uint32_t normal;  ///< number of the corner's normal
  std::uint32_t corner;
  Vec3 face{0};  ///< unit
};

/// The triangles at corners for which wanted(normal's number, triangle's normal) holds, in the order of the faces.
template <class Wanted>
std::vector<CornerFace> find_corners(const mesh::Soup& soup, const SeenFaces& faces, const Wanted& wanted) {
  std::vector<std::vector<CornerFace>> found((faces.count + kFacesPerBlock - 1) / kFacesPerBlock);
  parallel_blocks(faces.count, kFacesPerBlock, [&](std::size_t from, std::size_t to) {
    for (std::size_t f = from; f < to; ++f) {
      if (!faces.unseen.empty() && faces.unseen[f] != 0) continue;
      for_triangles_at_corners(soup, static_cast<std::uint32_t>(f), [&](std::uint32_t corner, const Vec3& face) {
        const std::uint32_t number = normal_at(soup, corner);
        if (wanted(number, face)) found[from / kFacesPerBlock].push_back({number, corner, face});
      });
    }
  });
  std::vector<CornerFace> all;
  for (const auto& block : found) all.insert(all.end(), block.begin(), block.end());
  return all;
}

/// The corners whose normals lie behind a face.
std::vector<CornerFace> hidden_corners(const mesh::Soup& soup, const SeenFaces& faces) {
  return find_corners(soup, faces, [&](std::uint32_t number, const Vec3& face) {
    return glm::dot(Vec3(soup.normals[number]), face) < kBehind;
  });
}

/// All triangles around the normals of some corners; by normal.
std::vector<CornerFace> faces_around(std::span<const CornerFace> corners, const mesh::Soup& soup,
                                     const SeenFaces& faces) {
  std::vector<std::uint8_t> is_wanted(soup.normals.size(), 0);
  for (const CornerFace& one : corners) is_wanted[one.normal] = 1;
  std::vector<CornerFace> all =
      find_corners(soup, faces, [&](std::uint32_t number, const Vec3&) { return is_wanted[number] != 0; });
  std::stable_sort(all.begin(), all.end(),
                   [](const CornerFace& a, const CornerFace& b) { return a.normal < b.normal; });
  return all;
}

/// Calls body(faces) for each run of faces whose `key` is one.
template <class Body>
void for_runs(std::span<const CornerFace> faces, std::uint32_t CornerFace::*key, const Body& body) {
  for (std::size_t from = 0, to = 0; from < faces.size(); from = to) {
    while (to < faces.size() && faces[to].*key == faces[from].*key) ++to;
    body(faces.subspan(from, to - from));
  }
}

/// The number of faces behind which a direction lies, and its smallest cosine to a face normal.
std::pair<std::size_t, double> hidden_by(const Vec3& direction, std::span<const CornerFace> around) {
  std::pair<std::size_t, double> result{0, 1.0};
  for (const CornerFace& one : around) {
    const double cosine = glm::dot(direction, one.face);
    if (cosine < 0.5 * kBefore) ++result.first;
    result.second = std::min(result.second, cosine);
  }
  return result;
}

/// Turns a direction to the front of each face in turn: the method of projections onto convex sets.
Vec3 turned_outward(const Vec3& normal, std::span<const CornerFace> around) {
  Vec3 best = normal, direction = normal;
  auto hidden = hidden_by(normal, around);
  for (int turn = 0; turn < kTurns && hidden.first > 0; ++turn) {
    for (const CornerFace& one : around) direction += one.face * std::max(kBefore - glm::dot(direction, one.face), 0.0);
    direction = normalized_or(direction, normal);
    const auto now = hidden_by(direction, around);
    if (now.first > hidden.first || (now.first == hidden.first && now.second <= hidden.second)) continue;
    hidden = now;
    best = direction;
  }
  return best;
}

/// Gives separate normals to corners whose faces fold away from the surrounding ones.
void crease(const SeenFaces& faces, mesh::Soup& soup) {
  const std::vector<CornerFace> hidden = hidden_corners(soup, faces);
  if (hidden.empty()) return;
  const std::vector<CornerFace> around = faces_around(hidden, soup, faces);
  if (soup.corner_normals.empty()) soup.corner_normals = soup.corners;
  std::vector<std::uint8_t> is_hidden(soup.corners.size(), 0);
  for (const CornerFace& one : hidden) is_hidden[one.corner] = 1;
  for_runs(around, &CornerFace::corner, [&](std::span<const CornerFace> at_corner) {
    const CornerFace& one = at_corner.front();
    if (is_hidden[one.corner] == 0) return;
    soup.corner_normals[one.corner] = static_cast<std::uint32_t>(soup.normals.size());
    soup.normals.emplace_back(turned_outward(Vec3(soup.normals[one.normal]), at_corner));
  });
}

}  // namespace

void turn_normals_outward(std::uint64_t count, std::span<const std::uint8_t> unseen, mesh::Soup& soup) {
  const SeenFaces faces{static_cast<std::size_t>(count), unseen};
  const std::vector<CornerFace> hidden = hidden_corners(soup, faces);
  if (hidden.empty()) return;
  for_runs(faces_around(hidden, soup, faces), &CornerFace::normal, [&](std::span<const CornerFace> around) {
    Vec3f& normal = soup.normals[around.front().normal];
    normal = Vec3f(turned_outward(Vec3(normal), around));
  });
  crease(faces, soup);
}

}  // namespace weald::plant
