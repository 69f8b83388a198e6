#include "methods/mesh/surface_reach.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <span>

#include "base/check.h"
#include "base/parallel.h"

namespace weald::mesh {
namespace {

constexpr std::size_t kTrianglesPerBlock = 2048;
constexpr std::size_t kTrianglesPerCheck = 64;
constexpr std::uint64_t kVisitsPerTriangle = 2000;  // the presets' plants need at most 20
constexpr std::uint64_t kMaxVisits = 100'000'000;
constexpr double kSmallestPiece = 1.0 / 32;  // smallest piece, from its centre to its corners, relative to the limit
constexpr std::size_t kRun = 16;             // triangles tested together; divides kTrianglesPerBlock

/// Tests whether triangles stay within a distance of a surface.
struct Neighbourhood {
  const SurfaceTree& surface;
  double limit;
  std::uint64_t most_visits;  ///< limit on boxes of the surface visited; beyond it, no triangle counts as near
  std::uint64_t visits = 0;

  /// Whether `run`, the corners of consecutive triangles, lies in a ball that is entirely near. The margin ensures that
  /// testing its triangles one by one would find them near as well.
  bool holds_run(const Soup& soup, std::span<const std::uint32_t> run, std::uint32_t& hint) {
    Vec3f low = soup.positions[run.front()], high = low;
    for (const std::uint32_t corner : run.subspan(1)) {
      low = glm::min(low, soup.positions[corner]);
      high = glm::max(high, soup.positions[corner]);
    }
    const double radius = 0.5 * glm::distance(Vec3(low), Vec3(high)), most = (1 - kSmallestPiece) * limit;
    return radius < most && visits <= most_visits &&
           surface.within(0.5 * (Vec3(low) + Vec3(high)), most - radius, hint, &visits);
  }

  bool holds_corners(const Corners& t, std::uint32_t triangle) const {
    return std::all_of(t.begin(), t.end(),
                       [&](const Vec3& corner) { return surface.distance_to(corner, triangle) <= limit; });
  }

  /// Whether all of `t` is known to be near. `hint` is a triangle of the surface that is likely to be close.
  bool holds(const Corners& t, std::uint32_t& hint) {
    if (visits > most_visits) return false;
    const Vec3 middle = (t[0] + t[1] + t[2]) / 3.0;
    const auto square_to = [&](const Vec3& corner) { return glm::dot(corner - middle, corner - middle); };
    const double reach = std::sqrt(std::max({square_to(t[0]), square_to(t[1]), square_to(t[2])}));
    const double enough = limit - reach;
    const double first = surface.distance_to(middle, hint);
    if (first <= enough) return true;
    const bool is_held = first <= limit && holds_corners(t, hint);
    if (is_held || reach <= kSmallestPiece * limit) {
      // Even where these searches do not decide the answer, the triangle that they find is the hint for the next
      // triangle.
      if (enough > 0 && surface.within(middle, enough, hint, &visits)) return true;
      if (!is_held) surface.within(middle, limit, hint, &visits);
      return is_held;
    }
    const double nearest = surface.distance_within(middle, limit, enough, hint, &visits);
    if (nearest <= enough) return true;
    return nearest <= limit && (holds_corners(t, hint) || holds_pieces(t, hint));
  }

  bool holds_pieces(const Corners& t, std::uint32_t& hint) {
    const Vec3 a = (t[1] + t[2]) * 0.5, b = (t[2] + t[0]) * 0.5, c = (t[0] + t[1]) * 0.5;
    return holds({t[0], c, b}, hint) && holds({c, t[1], a}, hint) && holds({b, a, t[2]}, hint) &&
           holds({a, b, c}, hint);
  }
};

Corners corners_at(const Soup& soup, std::uint32_t face) {
  const auto f = soup.face(face);
  return {Vec3{soup.positions[f[0]]}, Vec3{soup.positions[f[1]]}, Vec3{soup.positions[f[2]]}};
}

/// Limit on boxes visited for each of `count` triangles.
std::uint64_t visits_per_triangle(std::uint64_t count) {
  return std::min(kVisitsPerTriangle, kMaxVisits / std::max<std::uint64_t>(count, 1) + 1);
}

/// Tests whether each triangle leaves the neighbourhood. Calls `answer(i)` from many threads for those that do; its
/// result decides whether to continue with the following triangles. Returns the number of boxes visited.
template <class Answer>
std::uint64_t for_each_beyond(const Soup& triangles, const SurfaceTree& to, double limit, const RunContext& context,
                              const Answer& answer) {
  WEALD_CHECK(limit > 0 && triangles.corners.size() == std::size_t{triangles.face_count()} * 3);
  std::atomic<std::uint64_t> visits{0};
  const std::uint64_t per_triangle = visits_per_triangle(triangles.face_count());
  parallel_blocks(triangles.face_count(), kTrianglesPerBlock, [&](std::size_t begin, std::size_t end) {
    context.check_stop();
    std::uint32_t hint = 0;
    Neighbourhood near{to, limit, per_triangle * (end - begin)};
    const std::span<const std::uint32_t> corners = triangles.corners;
    for (std::size_t i = begin; i < end; ++i) {
      if (i % kTrianglesPerCheck == 0) context.check_stop();
      if (i % kRun == 0 && i + kRun <= end && near.holds_run(triangles, corners.subspan(3 * i, 3 * kRun), hint)) {
        i += kRun - 1;
        continue;
      }
      if (!near.holds(corners_at(triangles, static_cast<std::uint32_t>(i)), hint) && !answer(i)) break;
    }
    visits += near.visits;
  });
  return visits;
}

}  // namespace

Reach triangles_beyond(const Soup& triangles, const SurfaceTree& to, double limit, const RunContext& context) {
  std::vector<std::uint8_t> beyond(triangles.face_count(), 0);
  Reach reach;
  reach.visits = for_each_beyond(triangles, to, limit, context, [&](std::size_t i) {
    beyond[i] = 1;
    return true;
  });
  for (std::size_t i = 0; i < beyond.size(); ++i) {
    if (beyond[i] != 0) reach.beyond.push_back(static_cast<std::uint32_t>(i));
  }
  return reach;
}

bool is_any_beyond(const Soup& triangles, const SurfaceTree& to, double limit, const RunContext& context) {
  std::atomic<bool> found{false};
  for_each_beyond(triangles, to, limit, context, [&](std::size_t) {
    found = true;
    return false;
  });
  return found;
}

}  // namespace weald::mesh
