#include <algorithm>
#include <cmath>

#include "support/catch.h"

#include "base/rng.h"
#include "methods/mesh/build.h"
#include "methods/mesh/icosphere.h"
#include "methods/mesh/surface_reach.h"
#include "methods/mesh/surface_tree.h"
#include "methods/mesh/triangulate.h"

using namespace weald;
using namespace weald::mesh;

namespace {

/// A triangle as a soup of its own.
Soup soup_of(const Corners& corners) {
  Soup soup;
  for (const Vec3& corner : corners) soup.positions.emplace_back(corner);
  const std::uint32_t face[]{0, 1, 2};
  soup.add_face(face);
  return soup;
}

/// Largest distance from points spread over a triangle to a surface, by exhaustive sampling.
double sampled_distance(const Corners& t, const SurfaceTree& tree, int parts) {
  double largest = 0;
  std::uint32_t hint = 0;
  for (int i = 0; i <= parts; ++i) {
    for (int j = 0; i + j <= parts; ++j) {
      const Vec3 point = t[0] + (t[1] - t[0]) * (1.0 * i / parts) + (t[2] - t[0]) * (1.0 * j / parts);
      largest = std::max(largest, tree.distance(point, hint));
    }
  }
  return largest;
}

}  // namespace

TEST_CASE("surface tree: distances are those of a search through all triangles") {
  const Soup soup = triangulate(to_soup(make_icosphere(1, 2)));
  const SurfaceTree tree(soup);
  const Rng rng(9);
  std::uint32_t hint = 7;
  for (std::uint64_t i = 0; i < 300; ++i) {
    const auto u = rng.four_uniforms(i);
    const Vec3 point = (Vec3{u[0], u[1], u[2]} - 0.5) * 4.0;
    double nearest = 1e300;
    for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
      const auto face = soup.face(f);
      nearest = std::min(nearest, squared_distance(point, {Vec3{soup.positions[face[0]]}, Vec3{soup.positions[face[1]]},
                                                           Vec3{soup.positions[face[2]]}}));
    }
    CHECK(tree.distance(point, hint) == Approx(std::sqrt(nearest)).epsilon(1e-12));
  }
}

TEST_CASE("surface tree: the distance to a triangle is that to its face, side or corner, and to a degenerate one too") {
  const Corners triangle{Vec3{0, 0, 0}, Vec3{2, 0, 0}, Vec3{0, 2, 0}};
  CHECK(squared_distance({0.5, 0.5, 3}, triangle) == 9);
  CHECK(squared_distance({1, -2, 0}, triangle) == 4);
  CHECK(squared_distance({-3, -4, 0}, triangle) == 25);
  CHECK(squared_distance({2, 2, 0}, triangle) == Approx(2));
  CHECK(squared_distance({0, 1, 1}, triangle) == 1);
  CHECK(squared_distance({1, 5, 0}, {Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{2, 0, 0}}) == 25);
  CHECK(squared_distance({3, 4, 0}, {Vec3{0}, Vec3{0}, Vec3{0}}) == 25);
}

TEST_CASE("surface tree: a point is within a limit where its distance is, whatever triangle is tried first") {
  const Soup soup = triangulate(to_soup(make_icosphere(1, 2)));
  const SurfaceTree tree(soup);
  const Rng rng(4);
  for (std::uint64_t i = 0; i < 300; ++i) {
    const auto u = rng.four_uniforms(i);
    const Vec3 point = (Vec3{u[0], u[1], u[2]} - 0.5) * 4.0;
    std::uint32_t exact = 0, tried = static_cast<std::uint32_t>(i % soup.face_count());
    const bool near = tree.distance(point, exact) <= 0.3;
    CHECK(tree.within(point, 0.3, tried) == near);
    if (near) CHECK(tree.distance_to(point, tried) <= 0.3);
  }
}

TEST_CASE("surface tree: a distance within a limit is exact unless one that is enough is found first") {
  const Soup soup = triangulate(to_soup(make_icosphere(1, 2)));
  const SurfaceTree tree(soup);
  const Rng rng(5);
  int enough = 0, exact = 0, beyond = 0;
  for (std::uint64_t i = 0; i < 300; ++i) {
    const auto u = rng.four_uniforms(i);
    const Vec3 point = (Vec3{u[0], u[1], u[2]} - 0.5) * 4.0;
    std::uint32_t nearest = 0, found = static_cast<std::uint32_t>(i % soup.face_count());
    const double distance = tree.distance(point, nearest), within = tree.distance_within(point, 0.5, 0.2, found);
    if (distance > 0.5) {
      CHECK(std::isinf(within));
    } else {
      CHECK(within == tree.distance_to(point, found));
      CHECK((within <= 0.2) == (distance <= 0.2));
      if (distance > 0.2) CHECK(within == distance);
    }
    ++(distance > 0.5 ? beyond : distance > 0.2 ? exact : enough);
  }
  CHECK(std::min({enough, exact, beyond}) > 10);
  std::uint32_t corner = 0;
  const Vec3 on_it{soup.positions[soup.face(0)[0]]};
  CHECK(tree.distance_within(on_it, 0.5, -0.1, corner) == 0);  // no distance is enough
}

