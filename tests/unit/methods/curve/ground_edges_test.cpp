#include "methods/curve/ground_edges.h"

#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/rng.h"

using namespace weald;
using namespace weald::curve;

namespace {

std::vector<GroundEdge> random_edges(std::size_t count, std::uint64_t seed) {
  const Rng rng(seed);
  std::vector<GroundEdge> edges;
  for (std::uint64_t i = 0; i < count; ++i) {
    const Vec2 a{rng.uniform_in(-50, 250, 0, i), rng.uniform_in(-50, 250, 1, i)};
    const Vec2 b = a + Vec2{rng.uniform_in(-30, 30, 2, i), rng.uniform_in(-30, 30, 3, i)};
    edges.push_back({a, i % 7 == 0 ? a : b});
  }
  return edges;
}

}  // namespace

TEST_CASE("ground edges: open and closed lines, single points and nothing") {
  const std::vector<Polyline> lines{
      {{{0, 9, 0}, {1, 9, 2}, {4, 9, 4}}, true}, {{{5, 1, 6}, {7, 1, 8}}, false}, {{{3, 0, 3}}, false}, {}};
  const std::vector<GroundEdge> edges = ground_edges(lines);
  REQUIRE(edges.size() == 5);
  CHECK(edges[1].b == Vec2{4, 4});
  CHECK((edges[2].a == Vec2{4, 4} && edges[2].b == Vec2{0, 0}));
  CHECK((edges[4].a == Vec2{3, 3} && edges[4].b == Vec2{3, 3}));
}

TEST_CASE("edge distances: agree with a search over all edges, for every division into windows") {
  const GridSpec grid{61, 47, 3.5, {-10, 5}};
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{40}, std::size_t{700}}) {
    const std::vector<GroundEdge> edges = random_edges(count, count);
    const EdgeDistances distances(edges);
    std::vector<double> whole(61 * 47);
    distances.fill(grid, {0, 0, 61, 47}, INFINITY, whole);
    bool equal = true, windows_equal = true, limited_equal = true;
    for (int y = 0; y < 47; ++y) {
      for (int x = 0; x < 61; ++x) {
        double best = INFINITY;
        for (const GroundEdge& edge : edges) best = std::min(best, squared_distance(grid.position(x, y), edge));
        equal = equal && whole[static_cast<std::size_t>(y * 61 + x)] == best;
      }
    }
    for (const int size : {1, 5, 32}) {
      for (int y = 0; y + size <= 47; y += size) {
        for (int x = 0; x + size <= 61; x += size) {
          std::vector<double> part(static_cast<std::size_t>(size * size)), limited(part.size());
          distances.fill(grid, {x, y, size, size}, INFINITY, part);
          distances.fill(grid, {x, y, size, size}, 9, limited);
          for (int j = 0; j < size; ++j) {
            for (int i = 0; i < size; ++i) {
              const double all = whole[static_cast<std::size_t>((y + j) * 61 + x + i)];
              const auto k = static_cast<std::size_t>(j * size + i);
              windows_equal = windows_equal && part[k] == all;
              limited_equal = limited_equal && (all > 81 ? limited[k] >= all : limited[k] == all);
            }
          }
        }
      }
    }
    CAPTURE(count);
    CHECK(equal);
    CHECK(windows_equal);
    CHECK(limited_equal);
  }
}

TEST_CASE("edge distances: far from the origin of the world, no edge is lost by rounding") {
  std::vector<GroundEdge> edges = random_edges(60, 5);
  for (GroundEdge& edge : edges) edge = {edge.a + 9.5e8, edge.b + 9.5e8};
  const GridSpec grid{24, 24, 0.01, {9.5e8 + 40, 9.5e8 + 40}};
  std::vector<double> squares(24 * 24);
  EdgeDistances(edges).fill(grid, {0, 0, 24, 24}, INFINITY, squares);
  bool equal = true;
  for (int y = 0; y < 24; ++y) {
    for (int x = 0; x < 24; ++x) {
      double best = INFINITY;
      for (const GroundEdge& edge : edges) best = std::min(best, squared_distance(grid.position(x, y), edge));
      equal = equal && squares[static_cast<std::size_t>(y * 24 + x)] == best;
    }
  }
  CHECK(equal);
}
