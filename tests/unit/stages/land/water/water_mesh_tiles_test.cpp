// Water of tiles: the faces of lakes and the sea are those of the whole map, and rivers of maps that are read tile by
// tile are those of maps that are held.

#include "support/catch.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "methods/mesh/build.h"
#include "methods/mesh/soup.h"
#include "stages/land/erosion/carve.h"
#include "stages/land/water/detail/multigrid.h"
#include "stages/land/water/rivers.h"
#include "stages/land/water/water_mesh.h"
#include "unit/stages/land/water/lake_maps.h"
#include "unit/stages/land/water/perimeter_run.h"

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
  test::LakeMaps lakes = test::lakes_on(land, {.from = {}, .min_depth = 1, .min_area = 2000});

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

// Rivers from lake to lake and into the sea, on carved land.
struct LandWithRivers {
  Heightmap rough = rough_ground({193, 161, 12, {700, -900}}, 1300, 130, 0, 6, 11);
  test::LakeMaps lakes = test::lakes_on(rough, {.from = {}, .min_depth = 1, .min_area = 3000});
  curve::Curve rivers = rivers_of(rough, lakes.level);
  Heightmap land = carved(rough, rivers);

  static curve::Curve rivers_of(const Heightmap& rough, const Heightmap& level) {
    RiversParams params;
    params.min_area = 0.03;
    params.width = 14;
    return find_rivers(rough, &level, params, 3);
  }
  static Heightmap carved(const Heightmap& rough, const curve::Curve& rivers) {
    terrain::CarveParams params;
    params.from.stage = "rough", params.curve.stage = "rivers";
    params.mode = terrain::CarveMode::river;
    params.depth = 2, params.shoulder = 30;
    schema::Inputs inputs;
    inputs.add("rivers", rivers);
    Heightmap land(rough.grid());
    const FieldInput<HeightView> in{"rough", view(rough)};
    terrain::Carve::kernel(params, inputs, rough.grid(), {}).fill({rough.grid(), InputViews({&in, 1}), view(land)});
    return land;
  }
};

WaterMeshParams named(WaterMeshParams params) {
  params.from.stage = "land", params.lakes.stage = "level", params.mask.stage = "mask", params.rivers.stage = "rivers";
  params.standing = false;
  return params;
}

mesh::Mesh rivers_by_tiles(const LandWithRivers& water, const WaterMeshParams& params, const TileCuts& cuts,
                           std::size_t* tiles_read = nullptr) {
  schema::Inputs curves;
  curves.add("rivers", water.rivers);
  const auto gatherer = WaterMesh::gatherer(named(params))(curves);
  gatherer->begin(water.land.grid());
  for (std::size_t tile = cuts.count(); tile-- > 0;) {
    const Heightmap land = test::placed_tile(water.land, cuts, tile, 0);
    if (!gatherer->reads(land.place->region)) continue;
    if (tiles_read != nullptr) ++*tiles_read;
    const Heightmap level = test::placed_tile(water.lakes.level, cuts, tile, 0);
    const Heightmap mask = test::placed_tile(water.lakes.mask, cuts, tile, 0);
    schema::Inputs inputs;
    inputs.add("land", land);
    inputs.add("level", level);
    inputs.add("mask", mask);
    gatherer->add(inputs);
  }
  return std::get<mesh::Mesh>(gatherer->result({}));
}

bool same_meshes(const mesh::Mesh& a, const mesh::Mesh& b) {
  const mesh::Soup p = mesh::to_soup(a), q = mesh::to_soup(b);
  return p.positions == q.positions && p.normals == q.normals && p.uvs == q.uvs && p.colours == q.colours &&
         p.corners == q.corners && p.face_begin == q.face_begin && p.groups == q.groups && p.materials == q.materials;
}

std::vector<WaterMeshParams> several_rivers() {
  WaterMeshParams plain, wide, straight;
  wide.sea_level = -20;
  wide.reach = 90;
  straight.spread = false;
  straight.tolerance = 5;
  straight.sea_level = -40;
  return {plain, wide, straight};
}

}  // namespace

TEST_CASE("water_mesh: rivers of a map that is read tile by tile are those of the whole map, to the last bit",
          "[hydrology]") {
  const LandWithRivers water;
  REQUIRE(water.rivers.paths.size() > 10);
  for (const WaterMeshParams& params : several_rivers()) {
    const mesh::Mesh whole =
        mesh_water({water.land, &water.lakes.level, &water.lakes.mask, &water.rivers}, named(params));
    REQUIRE(whole.face_count() > 2000);
    for (const TileCuts& cuts : {TileCuts{{193}, {161}}, TileCuts{{64, 64, 65}, {80, 1, 80}},
                                 TileCuts{std::vector<int>(193, 1), std::vector<int>(161, 1)}})
      CHECK(same_meshes(rivers_by_tiles(water, params, cuts), whole));
  }
}

TEST_CASE("water_mesh: only the tiles beside rivers are read", "[hydrology]") {
  LandWithRivers water;
  water.rivers.paths.resize(1);
  std::size_t read = 0;
  TileCuts cuts{std::vector<int>(24, 8), std::vector<int>(20, 8)};
  ++cuts.widths.back(), ++cuts.heights.back();
  CHECK(rivers_by_tiles(water, {}, cuts, &read).face_count() > 100);
  CHECK(read > 10);
  CHECK(read < cuts.count() / 2);
}

TEST_CASE("water_mesh: without standing water, rivers are those of the mesh that has it", "[hydrology]") {
  const LandWithRivers water;
  for (WaterMeshParams params : several_rivers()) {
    const WaterSources sources{water.land, &water.lakes.level, &water.lakes.mask, &water.rivers};
    const mesh::Soup all = mesh::to_soup(mesh_water(sources, params));
    params.standing = false;
    const mesh::Mesh only = mesh_water(sources, params);
    REQUIRE(only.groups.size() == 1);
    CHECK(only.groups.front().name == "rivers");
    const auto corners_of = [](const mesh::Soup& soup, std::string_view group) {
      std::vector<std::array<float, 3>> corners;
      for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
        if (soup.groups[soup.face_groups.empty() ? 0 : soup.face_groups[f]].name != group) continue;
        for (const std::uint32_t corner : soup.face(f))
          corners.push_back({soup.positions[corner].x, soup.positions[corner].y, soup.positions[corner].z});
      }
      return corners;
    };
    CHECK(corners_of(mesh::to_soup(only), "rivers") == corners_of(all, "rivers"));
  }
}

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
