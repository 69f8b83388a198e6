#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "engine/graph/stage.h"
#include "methods/mesh/build.h"
#include "methods/mesh/check.h"
#include "stages/land/meshing/detail/adaptive_triangles.h"
#include "stages/land/meshing/heightmap_lods.h"
#include "stages/land/meshing/heightmap_mesh.h"
#include "unit/stages/land/meshing/adaptive_grounds.h"

using namespace weald;
using namespace weald::terrain;
using test::heights_of;
using test::rough_ground;

static_assert(pipeline::PartedStage<HeightmapLods>);
static_assert(schema::has_sound_defaults<HeightmapLodsParams>());

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
  CHECK_THROWS_WITH(triangulate_levels(rough_ground(9, 9).heights, {1e-6}, 100), Catch::Contains("128 faces"));
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
