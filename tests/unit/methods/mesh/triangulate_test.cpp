#include "methods/mesh/triangulate.h"

#include <algorithm>
#include <cmath>
#include "support/catch.h"

#include "base/math/math.h"
#include "base/rng.h"
#include "data/circulators.h"
#include "methods/mesh/analysis.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::mesh;
using namespace weald::test;

namespace {

Vec3 area_of(const std::vector<Vec3>& p, const std::array<std::uint32_t, 3>& t) {
  return glm::cross(p[t[1]] - p[t[0]], p[t[2]] - p[t[0]]) * 0.5;
}

/// n - 2 triangles, none turned over, whose areas add up to the polygon's: they tile it.
void check_tiles(const std::vector<Vec3>& polygon) {
  const auto triangles = triangulate_polygon(polygon);
  CHECK(triangles.size() == polygon.size() - 2);
  Vec3 whole{0};
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i)
    whole += glm::cross(polygon[i] - polygon[0], polygon[i + 1] - polygon[0]) * 0.5;
  const Vec3 normal = glm::normalize(whole);
  double sum = 0;
  for (const auto& t : triangles) {
    const double area = glm::dot(area_of(polygon, t), normal);
    CHECK(area >= -1e-9);
    sum += std::abs(area);
  }
  CHECK(sum == Approx(glm::length(whole)));
}

/// A star-shaped polygon of n corners with random radii in the plane spanned by u and v.
std::vector<Vec3> star(std::uint32_t n, std::uint64_t seed, const Vec3& u, const Vec3& v) {
  const Rng rng(seed);
  std::vector<Vec3> points;
  for (std::uint32_t i = 0; i < n; ++i) {
    const double r = rng.uniform_in(0.2, 1, i);
    points.push_back(u * (r * math::cos_deg(360.0 * i / n)) + v * (r * math::sin_deg(360.0 * i / n)));
  }
  return points;
}

}  // namespace

TEST_CASE("triangulate: convex polygons become fans about their first corner") {
  const std::vector<Vec3> quad{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  CHECK(triangulate_polygon(quad) == std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}, {0, 2, 3}});
}

TEST_CASE("triangulate: an arrow head is cut at its notch, wherever the corners start and whatever plane it lies in") {
  const std::vector<Vec3> arrow{{0, 0, 0}, {2, 2, 0}, {0, 1, 0}, {-2, 2, 0}};
  for (std::size_t start = 0; start < 4; ++start) {
    std::vector<Vec3> turned;
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec3& p = arrow[(start + i) % 4];
      turned.push_back({p.x + p.y, p.y, p.x - 3 * p.y});
    }
    check_tiles(turned);
  }
}

TEST_CASE("triangulate: star polygons in many planes are tiled") {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    INFO(seed);
    const Rng rng(seed + 1000);
    Vec3 u{rng.uniform_in(-1, 1, 0), rng.uniform_in(-1, 1, 1), rng.uniform_in(-1, 1, 2)};
    Vec3 v{rng.uniform_in(-1, 1, 3), rng.uniform_in(-1, 1, 4), rng.uniform_in(-1, 1, 5)};
    check_tiles(star(3 + static_cast<std::uint32_t>(seed), seed, u, v));
  }
}

TEST_CASE("triangulate: a comb, a spiral and corners in a row are tiled") {
  std::vector<Vec3> comb{{0, 0, 0}, {21, 0, 0}};
  for (int i = 20; i >= 0; --i) comb.push_back({static_cast<double>(i), i % 2 == 0 ? 5.0 : 1.0, 0});
  check_tiles(comb);
  std::vector<Vec3> spiral;
  for (int i = 0; i <= 60; ++i) spiral.push_back(Vec3{math::cos_deg(20 * i), math::sin_deg(20 * i), 0} * (1 + 0.1 * i));
  for (int i = 60; i >= 0; --i)
    spiral.push_back(Vec3{math::cos_deg(20 * i), math::sin_deg(20 * i), 0} * (0.9 + 0.1 * i));
  check_tiles(spiral);
  check_tiles({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 2, 0}, {1, 1, 0}, {0, 2, 0}, {0, 1, 0}});
}

TEST_CASE("triangulate: a polygon that crosses itself still gives n - 2 triangles") {
  CHECK(triangulate_polygon(std::vector<Vec3>{{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}}).size() == 2);
  CHECK(triangulate_polygon(std::vector<Vec3>(7, Vec3{1, 1, 1})).size() == 5);
  std::vector<Vec3> pentagram;
  for (int i = 0; i < 5; ++i) pentagram.push_back({math::cos_deg(144.0 * i), math::sin_deg(144.0 * i), 0});
  CHECK(triangulate_polygon(pentagram).size() == 3);
}

TEST_CASE("triangulate: concave polygons beyond the limit are refused, convex ones are not") {
  std::vector<Vec3> big;
  for (std::uint32_t i = 0; i < kMaxConcaveCorners + 1; ++i) {
    const double angle = 360.0 * i / (kMaxConcaveCorners + 1);
    big.push_back({math::cos_deg(angle), math::sin_deg(angle), 0});
  }
  CHECK(triangulate_polygon(big).size() == big.size() - 2);
  big[100] *= 0.5;
  CHECK_THROWS_AS(triangulate_polygon(big), StageError);
}

