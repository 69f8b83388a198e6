#include <algorithm>
#include <cmath>
#include <vector>

#include "support/catch.h"

#include "data/circulators.h"
#include "methods/mesh/normals.h"
#include "picture/raster/flat_view.h"
#include "stages/plants/cards/billboard.h"
#include "stages/plants/cards/detail/mip_alpha.h"
#include "stages/plants/cards/detail/spine.h"
#include "unit/stages/plants/cards/plant_model.h"

using namespace weald;
using billboard::BillboardSet;
using billboard::make_billboard;
using billboard_tests::leaning_plant;
using billboard_tests::pole_at;

namespace {

constexpr double kPixel = 0.05;  // metres

/// What a mesh covers seen from a bearing and an elevation, 12 m across around a point 4 m above the origin.
render::FlatView seen_from(const mesh::Mesh& mesh, double azimuth, double elevation) {
  const render::ViewAxes axes = render::axes_of(azimuth, elevation);
  const Vec3 middle{1, 4, 0.5};
  const Vec2 corner{glm::dot(middle, axes.right) - 6, glm::dot(middle, axes.up) + 6};
  return render::flat_view(mesh, {axes, corner, kPixel, {240, 240}}, {});
}

double covered_area(const render::FlatView& view) {
  double sum = 0;
  for (const float value : view.coverage.values()) sum += static_cast<double>(value);
  return sum * kPixel * kPixel;
}

}  // namespace

TEST_CASE("cards: where they cross their normals are alike, and all face the side that they belong to") {
  const BillboardSet set = make_billboard(leaning_plant(200), {.cards = 3, .resolution = 64, .strips = 4}, {});
  const billboard::Spine spine = billboard::spine_of(leaning_plant(200), {0, 0, 0}, 4);
  double least = 1;
  for (std::uint32_t v = 0; v < set.mesh.vertex_count(); ++v) {
    const Vec3 p(set.mesh.positions[v]), n(set.mesh.normals.values[v]);
    const Vec3 off = p - spine.at(p.y);
    if (std::hypot(off.x, off.z) > 0.01) continue;
    least = std::min(least, n.y);
  }
  CHECK(least > 0.85);  // mostly up on every card, on both sides, also where they lean
  const std::vector<Vec3f> faces = mesh::face_normals(set.mesh);
  for (std::uint32_t i = 0; i < set.mesh.face_count(); ++i) {
    const mesh::FaceId face{i};
    for (const mesh::VertexId v : mesh::vertices_of(set.mesh.topology, face))
      CHECK(glm::dot(faces[i], set.mesh.normals.values[v.index]) > 0.05f);
  }
}

TEST_CASE("cards: no strip is lower than a pixel, so that every face has an area and a lean") {
  for (const int resolution : {32, 64, 100, 256}) {
    const mesh::Mesh plant = leaning_plant(200);
    const BillboardSet set = make_billboard(plant, {.cards = 3, .resolution = resolution, .strips = 8}, {});
    const Vec3 size = mesh::bounds(plant).size();
    const double pixel = std::max({size.x, size.y, size.z}) / resolution;
    std::size_t strips = 0;
    for (std::uint32_t i = 0; i < set.mesh.face_count(); ++i) {
      Bounds box;
      for (const mesh::VertexId v : mesh::vertices_of(set.mesh.topology, mesh::FaceId{i}))
        box.add(Vec3(set.mesh.positions[v.index]));
      CAPTURE(resolution, i, box.min.y, box.max.y);
      CHECK(box.size().y > 0.5 * pixel);
      strips += box.size().y < 0.2 * size.y ? 1 : 0;
    }
    CHECK(strips > set.mesh.face_count() / 2);
  }
}

TEST_CASE("cards: the spine is in the middle of the wood, whatever the leaves do") {
  const billboard::Spine spine = billboard::spine_of(leaning_plant(400), {0, 0, 0}, 8);
  REQUIRE(spine.points().size() == 9);
  for (const double height : {0.5, 2.0, 4.0, 6.0, 7.5}) {
    CHECK(glm::distance(spine.at(height), pole_at(height)) < 0.2);
  }
  CHECK(billboard::spine_of(leaning_plant(10), {3, 0, 2}, 1).at(5) == Vec3{3, 5, 2});
}

