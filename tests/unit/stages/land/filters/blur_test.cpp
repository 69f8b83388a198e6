#include "stages/land/filters/blur.h"

#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/simd.h"
#include "engine/graph/stage.h"
#include "stages/land/filters/detail/filter_radius.h"
#include "stages/land/filters/detail/smoother.h"
#include "unit/stages/land/maps/surfaces.h"
#include "unit/stages/land/noise/run_field.h"

using namespace weald;
using namespace weald::filters;
using namespace weald::test;

static_assert(pipeline::FieldStage<Blur>);

namespace {

BlurParams blur_of(BlurMethod method, double radius) {
  BlurParams params;
  params.method = method;
  params.radius = radius;
  return params;
}

/// The height that counts at (x, y), also beyond the border.
double clamped_at(const Heightmap& map, int x, int y) {
  return map.heights.at(std::clamp(x, 0, map.width() - 1), std::clamp(y, 0, map.height() - 1));
}

/// The mean of all samples within `reach` columns and rows, weighted by weight(dx, dy, height difference): what every
/// method is by definition.
template <class Weight>
Heightmap weighted_means(const Heightmap& map, int reach, const Weight& weight) {
  Heightmap result(map.grid());
  for (int y = 0; y < map.height(); ++y) {
    for (int x = 0; x < map.width(); ++x) {
      double sum = 0, total = 0;
      for (int v = -reach; v <= reach; ++v) {
        for (int u = -reach; u <= reach; ++u) {
          const double height = clamped_at(map, x + u, y + v);
          const double share = weight(u, v, height - map.heights.at(x, y));
          sum += share * height;
          total += share;
        }
      }
      result.heights.at(x, y) = static_cast<float>(sum / total);
    }
  }
  return result;
}

double largest_difference(const Heightmap& a, const Heightmap& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.heights.size(); ++i)
    most = std::max<double>(most, std::abs(a.heights.values()[i] - b.heights.values()[i]));
  return most;
}

Heightmap rough_land() { return random_surface({37, 29, 2.0, {5, -8}}, 100, 3); }

}  // namespace

TEST_CASE("blur: each method is the weighted mean that its definition says, over the whole square of neighbours",
          "[filters]") {
  const Heightmap map = rough_land();  // cells of 2 m
  for (const double radius : {0.0, 0.5, 3.0, 7.3}) {
    const double samples = radius / 2;
    const auto gaussian = [&](int u, int v, double) {
      const double reach = std::ceil(4 * samples);
      if (std::abs(u) > reach || std::abs(v) > reach) return 0.0;
      return samples > 0 ? std::exp(-0.5 * (u * u + v * v) / (samples * samples)) : 1.0;
    };
    const auto box = [&](int u, int v, double) {
      const auto share = [&](int d) { return std::fmin(1, std::fmax(0, samples + 1 - std::abs(d))); };
      return share(u) * share(v);
    };
    const auto bilateral = [&](int u, int v, double difference) {
      if (u * u + v * v > 4 * samples * samples || std::abs(difference) >= 60) return 0.0;
      const double by_height = 1 - difference * difference / 3600;
      return by_height * by_height * (samples > 0 ? std::exp(-0.5 * (u * u + v * v) / (samples * samples)) : 1.0);
    };
    CAPTURE(radius);
    CHECK(largest_difference(field_of<Blur>(blur_of(BlurMethod::gaussian, radius), map),
                             weighted_means(map, 16, gaussian)) < 2e-5);
    CHECK(largest_difference(field_of<Blur>(blur_of(BlurMethod::box, radius), map), weighted_means(map, 5, box)) <
          2e-5);
    BlurParams params = blur_of(BlurMethod::bilateral, radius);
    params.threshold = 60;
    CHECK(largest_difference(field_of<Blur>(params, map), weighted_means(map, 8, bilateral)) < 2e-5);
  }
}

TEST_CASE("blur: a gaussian of a wave lowers its amplitude by exp(-(sigma k)^2 / 2), within the stated error",
          "[filters]") {
  const double wave = 0.2;  // radians per sample
  const Heightmap map = surface({401, 5, 1.0, {0, 0}}, [&](double x, double) { return 100 * std::cos(wave * x); });
  for (const double sigma : {2.0, 5.0, 9.5}) {
    const Heightmap smooth = field_of<Blur>(blur_of(BlurMethod::gaussian, sigma), map);
    const double lowered = 100 * std::exp(-0.5 * sigma * sigma * wave * wave);
    for (int x = 100; x <= 300; ++x)
      CHECK(std::abs(smooth.heights.at(x, 2) - lowered * std::cos(wave * x)) < 1.3e-4 * 200);
  }
}

TEST_CASE("gaussian_weights: they sum to 1, are even about the centre and stop at four deviations", "[filters]") {
  for (const double sigma : {0.0, 1e-3, 0.7, 3.0, 1024.0}) {
    const std::vector<double> weights = gaussian_weights(sigma);
    CHECK(weights.size() == static_cast<std::size_t>(std::ceil(4 * sigma)) + 1);
    double sum = weights[0];
    for (std::size_t k = 1; k < weights.size(); ++k) sum += 2 * weights[k];
    CHECK(sum == Approx(1).epsilon(1e-13));
    if (sigma >= 1) CHECK(weights[1] / weights[0] == Approx(std::exp(-0.5 / (sigma * sigma))));
  }
}

