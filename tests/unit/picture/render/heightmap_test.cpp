#include <cmath>
#include <limits>
#include "support/catch.h"

#include "base/math/math.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "methods/raster/resample.h"
#include "picture/camera/camera.h"
#include "picture/render/detail/hypsometry.h"
#include "picture/render/detail/relief.h"
#include "picture/render/hillshade.h"
#include "picture/render/render.h"
#include "picture/surface/colour.h"
#include "unit/picture/scenes.h"

using namespace weald;
using namespace weald::render;
using namespace weald::render::test;

namespace {

// A plane with heights a + b east + c south, in metres, with cells of `cell` metres.
Heightmap plane(int width, int height, double cell, double a, double b, double c) {
  Heightmap map(GridSpec{width, height, cell});
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) map.heights.at(x, y) = static_cast<float>(a + (b * x + c * y) * cell);
  }
  return map;
}

Heightmap hills(int side) {
  const Rng rng(5);
  Heightmap map(GridSpec{side, side, 10});
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      map.heights.at(x, y) =
          static_cast<float>(60.0 * math::sin_deg(x * 9.0) * math::cos_deg(y * 7.0) + rng.uniform(x, y) * 4.0 - 10.0);
    }
  }
  return map;
}

// A dome that rises out of the sea.
Heightmap island(int side) {
  Heightmap map(GridSpec{side, side, 10});
  const double middle = (side - 1) * 0.5;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const double away = std::sqrt((x - middle) * (x - middle) + (y - middle) * (y - middle)) / middle;
      map.heights.at(x, y) = static_cast<float>(120.0 - 220.0 * away * away);
    }
  }
  return map;
}

PictureParams relief_picture() {
  PictureParams params;
  params.size = {{160, 110}};
  params.style = HeightStyle::relief;
  return params;
}

}  // namespace

TEST_CASE("relief: ground at sea level is dry, and the sea is never a thin film", "[render]") {
  Heightmap land(GridSpec{65, 65, 10, {0, 0}});
  const PictureParams params;
  land.heights.at(3, 3) = -0.001f;
  CHECK_FALSE(relief_block(land, params, 200).sea);
  land.heights.at(3, 3) = -200;
  const ReliefBlock block = relief_block(land, params, 200);
  REQUIRE(block.sea);
  for (const auto& p : block.sea->positions) CHECK(p.y < -0.01);
  CHECK(block.water->level < -0.01);
  // If no ground is level with the sea, the sea stays at its own level.
  for (int y = 0; y < 65; ++y) {
    for (int x = 0; x < 65; ++x) land.heights.at(x, y) = static_cast<float>(x - 32 + 0.3 * y);
  }
  CHECK(relief_block(land, params, 200).water->level == 0);
}

TEST_CASE("hillshade: Horn's gradient of a plane is exact, even at the border", "[render]") {
  const Heightmap map = plane(9, 7, 2.5, 100, 0.5, -0.25);
  for (int y = 0; y < 7; ++y) {
    for (int x = 0; x < 9; ++x) {
      const Vec2f slope = horn_gradient(map.heights, x, y, map.cell_size);
      CHECK(slope.x == Approx(0.5));
      CHECK(slope.y == Approx(-0.25));
    }
  }
  CHECK(rms_slope(map) == Approx(std::sqrt(0.5 * 0.5 + 0.25 * 0.25)));
}

TEST_CASE("hillshade: a plane that faces the sun is brighter", "[render]") {
  PictureParams params;
  params.size = {{64, 64}};
  params.exaggeration = 1;
  const Image to_sun = render_heightmap(plane(50, 50, 1, 500, 0.3, 0.3), params, {});  // slopes down to the north-west
  const Image away = render_heightmap(plane(50, 50, 1, 500, -0.3, -0.3), params, {});
  CHECK(brightness(to_sun.pixels.at(32, 32)) > brightness(away.pixels.at(32, 32)) + 100);
}

TEST_CASE("hillshade: without a size the picture has the map's aspect ratio", "[render]") {
  const Image wide = render_heightmap(plane(40, 20, 1, 5, 0.1, 0), {}, {});
  CHECK(wide.pixels.width() == 960);
  CHECK(wide.pixels.height() == 480);
}

TEST_CASE("hillshade: a map with another aspect ratio than the picture is framed by paper", "[render]") {
  PictureParams params;
  params.size = {{100, 40}};
  params.paper = {1, 1, 1};
  const Image image = render_heightmap(hills(30), params, {});
  const Rgba8 white{255, 255, 255, 255};
  CHECK(image.pixels.at(29, 20) == white);
  CHECK(image.pixels.at(70, 20) == white);
  CHECK_FALSE(image.pixels.at(30, 20) == white);
  CHECK_FALSE(image.pixels.at(69, 20) == white);
}

