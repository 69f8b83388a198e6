#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/math/math.h"
#include "stages/plants/skin/detail/axes.h"
#include "stages/plants/skin/detail/bark.h"
#include "stages/plants/skin/detail/bark_plan.h"
#include "stages/plants/skin/detail/collar.h"
#include "unit/stages/plants/skin/skeletons.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

namespace {

/// A stem of six segments, each turned by `bend` degrees from the one before, and a branch halfway up it.
lsystem::Skeleton bent_fork(double bend, double share, double lean, double turn, bool with_branch) {
  constexpr double radius = 0.2, length = 0.35;
  Sketch sketch;
  double angle = 0;
  Vec3 at{0};
  std::uint32_t stem = 0, middle = 0;
  const auto heading = [](double degrees) { return Vec3{math::sin_deg(degrees), math::cos_deg(degrees), 0}; };
  for (int i = 0; i < 6; ++i, angle += bend) {
    const Vec3 end = at + length * heading(angle);
    stem = i == 0 ? sketch.root(at, end, radius, radius) : sketch.extend(stem, end, radius, radius);
    if (i == 2) middle = stem;
    at = end;
  }
  if (with_branch) {
    const Vec3 foot = sketch.skeleton().segments[middle].end;
    const Vec3 along = heading(2.5 * bend), out{along.y, -along.x, 0};  // out: to the inside of the bend
    const Vec3 aside = out * math::cos_deg(turn) + Vec3{0, 0, 1} * math::sin_deg(turn);
    const Vec3 way = along * math::cos_deg(lean) + aside * math::sin_deg(lean);
    const auto branch = sketch.fork(middle, foot + 0.5 * way, share * radius, share * radius);
    sketch.extend(branch, foot + 1.0 * way, share * radius, share * radius);
  }
  return std::move(sketch.skeleton());
}

PlantMeshParams collared(int sides) {
  PlantMeshParams params;
  params.stem.joint = JointKind::collar;
  params.stem.sides = sides;
  params.stem.smooth = 5;
  params.stem.tip = TipShape::flat;
  return params;
}

/// The nearest point of a triangle, as shares of its corners.
Vec3 nearest_shares(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 u = b - a, v = c - a, w = p - a;
  const double uu = glm::dot(u, u), uv = glm::dot(u, v), vv = glm::dot(v, v);
  const double wu = glm::dot(w, u), wv = glm::dot(w, v), d = uu * vv - uv * uv;
  const double s = d > 0 ? (vv * wu - uv * wv) / d : 0, t = d > 0 ? (uu * wv - uv * wu) / d : 0;
  if (s >= 0 && t >= 0 && s + t <= 1) return {1 - s - t, s, t};
  const auto on_edge = [&](const Vec3& from, const Vec3& to) {
    const Vec3 run = to - from;
    return std::clamp(glm::dot(p - from, run) / glm::dot(run, run), 0.0, 1.0);
  };
  const double e[3] = {on_edge(a, b), on_edge(b, c), on_edge(c, a)};
  const Vec3 shares[3] = {{1 - e[0], e[0], 0}, {0, 1 - e[1], e[1]}, {e[2], 0, 1 - e[2]}};
  const auto distance = [&](const Vec3& k) { return glm::length(a * k.x + b * k.y + c * k.z - p); };
  return *std::min_element(std::begin(shares), std::end(shares),
                           [&](const Vec3& k, const Vec3& l) { return distance(k) < distance(l); });
}

/// How far a point is from a surface, and its normal from that of shading there, degrees.
struct Misfit {
  double distance = 1e300;
  double angle = 0;
};

Misfit misfit(const mesh::Soup& soup, const Vec3& point, const Vec3& normal) {
  Misfit best;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    const auto face = soup.face(f);
    for (std::size_t i = 1; i + 1 < face.size(); ++i) {
      const std::uint32_t v[3] = {face[0], face[i], face[i + 1]};
      const Vec3 a(soup.positions[v[0]]), b(soup.positions[v[1]]), c(soup.positions[v[2]]);
      const Vec3 k = nearest_shares(point, a, b, c);
      const double distance = glm::length(a * k.x + b * k.y + c * k.z - point);
      if (distance >= best.distance) continue;
      const Vec3 there =
          Vec3(soup.normals[v[0]]) * k.x + Vec3(soup.normals[v[1]]) * k.y + Vec3(soup.normals[v[2]]) * k.z;
      best = {distance, math::degrees(math::acos(std::clamp(glm::dot(glm::normalize(there), normal), -1.0, 1.0)))};
    }
  }
  return best;
}