TEST_CASE("cards: a thin leaning trunk is seen once, at its place and in its width, from sixteen bearings") {
  const mesh::Mesh plant = leaning_plant(300);
  const BillboardSet set = make_billboard(plant, {.cards = 4, .resolution = 256, .strips = 8}, {});
  for (int i = 0; i < 16; ++i) {
    const double azimuth = 22.5 * i;
    const render::FlatView view = seen_from(set.mesh, azimuth, 0);
    const render::ViewAxes axes = render::axes_of(azimuth, 0);
    for (const double height : {0.5, 1.5, 2.5, 3.5, 4.5, 5.5}) {
      const int y = static_cast<int>((10 - height) / kPixel);
      double width = 0, middle = 0;
      for (int x = 0; x < 240; ++x) {
        const auto share = static_cast<double>(view.coverage.at(x, y));
        width += share * kPixel;
        middle += share * kPixel * (x + 0.5) * kPixel;
      }
      INFO("azimuth " << azimuth << ", height " << height);
      REQUIRE(width > 0.18);  // of 0.26 to 0.3 m
      CHECK(width < 0.5);
      const double shown = middle / width + glm::dot(Vec3{1, 4, 0.5}, axes.right) - 6;
      CHECK(std::abs(shown - glm::dot(pole_at(height), axes.right)) < 0.12);
    }
  }
}

TEST_CASE("cards: they cover about as much as the mesh does, from between them too") {
  const mesh::Mesh plant = leaning_plant(300);
  const BillboardSet set = make_billboard(plant, {.cards = 4, .resolution = 256, .strips = 8}, {});
  for (int i = 0; i < 8; ++i) {
    const double azimuth = 11.25 + 22.5 * i;
    const double cards = covered_area(seen_from(set.mesh, azimuth, 0));
    INFO("azimuth " << azimuth);
    CHECK(cards / covered_area(seen_from(plant, azimuth, 0)) == Approx(1).margin(0.25));
  }
}

TEST_CASE("mip alpha: lines thinner than a texel of a copy stay, and dense pictures stay as they are") {
  Grid<std::uint8_t> lines(256, 256, 0);
  for (int y = 0; y < 256; ++y)
    for (int x = 30; x < 256; x += 64)
      for (int i = 0; i < 3; ++i) lines.at(x + i, y) = 255;
  CHECK(billboard::coverage_of_copies(lines)[2] == 0.0);  // three of eight
  const Grid<std::uint8_t> before = lines;
  billboard::keep_coverage(lines);
  const auto kept = billboard::coverage_of_copies(lines);
  for (std::size_t copy = 0; copy < 3; ++copy) {  // in the last a line is less than a fifth of a texel
    CHECK(kept[copy] > 0.5);
    CHECK(kept[copy] < 6);
  }
  for (std::size_t i = 0; i < lines.values().size(); ++i) {
    const std::uint8_t was = before.values()[i], is = lines.values()[i];
    CHECK((is >= 128) == (was >= 128));  // the cutout itself does not change
  }
  Grid<std::uint8_t> full(64, 64, 255);
  billboard::keep_coverage(full);
  CHECK(std::all_of(full.values().begin(), full.values().end(), [](std::uint8_t v) { return v == 255; }));
  CHECK(billboard::coverage_of_copies(Grid<std::uint8_t>(8, 8, 0)) == std::array{1.0, 1.0, 1.0, 1.0});
}

TEST_CASE("mip alpha: the cards of a thin plant keep their cover in copies of down to a sixteenth") {
  const BillboardSet set = make_billboard(leaning_plant(60), {.cards = 1, .resolution = 256}, {});
  Grid<std::uint8_t> alpha(set.atlas.pixels.width(), set.atlas.pixels.height(), 0);
  for (std::size_t i = 0; i < alpha.values().size(); ++i) alpha.values()[i] = set.atlas.pixels.values()[i].a;
  for (const double ratio : billboard::coverage_of_copies(alpha)) CHECK(ratio == Approx(1).margin(0.4));
}
