#include "stages/plants/skin/detail/collar_texture.h"

#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/math/math.h"
#include "stages/plants/skin/detail/axes.h"
#include "stages/plants/skin/detail/bark.h"
#include "stages/plants/skin/detail/bark_plan.h"
#include "unit/stages/plants/skin/skeletons.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

namespace {

constexpr double kThick = 0.12, kThin = 0.03;  // of branches whose textures are whole, and mirrored

PlantMeshParams welded_params() {
  PlantMeshParams params;
  params.stem.joint = JointKind::weld;
  params.stem.sides = 32;
  params.stem.min_sides = 16;
  params.stem.smooth = 0;
  params.stem.tip = TipShape::flat;
  params.stem.ring_length = 0.5;
  return params;
}

/// A trunk of 0.25 m with one branch that leaves it at `lean` degrees.
lsystem::Skeleton one_branch(double radius, double lean) {
  Sketch sketch;
  const auto trunk = sketch.root({0, 0, 0}, {0, 1.5, 0}, 0.25, 0.25);
  sketch.extend(trunk, {0, 3, 0}, 0.25, 0.25);
  const Vec3 way{math::sin_deg(lean), math::cos_deg(lean), 0};
  const auto branch = sketch.fork(trunk, Vec3{0, 1.5, 0} + 0.8 * way, radius, radius);
  sketch.extend(branch, Vec3{0, 1.5, 0} + 1.6 * way, radius, radius);
  return std::move(sketch.skeleton());
}

/// ForkBark, and where its parts begin.
struct ForkBark {
  BarkPlan plan;
  mesh::Soup soup;
  std::uint64_t trunk_vertices, trunk_faces;  ///< of the trunk, which precedes the branch

  ForkBark(double radius, double lean) {
    const PlantMeshParams params = welded_params();
    const lsystem::Skeleton skeleton = one_branch(radius, lean);
    plan = plan_bark(trace_axes(skeleton, {}), params.stem, params.flare, {});
    soup = soup_of(skeleton, params);
    trunk_vertices = count_bark(plan, 0).vertices;
    trunk_faces = count_bark(plan, 0).faces;
  }
  std::uint32_t sides() const { return plan.tubes[1].stem.rings[0].sides; }
  bool is_foot(std::uint32_t vertex) const { return vertex >= trunk_vertices && vertex < trunk_vertices + sides(); }
};

/// A triangle of a face and the corners of an edge of it.
struct EdgeSide {
  std::uint32_t face, from, to, third;  // corners
};

/// The sides of a soup's edges, by vertices.
std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<EdgeSide>> edge_sides(const mesh::Soup& soup) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<EdgeSide>> result;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    const std::uint32_t begin = soup.face_begin[f], n = soup.face_begin[f + 1] - begin;
    for (std::uint32_t k = 0; k < n; ++k) {
      const std::uint32_t a = begin + k, b = begin + (k + 1) % n, c = begin + (k + 2) % n;
      const auto key = std::minmax(soup.corners[a], soup.corners[b]);
      result[{key.first, key.second}].push_back({f, a, b, c});
    }
  }
  return result;
}

/// How far apart, but for whole repeats, the textures on both sides of an edge are.
double break_across(const mesh::Soup& soup, const std::vector<EdgeSide>& sides) {
  const auto uv = [&](std::uint32_t corner) { return Vec2(soup.uvs[soup.corner_uvs[corner]]); };
  const auto apart = [&](std::uint32_t a, std::uint32_t b) {
    const Vec2 off = uv(a) - uv(b);
    return glm::length(off - glm::floor(off + 0.5));
  };
  return std::max(apart(sides[0].from, sides[1].to), apart(sides[0].to, sides[1].from));
}

/// The angle in degrees between an edge, taken from `from`, and the lines along which u is constant in a face.
double grain_angle(const mesh::Soup& soup, const EdgeSide& side, bool forwards) {
  const auto point = [&](std::uint32_t corner) { return Vec3(soup.positions[soup.corners[corner]]); };
  const auto u = [&](std::uint32_t corner) { return static_cast<double>(soup.uvs[soup.corner_uvs[corner]].x); };
  const Vec3 edge = point(side.to) - point(side.from), other = point(side.third) - point(side.from);
  const double length = glm::length(edge), x = glm::dot(other, edge) / length;
  const double y = glm::length(other - edge * (x / length));
  const double along = (u(side.to) - u(side.from)) / length;
  const double across = (u(side.third) - u(side.from) - along * x) / y;
  const double angle = math::degrees(math::atan2(-along, across));  // of the line, turned a quarter from the gradient
  return forwards ? angle : -angle;
}