TEST_CASE("hillshade: contour lines darken the picture where heights cross their levels", "[render]") {
  PictureParams params;
  params.size = {{100, 100}};
  params.exaggeration = 1;
  const Heightmap map = plane(100, 100, 1, 0.5, 1, 0);  // one metre per pixel, levels at pixel centres + 0.5
  const Image plain = render_heightmap(map, params, {});
  params.contours = 25;
  const Image lined = render_heightmap(map, params, {});
  int darker = 0;
  for (int x = 5; x < 95; ++x)
    darker += brightness(lined.pixels.at(x, 50)) < brightness(plain.pixels.at(x, 50)) - 20 ? 1 : 0;
  CHECK(darker >= 3);  // levels 25, 50 and 75
  CHECK(darker <= 6);  // each at most two pixels wide
}

TEST_CASE("resample: planes stay planes on finer and coarser grids", "[render]") {
  const Heightmap map = plane(21, 13, 4, 50, 0.75, -0.5);
  for (const int count : {7, 13, 21, 60}) {
    const Heightmap out = resample(map, pixel_centres(21, count), end_to_end(13, count));
    for (int y = 0; y < count; ++y) {
      for (int x = 0; x < count; ++x) {
        const Vec2 at = {(x + 0.5) * 21.0 / count - 0.5, y * 12.0 / (count - 1)};
        REQUIRE(static_cast<double>(out.heights.at(x, y)) ==
                Approx(50.0 + 0.75 * 4 * at.x - 0.5 * 4 * at.y).margin(1e-4));
      }
    }
  }
}

TEST_CASE("resample: resampling to the same grid keeps the heights", "[render]") {
  const Heightmap map = hills(24);
  CHECK(resample(map, pixel_centres(24, 24), end_to_end(24, 24)).heights == map.heights);
}

TEST_CASE("box_mean: a constant map keeps its height and a spike is spread evenly", "[render]") {
  Grid<float> heights(15, 15, 2.0f);
  CHECK(box_mean(heights, 3).at(0, 14) == 2.0f);
  heights.at(7, 7) += 49.0f;
  const Grid<float> mean = box_mean(heights, 3);
  CHECK(mean.at(7, 7) == Approx(3.0f));
  CHECK(mean.at(4, 10) == Approx(3.0f));
  CHECK(mean.at(3, 7) == Approx(2.0f));
}

TEST_CASE("hypsometry: the height range of the land excludes single peaks and the sea bed", "[render]") {
  Heightmap map = plane(100, 100, 1, -50, 1, 0);
  map.heights.at(50, 50) = 9000.0f;
  const LandTint dry = land_tint(map, std::nullopt, 1), wet = land_tint(map, 0.0, 1);
  CHECK(dry.low == Approx(-50));
  CHECK(dry.high == Approx(49));
  CHECK(wet.low == Approx(0));
  CHECK(land_tint(plane(4, 4, 1, 7, 0, 0), std::nullopt, 1).high > 7.0);
}

TEST_CASE("hypsometry: flat land has exactly a palette's colours, and cliffs blend into its rock", "[render]") {
  const SrgbTable srgb;
  const auto close = [](const Vec3f& a, const Vec3f& b) { return glm::length(a - b) < 1e-5f; };
  for (const Palette palette : kPalettes) {
    LandTint tint{100, 300, 1};
    const Vec3f of_maps = land_colour(tint, 250, 0);
    tint.palette = palette;
    for (const PaletteStop& stop : palette_stops(palette)) {
      CHECK(close(land_colour(tint, 100 + 200 * stop.share, 0), srgb.linear(Vec3f(stop.colour))));
    }
    CHECK_FALSE(close(land_colour(tint, 250, 0), of_maps));
    const Vec3f top = srgb.linear(Vec3f(palette_stops(palette).back().colour));
    const Vec3f rock = srgb.linear(Vec3f(palette_rock(palette)));
    CHECK(close(land_colour(tint, 300, 5), mix(top, rock, 0.68f)));
  }
}

TEST_CASE("hypsometry: both picture styles use the palette", "[render]") {
  for (const HeightStyle style : {HeightStyle::hillshade, HeightStyle::relief}) {
    PictureParams params;
    params.size = {{64, 64}};
    params.style = style;
    params.water = false;
    const Image of_maps = render_heightmap(hills(40), params, {});
    params.palette = Palette::desert;
    CHECK(render_heightmap(hills(40), params, {}).pixels != of_maps.pixels);
  }
}

