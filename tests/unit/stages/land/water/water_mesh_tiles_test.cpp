// Standing water of tiles: its faces are those of the whole map.

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "methods/mesh/soup.h"
#include "stages/land/water/detail/multigrid.h"
#include "stages/land/water/lakes.h"
#include "stages/land/water/water_mesh.h"

using namespace weald;
using namespace weald::hydrology;

namespace {

using Corner = std::array<float, 8>;  // position, normal, texture coordinates
using Face = std::vector<Corner>;     // counter-clockwise from its least corner

Heightmap cut_for(const Heightmap& map, const Region& region) {
  Heightmap cut(GridSpec{region.width, region.height, map.cell_size, map.grid().position(region.x, region.y)});
  cut.place = CutPlace{map.grid(), region.x, region.y, region};
  for (int y = 0; y < region.height; ++y)
    std::copy_n(map.heights.row(region.y + y).begin() + region.x, region.width, cut.heights.row(y).begin());
  return cut;
}

void add_faces(const mesh::Mesh& water, std::vector<Face>& faces) {
  const mesh::Soup soup = mesh::to_soup(water);
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    Face face;
    for (const std::uint32_t corner : soup.face(f)) {
      const Vec3f p = soup.positions[corner], n = soup.normals[corner];
      const Vec2f uv = soup.uvs[corner];
      face.push_back({p.x, p.y, p.z, n.x, n.y, n.z, uv.x, uv.y});
    }
    std::rotate(face.begin(), std::ranges::min_element(face), face.end());
    faces.push_back(std::move(face));
  }
}

struct LandWithWater {
  Heightmap land = rough_ground({101, 77, 30, {500, -900}}, 1200, 200, 0, 5, 4);
  LakeMaps lakes = lakes_on(land, {.from = {}, .min_depth = 1, .min_area = 2000});

  void add(const Region& region, const WaterMeshParams& params, std::vector<Face>& faces) const {
    const Heightmap ground = cut_for(land, region), level = cut_for(lakes.level, region);
    add_faces(mesh_water({ground, &level}, params), faces);
  }
  std::vector<Face> whole(const WaterMeshParams& params) const {
    std::vector<Face> faces;
    add_faces(mesh_water({land, &lakes.level}, params), faces);
    std::ranges::sort(faces);
    return faces;
  }
};

}  // namespace

TEST_CASE("water_mesh: the lakes, sea and walls of tiles have the faces of the whole map", "[hydrology]") {
  const LandWithWater water;
  WaterMeshParams params;
  params.sea_level = -20;
  params.sides = true;
  const std::vector<Face> whole = water.whole(params);
  REQUIRE(whole.size() > 1000);
  for (const int tile : {25, 100, 7}) {
    std::vector<Face> faces;
    for (int y = 0; y + 1 < 77; y += tile) {
      for (int x = 0; x + 1 < 101; x += tile)
        water.add({x, y, std::min(tile + 1, 101 - x), std::min(tile + 1, 77 - y)}, params, faces);
    }
    std::ranges::sort(faces);
    CHECK(faces == whole);
  }
}

TEST_CASE("water_mesh: tiles with an apron have the faces of the whole map with the same apron", "[hydrology]") {
  const LandWithWater water;
  WaterMeshParams params;
  params.sea_level = -20;
  params.sides = true;
  params.apron = 2;
  const std::vector<Face> whole = water.whole(params);
  REQUIRE(whole.size() > 1000);
  std::vector<Face> faces;
  for (int y = 0; y + 5 < 77; y += 24) {
    for (int x = 0; x + 5 < 101; x += 24) water.add({x, y, std::min(29, 101 - x), std::min(29, 77 - y)}, params, faces);
  }
  std::ranges::sort(faces);
  CHECK(faces == whole);
}
