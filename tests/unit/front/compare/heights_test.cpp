#include <cmath>
#include <limits>
#include <vector>

#include "support/catch.h"

#include "base/math/math.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "front/compare/detail/heights.h"

using namespace weald;
using namespace weald::compare;

namespace {

template <class F>
Heightmap map_of(int width, int height, double cell_size, const F& f) {
  Heightmap map(GridSpec{width, height, cell_size});
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) map.heights.at(x, y) = static_cast<float>(f(x, y));
  return map;
}

Heightmap noise(int width, int height, double amplitude, std::uint64_t seed = 5) {
  const Rng rng(seed);
  return map_of(width, height, 2, [&](int x, int y) {
    return amplitude * rng.uniform_in(-1, 1, static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
  });
}

TEST_CASE("heights: a map compared with itself is identical and all figures are 0") {
  const Heightmap map = noise(33, 20, 50);
  const HeightDifference difference = compare_heights(map, map);
  CHECK(difference.identical());
  CHECK(difference.errors->max_error == 0);
  CHECK(difference.errors->max_slope == 0);
  CHECK(difference.histogram == 0);
  CHECK_FALSE(difference.errors->first);
}

TEST_CASE("heights: a raised map differs by the step everywhere and nowhere in slope") {
  const Heightmap low = noise(32, 32, 64);
  const Heightmap high = map_of(32, 32, 2, [&](int x, int y) { return low.heights.at(x, y) + 8; });
  const HeightDifference difference = compare_heights(low, high);
  CHECK(difference.errors->max_error == Approx(8).epsilon(1e-5));
  CHECK(difference.errors->rmse == Approx(8).epsilon(1e-5));
  CHECK(difference.errors->rms_slope < 1e-3);
  CHECK(difference.errors->changed == 1);
  CHECK(difference.errors->unequal == 1024);
  CHECK(difference.histogram == Approx(8).epsilon(1e-2));
}

TEST_CASE("heights: one raised sample is found, with its place and its share") {
  const Heightmap flat = map_of(20, 10, 1, [](int, int) { return 100; });
  Heightmap spiked = flat;
  spiked.heights.at(13, 7) = 103;
  const HeightErrors errors = *compare_heights(flat, spiked).errors;
  CHECK(errors.max_error == 3);
  CHECK(errors.max_error_at == SamplePosition{13, 7});
  CHECK(errors.first == SamplePosition{13, 7});
  CHECK(errors.first_expected == 100);
  CHECK(errors.first_actual == 103);
  CHECK(errors.changed == Approx(1.0 / 200));
  CHECK(errors.rmse == Approx(3 / std::sqrt(200.0)));
  // A neighbour's central difference rises 3 m over two cells.
  CHECK(errors.max_slope == Approx(math::degrees(math::atan(1.5))));
}

TEST_CASE("heights: a tilted plane differs from a level one by its slope, also at the border") {
  const double rise = math::tan_deg(30) * 4;
  const Heightmap level = map_of(9, 9, 4, [](int, int) { return 0; });
  const Heightmap tilted = map_of(9, 9, 4, [&](int x, int) { return x * rise; });
  const HeightErrors errors = *compare_heights(level, tilted).errors;
  CHECK(errors.max_slope == Approx(30).epsilon(1e-5));
  CHECK(errors.rms_slope == Approx(30).epsilon(1e-5));
}

TEST_CASE("heights: a heightmap of another size is different, not an error") {
  const HeightDifference difference = compare_heights(noise(16, 16, 1), noise(17, 16, 1));
  CHECK_FALSE(difference.same_size());
  CHECK_FALSE(difference.errors);
  CHECK_FALSE(difference.identical());
}

TEST_CASE("heights: samples that are not finite count apart and poison no other figure") {
  Heightmap a = noise(8, 8, 10), b = a;
  b.heights.at(3, 4) = std::numeric_limits<float>::quiet_NaN();
  a.heights.at(1, 1) = b.heights.at(1, 1) = std::numeric_limits<float>::infinity();
  const HeightErrors errors = *compare_heights(a, b).errors;
  CHECK(errors.non_finite == 1);
  CHECK(errors.unequal == 1);
  CHECK(errors.max_error == 0);
  CHECK(std::isfinite(errors.rms_slope));
}

TEST_CASE("heights: the scale has a floor for flat and for high maps") {
  CHECK(height_scale(map_of(2, 2, 1, [](int x, int) { return 5 * x; })) == 5);
  CHECK(height_scale(map_of(2, 2, 1, [](int, int) { return 1000; })) == 10);
  CHECK(height_scale(map_of(2, 2, 1, [](int, int) { return 0; })) == 1e-3);
  CHECK(height_scale(Heightmap{}) == 1e-3);
}

TEST_CASE("heights: the number of threads changes no bit") {
  const Heightmap a = noise(150, 140, 30, 1), b = noise(150, 140, 30, 2);
  const HeightErrors many = *compare_heights(a, b).errors;
  const ThreadLimit limit(1);
  const HeightErrors one = *compare_heights(a, b).errors;
  CHECK(many.rmse == one.rmse);
  CHECK(many.rms_slope == one.rms_slope);
  CHECK(many.max_slope_at == one.max_slope_at);
}

}  // namespace
