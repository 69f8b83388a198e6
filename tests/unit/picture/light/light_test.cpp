#include "picture/light/light.h"

#include <cstring>
#include "support/catch.h"

#include "base/rng.h"
#include "unit/picture/light/plain_light.h"
#include "unit/picture/scenes.h"

using namespace weald;
using namespace weald::render;
using namespace weald::render::test;

namespace {

// A few boxes, and depth maps of them from the directions of a sun and of the sky.
struct Boxes {
  Surface surface = surface_of(box({0, 0, 0}, {1, 3, 1}));
  Surface floor = surface_of(box({-4, -0.5f, -4}, {9, 0, 9}));
  std::vector<SurfaceItem> items{{&surface}, {&surface}, {&floor}};
  Vec3 reference{2, 1, 2};

  Boxes() { items[1].world_from_surface[3] = Vec4{3, -1, 2, 1}; }
  std::vector<DepthMap> maps(int count, int resolution) const {
    std::vector<DepthMapRequest> requests;
    const PlaceableItems placeable(items);
    for (const ViewAxes& axes : sky_directions(count)) requests.push_back({&placeable, axes, resolution});
    return draw_depth_maps(requests, reference, RunContext{});
  }
};

Vec3f random_direction(const Rng& rng, std::uint64_t i, std::uint64_t stream) {
  const Vec3 v{rng.uniform_in(-1, 1, i, stream), rng.uniform_in(-1, 1, i, stream + 1),
               rng.uniform_in(-1, 1, i, stream + 2)};
  return Vec3f{normalized_or(v, {0, 1, 0})};
}

LightBatch random_points(std::size_t count) {
  const Rng rng(5);
  LightBatch batch;
  for (std::uint64_t i = 0; i < count; ++i) {
    const Vec3f position{Vec3{rng.uniform_in(-8, 9, i, 0), rng.uniform_in(-3, 4, i, 1), rng.uniform_in(-8, 9, i, 2)}};
    batch.add(position, random_direction(rng, i, 3), random_direction(rng, i, 6), i % 3 == 0);
  }
  batch.prepare();
  return batch;
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b, std::size_t count) {
  return std::memcmp(a.data(), b.data(), count * sizeof(float)) == 0;
}

}  // namespace

TEST_CASE("light: vectors give the same bits as the scalar definition", "[render]") {
  constexpr std::size_t kCount = 1003;
  const Boxes boxes;
  const Sky sky(boxes.maps(17, 60), {});
  const Sun sun(boxes.maps(3, 400)[1]);
  LightBatch fast = random_points(kCount), plain = random_points(kCount);
  sky.light(fast);
  sun.light(fast);
  for (std::size_t i = 0; i < kCount; ++i) {
    weald::test::light_plainly(sky, plain, i);
    weald::test::light_plainly(sun, plain, i);
  }
  CHECK(same_bits(fast.front_horizon, plain.front_horizon, kCount));
  CHECK(same_bits(fast.front_zenith, plain.front_zenith, kCount));
  CHECK(same_bits(fast.back_horizon, plain.back_horizon, kCount));
  CHECK(same_bits(fast.back_zenith, plain.back_zenith, kCount));
  CHECK(same_bits(fast.all, plain.all, kCount));
  CHECK(same_bits(fast.sun, plain.sun, kCount));
  // The points are a mix of lit, half-lit and dark ones.
  const auto between = [&](float low, float high) {
    return std::count_if(fast.sun.begin(), fast.sun.begin() + kCount, [&](float v) { return v >= low && v <= high; });
  };
  CHECK(between(0, 0) > 50);
  CHECK(between(0.01f, 0.99f) > 20);
  CHECK(between(1, 1) > 50);
}

TEST_CASE("light: under an open sky a horizontal surface gets the mean colour, and one facing down only the bounce",
          "[render]") {
  const Sky sky(Boxes().maps(64, 60), {});
  LightBatch batch;
  batch.add({0, 50, 0}, {0, 1, 0}, {0, 1, 0}, false);
  batch.add({0, 50, 0}, {0, -1, 0}, {0, -1, 0}, false);
  batch.prepare();
  sky.light(batch);
  CHECK(Sky::open_above(batch, 0) == Approx(1).margin(1e-5));
  CHECK(sky.at(batch, 0).open == Approx(1).margin(1e-5));
  CHECK(sky.at(batch, 1).front == LightColours{}.bounce);
}

TEST_CASE("light: below a floor there is no sun and little sky", "[render]") {
  const Boxes boxes;
  const Sky sky(boxes.maps(64, 60), {});
  const Sun sun(boxes.maps(1, 400)[0]);
  LightBatch batch;
  batch.add(Vec3f{Vec3{2.5, -0.7, 2.5} - boxes.reference}, {0, 1, 0}, {0, 1, 0}, false);
  batch.prepare();
  sky.light(batch);
  sun.light(batch);
  CHECK(batch.sun[0] == 0.0f);
  CHECK(Sky::open_above(batch, 0) < 0.25f);  // low directions enter from the sides
}
