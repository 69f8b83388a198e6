#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/error.h"
#include "core/parallel.h"
#include "io/heightmap_import.h"
#include "mesh/build.h"
#include "mesh/check.h"
#include "noise/fbm.h"
#include "noise/octave_field.h"
#include "noise/simd.h"
#include "pipeline/stage.h"
#include "support/greedy_delaunay.h"
#include "terrain/adaptive_triangles.h"
#include "terrain/heightmap_lods.h"
#include "terrain/heightmap_mesh.h"

using namespace weald;
using namespace weald::terrain;

static_assert(pipeline::PartedStage<HeightmapLods>);
static_assert(schema::has_sound_defaults<HeightmapLodsParams>());

namespace {

using AdaptiveVertex = AdaptiveTriangles::Vertex;
constexpr std::size_t kManyTriangles = 20'000'000;

template <class Height>
Grid<float> heights_of(int width, int height, const Height& at) {
  Grid<float> grid(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) grid.at(x, y) = static_cast<float>(at(x, y));
  }
  return grid;
}

// Rough ground with a range of about 1: the last octave has two samples a cell.
Heightmap rough_ground(int width, int height, std::uint64_t seed = 7) {
  noise::FbmParams params;
  params.size = {width, height};
  params.octaves = 6;
  params.amplitude = 1;
  params.frequency = 1.0 / 64;
  Heightmap map(GridSpec{width, height, 1.0, {0, 0}});
  noise::OctaveField(noise::fractal_field(params, {noise::Fractal::sum}, map.grid(), seed)).fill(view(map));
  return map;
}

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
  return triangulate_adaptively(samples, max_error, kManyTriangles);
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
  const Grid<float> samples = io::import_heightmap(params, context).heights;
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
  const auto targets = noise::simd_targets();
  for (const double max_error : {0.005, 0.05}) {
    const AdaptiveTriangles expected = triangles_of(samples, max_error);
    for (const int threads : {1, 2, 8}) {
      const ThreadLimit limit(threads);
      CHECK(equal(triangles_of(samples, max_error), expected));
    }
    for (const std::string& target : targets) {
      REQUIRE(noise::limit_simd_targets(target));
      INFO(target);
      CHECK(equal(triangles_of(samples, max_error), expected));
    }
    noise::limit_simd_targets(targets.front());
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
    const AdaptiveTriangles western = triangulate_tile(west, 0.05, edge_error, kManyTriangles);
    const AdaptiveTriangles eastern = triangulate_tile(east, 0.2, edge_error, kManyTriangles);
    check_surface(west, western, 0.05);
    check_surface(east, eastern, 0.2);
    CHECK(line(western, 49) == line(eastern, 0));
    CHECK(line(western, 49).size() <= 40);
    if (edge_error > 0) CHECK(line(western, 49).size() < 36);
  }
  const Grid<float> smallest = part(3, 4);
  check_surface(smallest, triangulate_tile(smallest, 0.1, 0.1, kManyTriangles), 0.1);
}

TEST_CASE("adaptive: where all samples are vertices, the mesh has the normals and UVs of the regular one",
          "[terrain]") {
  const Heightmap map = rough_ground(34, 27);
  HeightmapMeshParams params;
  params.texture_size = 4;
  const mesh::Mesh regular = mesh_heightmap(map, params);
  params.max_error = 1e-6;
  const mesh::Mesh adaptive = mesh_heightmap(map, params);
  CHECK(mesh::check(adaptive).ok());
  REQUIRE(adaptive.vertex_count() == regular.vertex_count());
  CHECK(adaptive.normals.values == regular.normals.values);
  CHECK(adaptive.uvs.values == regular.uvs.values);
  params.max_error = 0.02;
  const mesh::Mesh coarse = mesh_heightmap(map, params);
  CHECK(mesh::check(coarse).ok());
  CHECK(coarse.face_count() < regular.face_count() / 2);
  for (std::uint32_t v = 0; v < coarse.vertex_count(); ++v) {
    const Vec3f& p = coarse.positions[v];
    const auto sample = static_cast<std::uint32_t>(p.z) * 34 + static_cast<std::uint32_t>(p.x);
    CHECK(std::abs(p.y - regular.positions[sample].y) <= 0.02f);
    CHECK(coarse.uvs.values[v] == regular.uvs.values[sample]);
  }
}

TEST_CASE("adaptive: normals are those of the land around a vertex, not of a ripple at its sample", "[terrain]") {
  // A bowl, whose differences over any distance are its slopes, with waves four samples long of slope 0.2.
  const auto ripple = [](int i) { return i % 2 == 0 ? 0.0 : 0.2 * (2 - i % 4); };
  Heightmap map(GridSpec{129, 129, 1.0, {0, 0}});
  map.heights = heights_of(129, 129, [&](int x, int y) {
    return 0.01 * ((x - 64) * (x - 64) + (y - 64) * (y - 64)) + ripple(x) + ripple(y);
  });
  HeightmapMeshParams params;
  const auto farthest = [&](const mesh::Mesh& mesh) {
    double most = 0;
    for (std::uint32_t v = 0; v < mesh.vertex_count(); ++v) {
      const Vec3f& p = mesh.positions[v];
      const Vec3f& n = mesh.normals.values[v];
      if (std::max(std::abs(p.x - 64), std::abs(p.z - 64)) > 40) continue;
      most = std::max({most, std::abs(-n.x / n.y - 0.02 * (p.x - 64)), std::abs(-n.z / n.y - 0.02 * (p.z - 64))});
    }
    return most;
  };
  CHECK(farthest(mesh_heightmap(map, params)) == Approx(0.2).epsilon(0.01));
  params.max_error = 2;
  const mesh::Mesh coarse = mesh_heightmap(map, params);
  CHECK(coarse.face_count() > 100);
  CHECK(coarse.face_count() < 129 * 129 / 20);
  CHECK(farthest(coarse) < 0.04);
}