TEST_CASE("surface reach: a run of triangles in a ball that is near does not hide one beside it that is not") {
  const Soup ball = triangulate(to_soup(make_icosphere(1, 3)));
  const SurfaceTree tree(ball);
  Soup moved = ball;
  CHECK(triangles_beyond(moved, tree, 0.05, {}).beyond.empty());
  for (const std::uint32_t face : {0u, 17u, 100u, moved.face_count() - 1}) {
    Soup torn = ball;
    const auto corner = static_cast<std::uint32_t>(torn.positions.size());
    torn.positions.push_back(torn.positions[torn.face(face)[0]] * 1.1f);
    torn.corners[std::size_t{face} * 3] = corner;
    CHECK(triangles_beyond(torn, tree, 0.05, {}).beyond == std::vector{face});
    CHECK(is_any_beyond(torn, tree, 0.05, {}));
  }
}

TEST_CASE("surface tree: the nearest point of a triangle lies on it, at the distance that is measured") {
  const Rng rng(12);
  for (std::uint64_t i = 0; i < 3000; ++i) {
    Corners t{};
    for (std::uint64_t c = 0; c < 3; ++c) {
      const auto u = rng.four_uniforms(4 * i + c);
      t[c] = {u[0], u[1], i % 7 == 0 ? 0 : u[2]};
    }
    if (i % 11 == 0) t[2] = t[0] + (t[1] - t[0]) * 0.25;  // degenerate
    if (i % 13 == 0) t[1] = t[2] = t[0];
    const auto u = rng.four_uniforms(4 * i + 3);
    const Vec3 point = Vec3{u[0], u[1], u[2]} * 3.0 - 1.0;
    const Vec3 nearest = nearest_point(point, t);
    CHECK(std::abs(glm::dot(nearest - point, nearest - point) - squared_distance(point, t)) < 1e-12);
    CHECK(squared_distance(nearest, t) < 1e-14);
  }
}

TEST_CASE("surface reach: triangles beyond a limit are those with a sample beyond it", "[statistics]") {
  const Soup ball = triangulate(to_soup(make_icosphere(1, 2)));
  const SurfaceTree tree(ball);
  const Rng rng(8);
  int beyond = 0, inside = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    Corners t{};
    for (std::uint64_t c = 0; c < 3; ++c) {
      const auto u = rng.four_uniforms(3 * i + c);
      t[c] = Vec3(Vec3f((Vec3{u[0], u[1], u[2]} - 0.5) * 2.4));
    }
    const double farthest = sampled_distance(t, tree, 40), limit = 0.5;
    const bool found = !triangles_beyond(soup_of(t), tree, limit, {}).beyond.empty();
    if (farthest > limit) CHECK(found);              // never missed
    if (farthest < 0.9 * limit) CHECK_FALSE(found);  // and hardly ever too careful
    (found ? beyond : inside)++;
  }
  CHECK(beyond > 40);
  CHECK(inside > 40);
}

TEST_CASE("surface reach: a triangle whose corners are near may have a middle that is not") {
  // Corners on three small triangles, nothing between them.
  Soup islands;
  const Corners wide{Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, 4, 0}};
  for (const Vec3& corner : wide) {
    const auto first = static_cast<std::uint32_t>(islands.positions.size());
    for (const Vec3& offset : {Vec3{0}, Vec3{0.1, 0, 0}, Vec3{0, 0.1, 0}})
      islands.positions.emplace_back(corner + offset);
    const std::uint32_t face[]{first, first + 1, first + 2};
    islands.add_face(face);
  }
  const SurfaceTree tree(islands);
  CHECK(triangles_beyond(soup_of(wide), tree, 1.0, {}).beyond.size() == 1);
  CHECK(triangles_beyond(soup_of(wide), tree, 3.0, {}).beyond.empty());
  CHECK(triangles_beyond(islands, tree, 1e-9, {}).beyond.empty());
}