/// The worst vertex of the foot and of the ring above it, on the parent's bark as it is without the branch.
struct Fit {
  Misfit foot{0, 0}, above{0, 0};
};

Fit fit_of(double bend, double share, double lean, double turn) {
  const PlantMeshParams params = collared(24);
  const mesh::Soup bark = soup_of(bent_fork(bend, share, lean, turn, false), params);
  const lsystem::Skeleton skeleton = bent_fork(bend, share, lean, turn, true);
  const mesh::Soup soup = soup_of(skeleton, params);
  const BarkPlan plan = plan_bark(trace_axes(skeleton, {}), params.stem, params.flare, {});
  const std::uint64_t branch = count_bark(plan, 0).vertices;
  const std::uint32_t sides = plan.tubes[1].stem.rings[0].sides;
  Fit fit;
  for (std::uint32_t j = 0; j < 2 * sides; ++j) {  // behind the ring inside the parent
    const std::uint64_t v = branch + sides + j;
    const Misfit m = misfit(bark, Vec3(soup.positions[v]), Vec3(soup.normals[v]));
    Misfit& worst = j < sides ? fit.foot : fit.above;
    worst = {std::max(worst.distance, m.distance), std::max(worst.angle, m.angle)};
  }
  return fit;
}

}  // namespace

TEST_CASE("collar: the foot lies on a bent parent's faces, and shades as they do up to where it leaves them") {
  for (const double bend : {0.0, 12.0, 25.0}) {
    for (const double share : {0.25, 0.5, 0.85}) {
      for (const double turn : {0.0, 90.0, 180.0}) {  // inside the bend, beside it, outside
        INFO(bend << " " << share << " " << turn);
        const Fit fit = fit_of(bend, share, 60, turn);
        CHECK(fit.foot.distance < 1e-5);
        CHECK(fit.foot.angle < 1);
        CHECK(fit.above.angle < (bend * share > 20 ? 10 : 5));
      }
    }
  }
}

TEST_CASE("weld: along every foot the texture is the parent's") {
  PlantMeshParams params = collared(16);
  params.stem.joint = JointKind::weld;
  const lsystem::Skeleton skeleton = random_tree(5, 5);
  const mesh::Soup soup = soup_of(skeleton, params);
  const BarkPlan plan = plan_bark(trace_axes(skeleton, {}), params.stem, params.flare, {});
  // How far apart, but for whole turns, texture coordinates at a vertex are.
  std::vector<std::optional<Vec2>> first(soup.positions.size());
  std::vector<double> apart(soup.positions.size(), 0.0);
  for (std::size_t c = 0; c < soup.corners.size(); ++c) {
    const Vec2 uv(soup.uvs[soup.corner_uvs[c]]);
    auto& known = first[soup.corners[c]];
    if (!known) known = uv;
    const Vec2 off = uv - *known - glm::floor(uv - *known + 0.5);
    apart[soup.corners[c]] = std::max(apart[soup.corners[c]], glm::length(off));
  }
  std::size_t begin = 0, joined = 0;
  for (std::size_t i = 0; i < plan.tubes.size(); begin += count_bark(plan, i++).vertices) {
    const auto& attachment = plan.tubes[i].attachment;
    if (!attachment || !attachment->hole) continue;
    const auto foot = apart.begin() + static_cast<std::ptrdiff_t>(begin);
    CHECK(*std::max_element(foot, foot + plan.tubes[i].stem.rings[0].sides) < 1e-4);
    ++joined;
  }
  CHECK(joined == 31);
}