TEST_CASE("adaptive: coarse meshes have the mean colour of fine ones, and less of its chance", "[terrain]") {
  const Heightmap map = rough_ground(129, 129);
  HeightmapMeshParams params;
  params.tint.emplace();
  params.tint->slope = {1, 3};  // about half of the ground is steep
  struct Greens {
    double mean = 0, deviation = 0;
  };
  // Over the area, seen from above.
  const auto greens = [](const mesh::Mesh& mesh) {
    double sum = 0, squares = 0, area = 0;
    const mesh::Soup soup = mesh::to_soup(mesh);
    for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
      const auto face = soup.face(f);
      const Vec3f ab = mesh.positions[face[1]] - mesh.positions[face[0]];
      const Vec3f ac = mesh.positions[face[2]] - mesh.positions[face[0]];
      const double weight = std::abs(ab.x * ac.z - ab.z * ac.x);
      for (const std::uint32_t v : face) {
        sum += weight * mesh.colours[v].g;
        squares += weight * mesh.colours[v].g * mesh.colours[v].g;
        area += weight;
      }
    }
    const double mean = sum / area;
    return Greens{mean, std::sqrt(squares / area - mean * mean)};
  };
  const Greens fine = greens(mesh_heightmap(map, params));
  params.max_error = 0.1;
  const mesh::Mesh mesh = mesh_heightmap(map, params);
  CHECK(mesh.face_count() < 128 * 128 / 20);
  const Greens coarse = greens(mesh);
  CAPTURE(fine.mean, fine.deviation, coarse.mean, coarse.deviation);
  CHECK(fine.deviation > 10);
  CHECK(std::abs(coarse.mean - fine.mean) < fine.deviation / 8);
  CHECK(coarse.deviation < 0.75 * fine.deviation);
}

TEST_CASE("adaptive: a base closes the mesh, a skirt hangs from all of its border", "[terrain]") {
  HeightmapMeshParams params;
  params.max_error = 0.02;
  params.base = 2;
  params.tint.emplace();
  const mesh::Mesh solid = mesh_heightmap(rough_ground(34, 27), params);
  CHECK(mesh::check(solid).ok());
  CHECK(mesh::is_closed(solid.topology));
  CHECK(solid.vertex_count() + solid.face_count() == solid.topology.edge_count() + 2);
  params.base.reset();
  params.skirt = 2;
  params.edge_error = 0.01;
  const mesh::Mesh tile = mesh_heightmap(rough_ground(34, 27), params);
  CHECK(mesh::check(tile).ok());
  CHECK(tile.groups.back().name == "skirt");
}

TEST_CASE("adaptive: what cannot be meshed is refused with the parameter's name", "[terrain]") {
  const auto key_of = [](Heightmap map, double max_error, std::optional<double> edge_error) {
    HeightmapMeshParams params;
    params.max_error = max_error;
    params.edge_error = edge_error;
    try {
      (void)mesh_heightmap(map, params);
    } catch (const StageError& error) {
      return error.key();
    }
    return std::string("none");
  };
  Heightmap holed = rough_ground(9, 9);
  holed.heights.at(4, 5) = std::numeric_limits<float>::quiet_NaN();
  CHECK(key_of(holed, 0.1, {}) == "from");
  CHECK(key_of(rough_ground(9, 3), 0.1, 0.1) == "edge_error");
  CHECK(key_of(rough_ground(9, 4), 0.1, 0.1) == "none");
  CHECK_THROWS_WITH(triangulate_adaptively(rough_ground(9, 9).heights, 1e-6, 100), Catch::Contains("128 faces"));
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

TEST_CASE("heightmap lods: levels get coarser, and all of them have the border of the tile", "[terrain]") {
  const Heightmap map = rough_ground(50, 65);
  HeightmapLodsParams params;
  params.max_error = 0.01;
  params.factor = 3;
  params.edge_error = 0.005;
  const std::vector<mesh::Mesh> levels = mesh_lods(map, params);
  REQUIRE(levels.size() == kLods);
  const auto at_border = [](const Vec3f& p) { return p.x == 0 || p.z == 0 || p.x == 49 || p.z == 64; };
  std::size_t triangles = 2 * 49 * 64;
  std::vector<Vec3f> border, border_normals;
  for (const mesh::Mesh& level : levels) {
    CHECK(level.face_count() < triangles);
    triangles = level.face_count();
    std::vector<Vec3f> line, normals;
    for (std::uint32_t v = 0; v < level.vertex_count(); ++v) {
      if (!at_border(level.positions[v])) continue;
      line.push_back(level.positions[v]);
      normals.push_back(level.normals.values[v]);
    }
    if (border.empty()) {
      border = line;
      border_normals = normals;
    }
    CHECK(line == border);
    CHECK(normals == border_normals);
  }
}
