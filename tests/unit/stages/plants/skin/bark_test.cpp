#include "support/catch.h"

#include <cmath>

#include "base/math/math.h"
#include "stages/plants/skin/detail/axes.h"
#include "unit/stages/plants/skin/skeletons.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

namespace {

lsystem::Skeleton straight(double length, double r0, double r1) {
  Sketch sketch;
  sketch.root({0, 0, 0}, {0, length, 0}, r0, r1);
  return sketch.skeleton();
}

void check_sound(const lsystem::Skeleton& skeleton, const PlantMeshParams& params = {}) {
  const mesh::Soup soup = soup_of(skeleton, params);
  const auto axes = trace_axes(skeleton, params.radius).axes.size();
  CHECK(is_closed(soup));
  CHECK(volume(soup) > 0);
  int degenerate = 0, not_unit = 0;
  std::size_t backwards = 0;  // only the faces at each tube's base may look against its corners' normals
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    Vec3 mean{0};
    for (const std::uint32_t v : soup.face(f)) mean += Vec3(soup.normals[v]);
    if (glm::length(face_area(soup, f)) < 1e-14) ++degenerate;
    if (glm::dot(mean, face_area(soup, f)) < 0 && face_area(soup, f).y > -1e-3 * glm::length(face_area(soup, f)))
      ++backwards;
  }
  for (const Vec3f& n : soup.normals) not_unit += std::abs(glm::length(n) - 1.0f) > 1e-5f ? 1 : 0;
  CHECK(degenerate == 0);
  CHECK(not_unit == 0);
  CHECK(backwards <= axes);
}

}  // namespace

TEST_CASE("bark: tubes of random trees are closed, outward and free of degenerate faces") {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    for (const TipShape tip : {TipShape::blunt, TipShape::point, TipShape::flat, TipShape::round}) {
      PlantMeshParams params;
      params.stem.tip = tip;
      params.flare.amount = 0.6;
      check_sound(random_tree(seed, 6), params);
    }
  }
}

TEST_CASE("bark: an open base leaves one loop per tube, as long as its first ring") {
  Sketch sketch;
  const auto s = sketch.root({0, 0, 0}, {0, 1, 0}, 0.1, 0.1);
  sketch.extend(s, {0, 2, 0}, 0.1, 0.1);
  PlantMeshParams params;
  params.stem.base = BaseShape::open;
  const mesh::Soup soup = soup_of(sketch.skeleton(), params);
  int open = 0;
  const auto edges = directed_edges(soup, 0);
  for (const auto& [edge, count] : edges) open += edges.count({edge.second, edge.first}) == 0 ? 1 : 0;
  CHECK(open == 16);
}

TEST_CASE("bark: a straight prism has the volume of its polygon times its length") {
  PlantMeshParams params;
  params.stem.tip = TipShape::flat;
  params.stem.sides = 12;
  const mesh::Soup soup = soup_of(straight(3, 0.5, 0.5), params);
  const double polygon = 0.5 * 12 * 0.25 * std::sin(2 * math::kPi / 12);
  CHECK(soup.face_count() == 14);
  CHECK(soup.positions.size() == 24);
  CHECK(volume(soup) == Approx(3 * polygon).epsilon(1e-6));
}

TEST_CASE("bark: a cone's normals lean by its slope") {
  PlantMeshParams params;
  params.stem.tip = TipShape::flat;
  const mesh::Soup soup = soup_of(straight(1, 0.5, 0.25), params);
  for (const Vec3f& n : std::span{soup.normals}.first(soup.positions.size()))
    CHECK(static_cast<double>(n.y) == Approx(0.25 / std::sqrt(1 + 0.0625)).epsilon(1e-5));
}

