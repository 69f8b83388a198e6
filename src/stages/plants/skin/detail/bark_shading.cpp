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
constexpr double kBehind = -0.03;  // cosine to a face's normal below which a normal is rotated
constexpr double kBefore = 0.05;   // cosine at which it is then aimed
constexpr int kTurns = 24;

/// Number of the normal at a corner of the soup.
std::uint32_t normal_at(const mesh::Soup& soup, std::uint32_t corner) {
  return soup.corner_normals.empty() ? soup.corners[corner] : soup.corner_normals[corner];
}

/// Calls body(cross product of two edges) for the triangles at corner `k` of a face.
template <class Body>
void for_triangles_at_corner(const mesh::Soup& soup, std::size_t face, std::uint32_t k, const Body& body) {
  const std::uint32_t begin = soup.face_begin[face], n = soup.face_begin[face + 1] - begin;
  const auto point = [&](std::uint32_t i) { return Vec3(soup.positions[soup.corners[begin + (i < n ? i : i - n)]]); };
  const Vec3 at = point(k), next = point(k + 1) - at, last = point(k + n - 1) - at;
  body(glm::cross(next, last));
  if (n != 4) return;
  const Vec3 opposite = point(k + 2) - at;
  body(glm::cross(next, opposite));
  body(glm::cross(opposite, last));
}

/// The first `count` faces of a soup, except those with a 1 in `unseen`.
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

/// The triangles at corners, in the order of the faces, for which is_near(normal's number) and
/// is_wanted(normal's number, cross product) hold. Pre: the latter does not hold for triangles without area.
template <class Near, class Wanted>
std::vector<CornerFace> find_corners(const mesh::Soup& soup, const SeenFaces& faces, const Near& is_near,
                                     const Wanted& is_wanted) {
  std::vector<std::vector<CornerFace>> found((faces.count + kFacesPerBlock - 1) / kFacesPerBlock);
  parallel_blocks(faces.count, kFacesPerBlock, [&](std::size_t from, std::size_t to) {
    for (std::size_t f = from; f < to; ++f) {
      if (!faces.unseen.empty() && faces.unseen[f] != 0) continue;
      for (std::uint32_t corner = soup.face_begin[f]; corner < soup.face_begin[f + 1]; ++corner) {
        const std::uint32_t number = normal_at(soup, corner);
        if (!is_near(number)) continue;
        for_triangles_at_corner(soup, f, corner - soup.face_begin[f], [&](const Vec3& across) {
          if (!is_wanted(number, across)) return;
          found[from / kFacesPerBlock].push_back({number, corner, across / glm::length(across)});
        });
      }
    }
  });
  std::vector<CornerFace> all;
  for (const auto& block : found) all.insert(all.end(), block.begin(), block.end());
  return all;
}

/// The corners, of those for which is_near(normal's number) holds, whose normals lie behind a face.
template <class Near>
std::vector<CornerFace> hidden_corners(const mesh::Soup& soup, const SeenFaces& faces, const Near& is_near) {
  return find_corners(soup, faces, is_near, [&](std::uint32_t number, const Vec3& across) {
    const Vec3 normal(soup.normals[number]);
    // Most normals lie before all faces, which shows without a root.
    return glm::dot(normal, across) < 0 && glm::dot(normal, across / glm::length(across)) < kBehind;
  });
}

/// A 1 for each normal that one of the corners has.
std::vector<std::uint8_t> normals_of(std::span<const CornerFace> corners, const mesh::Soup& soup) {
  std::vector<std::uint8_t> is_used(soup.normals.size(), 0);
  for (const CornerFace& one : corners) is_used[one.normal] = 1;
  return is_used;
}

/// All triangles around the normals of some corners, sorted by normal.
std::vector<CornerFace> faces_around(std::span<const CornerFace> corners, const mesh::Soup& soup,
                                     const SeenFaces& faces) {
  const std::vector<std::uint8_t> is_used = normals_of(corners, soup);
  std::vector<CornerFace> all = find_corners(
      soup, faces, [&](std::uint32_t number) { return is_used[number] != 0; },
      [](std::uint32_t, const Vec3& across) { return glm::length(across) > 0; });
  std::stable_sort(all.begin(), all.end(),
                   [](const CornerFace& a, const CornerFace& b) { return a.normal < b.normal; });
  return all;
}

/// Calls body(faces) for each run of faces with the same `key`.
template <class Body>
void for_runs(std::span<const CornerFace> faces, std::uint32_t CornerFace::*key, const Body& body) {
  for (std::size_t from = 0, to = 0; from < faces.size(); from = to) {
    while (to < faces.size() && faces[to].*key == faces[from].*key) ++to;
    body(faces.subspan(from, to - from));
  }
}

/// The number of faces that a direction lies behind, and its least cosine to a face's normal.
std::pair<std::size_t, double> hidden_by(const Vec3& direction, std::span<const CornerFace> around) {
  std::pair<std::size_t, double> result{0, 1.0};
  for (const CornerFace& one : around) {
    const double cosine = glm::dot(direction, one.face);
    if (cosine < 0.5 * kBefore) ++result.first;
    result.second = std::min(result.second, cosine);
  }
  return result;
}

/// Rotates a direction in front of each face in turn, repeatedly, which projects it onto convex sets.
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

/// Gives normals of their own to corners whose normal still lies behind their face. `turned`: the corners whose normals
/// were turned; all others lie before their faces.
void crease(const SeenFaces& faces, std::span<const CornerFace> turned, mesh::Soup& soup) {
  const std::vector<std::uint8_t> is_turned = normals_of(turned, soup);
  const std::vector<CornerFace> hidden =
      hidden_corners(soup, faces, [&](std::uint32_t number) { return is_turned[number] != 0; });
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
  const std::vector<CornerFace> hidden = hidden_corners(soup, faces, [](std::uint32_t) { return true; });
  if (hidden.empty()) return;
  for_runs(faces_around(hidden, soup, faces), &CornerFace::normal, [&](std::span<const CornerFace> around) {
    Vec3f& normal = soup.normals[around.front().normal];
    normal = Vec3f(turned_outward(Vec3(normal), around));
  });
  crease(faces, hidden, soup);
}

}  // namespace weald::plant
