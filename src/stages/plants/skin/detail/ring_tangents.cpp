#include "stages/plants/skin/detail/ring_tangents.h"

#include <algorithm>
#include <cmath>

namespace weald::plant {
namespace {

constexpr double kMaxStretch = 2;  // beyond a turn of 120 degrees the tube narrows instead of forming a spike
constexpr double kRoom = 0.9;      // share of the distance between two rings that both may lean into
constexpr int kPasses = 16;

/// Sets the tangent of a ring between two pieces in the directions `before` and `after`.
void set_tangent(const Vec3& before, const Vec3& after, Ring& ring) {
  const Vec3 sum = before + after;
  const double half_cosine = 0.5 * glm::length(sum);
  if (half_cosine > 1e-6) {
    ring.tangent = sum / (2 * half_cosine);
    ring.bend = normalized_or(before - after, Vec3{0, 0, 0});
    ring.stretch = std::min(1 / half_cosine, kMaxStretch);
  } else {  // the axis reverses: any plane that contains it will do
    const Vec3 across = std::abs(before.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    ring.tangent = normalized_or(glm::cross(before, across), across);
    ring.bend = Vec3{0, 0, 0};
    ring.stretch = 1;
  }
}

Vec3 direction(const Ring& from, const Ring& to, const Vec3& fallback) {
  return normalized_or(to.centre - from.centre, fallback);
}

/// Lean of a ring along `way`, as a vector in its plane.
Vec3 lean(const Ring& ring, const Vec3& way) {
  return (way - ring.tangent * glm::dot(ring.tangent, way)) * (ring.radius * ring.stretch);
}

/// One pass of unfold(): drops rings that fold with the previous ring, or the last rings if they fold with the end.
void drop_folded(std::vector<Ring>& rings, std::size_t least) {
  std::size_t kept = 1, left = rings.size();
  for (std::size_t i = 1; i + 1 < rings.size(); ++i) {
    Ring ring = rings[i];
    const Vec3 before = direction(rings[kept - 1], ring, rings[kept - 1].tangent);
    set_tangent(before, direction(ring, rings[i + 1], before), ring);
    if (left > least && is_folded(rings[kept - 1], ring)) {
      --left;
    } else {
      rings[kept++] = ring;
    }
  }
  const Ring end = rings.back();
  while (left > least && kept > 1 && is_folded(rings[kept - 1], end)) --kept, --left;
  rings[kept++] = end;
  rings.resize(kept);
  set_tangents(rings);
}

}  // namespace

void set_tangents(std::span<Ring> rings) {
  const std::size_t n = rings.size();
  Vec3 before = direction(rings[0], rings[1], Vec3{0, 1, 0});
  rings[0].tangent = before;
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const Vec3 after = direction(rings[i], rings[i + 1], before);
    set_tangent(before, after, rings[i]);
    before = after;
  }
  rings[n - 1].tangent = before;
}

bool is_folded(const Ring& below, const Ring& above) {
  const Vec3 run = above.centre - below.centre;
  const double length = glm::length(run);
  if (length <= 0) return false;
  return glm::length(lean(above, run / length) - lean(below, run / length)) > kRoom * length;
}

void unfold(std::vector<Ring>& rings, std::size_t least) {
  set_tangents(rings);
  for (int pass = 0; pass < kPasses && rings.size() > least; ++pass) {
    const std::size_t before = rings.size();
    drop_folded(rings, least);
    if (rings.size() == before) return;
  }
}

}  // namespace weald::plant