TEST_CASE("bark: a mitred bend keeps the width of both arms") {
  Sketch sketch;
  const auto s = sketch.root({0, 0, 0}, {0, 5, 0}, 0.5, 0.5);
  sketch.extend(s, {5, 5, 0}, 0.5, 0.5);
  PlantMeshParams params;
  params.stem.smooth = 0;
  params.stem.sides = 32;
  params.stem.tip = TipShape::flat;
  const mesh::Soup soup = soup_of(sketch.skeleton(), params);
  for (const Vec3f& p :
       soup.positions) {  // every corner lies on both cylinders' surfaces or beyond the bend on its own
    const double from_first = std::sqrt(p.x * p.x + p.z * p.z);
    const double from_second = std::sqrt((p.y - 5) * (p.y - 5) + p.z * p.z);
    CHECK(std::min(std::abs(from_first - 0.5), std::abs(from_second - 0.5)) < 1e-5);
  }
  // A right-angled pipe has the volume of the two arms along the axis.
  CHECK(volume(soup) == Approx(10 * 0.5 * 32 * 0.25 * std::sin(2 * math::kPi / 32)).epsilon(1e-5));
}

TEST_CASE("bark: u makes whole turns and no face spans the seam the long way round") {
  PlantMeshParams params;
  params.bark.texture_width = 0.3;
  const mesh::Soup soup = soup_of(random_tree(4, 6), params);
  REQUIRE(soup.corner_uvs.size() == soup.corners.size());
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    if (soup.face(f).size() > 4) continue;
    double low = 1e9, high = -1e9, v_low = 1e9, v_high = -1e9;
    for (std::uint32_t c = soup.face_begin[f]; c < soup.face_begin[f + 1]; ++c) {
      const Vec2f uv = soup.uvs[soup.corner_uvs[c]];
      low = std::min(low, static_cast<double>(uv.x)), high = std::max(high, static_cast<double>(uv.x));
      v_low = std::min(v_low, static_cast<double>(uv.y)), v_high = std::max(v_high, static_cast<double>(uv.y));
    }
    const bool end_face = v_low == v_high;
    const double turns = std::max(1.0, std::round(2 * math::kPi * 0.2 / 0.3));
    if (!end_face) CHECK(high - low <= turns / 3 + 1e-6);
  }
}

TEST_CASE("bark: at the seam both ends of u stand at the same place, a whole number apart") {
  PlantMeshParams params;
  params.bark.texture_width = 0.3;
  params.stem.tip = TipShape::flat;
  const mesh::Soup soup = soup_of(straight(2, 0.5, 0.5), params);
  std::map<std::uint32_t, std::pair<float, float>> range;  // per position: lowest and highest u of side faces
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    if (soup.face(f).size() != 4) continue;
    for (std::uint32_t c = soup.face_begin[f]; c < soup.face_begin[f + 1]; ++c) {
      const float u = soup.uvs[soup.corner_uvs[c]].x;
      const auto [it, added] = range.try_emplace(soup.corners[c], u, u);
      if (!added) it->second = {std::min(it->second.first, u), std::max(it->second.second, u)};
    }
  }
  int seams = 0;
  for (const auto& [vertex, span] : range) {
    if (span.second == span.first) continue;
    CHECK(span.second - span.first == 10.0f);  // round(2 pi 0.5 / 0.3)
    ++seams;
  }
  CHECK(seams == 2);
}

TEST_CASE("bark: a texel keeps its aspect from trunk to twig") {
  Sketch sketch;
  auto s = sketch.root({0, 0, 0}, {0, 1, 0}, 0.4, 0.36);
  double radius = 0.36;
  for (int i = 1; i < 8; ++i, radius *= 0.8) s = sketch.extend(s, {0, 1.0 + i, 0}, radius, radius * 0.8);
  PlantMeshParams params;
  params.stem.tip = TipShape::flat;
  params.stem.sides = 64;
  params.stem.min_sides = 64;
  params.stem.ring_length = 0.5;
  const mesh::Soup soup = soup_of(sketch.skeleton(), params);
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    if (soup.face(f).size() != 4) continue;
    const auto corner = [&](std::uint32_t k) { return soup.face_begin[f] + k; };
    const auto p = [&](std::uint32_t k) { return Vec3(soup.positions[soup.corners[corner(k)]]); };
    const auto uv = [&](std::uint32_t k) { return Vec2(soup.uvs[soup.corner_uvs[corner(k)]]); };
    const double around = glm::length(0.5 * (p(1) + p(2)) - 0.5 * (p(0) + p(3))) / std::abs(uv(1).x - uv(0).x);
    const double along = glm::length(p(3) - p(0)) / (uv(3).y - uv(0).y);
    CHECK(along / around == Approx(1).epsilon(0.06));
  }
}

