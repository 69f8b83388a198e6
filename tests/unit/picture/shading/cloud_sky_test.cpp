// The sky behind a picture: the share of its clouds, its seams, and its horizon.

#include <algorithm>
#include <cmath>

#include "support/catch.h"

#include "base/math/bearing.h"
#include "base/math/math.h"
#include "picture/shading/detail/cloud_sky.h"
#include "picture/surface/colour.h"
#include "support/memory_store.h"
#include "unit/picture/scenes.h"

using namespace weald;
using namespace weald::render;

namespace {

PictureParams with_sky(double clouds) {
  PictureParams params;
  params.look = Look::noon;
  params.sky.emplace();
  params.sky->clouds = clouds;
  return params;
}

CloudSky sky_of(const PictureParams& params) {
  Backdrop backdrop;
  backdrop.focal = 800;
  backdrop.sun = direction_of(150, 40);
  return {params, Vec3f{2.5f, 2.2f, 1.8f}, backdrop};
}

float difference(const Vec3f& a, const Vec3f& b) {
  return std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.z - b.z)});
}

/// Mean cover over a square of the layer whose side is `side` metres.
double mean_cover(const CloudSky& sky, double side, double footprint) {
  constexpr int kCount = 120;
  double sum = 0;
  for (int y = 0; y < kCount; ++y)
    for (int x = 0; x < kCount; ++x)
      sum += sky.clouds({side * (x + 0.5) / kCount, side * (y + 0.5) / kCount}, footprint).cover;
  return sum / (kCount * kCount);
}

}  // namespace

TEST_CASE("sky: clouds cover the share of the sky that is asked for", "[render]") {
  const double share = GENERATE(0.0, 0.1, 0.4, 0.75, 1.0);
  CHECK(mean_cover(sky_of(with_sky(share)), 200'000, 0) == Approx(share).margin(0.03));
}

TEST_CASE("sky: what is finer than a pixel is replaced by its mean", "[render]") {
  const CloudSky sky = sky_of(with_sky(0.4));
  CHECK(mean_cover(sky, 200'000, 600) == Approx(0.4).margin(0.05));
  CHECK(mean_cover(sky, 200'000, 1e7) == Approx(0.4).margin(0.12));  // all octaves, near the horizon
  CHECK(sky.clouds({10, 20}, 1e7).cover == Approx(sky.clouds({9000, 70}, 1e7).cover));
}

TEST_CASE("sky: it has no seam at any bearing", "[render]") {
  const CloudSky sky = sky_of(with_sky(0.5));
  for (const double elevation : {3.0, 25.0, 89.0}) {
    CHECK(difference(sky.towards(direction_of(0, elevation)), sky.towards(direction_of(360, elevation))) < 1e-5f);
    for (const double bearing : {0.0, 45.0, 90.0, 180.0, 270.0}) {
      const auto beside = [&](double degrees) { return sky.towards(direction_of(bearing + degrees, elevation)); };
      CHECK(difference(beside(-5e-4), beside(5e-4)) < 0.02f);
    }
  }
}

TEST_CASE("sky: at the horizon and below it is the background's lower colour, and it grows clear upwards", "[render]") {
  const CloudSky sky = sky_of(with_sky(0.6));
  const Vec3f horizon = SrgbTable().linear(look_of(with_sky(0.6)).background_bottom);
  // Away from the sun, whose light the haze scatters.
  CHECK(difference(sky.towards(direction_of(330, -10)), horizon) < 0.02f);
  CHECK(difference(sky.towards(direction_of(330, 0.3)), horizon) < 0.02f);
  CHECK(difference(sky.towards(direction_of(150, 0.001)), sky.towards(direction_of(150, -0.001))) < 0.005f);
  const CloudSky clear = sky_of(with_sky(0));
  const Vec3f zenith = SrgbTable().linear(look_of(with_sky(0)).background_top);
  // The haze above the viewer hides 1 - exp(-0.1 / sine) of the sky's colour.
  for (const double elevation : {10.0, 40.0, 80.0}) {
    const auto haze = static_cast<float>(1.0 - math::exp(-0.1 / math::sin_deg(elevation)));
    CHECK(difference(clear.towards(direction_of(330, elevation)), mix(zenith, horizon, haze)) < 0.025f);
  }
}

TEST_CASE("sky: a picture from kept light has the same sky, and nothing but the sky changes", "[render]") {
  const mesh::Mesh post = render::test::box({-1, 0, -1}, {1, 3, 1});
  const MeshItem item{&post};
  PictureParams params = with_sky(0.5);
  params.size = {{64, 48}};
  params.elevation = -10;
  params.ground = false;
  weald::test::MemoryStore store;
  RunContext keeping;
  keeping.store = &store;
  const Image fresh = render_meshes({&item, 1}, params, RunContext{});
  CHECK(render_meshes({&item, 1}, params, keeping).pixels == fresh.pixels);
  CHECK(render_meshes({&item, 1}, params, keeping).pixels == fresh.pixels);
  params.sky.reset();
  const Image plain = render_meshes({&item, 1}, params, keeping);
  CHECK(plain.pixels.at(32, 24) == fresh.pixels.at(32, 24));  // the post
  CHECK_FALSE(plain.pixels.at(2, 2) == fresh.pixels.at(2, 2));
}
