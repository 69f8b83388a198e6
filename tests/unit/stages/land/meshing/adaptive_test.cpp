#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/parallel.h"
#include "base/simd.h"
#include "stages/import/heightmap_import.h"
#include "stages/land/meshing/detail/adaptive_triangles.h"
#include "support/greedy_delaunay.h"
#include "unit/stages/land/meshing/adaptive_grounds.h"

using namespace weald;
using namespace weald::terrain;
using test::heights_of;
using test::rough_ground;

namespace {

using AdaptiveVertex = AdaptiveTriangles::Vertex;
constexpr std::size_t kManyTriangles = 20'000'000;

double twice_area(const AdaptiveVertex& a, const AdaptiveVertex& b, const AdaptiveVertex& c) {
  return double(c.x - a.x) * (b.y - a.y) - double(b.x - a.x) * (c.y - a.y);
}

struct Raster {
  double farthest = 0;     // of any sample from the surface
  double area = 0;         // of all triangles, cells
  std::size_t missed = 0;  // samples below no triangle
  bool upright = true;     // every triangle is counter-clockwise from above
};

// Every triangle over every sample of its bounding box, in doubles.
Raster rasterise(const Grid<float>& samples, const AdaptiveTriangles& mesh) {
  Raster out;
  Grid<char> seen(samples.width(), samples.height());
  for (std::size_t f = 0; f < mesh.triangle_count(); ++f) {
    const AdaptiveVertex& a = mesh.vertices[mesh.corners[3 * f]];
    const AdaptiveVertex& b = mesh.vertices[mesh.corners[3 * f + 1]];
    const AdaptiveVertex& c = mesh.vertices[mesh.corners[3 * f + 2]];
    const double area = twice_area(a, b, c);
    out.upright = out.upright && area > 0;
    out.area += area / 2;
    for (int y = std::min({a.y, b.y, c.y}); y <= std::max({a.y, b.y, c.y}); ++y) {
      for (int x = std::min({a.x, b.x, c.x}); x <= std::max({a.x, b.x, c.x}); ++x) {
        const AdaptiveVertex p{x, y, 0};
        const double of_a = twice_area(p, b, c), of_b = twice_area(a, p, c), of_c = twice_area(a, b, p);
        if (of_a < 0 || of_b < 0 || of_c < 0) continue;
        seen.at(x, y) = 1;
        const double height = (of_a * a.height + of_b * b.height + of_c * c.height) / area;
        out.farthest = std::max(out.farthest, std::abs(samples.at(x, y) - height));
      }
    }
  }
  for (const char s : seen.values()) out.missed += s == 0 ? 1 : 0;
  return out;
}

// What every adaptive mesh must be: over the whole grid, within the bound, and one disk without cracks.
void check_surface(const Grid<float>& samples, const AdaptiveTriangles& mesh, double max_error) {
  const Raster raster = rasterise(samples, mesh);
  CHECK(raster.farthest <= max_error);
  CHECK(raster.area == double(samples.width() - 1) * (samples.height() - 1));
  CHECK(raster.missed == 0);
  CHECK(raster.upright);
  std::set<std::pair<std::uint32_t, std::uint32_t>> half_edges;
  for (std::size_t c = 0; c < mesh.corners.size(); ++c)
    half_edges.insert({mesh.corners[c], mesh.corners[c % 3 == 2 ? c - 2 : c + 1]});
  REQUIRE(half_edges.size() == mesh.corners.size());
  std::size_t border = 0;
  for (const auto& [from, to] : half_edges) {
    if (half_edges.count({to, from}) != 0) continue;
    ++border;
    const AdaptiveVertex& a = mesh.vertices[from];
    const AdaptiveVertex& b = mesh.vertices[to];
    const bool on_border = (a.x == b.x && (a.x == 0 || a.x == samples.width() - 1)) ||
                           (a.y == b.y && (a.y == 0 || a.y == samples.height() - 1));
    REQUIRE(on_border);
  }
  const std::size_t edges = (half_edges.size() + border) / 2;
  CHECK(mesh.vertices.size() + mesh.triangle_count() == edges + 1);
}

AdaptiveTriangles triangles_of(const Grid<float>& samples, double max_error) {
  return triangulate_levels(samples, {max_error}, kManyTriangles).front();
}

AdaptiveTriangles tile_of(const Grid<float>& samples, double max_error, double edge_error) {
  return triangulate_tile_levels(samples, {max_error}, edge_error, kManyTriangles).front();
}

bool equal(const AdaptiveTriangles& a, const AdaptiveTriangles& b) {
  const auto same = [](const AdaptiveVertex& v, const AdaptiveVertex& w) {
    return v.x == w.x && v.y == w.y && v.height == w.height;
  };
  return a.corners == b.corners &&
         std::equal(a.vertices.begin(), a.vertices.end(), b.vertices.begin(), b.vertices.end(), same);
}

}  // namespace

