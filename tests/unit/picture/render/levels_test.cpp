// Levels of detail in pictures, and cameras that are fitted to many copies.

#include "picture/render/detail/levels.h"

#include <array>
#include <memory>
#include <vector>

#include "support/catch.h"

#include "base/parallel.h"
#include "base/rng.h"
#include "data/scene.h"
#include "picture/render/detail/placed_copies.h"
#include "picture/render/picture.h"
#include "unit/picture/scenes.h"

using namespace weald;
using namespace weald::render;
using namespace weald::render::test;

namespace {

constexpr Exactness kExact = Exactness::levels_only;

/// A tall box, a box of the same size in another colour, and a flat one that covers too little from above.
struct Tower {
  std::shared_ptr<const mesh::Mesh> fine =
      std::make_shared<mesh::Mesh>(box({-1, 0, -1}, {1, 4, 1}, {0.8f, 0.1f, 0.1f}));
  std::shared_ptr<const mesh::Mesh> coarse =
      std::make_shared<mesh::Mesh>(box({-1, 0, -1}, {1, 4, 1}, {0.1f, 0.8f, 0.1f}));
  std::shared_ptr<const mesh::Mesh> flat =
      std::make_shared<mesh::Mesh>(box({-1.6f, 0, -0.4f}, {1.6f, 4, 0.4f}, {0.1f, 0.1f, 0.8f}));
  std::vector<scene::LighterLevel> lighter{{coarse, 0.1}, {flat, 0.01}};

  MeshItem item(const Vec3& place, bool has_levels = true) const {
    MeshItem item{fine.get()};
    item.world_from_mesh[3] = Vec4{place, 1.0};
    if (!has_levels) return item;
    item.screen_size = 0.4;
    item.lighter = lighter;
    return item;
  }
};

PictureParams from(const Vec3& position, const Vec3& target) {
  PictureParams params;
  params.size = {{96, 64}};
  params.samples = 2;
  params.camera.emplace();
  params.camera->position = position;
  params.camera->target = target;
  return params;
}

/// 0, 1 or 2 for the colour that the middle of a picture shows most of.
int level_in(const Image& image) {
  const Rgba8& p = image.pixels.at(image.pixels.width() / 2, image.pixels.height() / 2);
  return p.r > std::max(p.g, p.b) ? 0 : p.g > p.b ? 1 : 2;
}

scene::Scene grid_scene(const Tower& tower, int side, bool has_levels) {
  scene::Scene result;
  scene::Prototype prototype{"tower", tower.fine, 0.4};
  if (has_levels) prototype.lighter = tower.lighter;
  const std::uint32_t variety = scene::add_prototype(result, std::move(prototype));
  for (int i = 0; i < side * side; ++i)
    result.instances.push_back({{9.0 * (i % side), 0.25 * (i / side), 9.0 * (i / side)}, Mat3f{1.0f}, variety});
  return result;
}

}  // namespace

TEST_CASE("levels: an item is drawn by coarser levels where it is smaller in the picture", "[render]") {
  const Tower tower;
  const auto seen_at = [&](double distance) {
    const std::vector<MeshItem> items{tower.item({0, 0, 0})};
    return level_in(picture_of(items, from({0, 2, distance}, {0, 2, 0})));
  };
  CHECK(seen_at(4) == 0);
  CHECK(seen_at(22) == 1);
  CHECK(seen_at(120) == 2);
}

TEST_CASE("levels: a level that covers too little from a direction is not used there", "[render]") {
  const Tower tower;
  const Surface fine = surface_of(*tower.fine), flat = surface_of(*tower.flat);
  const SurfaceLevels levels({{&fine, 0.4}, {&flat, 0.01}}, {});
  CHECK(&levels.surface(20, 0.0, kExact) == &flat);
  CHECK(&levels.surface(20, 0.99, kExact) == &fine);
  CHECK(&levels.surface(200, 0.0, kExact) == &fine);
  CHECK(&levels.surface_between(20, 0, 2, kExact) == &flat);
  CHECK(&levels.surface_between(20, 0, 6, kExact) == &fine);
  const SurfaceLevels never({{&fine, 0.0}, {&flat, 0.0}}, {});
  CHECK(&never.surface(1, 0.0, kExact) == &fine);
}

TEST_CASE("levels: pictures with a wireframe, and those of meshes without levels, show the meshes", "[render]") {
  const Tower tower;
  PictureParams params = from({0, 2, 60}, {0, 2, 0});
  CHECK(level_in(picture_of({tower.item({0, 0, 0}, false)}, params)) == 0);
  params.wireframe = 0.01;
  CHECK(level_in(picture_of({tower.item({0, 0, 0})}, params)) == 0);
}

TEST_CASE("levels: the camera is fitted to the finest levels, and threads do not change the picture", "[render]") {
  const Tower tower;
  PictureParams params;
  params.size = {{120, 80}};
  const auto draw = [&](bool has_levels, int threads) {
    const ThreadLimit limit(threads);
    return pipeline::draw(pipeline::Artifact{grid_scene(tower, 20, has_levels)}, params, {});
  };
  const Image fine = draw(false, 2), one = draw(true, 1), four = draw(true, 4);
  CHECK(one.pixels == four.pixels);
  int moved = 0, differing = 0;
  for (int y = 0; y < 80; ++y) {
    for (int x = 0; x < 120; ++x) {
      const bool is_thing = difference(fine.pixels.at(x, y), fine.pixels.at(0, y)) > 60;
      moved += is_thing != (difference(one.pixels.at(x, y), one.pixels.at(0, y)) > 60) ? 1 : 0;
      differing += difference(one.pixels.at(x, y), fine.pixels.at(x, y)) > 40 ? 1 : 0;
    }
  }
  CHECK(moved < 900);
  CHECK(differing > 100);  // the levels have other colours
}

TEST_CASE("placed copies: what lies farthest out is found without visiting most points", "[render]") {
  const Rng rng(8);
  std::vector<Vec3f> points;
  for (std::uint64_t i = 0; i < 1000; ++i)
    points.push_back(Vec3f{Vec3{rng.uniform(i, 0), rng.uniform(i, 1), rng.uniform(i, 2)}});
  std::vector<Mat4> places(2000, Mat4{1.0});
  PlacedCopies copies;
  copies.add_set(points);
  for (std::uint64_t i = 0; i < places.size(); ++i) {  // in rows, so that every copy lies farther out than the last
    places[i][0] = {rng.uniform_in(-2, 2, i, 0), 0.3, rng.uniform_in(-2, 2, i, 1), 0};
    places[i][3] = {1.0 * static_cast<double>(i), 0.1 * static_cast<double>(i), 0, 1};
    copies.place(0, places[i]);
  }
  const ViewAxes axes = axes_of(205, 30);
  const FrameShape shape{0.4, 0.3};
  Bounds expected_bounds, bounds;
  FrustumSupport expected, support;
  for (const Mat4& place : places) {
    for (const Vec3f& p : points) {
      expected_bounds.add(transform_point(place, p));
      add_support(expected, axes, shape, transform_point(place, p));
    }
  }
  std::size_t visited = 0;
  copies.visit([&](const Bounds& box) { return !bounds.contains(box) || may_extend(support, axes, shape, box); },
               [&](const Vec3& p) {
                 ++visited;
                 bounds.add(p);
                 add_support(support, axes, shape, p);
               });
  CHECK(bounds.min == expected_bounds.min);
  CHECK(bounds.max == expected_bounds.max);
  CHECK(support == expected);
  CHECK(visited < points.size() * places.size() / 20);
}