TEST_CASE("triangulate: meshes keep their surface, attributes and groups") {
  for (const auto& [name, soup] : sound_soups()) {
    INFO(name);
    const Mesh mesh = build_checked(soup);
    const Mesh result = triangulate(mesh, RunContext{});
    CHECK(check(result).ok());
    const MeshAnalysis before = analyse(mesh);
    const MeshAnalysis after = analyse(result);
    CHECK(after.triangles == after.faces);
    CHECK(after.euler() == before.euler());
    if (name != "torus") CHECK(after.area == Approx(before.area));  // its quads are not planar
  }
  Mesh box = build_checked(cube());
  box.groups = {{"a", 0}, {"b", 0}};
  box.face_groups = {0, 0, 0, 1, 1, 1};
  box.uvs.values.assign(24, Vec2f{0});
  box.uvs.index.resize(box.topology.halfedge_count());
  std::uint32_t next = 0;
  for (std::uint32_t f = 0; f < 6; ++f) {
    for (const HalfedgeId h : halfedges_of(box.topology, FaceId{f})) box.uvs.index[h.index] = next++;
  }
  const Soup result = to_soup(triangulate(box, RunContext{}));
  CHECK(result.face_groups == std::vector<std::uint16_t>{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1});
  CHECK(std::vector(result.corner_uvs.begin(), result.corner_uvs.begin() + 6) ==
        std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3});
}

TEST_CASE("triangulate: a pillow of two quads back to back comes apart at the doubled diagonal, with a warning") {
  const Mesh pillow =
      build_checked(soup_of({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2, 3}, {0, 3, 2, 1}}));
  int warnings = 0;
  RunContext context;
  context.on_warning = [&](const std::string&, std::string_view) { ++warnings; };
  const Mesh result = triangulate(pillow, context);
  CHECK(check(result).ok());
  CHECK(result.face_count() == 4);
  CHECK(warnings == 1);
}

namespace {

/// A closed line that goes round its centre again and again, a third of a turn at a time, and crosses itself nearly
/// everywhere.
std::vector<Vec3> winding(std::uint32_t n) {
  std::vector<Vec3> points;
  for (std::uint32_t i = 0; i < n; ++i) {
    const double r = 0.2 + 0.8 * i / n;
    points.emplace_back(r * math::cos_deg(119.6 * i), r * math::sin_deg(119.6 * i), 0);
  }
  return points;
}

/// Clips ears by looking at every corner for every ear: an independent way to the same triangles.
std::vector<std::array<std::uint32_t, 3>> clipped_plainly(const std::vector<Vec3>& points) {
  std::vector<std::uint32_t> ring(points.size());
  for (std::uint32_t i = 0; i < ring.size(); ++i) ring[i] = i;
  const auto turn = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  };
  const auto is_ear = [&](std::size_t at) {
    const std::size_t n = ring.size();
    const Vec3 &a = points[ring[(at + n - 1) % n]], &b = points[ring[at]], &c = points[ring[(at + 1) % n]];
    if (!(turn(a, b, c) > 0)) return false;
    return std::none_of(ring.begin(), ring.end(), [&](std::uint32_t i) {
      const Vec3& q = points[i];
      return q != a && q != b && q != c && turn(a, b, q) >= 0 && turn(b, c, q) >= 0 && turn(c, a, q) >= 0;
    });
  };
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::size_t at = 0;
  while (ring.size() > 3) {
    std::size_t tried = 0;
    while (tried < ring.size() && !is_ear(at)) at = (at + 1) % ring.size(), ++tried;
    const std::size_t n = ring.size();
    triangles.push_back({ring[(at + n - 1) % n], ring[at], ring[(at + 1) % n]});
    ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(at));
    at %= ring.size();
  }
  triangles.push_back({ring[(at + 2) % 3], ring[at], ring[(at + 1) % 3]});
  return triangles;
}

}  // namespace

TEST_CASE("triangulate: ears are clipped as if every corner were looked at, also where polygons cross themselves") {
  const Rng rng(4);
  for (std::uint32_t n = 5; n < 60; ++n) {
    CAPTURE(n);
    std::vector<Vec3> scattered;
    // On few places, so that corners meet.
    for (std::uint32_t i = 0; i < n; ++i)
      scattered.emplace_back(std::floor(rng.uniform_in(0, 8, n, 2 * i)), std::floor(rng.uniform_in(0, 8, n, 2 * i + 1)),
                             0);
    for (std::vector<Vec3> polygon : {star(n, n, {1, 0, 0}, {0, 1, 0}), winding(n), scattered}) {
      const Vec3 area = vector_area(polygon);
      if (area.z < 0) std::reverse(polygon.begin(), polygon.end());
      if (area.z == 0) continue;
      const auto triangles = triangulate_polygon(polygon);
      if (triangles[0] == std::array<std::uint32_t, 3>{0, 1, 2} && triangles.back()[0] == 0) continue;  // a fan
      CHECK(triangles == clipped_plainly(polygon));
    }
  }
}

TEST_CASE("triangulate: polygons that cross themselves take little more work a corner when they have more corners") {
  const auto visits_per_corner = [](std::uint32_t n) {
    std::uint64_t visits = 0;
    CHECK(triangulate_polygon(winding(n), &visits).size() == n - 2);
    return static_cast<double>(visits) / n;
  };
  // Looking at every corner for every ear takes n^2 a corner here: sixteen times as many for four times the corners.
  CHECK(visits_per_corner(4000) < 4 * visits_per_corner(1000));
  CHECK(visits_per_corner(4000) < 4000);
}