TEST_CASE("bark: degenerate skeletons draw what can be drawn, closed") {
  SECTION("nothing at all") { CHECK(soup_of({}).face_count() == 0); }
  SECTION("a segment without length") {
    Sketch sketch;
    sketch.root({1, 2, 3}, {1, 2, 3}, 0.1, 0.1);
    CHECK(soup_of(sketch.skeleton()).face_count() == 0);
  }
  SECTION("a branch that starts at a segment without length") {
    Sketch sketch;
    const auto s = sketch.root({1, 2, 3}, {1, 2, 3}, 0.1, 0.1);
    sketch.fork(s, {1, 3, 3}, 0.1, 0.1);
    sketch.fork(s, {2, 3, 3}, 0.1, 0.1);
    check_sound(sketch.skeleton());
  }
  SECTION("no width") { check_sound(straight(1, 0, 0)); }
  SECTION("a negative width counts as its size") { check_sound(straight(1, -0.1, -0.1)); }
  SECTION("a single segment") {
    PlantMeshParams params;
    params.stem.tip = TipShape::point;
    const mesh::Soup soup = soup_of(straight(1, 0.1, 0.1), params);
    check_sound(straight(1, 0.1, 0.1), params);
    CHECK(soup.positions.size() == 17);  // one ring and the apex
  }
  SECTION("turning back on itself") {
    for (const int smooth : {0, 4}) {
      Sketch sketch;
      auto s = sketch.root({0, 0, 0}, {0, 1, 0}, 0.1, 0.1);
      s = sketch.extend(s, {0, 0.5, 0}, 0.1, 0.1);
      sketch.extend(s, {0, 1.5, 0}, 0.1, 0.1);
      PlantMeshParams params;
      params.stem.smooth = smooth;
      CHECK(is_closed(soup_of(sketch.skeleton(), params)));
    }
  }
  SECTION("far from the origin, where single precision is coarse") {
    Sketch sketch;
    auto s = sketch.root({9e5, 0, 0}, {9e5, 1, 0}, 0.1, 0.1);
    sketch.extend(s, {9e5 + 200, 100, 0}, 0.001, 0.001);
    check_sound(sketch.skeleton());
  }
  SECTION("segments much shorter than they are thick") {
    Sketch sketch;
    auto s = sketch.root({0, 0, 0}, {0, 0.001, 0}, 1, 1);
    for (int i = 1; i < 50; ++i) s = sketch.extend(s, {0.0005 * (i % 3), 0.001 * (i + 1), 0}, 1, 1);
    CHECK(is_closed(soup_of(sketch.skeleton())));
  }
}

TEST_CASE("bark: the root flare widens the foot with buttresses and leaves the rest alone") {
  Sketch sketch;
  const auto s = sketch.root({0, 0, 0}, {0, 4, 0}, 0.5, 0.5);
  sketch.extend(s, {0, 8, 0}, 0.5, 0.5);
  PlantMeshParams params;
  params.flare = {.amount = 1, .height = 3, .lobes = 4, .lobe_depth = 0.3};
  params.stem.sides = 32;
  params.stem.tip = TipShape::flat;
  const mesh::Soup soup = soup_of(sketch.skeleton(), params);
  double widest = 0, narrowest = 1e9;
  for (const Vec3f& p : soup.positions) {
    const double radius = std::sqrt(p.x * p.x + p.z * p.z);
    if (p.y == 0.0f && radius > 0) widest = std::max(widest, radius), narrowest = std::min(narrowest, radius);
    if (p.y > 1.5f) CHECK(radius == Approx(0.5).epsilon(1e-5));
  }
  // Twice the radius, 30 percent deep; the crests run out by 0.9 * 0.3 + 0.2 * 1 more.
  CHECK(widest == Approx(1.3 + 0.47).epsilon(0.03));
  CHECK(narrowest == Approx(0.7).epsilon(0.04));
  check_sound(sketch.skeleton(), params);
}

