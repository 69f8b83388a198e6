// Voids filled from the samples around, against closed forms and plain loops.

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <utility>
#include <vector>

#include "support/catch.h"

#include "base/error.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "methods/raster/fill_voids.h"

using namespace weald;
using raster::VoidMask;

namespace {

constexpr Vec2 kSquare{1, 1};

template <class Height>
Grid<float> surface(int width, int height, const Height& at) {
  Grid<float> grid(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) grid.at(x, y) = static_cast<float>(at(x, y));
  }
  return grid;
}

/// Discs of several sizes, inside a border of `margin` samples.
VoidMask discs(int width, int height, int margin) {
  VoidMask voids(width, height, 0);
  const Rng rng(5);
  for (std::uint64_t disc = 0; disc < 12; ++disc) {
    const double radius = disc == 0 ? 0.3 * std::min(width, height) : 1 + rng.uniform(disc, 2) * 9;
    const double cx = rng.uniform(disc, 0) * width, cy = rng.uniform(disc, 1) * height;
    for (int y = margin; y < height - margin; ++y) {
      for (int x = margin; x < width - margin; ++x) {
        if (std::hypot(x - cx, y - cy) <= radius) voids.at(x, y) = 1;
      }
    }
  }
  return voids;
}

/// The surface with what no reader may take for a height in its voids.
Grid<float> holed(Grid<float> heights, const VoidMask& voids) {
  for (std::size_t i = 0; i < heights.size(); ++i) {
    if (voids.values()[i] != 0) heights.values()[i] = -9999;
  }
  return heights;
}

double largest_difference(const Grid<float>& a, const Grid<float>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    most = std::max(most, std::abs(static_cast<double>(a.values()[i]) - static_cast<double>(b.values()[i])));
  return most;
}

}  // namespace

TEST_CASE("voids: they are counted, and the first is found row by row") {
  VoidMask voids(7, 5, 0);
  CHECK_FALSE(raster::count_voids(voids));
  voids.at(6, 1) = voids.at(2, 3) = voids.at(0, 3) = 1;
  CHECK(raster::count_voids(voids) == raster::VoidCount{3, 6, 1});
}

TEST_CASE("smooth filling: planes and discretely harmonic surfaces are continued to a millimetre") {
  const VoidMask voids = discs(190, 150, 1);
  REQUIRE(raster::count_voids(voids)->count > 5000);  // enough for coarser grids
  const auto check = [&](const auto& at) {
    const Grid<float> whole = surface(190, 150, at);
    Grid<float> filled = holed(whole, voids);
    raster::fill_smoothly(filled, voids, kSquare, {});
    CHECK(largest_difference(filled, whole) <= 1e-3 + 1e-4);  // and the precision of a float
  };
  check([](int x, int y) { return 3.25 * x - 1.5 * y + 40; });
  check([](int x, int y) { return 0.02 * (x * x - y * y); });
  check([](int x, int y) { return 1e-4 * (x * x * x - 3.0 * x * y * y); });
  check([](int x, int y) { return 0.03 * x * y; });
}

TEST_CASE("smooth filling: harmonic surfaces of the ground are continued where samples are not equally far apart") {
  const VoidMask voids = discs(150, 190, 1);
  for (const Vec2& spacing : {Vec2{15, 30}, Vec2{0.75, 0.25}}) {
    CAPTURE(spacing.x);
    const double size = 100 * std::max(spacing.x, spacing.y);
    const auto check = [&](const auto& at) {
      const Grid<float> whole =
          surface(150, 190, [&](int x, int y) { return at(x * spacing.x / size, y * spacing.y / size); });
      Grid<float> filled = holed(whole, voids);
      raster::fill_smoothly(filled, voids, spacing, {});
      CHECK(largest_difference(filled, whole) <= 1e-3 + 1e-4);
    };
    check([](double x, double y) { return 300 * x - 150 * y + 40; });
    check([](double x, double y) { return 200 * (x * x - y * y); });
    check([](double x, double y) { return 100 * (x * x * x - 3 * x * y * y); });
    check([](double x, double y) { return 300 * x * y; });
  }
}

TEST_CASE("smooth filling: a void from edge to edge is filled as precisely as it is long") {
  // A strip has data at its ends only. Between them lies a plane, which no sample of the width of the void bounds.
  const auto check = [](int width, int height, const auto& place) {
    VoidMask voids(width, height, 0);
    const Grid<float> whole = surface(width, height, [&](int x, int y) {
      voids.at(x, y) = place(x, y) > 0 && place(x, y) < 699 ? 1 : 0;
      return 0.1 / 699 * place(x, y);
    });
    Grid<float> filled = holed(whole, voids);
    raster::fill_smoothly(filled, voids, kSquare, {});
    CHECK(largest_difference(filled, whole) <= 1e-3);
  };
  check(2, 700, [](int, int y) { return y; });
  check(700, 2, [](int x, int) { return x; });
}

