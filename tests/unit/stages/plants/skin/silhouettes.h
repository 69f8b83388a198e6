#pragma once
// How far two meshes of a plant are from each other: as silhouettes on a grid of pixels, and point by point in space.

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/math/math.h"
#include "methods/mesh/build.h"
#include "methods/mesh/surface_tree.h"
#include "methods/mesh/triangulate.h"

namespace weald::plant::test {

inline constexpr int kPixels = 256;  // sides of a silhouette

/// Where a plant is seen from, degrees.
struct Side {
  double azimuth = 0;
  double elevation = 0;
};

inline double pixels_per_metre(const Bounds& frame) { return kPixels / (1.1 * glm::length(frame.size())); }

/// What a mesh covers of a picture, seen from a side; the box of the finest mesh fills it.
class Silhouette {
 public:
  Silhouette(const mesh::Mesh& mesh, const Bounds& frame, const Side& side) : set_(kPixels * kPixels, false) {
    const mesh::Soup soup = mesh::to_soup(mesh);
    const double scale = pixels_per_metre(frame);
    const auto project = [&](std::uint32_t v) {
      const Vec3 p = Vec3(soup.positions[v]) - frame.centre();
      const double x = p.x * math::cos_deg(side.azimuth) + p.z * math::sin_deg(side.azimuth);
      const double depth = p.z * math::cos_deg(side.azimuth) - p.x * math::sin_deg(side.azimuth);
      const double y = p.y * math::cos_deg(side.elevation) + depth * math::sin_deg(side.elevation);
      return Vec2{kPixels / 2 + x * scale, kPixels / 2 - y * scale};
    };
    for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
      const auto face = soup.face(f);
      for (std::size_t i = 1; i + 1 < face.size(); ++i) fill(project(face[0]), project(face[i]), project(face[i + 1]));
    }
  }
  bool at(int x, int y) const { return set_[static_cast<std::size_t>(y * kPixels + x)]; }

 private:
  /// Covers every pixel with its middle in a triangle, and those along its edges, so that thin ones have no gaps.
  void fill(const Vec2& a, const Vec2& b, const Vec2& c) {
    for (const auto& [p, q] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}}) {
      const int steps = 1 + static_cast<int>(2 * glm::distance(p, q));
      for (int i = 0; i <= steps; ++i) {
        const Vec2 at = p + (q - p) * (1.0 * i / steps);
        set_[static_cast<std::size_t>(static_cast<int>(at.y) * kPixels + static_cast<int>(at.x))] = true;
      }
    }
    const auto side = [](const Vec2& p, const Vec2& q, const Vec2& r) {
      return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    };
    const Vec2 low = glm::min(a, glm::min(b, c)), high = glm::max(a, glm::max(b, c));
    for (int y = static_cast<int>(low.y); y <= static_cast<int>(high.y); ++y) {
      for (int x = static_cast<int>(low.x); x <= static_cast<int>(high.x); ++x) {
        const Vec2 p{x + 0.5, y + 0.5};
        const double u = side(a, b, p), v = side(b, c, p), w = side(c, a, p);
        if ((u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0))
          set_[static_cast<std::size_t>(y * kPixels + x)] = true;
      }
    }
  }
  std::vector<bool> set_;
};

/// How two silhouettes differ.
struct Difference {
  double overlap = 0;   ///< pixels of both / pixels of either
  double farthest = 0;  ///< largest distance from a pixel of one to the nearest of the other, pixels
};

inline double farthest_from(const Silhouette& from, const Silhouette& to) {
  double farthest = 0;
  for (int y = 0; y < kPixels; ++y) {
    for (int x = 0; x < kPixels; ++x) {
      if (!from.at(x, y)) continue;
      double nearest = 1e9;
      for (int reach = 0; reach < nearest && reach < kPixels; ++reach) {
        for (int dy = -reach; dy <= reach; ++dy) {
          for (int dx = -reach; dx <= reach; dx += std::abs(dy) == reach ? 1 : std::max(2 * reach, 1)) {
            const int u = x + dx, v = y + dy;
            if (u >= 0 && v >= 0 && u < kPixels && v < kPixels && to.at(u, v))
              nearest = std::min(nearest, std::hypot(dx, dy));
          }
        }
      }
      farthest = std::max(farthest, nearest);
    }
  }
  return farthest;
}

inline Difference difference(const mesh::Mesh& fine, const mesh::Mesh& coarse, const std::vector<Side>& sides) {
  Difference result{1, 0};
  for (const Side& side : sides) {
    const Silhouette a(fine, mesh::bounds(fine), side), b(coarse, mesh::bounds(fine), side);
    double both = 0, either = 0;
    for (int y = 0; y < kPixels; ++y) {
      for (int x = 0; x < kPixels; ++x) {
        both += a.at(x, y) && b.at(x, y);
        either += a.at(x, y) || b.at(x, y);
      }
    }
    result.overlap = std::min(result.overlap, both / either);
    result.farthest = std::max({result.farthest, farthest_from(a, b), farthest_from(b, a)});
  }
  return result;
}

inline double longest_side(const mesh::Mesh& mesh) {
  const Vec3 size = mesh::bounds(mesh).size();
  return std::max({size.x, size.y, size.z});
}

/// Largest distance of points spread over the triangles of `from` to those of `to`, by trying all of them.
inline double one_way(const mesh::Mesh& from, const mesh::Mesh& to) {
  const mesh::Soup a = mesh::triangulate(mesh::to_soup(from)), b = mesh::triangulate(mesh::to_soup(to));
  const auto corners = [](const mesh::Soup& soup, std::uint32_t f) {
    const auto face = soup.face(f);
    return mesh::Corners{Vec3(soup.positions[face[0]]), Vec3(soup.positions[face[1]]), Vec3(soup.positions[face[2]])};
  };
  double farthest2 = 0;
  for (std::uint32_t f = 0; f < a.face_count(); ++f) {
    const mesh::Corners t = corners(a, f);
    for (const Vec3& share : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}, Vec3{0.4, 0.3, 0.3}}) {
      const Vec3 point = t[0] * share.x + t[1] * share.y + t[2] * share.z;
      double nearest2 = 1e300;
      for (std::uint32_t g = 0; g < b.face_count() && nearest2 > farthest2; ++g)
        nearest2 = std::min(nearest2, mesh::squared_distance(point, corners(b, g)));
      farthest2 = std::max(farthest2, nearest2);
    }
  }
  return std::sqrt(farthest2);
}

inline double distance_between(const mesh::Mesh& a, const mesh::Mesh& b) {
  return std::max(one_way(a, b), one_way(b, a));
}

}  // namespace weald::plant::test
