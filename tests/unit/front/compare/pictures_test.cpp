#include "support/catch.h"

#include "front/compare/detail/flip.h"
#include "front/compare/detail/images.h"
#include "front/compare/pictures.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::compare;

namespace {

int brightness(const Rgba8& p) { return 2 * p.r + 5 * p.g + p.b; }

TEST_CASE("pictures: the colours of FLIP grow lighter from black to pale yellow") {
  int last = -1;
  for (int i = 0; i <= 64; ++i) {
    const int now = brightness(heat_colour(i / 64.0));
    INFO(i);
    CHECK(now > last);
    last = now;
  }
  CHECK(brightness(heat_colour(0)) < 30);
  CHECK(brightness(heat_colour(1)) > 1800);
  CHECK(heat_colour(-3) == heat_colour(0));
  CHECK(heat_colour(3) == heat_colour(1));
}

TEST_CASE("pictures: lower is blue, higher is red, equal is neither") {
  const Rgba8 lower = diverging_colour(-1), equal = diverging_colour(0), higher = diverging_colour(1);
  CHECK(lower.b > lower.r + 60);
  CHECK(higher.r > higher.b + 60);
  CHECK(std::abs(equal.r - equal.b) < 8);
  CHECK(brightness(equal) > brightness(lower));
}

TEST_CASE("pictures: differences are amplified, and what only one picture has is marked") {
  Image a{Grid<Rgba8>(3, 2, Rgba8{100, 100, 100})}, b{Grid<Rgba8>(2, 3, Rgba8{100, 103, 100})};
  b.pixels.at(0, 0).a = 254;
  const Image difference = amplified_difference(a, b, 16);
  CHECK(difference.pixels.width() == 3);
  CHECK(difference.pixels.height() == 3);
  CHECK(difference.pixels.at(1, 1) == Rgba8{0, 48, 0, 255});
  CHECK(difference.pixels.at(0, 0) == Rgba8{16, 48, 16, 255});
  CHECK(difference.pixels.at(2, 0) == difference.pixels.at(0, 2));
  CHECK(difference.pixels.at(2, 0).r > 200);
}

TEST_CASE("pictures: pictures stand in rows with gaps") {
  const Image a{Grid<Rgba8>(4, 3, Rgba8{1, 1, 1})}, b{Grid<Rgba8>(2, 5, Rgba8{2, 2, 2})};
  const std::array<const Image*, 3> images{&a, &b, &a};
  const Image row = side_by_side(images, 2);
  CHECK(row.pixels.width() == 3 * 4 + 2 * 2);
  CHECK(row.pixels.height() == 5);
  CHECK(row.pixels.at(6, 4) == Rgba8{2, 2, 2});
  const Image grid = side_by_side(images, 2, 2);
  CHECK(grid.pixels.width() == 10);
  CHECK(grid.pixels.height() == 12);
  CHECK(grid.pixels.at(0, 7) == Rgba8{1, 1, 1});
  CHECK(side_by_side({}, 2).pixels.empty());
}

TEST_CASE("pictures: heights that rose are red, those that fell blue, the largest difference of a block shows") {
  Heightmap a(GridSpec{60, 40, 1}), b(GridSpec{60, 40, 1});
  b.heights.at(13, 9) = 5;
  b.heights.at(41, 30) = -5;
  const Image picture = height_difference_picture(a, b, 30);
  CHECK(picture.pixels.width() == 30);
  CHECK(picture.pixels.height() == 20);
  CHECK(picture.pixels.at(6, 4).r > picture.pixels.at(6, 4).b + 40);
  CHECK(picture.pixels.at(20, 15).b > picture.pixels.at(20, 15).r + 40);
  CHECK(picture.pixels.at(0, 0) == picture.pixels.at(29, 19));
}

TEST_CASE("pictures: one camera sees both meshes, so that what is equal looks equal") {
  const mesh::Mesh cube = mesh::build_checked(test::cube());
  mesh::Mesh taller = cube;
  for (Vec3f& p : taller.positions) p.y = p.y > 0 ? 4.0f : p.y;
  render::PictureParams params;
  params.size = {96, 64};
  const auto same = mesh_pictures(cube, cube, params);
  CHECK(compare_images(same[0], same[1]).identical());
  const auto pictures = mesh_pictures(cube, taller, params);
  CHECK_FALSE(compare_images(pictures[0], pictures[1]).identical());
  // The foot of both stands at the same place: the lowest row with the subject's colour is the same.
  const auto background = [](const Image& image) { return image.pixels.at(0, image.pixels.height() / 2); };
  CHECK(background(pictures[0]) == background(pictures[1]));
  CHECK(mesh_pictures(mesh::Mesh{}, mesh::Mesh{}, params)[0].pixels.width() == 96);
}

}  // namespace