TEST_CASE("smooth filling: wide voids take as few steps as narrow ones") {
  // Half of the map, and all but every hundredth sample. Progress is reported for each step on each grid.
  const auto steps = [](int size, const auto& is_void) {
    VoidMask voids(size, size, 0);
    const Grid<float> whole = surface(size, size, [&](int x, int y) {
      voids.at(x, y) = is_void(x, y, size) ? 1 : 0;
      return 300 * std::sin(0.02 * x) * std::cos(0.014 * y);
    });
    int count = 0;
    RunContext context;
    context.on_progress = [&](double) { ++count; };
    Grid<float> filled = holed(whole, voids);
    raster::fill_smoothly(filled, voids, kSquare, context);
    return count;
  };
  const auto half = [](int x, int, int size) { return 2 * x > size; };
  const auto most = [](int x, int y, int) { return x % 10 != 0 || y % 10 != 0; };
  // Twice the size has one grid more.
  CHECK(steps(512, half) <= steps(256, half) + 20);
  CHECK(steps(512, half) < 130);
  CHECK(steps(512, most) < 130);
}

TEST_CASE("smooth filling: at the edge of the grid the land goes on level") {
  VoidMask voids(40, 30, 0);
  for (int y = 5; y < 20; ++y) {
    for (int x = 0; x < 12; ++x) voids.at(x, y) = 1;
  }
  const Grid<float> whole = surface(40, 30, [](int, int y) { return 7 * y; });
  Grid<float> filled = holed(whole, voids);
  raster::fill_smoothly(filled, voids, kSquare, {});
  CHECK(largest_difference(filled, whole) <= 1.1e-3);
}

TEST_CASE("smooth filling: every filled sample is the mean of its neighbours, as plain repetition finds them") {
  const VoidMask voids = discs(30, 25, 0);
  const Rng rng(3);
  const Grid<float> whole = surface(30, 25, [&](int x, int y) {
    return 100 * rng.uniform(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
  });
  Grid<float> filled = holed(whole, voids);
  raster::fill_smoothly(filled, voids, kSquare, {});
  std::vector<double> plain(whole.values().begin(), whole.values().end());
  for (int round = 0; round < 4000; ++round) {
    for (int y = 0; y < 25; ++y) {
      for (int x = 0; x < 30; ++x) {
        if (voids.at(x, y) == 0) continue;
        double sum = 0, count = 0;
        const auto add = [&](int u, int v) {
          if (u < 0 || v < 0 || u >= 30 || v >= 25) return;
          sum += plain[static_cast<std::size_t>(v * 30 + u)];
          count += 1;
        };
        add(x - 1, y);
        add(x + 1, y);
        add(x, y - 1);
        add(x, y + 1);
        plain[static_cast<std::size_t>(y * 30 + x)] = sum / count;
      }
    }
  }
  for (std::size_t i = 0; i < plain.size(); ++i)
    CHECK(static_cast<double>(filled.values()[i]) == Approx(plain[i]).margin(1.1e-3));
}

TEST_CASE("filling voids: the progress rises from 0 to 1, and a stop ends it") {
  const VoidMask voids = discs(190, 150, 0);
  Grid<float> filled = holed(surface(190, 150, [](int x, int y) { return (x * 7 + y * 13) % 301; }), voids);
  const Grid<float> holes = filled;
  std::vector<double> shares;
  RunContext context;
  context.on_progress = [&](double share) { shares.push_back(share); };
  raster::fill_smoothly(filled, voids, kSquare, context);
  REQUIRE(shares.size() > 5);
  CHECK(std::ranges::is_sorted(shares));
  CHECK(shares.front() >= 0);
  CHECK(shares.back() > 0.8);
  CHECK(shares.back() <= 1);
  std::atomic<bool> stop = false;
  context.stop = &stop;
  context.on_progress = [&](double) { stop = true; };
  filled = holes;
  CHECK_THROWS_AS(raster::fill_smoothly(filled, voids, kSquare, context), Interrupted);
}

TEST_CASE("filling voids: the same bytes on any number of threads") {
  const VoidMask voids = discs(190, 150, 0);
  const Grid<float> holes = holed(surface(190, 150, [](int x, int y) { return (x * 7 + y * 13) % 301; }), voids);
  std::vector<Grid<float>> results;
  for (const int threads : {1, 2, 8}) {
    const ThreadLimit limit(threads);
    Grid<float> smooth = holes;
    raster::fill_smoothly(smooth, voids, kSquare, {});
    results.push_back(std::move(smooth));
  }
  CHECK(results[0] == results[1]);
  CHECK(results[0] == results[2]);
}