TEST_CASE("adaptive: a plane over a square of 2^n cells is two triangles", "[terrain]") {
  for (const int side : {2, 3, 5, 33, 129}) {
    const Grid<float> plane = heights_of(side, side, [](int x, int y) { return 3 * x - 2 * y + 5; });
    const AdaptiveTriangles mesh = triangles_of(plane, 0.01);
    CHECK(mesh.triangle_count() == 2);
    CHECK(mesh.vertices.size() == 4);
    check_surface(plane, mesh, 0.01);
  }
}

TEST_CASE("adaptive: one peak is surrounded by ever smaller triangles", "[terrain]") {
  // Halving towards the middle of 2^n cells takes 2 n - 1 levels below the first cut, each with four more vertices.
  for (const int n : {2, 3, 5}) {
    const int middle = 1 << (n - 1);
    const Grid<float> peak =
        heights_of(2 * middle + 1, 2 * middle + 1, [&](int x, int y) { return x == middle && y == middle ? 1 : 0; });
    const AdaptiveTriangles mesh = triangles_of(peak, 0.1);
    const auto levels = static_cast<std::size_t>(2 * n - 1);
    CHECK(mesh.vertices.size() == 5 + 4 * levels);
    check_surface(peak, mesh, 0.1);
  }
}

TEST_CASE("adaptive: a straight ridge through the middle is two planes of three triangles each", "[terrain]") {
  const Grid<float> ridge = heights_of(9, 9, [](int x, int) { return -std::abs(x - 4); });
  const AdaptiveTriangles mesh = triangles_of(ridge, 0.01);
  CHECK(mesh.triangle_count() == 6);
  CHECK(mesh.vertices.size() == 7);
}

TEST_CASE("adaptive: every sample is within the bound, on grids of any size and shape", "[terrain]") {
  for (const auto& [width, height] : {std::pair{2, 2}, std::pair{2, 9}, std::pair{3, 7}, std::pair{4, 4},
                                      std::pair{5, 130}, std::pair{65, 65}, std::pair{66, 64}, std::pair{100, 57}}) {
    for (const double max_error : {0.3, 0.03, 0.003, 1e-6}) {
      INFO(width << " x " << height << ", " << max_error);
      const Grid<float> samples = rough_ground(width, height).heights;
      check_surface(samples, triangles_of(samples, max_error), max_error);
    }
  }
}

TEST_CASE("adaptive: white noise, steps and large heights stay within the bound", "[terrain]") {
  const auto scrambled = [](int x, int y) { return (x * 7919 + y * 104729 + x * y * 31) % 1000; };
  const Grid<float> noise = heights_of(40, 33, scrambled);
  const Grid<float> steps = heights_of(40, 33, [](int x, int y) { return 100 * ((x / 7 + y / 5) % 3); });
  const Grid<float> high = heights_of(40, 33, [&](int x, int y) { return 8000 + 0.001 * scrambled(x, y); });
  for (const double max_error : {450.0, 99.0, 0.25, 0.02}) {
    for (const Grid<float>& samples : {noise, steps, high})
      check_surface(samples, triangles_of(samples, max_error), max_error);
  }
}

TEST_CASE("adaptive: a real elevation model keeps its bound with a fraction of the triangles", "[terrain]") {
  RunContext context;
  io::HeightmapImportParams params;
  params.file.resolved = WEALD_SOURCE_DIR "/presets/data/jacksboro_dem.png";
  const Grid<float> samples = io::import_survey(params, false, context).heights.heights;
  const AdaptiveTriangles mesh = triangles_of(samples, 20);
  CHECK(rasterise(samples, mesh).farthest <= 20);
  const std::size_t greedy = test::insert_greedily(samples, 20).corners.size();
  CAPTURE(samples.size(), mesh.triangle_count(), greedy / 3);
  CHECK(mesh.triangle_count() < samples.size() / 4);
  CHECK(10 * mesh.corners.size() < 15 * greedy);
}

