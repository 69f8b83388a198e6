#include "methods/curve/winding.h"

#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/math/math.h"
#include "base/rng.h"

using namespace weald;
using namespace weald::curve;

namespace {

std::vector<GroundEdge> closed(const std::vector<Vec2>& points) {
  std::vector<GroundEdge> edges;
  for (std::size_t i = 0; i < points.size(); ++i) edges.push_back({points[i], points[(i + 1) % points.size()]});
  return edges;
}

/// Random polygon with small integers as coordinates, so that samples lie on edges and corners, and edges overlap.
std::vector<Vec2> random_polygon(std::size_t count, int extent, std::uint64_t seed) {
  const Rng rng(seed);
  std::vector<Vec2> points;
  for (std::uint64_t i = 0; i < count; ++i)
    points.push_back({std::floor(rng.uniform_in(0, extent, 0, i)), std::floor(rng.uniform_in(0, extent, 1, i))});
  return points;
}

/// Winding number in integers: a ray to the west, moved north by less than anything.
std::int32_t oracle(const std::vector<GroundEdge>& edges, std::int64_t x, std::int64_t y) {
  std::int32_t number = 0;
  for (const auto& [a, b] : edges) {
    const auto ax = static_cast<std::int64_t>(a.x), ay = static_cast<std::int64_t>(a.y);
    const auto bx = static_cast<std::int64_t>(b.x), by = static_cast<std::int64_t>(b.y);
    const bool starts_north = ay <= y, ends_north = by <= y;
    if (starts_north == ends_north) continue;
    // The crossing is at ax + (y - ay) (bx - ax) / (by - ay); compared with x without a division.
    const std::int64_t left = (y - ay) * (bx - ax), right = (x - ax) * (by - ay);
    const bool is_west = by > ay ? left <= right : left >= right;
    if (is_west) number += by > ay ? -1 : 1;
  }
  return number;
}

}  // namespace

TEST_CASE("side of a line: exact where doubles cancel") {
  const Vec2 a{0.5, 0.5}, b{12, 12};
  CHECK(side_of(a, b, {24, 24}) == 0);
  const double ulp = std::nextafter(0.5, 1.0) - 0.5;
  int signs = 0;
  for (int i = 0; i < 64; ++i) {
    for (int j = 0; j < 64; ++j) {
      // p lies on the diagonal exactly if i == j.
      const int side = side_of(a, b, {0.5 + i * ulp, 0.5 + j * ulp});
      signs += side == (i < j ? 1 : i > j ? -1 : 0) ? 0 : 1;
    }
  }
  CHECK(signs == 0);
  CHECK(side_of({0, 0}, {1, 0}, {0, 1}) == 1);
}

TEST_CASE("winding numbers: agree with integer arithmetic on polygons whose borders go through samples") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const std::vector<GroundEdge> edges = closed(random_polygon(3 + seed % 17, 24, seed));
    const GridSpec grid{24, 24, 1.0, {0, 0}};
    std::vector<std::int32_t> numbers(24 * 24);
    fill_winding_numbers(edges, grid, {0, 0, 24, 24}, numbers);
    bool equal = true;
    for (int y = 0; y < 24; ++y) {
      for (int x = 0; x < 24; ++x) {
        const std::int32_t expected = oracle(edges, x, y);
        equal = equal && numbers[static_cast<std::size_t>(y * 24 + x)] == expected;
        equal = equal && winding_number(edges, {x, y}) == expected;
      }
    }
    CAPTURE(seed);
    CHECK(equal);
  }
}