/// Mean turn of the grain, at most 90 degrees each, across the edges of the foot.
double mean_turn(const ForkBark& bark) {
  double sum = 0;
  int count = 0;
  for (const auto& [edge, sides] : edge_sides(bark.soup)) {
    if (sides.size() != 2 || !bark.is_foot(edge.first) || !bark.is_foot(edge.second)) continue;
    // seen from outside, the faces lie on different sides of the edge
    const double turn = grain_angle(bark.soup, sides[0], true) + 180 - grain_angle(bark.soup, sides[1], true);
    const double half = turn - 180 * std::floor(turn / 180);
    sum += std::min(half, 180 - half);
    ++count;
  }
  REQUIRE(count == static_cast<int>(bark.sides()));
  return sum / count;
}

}  // namespace

TEST_CASE("collar texture: along the whole foot it is the parent's") {
  for (const double radius : {kThick, kThin}) {
    for (const double lean : {35.0, 60.0, 90.0}) {
      const ForkBark bark(radius, lean);
      for (const auto& [edge, sides] : edge_sides(bark.soup)) {
        if (!bark.is_foot(edge.first) || !bark.is_foot(edge.second)) continue;
        REQUIRE(sides.size() == 2);
        CHECK(break_across(bark.soup, sides) < 1e-5);
      }
    }
  }
}

TEST_CASE("collar texture: it is continuous but for a slit of one edge in each row, and without it where mirrored") {
  for (const double radius : {kThick, kThin}) {
    for (const double lean : {35.0, 60.0, 90.0}) {
      INFO(radius << " " << lean);
      const ForkBark bark(radius, lean);
      const Tube& branch = bark.plan.tubes[1];
      REQUIRE(branch.attachment->hole);
      std::uint32_t broken = 0;
      for (const auto& [edge, sides] : edge_sides(bark.soup)) {
        if (sides.size() != 2 || edge.second < bark.trunk_vertices) continue;
        const auto least = std::min(bark.soup.face(sides[0].face).size(), bark.soup.face(sides[1].face).size());
        const auto most = std::max(bark.soup.face(sides[0].face).size(), bark.soup.face(sides[1].face).size());
        if (most > 4 || least < 3) continue;  // the flat end
        if (break_across(bark.soup, sides) > 1e-4) ++broken;
      }
      CHECK(broken == (radius == kThick ? collar_rows(bark.sides()) : 0));
    }
  }
}

TEST_CASE("collar texture: the grain turns from the parent to the branch without breaking at the foot") {
  // A texture that reaches a round foot in the branch's direction turns there by 45 degrees on average.
  for (const double radius : {kThick, kThin}) {
    for (const double lean : {35.0, 60.0, 90.0}) {
      INFO(radius << " " << lean);
      CHECK(mean_turn(ForkBark(radius, lean)) < 31);
    }
  }
}

TEST_CASE("collar texture: at the lower side of a joint it runs on in the parent's direction, u and v growing") {
  for (const double radius : {kThick, kThin}) {
    const ForkBark bark(radius, 60);
    const Tube& branch = bark.plan.tubes[1];
    const std::uint32_t n = bark.sides();
    const auto uv_of = [&](std::uint32_t face, std::uint32_t k) {
      return Vec2(bark.soup.uvs[bark.soup.corner_uvs[bark.soup.face_begin[face] + k]]);
    };
    std::uint32_t lowest = 0;
    double least = 1e9;
    const std::uint32_t outline = outline_size(*branch.attachment->hole);
    for (std::uint32_t j = 0; j < n; ++j) {  // quads of the first band follow the triangles around the hole
      const auto face = static_cast<std::uint32_t>(bark.trunk_faces) + outline + n + j;
      REQUIRE(bark.soup.face(face).size() == 4);
      const double height = static_cast<double>(bark.soup.positions[bark.soup.face(face)[0]].y) +
                            static_cast<double>(bark.soup.positions[bark.soup.face(face)[1]].y);
      if (height < least) least = height, lowest = face;
    }
    CHECK(uv_of(lowest, 1).x > uv_of(lowest, 0).x);
    CHECK(uv_of(lowest, 3).y > uv_of(lowest, 0).y);
    CHECK(uv_of(lowest, 2).y > uv_of(lowest, 1).y);
  }
}