TEST_CASE("relief block: walls reach down to the base and the sea stays at its level", "[render]") {
  PictureParams params = relief_picture();
  params.exaggeration = 1;
  const ReliefBlock block = relief_block(island(40), params, 40);
  REQUIRE(block.sea);
  CHECK(block.land.height() == 40);
  // The sides of the sea end where the bed meets the border. In this map the bed is below sea level along the whole
  // border.
  double lowest = 1e9;
  for (const Vec3f& p : block.walls.positions) lowest = std::min(lowest, static_cast<double>(p.y));
  CHECK(lowest == Approx(block.base));
  for (const Vec3f& n : block.land_surface.normals) CHECK(glm::length(n) == Approx(1.0f));
  for (const Vec3f& p : block.sea->positions) CHECK(static_cast<double>(p.y) <= block.water->level + 1e-4);
}

TEST_CASE("relief block: triangles are counter-clockwise seen from outside", "[render]") {
  PictureParams params = relief_picture();
  const ReliefBlock block = relief_block(island(24), params, 24);
  for (const Surface* surface : {&block.land_surface, &block.walls, &*block.sea}) {
    for (std::uint32_t t = 0; t < surface->triangle_count(); ++t) {
      const TriangleIndices& i = surface->triangles[t];
      const Vec3f normal = glm::cross(surface->positions[i[1]] - surface->positions[i[0]],
                                      surface->positions[i[2]] - surface->positions[i[0]]);
      REQUIRE(glm::dot(normal, surface->normals[i[0]]) >= 0.0f);
    }
  }
}

TEST_CASE("relief: an island is green or brown in the middle and blue around it", "[render]") {
  PictureParams params = relief_picture();
  params.azimuth = 180;
  params.elevation = 90;
  const Image image = render_heightmap(island(60), params, {});
  const Rgba8 land = image.pixels.at(80 + 20, 55 + 10), sea = image.pixels.at(80 - 40, 55 - 40);
  CHECK(land.g > land.b);
  CHECK(sea.b > sea.r + 30);
  params.water = false;
  const Rgba8 bed = render_heightmap(island(60), params, {}).pixels.at(80 - 40, 55 - 40);
  CHECK_FALSE(bed.b > bed.r + 30);
}

TEST_CASE("render_heightmap: bytes are the same for 1, 2 and 8 threads in both styles", "[render]") {
  PictureParams params = relief_picture();
  params.style = GENERATE(HeightStyle::hillshade, HeightStyle::relief);
  const Heightmap map = hills(70);
  std::vector<Image> pictures;
  for (const int threads : {1, 2, 8}) {
    const ThreadLimit limit(threads);
    pictures.push_back(render_heightmap(map, params, {}));
  }
  CHECK(pictures[0].pixels == pictures[1].pixels);
  CHECK(pictures[0].pixels == pictures[2].pixels);
}

TEST_CASE("render_heightmap: empty, single-sample, flat and non-finite maps still give a picture", "[render]") {
  PictureParams params = relief_picture();
  params.style = GENERATE(HeightStyle::hillshade, HeightStyle::relief);
  Heightmap holes = hills(20);
  holes.heights.at(3, 4) = std::numeric_limits<float>::quiet_NaN();
  holes.heights.at(9, 9) = std::numeric_limits<float>::infinity();
  Heightmap nothing = plane(4, 4, 1, 0, 0, 0);
  for (float& h : nothing.heights.values()) h = std::numeric_limits<float>::quiet_NaN();
  for (const Heightmap& map :
       {Heightmap{}, plane(1, 1, 1, 5, 0, 0), plane(1, 9, 1, 5, 0, 1), plane(5, 5, 1, 3, 0, 0), holes, nothing}) {
    CHECK(render_heightmap(map, params, {}).pixels.size() == 160u * 110u);
  }
}

TEST_CASE("heights: colours can be pinned to heights, so that equal heights have equal colours", "[render]") {
  PictureParams params;
  params.size = {{64, 64}};
  params.exaggeration = 1;
  params.water = false;
  const Heightmap low = plane(64, 64, 1, 100, 0, 0), high = plane(64, 64, 1, 900, 0, 0);
  const auto middle = [&](const Heightmap& map) { return render_heightmap(map, params, {}).pixels.at(32, 32); };
  CHECK(middle(low) == middle(high));  // each at the bottom of its own range
  params.heights = {{0.0, 1000.0}};
  CHECK_FALSE(middle(low) == middle(high));
  params.exaggeration = 2;  // heights are those of the map, without the exaggeration
  const Rgba8 doubled = middle(low);
  params.exaggeration = 1;
  CHECK(middle(low) == doubled);
}
