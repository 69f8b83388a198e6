#include "support/catch.h"

#include <cmath>

#include "base/rng.h"
#include "methods/curve/nearest.h"

using namespace weald;
using namespace weald::curve;

TEST_CASE("nearest share: the worked point-segment distance 2.117647 squared at share .588235") {
  const Vec2 a{1, 1}, b{5, 2}, p{3, 3};
  const double t = nearest_share(p, a, b);
  const Vec2 at = a + (b - a) * t;
  CHECK(t == Approx(.588235).epsilon(1e-6));
  CHECK(at.x == Approx(3.352941).epsilon(1e-6));
  CHECK(at.y == Approx(1.588235).epsilon(1e-6));
  CHECK(glm::dot(p - at, p - at) == Approx(36.0 / 17).epsilon(1e-14));
  CHECK(nearest_share({-5, 0}, a, b) == 0);
  CHECK(nearest_share({9, 9}, a, b) == 1);
  CHECK(nearest_share({9, 9}, a, a) == 0);
}

TEST_CASE("nearest index: agrees with a search over all edges") {
  const Rng rng(17);
  std::vector<Polyline> lines(5);
  for (std::uint64_t l = 0; l < lines.size(); ++l) {
    lines[l].closed = l % 2 == 1;
    const std::uint64_t count = l == 4 ? 1 : 30;  // the last one is a single point
    for (std::uint64_t i = 0; i < count; ++i) {
      const double step = l == 0 ? 100 : 8;
      lines[l].points.push_back({rng.uniform_in(0, step, l, 3 * i) + 2.0 * static_cast<double>(i),
                                 rng.uniform(l, 3 * i + 1), rng.uniform_in(0, step, l, 3 * i + 2)});
    }
  }
  const double reach = 6;
  const NearestIndex index(lines, reach);
  int hits = 0;
  for (std::uint64_t q = 0; q < 4000; ++q) {
    const Vec2 p{rng.uniform_in(-20, 180, 100, q), rng.uniform_in(-20, 120, 101, q)};
    double best = 1e300;
    double height = 0;
    for (const Polyline& line : lines) {
      const std::size_t n = line.points.size();
      for (std::size_t i = 0; i + (line.closed || n == 1 ? 0 : 1) < n; ++i) {
        const Vec3& a = line.points[i];
        const Vec3& b = line.points[(i + 1) % n];
        const double t = nearest_share(p, {a.x, a.z}, {b.x, b.z});
        const Vec3 at = a + (b - a) * t;
        const double d = std::hypot(p.x - at.x, p.y - at.z);
        if (d < best) best = d, height = at.y;
      }
    }
    const auto hit = index.nearest(p);
    REQUIRE(hit.has_value() == (best <= reach));
    if (!hit) continue;
    ++hits;
    CHECK(hit->distance == Approx(best).margin(1e-12));
    CHECK(hit->height == Approx(height).margin(1e-12));
  }
  CHECK(hits > 500);
}

TEST_CASE("nearest index: the nearest place of each line is that of an index of the line alone") {
  const Rng rng(18);
  std::vector<Polyline> lines(6);
  for (std::uint64_t l = 0; l < lines.size(); ++l) {
    for (std::uint64_t i = 0; i < 20; ++i)
      lines[l].points.push_back(
          {rng.uniform_in(0, 9, l, 2 * i) + 2.0 * static_cast<double>(i), 0, rng.uniform_in(0, 40, l, 2 * i + 1)});
  }
  const double reach = 5;
  const NearestIndex index(lines, reach);
  std::vector<NearestIndex::LineHit> hits;
  std::size_t found = 0;
  for (std::uint64_t q = 0; q < 1000; ++q) {
    const Vec2 p{rng.uniform_in(-10, 60, 100, q), rng.uniform_in(-10, 50, 101, q)};
    index.nearest_of_each(p, hits);
    std::size_t next = 0;
    for (std::uint32_t l = 0; l < lines.size(); ++l) {
      const auto alone = NearestIndex({&lines[l], 1}, reach).nearest(p);
      const bool is_hit = next < hits.size() && hits[next].line == l;
      REQUIRE(is_hit == alone.has_value());
      if (!is_hit) continue;
      const NearestIndex::LineHit& hit = hits[next++];
      CHECK(hit.distance == Approx(alone->distance).margin(1e-12));
      const Vec3& a = lines[l].points[hit.edge];
      const Vec3 at = a + (lines[l].points[hit.edge + 1] - a) * hit.share;
      CHECK(std::hypot(p.x - at.x, p.y - at.z) == Approx(hit.distance).margin(1e-12));
      ++found;
    }
    CHECK(next == hits.size());
  }
  CHECK(found > 1000);
}

TEST_CASE("nearest index: no lines, no hits; huge extents with a small reach stay small") {
  CHECK_FALSE(NearestIndex({}, 1).nearest({0, 0}));
  const std::vector<Polyline> far{{{{0, 0, 0}, {1e6, 0, 1e6}}, false}};
  const NearestIndex index(far, 0.5);
  REQUIRE(index.nearest({5e5, 5e5 + 0.1}));
  CHECK(index.nearest({5e5, 5e5 + 0.1})->distance == Approx(0.1 / std::sqrt(2.0)));
}