namespace {

/// Whether all corners of a face have the normal of the face.
bool is_flat(const mesh::Soup& soup, std::uint32_t f) {
  const Vec3 own = glm::normalize(face_area(soup, f));
  for (std::uint32_t c = soup.face_begin[f]; c < soup.face_begin[f + 1]; ++c) {
    const std::uint32_t normal = soup.corner_normals.empty() ? soup.corners[c] : soup.corner_normals[c];
    if (glm::dot(Vec3(soup.normals[normal]), own) < 0.99999) return false;
  }
  return true;
}

/// Area of a face in the texture, counter-clockwise positive.
double texture_area(const mesh::Soup& soup, std::uint32_t f) {
  double sum = 0;
  for (std::uint32_t c = soup.face_begin[f]; c < soup.face_begin[f + 1]; ++c) {
    const Vec2 p(soup.uvs[soup.corner_uvs[c]]);
    const Vec2 q(soup.uvs[soup.corner_uvs[c + 1 < soup.face_begin[f + 1] ? c + 1 : soup.face_begin[f]]]);
    sum += 0.5 * (p.x * q.y - p.y * q.x);
  }
  return sum;
}

}  // namespace

TEST_CASE("bark: flat ends in the air are shaded flat, and show the texture as large as the sides do") {
  Sketch sketch;
  sketch.root({0, 3, 0}, {2, 3.5, 0.4}, 0.3, 0.3);
  PlantMeshParams params;
  params.stem.tip = TipShape::flat;
  params.bark.texture_width = 0.25;
  const mesh::Soup soup = soup_of(sketch.skeleton(), params);
  int flat = 0;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    if (soup.face(f).size() == 4) {
      CHECK(!is_flat(soup, f));
    } else {
      CHECK(is_flat(soup, f));
      ++flat;
    }
    const double scale = texture_area(soup, f) / glm::length(face_area(soup, f));  // eight turns around 16 sides
    CHECK(scale == Approx(64 / math::pow(32 * 0.3 * math::sin_deg(180.0 / 16), 2)).epsilon(1e-3));
  }
  CHECK(flat == 2);
}

TEST_CASE("bark: a round end stays smooth, and the foot of a trunk has an edge") {
  PlantMeshParams params;
  params.stem.tip = TipShape::round;
  for (const double flare : {0.0, 0.5}) {
    params.flare.amount = flare;
    const mesh::Soup soup = soup_of(straight(2, 0.3, 0.3), params);
    REQUIRE(soup.corner_normals.size() == soup.corners.size());
    for (std::uint32_t c = 0; c < soup.corners.size(); ++c) {
      if (soup.corner_normals[c] != soup.corners[c]) CHECK(soup.positions[soup.corners[c]].y <= 0.0f);
    }
  }
}

TEST_CASE("bark: leaves keep their normals beside flat ends") {
  PlantMeshParams params;
  params.stem.tip = TipShape::flat;
  params.leaves.spacing = 0.1;
  const mesh::Soup cut = soup_of(random_tree(3, 4), params);
  REQUIRE(cut.corner_normals.size() == cut.corners.size());
  for (std::uint32_t f = 0; f < cut.face_count(); ++f) {
    if (cut.face_groups[f] == 0) continue;
    for (std::uint32_t c = cut.face_begin[f]; c < cut.face_begin[f + 1]; ++c)
      CHECK(cut.corner_normals[c] == cut.corners[c]);
  }
}
