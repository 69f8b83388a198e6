// Tiles of a larger terrain: where two meet, they agree in positions, normals and colours.

#include "support/catch.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "methods/mesh/check.h"
#include "stages/land/meshing/heightmap_mesh.h"
#include "unit/stages/land/meshing/adaptive_grounds.h"

using namespace weald;
using namespace weald::terrain;
using test::rough_ground;

namespace {

constexpr int kSide = 33;  // samples of a tile, which share a column

/// Columns [from, from + width) of the ground.
Heightmap columns_of(const Heightmap& ground, int from, int width) {
  Heightmap map(GridSpec{width, ground.height(), ground.cell_size, {from * ground.cell_size, 0}});
  for (int y = 0; y < map.height(); ++y) {
    for (int x = 0; x < width; ++x) map.heights.at(x, y) = ground.heights.at(from + x, y);
  }
  return map;
}

struct BorderPoint {
  Vec3f position{0}, normal{0};
  Rgba8 colour;
  bool operator==(const BorderPoint&) const = default;
};

std::vector<BorderPoint> points_at(const mesh::Mesh& mesh, float x) {
  std::vector<BorderPoint> points;
  for (std::uint32_t v = 0; v < mesh.vertex_count(); ++v) {
    if (mesh.positions[v].x == x) points.push_back({mesh.positions[v], mesh.normals.values[v], mesh.colours[v]});
  }
  std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.position.z < b.position.z; });
  return points;
}

}  // namespace

TEST_CASE("tiles: with an apron, neighbours have the same normals and colours along the edge", "[terrain]") {
  const Heightmap ground = rough_ground(2 * kSide + 1, kSide + 2);
  const Heightmap west = columns_of(ground, 0, kSide + 2), east = columns_of(ground, kSide - 1, kSide + 2);
  HeightmapMeshParams params;
  params.apron = 1;
  params.tint = TintParams{.heights = {{-1, 1}}, .patch = 9};
  const auto meet = [&](const char* what) {
    INFO(what);
    const mesh::Mesh a = mesh_heightmap(west, params), b = mesh_heightmap(east, params);
    CHECK(mesh::check(a).ok());
    const auto edge = points_at(a, kSide);
    CHECK(edge.size() > 2);
    CHECK(edge == points_at(b, kSide));
    CHECK(points_at(a, 0).empty());
    CHECK(points_at(a, 1).size() > 2);
  };
  meet("regular");
  params.max_error = 0.2;
  params.edge_error = 0.05;
  meet("adaptive");
}

TEST_CASE("tiles: without an apron their normals differ, so that the test above says something", "[terrain]") {
  const Heightmap ground = rough_ground(2 * kSide + 1, kSide + 2);
  HeightmapMeshParams params;
  params.tint = TintParams{};
  CHECK_FALSE(points_at(mesh_heightmap(columns_of(ground, 0, kSide), params), kSide - 1) ==
              points_at(mesh_heightmap(columns_of(ground, kSide - 1, kSide), params), kSide - 1));
}

TEST_CASE("tiles: UVs span the mesh without its apron, and a map that is all apron is refused", "[terrain]") {
  HeightmapMeshParams params;
  params.apron = 3;
  const mesh::Mesh mesh = mesh_heightmap(rough_ground(12, 9), params);
  CHECK(mesh.vertex_count() == 6 * 3);
  CHECK(mesh.uvs.values.front() == Vec2f(0, 1));
  CHECK(mesh.uvs.values.back() == Vec2f(1, 0));
  CHECK_THROWS_WITH(mesh_heightmap(rough_ground(12, 7), params), Catch::Contains("within its apron"));
  CHECK_THROWS_AS(mesh_heightmap(rough_ground(5, 5), params), StageError);
  params.max_error = 1;
  CHECK_THROWS_AS(mesh_heightmap(rough_ground(5, 5), params), StageError);
}