TEST_CASE("adaptive: at most 1.3 times the triangles of greedy Delaunay insertion, on rough ground", "[terrain]") {
  const Grid<float> samples = rough_ground(161, 161).heights;
  for (const float max_error : {0.002f, 0.01f}) {
    const test::GreedyMesh greedy = test::insert_greedily(samples, max_error);
    const AdaptiveTriangles mesh = triangles_of(samples, max_error);
    CHECK(10 * mesh.corners.size() < 13 * greedy.corners.size());
    check_surface(samples, mesh, max_error);
  }
}

TEST_CASE("adaptive: the same for any number of threads and every SIMD target", "[terrain][simd]") {
  const Grid<float> samples = rough_ground(200, 149).heights;
  const auto targets = simd_targets();
  for (const double max_error : {0.005, 0.05}) {
    const AdaptiveTriangles expected = triangles_of(samples, max_error);
    for (const int threads : {1, 2, 8}) {
      const ThreadLimit limit(threads);
      CHECK(equal(triangles_of(samples, max_error), expected));
    }
    for (const std::string& target : targets) {
      REQUIRE(limit_simd_targets(target));
      INFO(target);
      CHECK(equal(triangles_of(samples, max_error), expected));
    }
    limit_simd_targets(targets.front());
  }
}

TEST_CASE("adaptive: tiles with the same edge error meet, whatever their own errors", "[terrain]") {
  const Heightmap whole = rough_ground(90, 40);
  const auto part = [&](int x0, int width) {
    return heights_of(width, 40, [&](int x, int y) { return whole.heights.at(x0 + x, y); });
  };
  const auto line = [](const AdaptiveTriangles& mesh, int x) {
    std::vector<std::pair<int, float>> points;
    for (const AdaptiveVertex& v : mesh.vertices) {
      if (v.x == x) points.push_back({v.y, v.height});
    }
    return points;
  };
  for (const double edge_error : {0.0, 0.01, 0.05}) {
    const Grid<float> west = part(0, 50);
    const Grid<float> east = part(49, 41);
    const AdaptiveTriangles western = tile_of(west, 0.05, edge_error);
    const AdaptiveTriangles eastern = tile_of(east, 0.2, edge_error);
    check_surface(west, western, 0.05);
    check_surface(east, eastern, 0.2);
    CHECK(line(western, 49) == line(eastern, 0));
    CHECK(line(western, 49).size() <= 40);
    if (edge_error > 0) CHECK(line(western, 49).size() < 36);
  }
  const Grid<float> smallest = part(3, 4);
  check_surface(smallest, tile_of(smallest, 0.1, 0.1), 0.1);
}

TEST_CASE("adaptive: levels keep their bounds, and every one has all vertices of the next", "[terrain]") {
  const std::vector<double> max_errors{0.003, 0.01, 0.01, 0.04, 0.2};
  // Maps that the hierarchy fits, and maps whose border cuts triangles.
  for (const auto& [width, height] : {std::pair{129, 65}, std::pair{100, 57}, std::pair{130, 130}, std::pair{9, 40}}) {
    INFO(width << " x " << height);
    const Grid<float> samples = rough_ground(width, height).heights;
    const auto levels = triangulate_levels(samples, max_errors, kManyTriangles);
    const auto tiles = triangulate_tile_levels(samples, max_errors, 0.003, kManyTriangles);
    REQUIRE(levels.size() == max_errors.size());
    CHECK(equal(levels.back(), triangles_of(samples, max_errors.back())));
    for (const auto* chain : {&levels, &tiles}) {
      std::set<std::pair<int, int>> finer;
      for (std::size_t n = 0; n < chain->size(); ++n) {
        const AdaptiveTriangles& level = (*chain)[n];
        check_surface(samples, level, max_errors[n]);
        std::set<std::pair<int, int>> vertices;
        for (const AdaptiveVertex& v : level.vertices) vertices.insert({v.x, v.y});
        if (n > 0) CHECK(std::includes(finer.begin(), finer.end(), vertices.begin(), vertices.end()));
        finer = std::move(vertices);
      }
    }
  }
}

TEST_CASE("adaptive: levels have hardly more triangles than meshes of their own", "[terrain]") {
  const Grid<float> samples = rough_ground(257, 257).heights;
  const std::vector<double> max_errors{0.004, 0.016, 0.064};
  const auto levels = triangulate_levels(samples, max_errors, kManyTriangles);
  for (std::size_t n = 0; n < levels.size(); ++n)
    CHECK(100 * levels[n].triangle_count() < 103 * triangles_of(samples, max_errors[n]).triangle_count());
}
