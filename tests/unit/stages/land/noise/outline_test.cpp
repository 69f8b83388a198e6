// The outlines of fields of noise: no sample may lie outside their margin.

#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "methods/raster/fade.h"
#include "stages/land/noise/fbm.h"
#include "stages/land/noise/ridged.h"
#include "unit/stages/land/noise/run_field.h"

using namespace weald;
using namespace weald::noise;
using weald::test::seeded;
using weald::test::sized;

namespace {

struct Difference {
  float largest = 0;
  float margin = 0;
};

/// The largest difference between a sample and the one that stands for it: the nearest, or either of two.
Difference outline_difference(const FieldKernel& kernel, const GridSpec& grid) {
  REQUIRE(kernel.outline);
  const FieldOutline& outline = *kernel.outline;
  const Heightmap map = weald::test::whole(kernel, grid);
  const auto coarse = [&](int samples) { return (samples - 1 + outline.stride / 2) / outline.stride + 1; };
  Heightmap small(GridSpec{coarse(grid.width), coarse(grid.height)});
  outline.fill(view(small));
  Difference result{0, outline.margin};
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      for (int j = 0; j < small.height(); ++j) {
        if (2 * std::abs(j * outline.stride - y) > outline.stride) continue;
        const int first = std::max(0, x / outline.stride), last = std::min(small.width() - 1, first + 1);
        for (int i = first; i <= last; ++i) {
          if (2 * std::abs(i * outline.stride - x) > outline.stride) continue;
          result.largest = std::max(result.largest, std::abs(map.heights.at(x, y) - small.heights.at(i, j)));
        }
      }
    }
  }
  return result;
}

}  // namespace

TEST_CASE("outline: no sample of a sum of octaves lies outside the margin, whatever the noise and its fade") {
  for (const Fade fade : {Fade::linear, Fade::cosine, Fade::cubic, Fade::quintic}) {
    for (const NoiseBase base : {NoiseBase::gradient, NoiseBase::value}) {
      for (const double heights : {0.0, 0.5}) {
        if (base == NoiseBase::value && heights != 0) continue;
        FbmParams params = sized<FbmParams>(251, 0.004);
        params.fade = fade;
        params.base = base;
        params.heights = heights;
        params.amplitude = -30;
        CAPTURE(static_cast<int>(fade), static_cast<int>(base), heights);
        const GridSpec grid = Fbm::grid(params, {});
        const Difference found = outline_difference(Fbm::kernel(params, {}, grid, seeded(5)), grid);
        CHECK(found.largest <= found.margin);
        CHECK(found.largest > 0.1f * found.margin);  // the margin is no wider than it has to be
      }
    }
  }
}

TEST_CASE("outline: offsets, periods and uneven frequencies do not shift it against the samples") {
  FbmParams params = sized<FbmParams>(1009, 0.02);
  params.cell_size = 0.125;
  params.frequency = 4 / 126.0;
  params.octaves = 2;
  params.period = Period{4, 8};
  params.offset = {1e6 + 0.3, -7.9};
  const GridSpec grid = Fbm::grid(params, {});
  const Difference found = outline_difference(Fbm::kernel(params, {}, grid, seeded(2)), grid);
  CHECK(found.largest <= found.margin);
}

TEST_CASE("outline: fields whose bounds are unknown or useless have none") {
  const auto has_outline = [](const FbmParams& params) {
    return Fbm::kernel(params, {}, Fbm::grid(params, {}), seeded(1)).outline.has_value();
  };
  FbmParams params = sized<FbmParams>(64, 0.004);
  CHECK(has_outline(params));
  FbmParams fine = params;
  fine.frequency = 0.1;
  CHECK_FALSE(has_outline(fine));
  FbmParams warped = params;
  warped.warp = WarpParams{};
  CHECK_FALSE(has_outline(warped));
  FbmParams simplex = params;
  simplex.base = NoiseBase::simplex;
  CHECK_FALSE(has_outline(simplex));
  const RidgedParams ridged = sized<RidgedParams>(64, 0.02);
  CHECK_FALSE(Ridged::kernel(ridged, {}, Ridged::grid(ridged, {}), seeded(1)).outline);
}

// The bound of an octave in `largest_value`: the mean distance to the corners of a cell, weighted by the fades.
TEST_CASE("outline: no mean of the corners' distances exceeds that at the centre of a cell") {
  for (const Fade fade : {Fade::linear, Fade::cosine, Fade::cubic, Fade::quintic}) {
    double largest = 0;
    for (int j = 0; j <= 200; ++j) {
      for (int i = 0; i <= 200; ++i) {
        const double x = i / 200.0, y = j / 200.0;
        const double u = fade_weight(fade, x), v = fade_weight(fade, y);
        largest = std::max(largest, (1 - u) * (1 - v) * std::hypot(x, y) + u * (1 - v) * std::hypot(1 - x, y) +
                                        (1 - u) * v * std::hypot(x, 1 - y) + u * v * std::hypot(1 - x, 1 - y));
      }
    }
    CHECK(largest < 0.7072);
  }
}