TEST_CASE("winding numbers: windows have the numbers of the whole, at any scale") {
  for (const double scale : {1e-3, 1.0 / 3, 1e7}) {
    std::vector<Vec2> points = random_polygon(30, 100, 77);
    for (Vec2& p : points) p = p * scale + scale * 0.1;
    const std::vector<GroundEdge> edges = closed(points);
    const GridSpec grid{90, 80, 1.3 * scale, {-3 * scale, 2 * scale}};
    std::vector<std::int32_t> whole(90 * 80);
    fill_winding_numbers(edges, grid, {0, 0, 90, 80}, whole);
    bool equal = true;
    for (int y = 0; y < 80; y += 20) {
      for (int x = 0; x < 90; x += 15) {
        std::vector<std::int32_t> part(15 * 20);
        fill_winding_numbers(edges, grid, {x, y, 15, 20}, part);
        for (int j = 0; j < 20; ++j) {
          for (int i = 0; i < 15; ++i) {
            const std::int32_t number = part[static_cast<std::size_t>(j * 15 + i)];
            equal = equal && number == whole[static_cast<std::size_t>((y + j) * 90 + x + i)];
            equal = equal && number == winding_number(edges, grid.position(x + i, y + j));
          }
        }
      }
    }
    CHECK(equal);
  }
}

TEST_CASE("outline: edges inside a union are left out, and edges that coincide cancel") {
  const auto square = [](double x, double y, double side) {
    return closed({{x, y}, {x + side, y}, {x + side, y + side}, {x, y + side}});
  };
  const auto length = [](const std::vector<GroundEdge>& edges) {
    double sum = 0;
    for (const GroundEdge& edge : edges) sum += glm::length(edge.b - edge.a);
    return sum;
  };
  std::vector<GroundEdge> two = square(0, 0, 10);
  const std::vector<GroundEdge> other = square(4, 4, 10);
  two.insert(two.end(), other.begin(), other.end());
  CHECK(length(outline(two, FillRule::nonzero, "")) == Approx(80 - 24));
  CHECK(length(outline(two, FillRule::even_odd, "")) == Approx(80));
  std::vector<GroundEdge> beside = square(0, 0, 10);
  const std::vector<GroundEdge> neighbour = square(10, 2, 5);
  beside.insert(beside.end(), neighbour.begin(), neighbour.end());
  CHECK(length(outline(beside, FillRule::nonzero, "")) == Approx(60 - 10));
  std::vector<GroundEdge> twice = square(0, 0, 10);
  twice.insert(twice.end(), twice.begin(), twice.begin() + 4);
  CHECK(length(outline(twice, FillRule::even_odd, "")) == 0);
  CHECK(length(outline(twice, FillRule::nonzero, "")) == Approx(80));  // both copies are the border
  CHECK(outline({}, FillRule::nonzero, "").empty());
}

TEST_CASE("outline: the distance to it is that to the nearest change between inside and outside") {
  // A star of five points crosses itself; its pentagon is inside by the nonzero rule.
  std::vector<Vec2> points;
  for (int i = 0; i < 5; ++i)
    points.push_back({50 + 45 * math::sin_deg(144.0 * i), 50 - 45 * math::cos_deg(144.0 * i)});
  const std::vector<GroundEdge> edges = closed(points);
  for (const FillRule rule : {FillRule::nonzero, FillRule::even_odd}) {
    const std::vector<GroundEdge> border = outline(edges, rule, "");
    CHECK(border.size() == (rule == FillRule::nonzero ? 10 : 15));
    const EdgeDistances distances(border);
    const GridSpec fine{401, 401, 0.25, {0, 0}};
    std::vector<std::int32_t> numbers(401 * 401);
    fill_winding_numbers(edges, fine, {0, 0, 401, 401}, numbers);
    const auto inside = [&](int x, int y) { return is_inside(rule, numbers[static_cast<std::size_t>(y * 401 + x)]); };
    for (int y = 10; y < 400; y += 65) {
      for (int x = 10; x < 400; x += 65) {
        double best = INFINITY;  // distance to the nearest sample on the other side, at most a diagonal too far
        for (int j = 0; j < 401; ++j) {
          for (int i = 0; i < 401; ++i) {
            if (inside(i, j) != inside(x, y)) best = std::min(best, 0.25 * std::hypot(i - x, j - y));
          }
        }
        std::vector<double> square(1);
        distances.fill(fine, {x, y, 1, 1}, INFINITY, square);
        CHECK(std::sqrt(square[0]) <= best + 1e-9);
        CHECK(std::sqrt(square[0]) >= best - 0.36);
      }
    }
  }
}