TEST_CASE("blur: level ground and, away from the border, planes stay as they are", "[filters]") {
  const Heightmap level = surface({40, 30, 3.0, {0, 0}}, [](double, double) { return 1234.5; });
  const Heightmap plane = surface({61, 61, 1.0, {0, 0}}, [](double x, double z) { return 700 + 2 * x - 3 * z; });
  for (const BlurMethod method : {BlurMethod::gaussian, BlurMethod::box, BlurMethod::bilateral}) {
    const Heightmap still = field_of<Blur>(blur_of(method, 7), level);
    CHECK(std::ranges::all_of(still.heights.values(), [](float h) { return std::abs(h - 1234.5f) <= 1e-3f; }));
    const Heightmap same = field_of<Blur>(blur_of(method, 5), plane);
    for (int y = 21; y < 40; ++y) {
      for (int x = 21; x < 40; ++x) CHECK(same.heights.at(x, y) == Approx(plane.heights.at(x, y)).epsilon(1e-6));
    }
  }
}

TEST_CASE("blur: bilateral leaves a cliff that is higher than its threshold, gaussian does not", "[filters]") {
  const Heightmap cliff = surface({40, 9, 1.0, {0, 0}}, [](double x, double) { return x < 20 ? 0 : 50; });
  BlurParams params = blur_of(BlurMethod::bilateral, 4);
  params.threshold = 50;
  CHECK(field_of<Blur>(params, cliff).heights == cliff.heights);
  CHECK(field_of<Blur>(blur_of(BlurMethod::gaussian, 4), cliff).heights.at(19, 4) > 15);
}

TEST_CASE("blur: windows of every size and every SIMD target give the bits of the whole", "[filters]") {
  const Heightmap map = rough_land();
  const std::vector<std::string> targets = simd_targets();
  for (const auto& [method, radius] : {std::pair{BlurMethod::gaussian, 3.7},
                                       {BlurMethod::gaussian, 40.0},
                                       {BlurMethod::box, 5.0},
                                       {BlurMethod::box, 6.6},
                                       {BlurMethod::box, 150.0},
                                       {BlurMethod::bilateral, 4.4}}) {
    const BlurParams params = blur_of(method, radius);
    REQUIRE(limit_simd_targets("scalar"));
    const Heightmap whole = field_of<Blur>(params, map);
    for (const std::string& target : targets) {
      REQUIRE(limit_simd_targets(target));
      CAPTURE(radius, target);
      CHECK(field_of<Blur>(params, map).heights == whole.heights);
      for (const auto& [columns, rows] : {std::pair{1, 3}, {17, 5}, {37, 1}})
        CHECK(field_of<Blur>(params, map, columns, rows).heights == whole.heights);
    }
    limit_simd_targets(targets.front());
  }
}

TEST_CASE("radius_in_samples: a whole number of cells is whole in spite of rounding", "[filters]") {
  CHECK(radius_in_samples(0.3, 0.1) == 3);
  CHECK(radius_in_samples(30, 10) == 3);
  CHECK(radius_in_samples(25, 10) == 2.5);
  CHECK(radius_in_samples(0, 10) == 0);
  CHECK(radius_in_samples(1e-9, 1) == 1e-9);
}

TEST_CASE("blur: a radius of too many samples is refused at its key, and a threshold without bilateral", "[filters]") {
  const GridSpec grid{9, 9, 0.5, {0, 0}};
  const auto key = [&](const BlurParams& params) {
    const FieldInput<GridSpec> input{params.from.stage, grid};
    try {
      (void)Blur::grid(params, InputGrids({&input, 1}));
    } catch (const StageError& error) {
      return error.key();
    }
    return std::string("none");
  };
  CHECK(key(blur_of(BlurMethod::gaussian, 512)) == "none");
  CHECK(key(blur_of(BlurMethod::gaussian, 513)) == "radius");
  CHECK(key(blur_of(BlurMethod::box, 513)) == "none");
  CHECK(key(blur_of(BlurMethod::box, 2049)) == "radius");
  CHECK(key(blur_of(BlurMethod::bilateral, 33)) == "radius");
  CHECK_THAT(decode_errors<BlurParams>(test::map({{"from", scalar("a")}, {"threshold", scalar("4")}})),
             Catch::Contains("bilateral"));
}

TEST_CASE("blur: the estimated work of a bilateral filter grows with the square of its radius", "[filters]") {
  const Estimate land = Estimate::of_heightmap({1000, 1000, 2.0, {0, 0}});
  schema::Estimates inputs;
  inputs.add("land", land);
  const auto seconds = [&](BlurMethod method, double radius) {
    BlurParams params = blur_of(method, radius);
    params.from.stage = "land";
    const Estimate estimate = Blur::estimate(params, inputs);
    CHECK(estimate.grid == land.grid);
    CHECK(estimate.bytes.most == land.bytes.most);
    return estimate.seconds.most.value_or(-1);
  };
  CHECK(seconds(BlurMethod::bilateral, 60) == Approx(2.8).epsilon(0.05));  // measured, for 30 samples
  CHECK(seconds(BlurMethod::bilateral, 120) == Approx(4 * seconds(BlurMethod::bilateral, 60)));
  CHECK(seconds(BlurMethod::gaussian, 60) == Approx(0.06).epsilon(0.05));
}
