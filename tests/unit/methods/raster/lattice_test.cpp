// The formulas of lattice noise, against values worked out by hand and closed forms.

#include "support/catch.h"

#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include "methods/raster/lattice.h"

using namespace weald;
using namespace weald::noise;

namespace {

// Two by two cells, unit gradients: east and west in the first row of points, south and north in the second.
// Point (i, j) is entry j * 2 + i; g(0,0) = (1,0), g(0,1) = (0,1), g(1,0) = (-1,0), g(1,1) = (0,-1).
const LatticeTable kFour{2, 2, {{0, {1, 0}}, {0, {-1, 0}}, {0, {0, 1}}, {0, {0, -1}}}};

}  // namespace

TEST_CASE("fade: cubic and quintic have their known values", "[noise]") {
  CHECK(fade_weight(Fade::cubic, 0.25) == 0.15625);
  CHECK(fade_weight(Fade::cubic, 0.75) == 0.84375);
  CHECK(fade_weight(Fade::quintic, 0.1) == Approx(0.00856).epsilon(1e-12));
  CHECK(fade_weight(Fade::quintic, 0.25) == Approx(0.103515625).epsilon(1e-12));
  CHECK(fade_weight(Fade::quintic, 0.75) == Approx(0.896484375).epsilon(1e-12));
  CHECK(fade_weight(Fade::quintic, 0.9) == Approx(0.99144).epsilon(1e-12));
  CHECK(fade_weight(Fade::cosine, 0.25) == Approx(0.146446609).epsilon(1e-8));
  CHECK(fade_weight(Fade::cosine, 0.75) == Approx(0.853553391).epsilon(1e-8));
  CHECK(fade_weight(Fade::linear, 0.3) == 0.3);
}

TEST_CASE("fade: runs monotonically from 0 to 1, meets one half in the middle and is symmetric", "[noise]") {
  for (const Fade fade : {Fade::linear, Fade::cosine, Fade::cubic, Fade::quintic}) {
    CHECK(fade_weight(fade, 0) == 0);
    CHECK(fade_weight(fade, 1) == 1);
    CHECK(fade_weight(fade, 0.5) == Approx(0.5).epsilon(1e-15));
    double before = 0;
    for (int i = 1; i <= 1000; ++i) {
      const double t = i / 1000.0;
      CHECK(fade_weight(fade, t) >= before);
      CHECK(fade_weight(fade, t) + fade_weight(fade, 1 - t) == Approx(1).epsilon(1e-14));
      before = fade_weight(fade, t);
    }
  }
}

TEST_CASE("fade: the steepest slopes are 1.5 and 1.875, and the quintic alone has no curvature at its ends",
          "[noise]") {
  const double h = 1e-4;
  const auto slope = [&](Fade fade, double t) {
    return (fade_weight(fade, t + h) - fade_weight(fade, t - h)) / (2 * h);
  };
  CHECK(slope(Fade::cubic, 0.5) == Approx(1.5).epsilon(1e-6));
  CHECK(slope(Fade::quintic, 0.5) == Approx(1.875).epsilon(1e-6));
  const auto curvature = [&](Fade fade) {
    return (fade_weight(fade, 2 * h) - 2 * fade_weight(fade, h) + fade_weight(fade, 0)) / (h * h);
  };
  CHECK(curvature(Fade::cubic) == Approx(6).epsilon(1e-2));
  CHECK(curvature(Fade::quintic) == Approx(0).margin(1e-2));
  CHECK(curvature(Fade::cosine) == Approx(4.9348).epsilon(1e-2));
}

TEST_CASE("gradient noise: four known gradients give the worked values", "[noise]") {
  const auto quintic = [](double x, double y) { return lattice_noise(kFour, x, y, Fade::quintic); };
  const auto cubic = [](double x, double y) { return lattice_noise(kFour, x, y, Fade::cubic); };
  CHECK(quintic(0, 0) == 0);
  CHECK(quintic(0.5, 0.5) == Approx(0.25));
  CHECK(quintic(1.5, 0.5) == Approx(-0.25));
  CHECK(quintic(0.25, 0.25) == Approx(0.208957672).epsilon(1e-8));
  CHECK(quintic(0.25, 0.75) == Approx(-0.146484375).epsilon(1e-12));
  CHECK(quintic(-0.25, 0.5) == Approx(-0.349121094).epsilon(1e-8));
  CHECK(quintic(2.25, 0.25) == quintic(0.25, 0.25));
  CHECK(cubic(0.25, 0.25) == Approx(0.196289062).epsilon(1e-8));
  CHECK(cubic(0.25, 0.75) == Approx(-0.09375).epsilon(1e-12));
}

TEST_CASE("gradient noise: equal gradients give a saw of one profile, whatever the row", "[noise]") {
  const LatticeTable east{1, 1, {{0, {1, 0}}}};
  const double expected[] = {0, 0.146484, 0, -0.146484, 0};
  for (int i = 0; i <= 4; ++i)
    CHECK(lattice_noise(east, i * 0.25, 0.3, Fade::quintic) == Approx(expected[i]).margin(1e-6));
}

TEST_CASE("gradient noise: unit gradients that all point at a cell's middle reach sqrt(1/2) there and nowhere more",
          "[noise]") {
  const float d = static_cast<float>(std::sqrt(0.5));
  const LatticeTable inward{2, 2, {{0, {d, d}}, {0, {-d, d}}, {0, {d, -d}}, {0, {-d, -d}}}};
  for (const Fade fade : {Fade::cubic, Fade::quintic}) {
    CHECK(lattice_noise(inward, 0.5, 0.5, fade) == Approx(std::sqrt(0.5)).epsilon(1e-7));
    double largest = 0;
    for (int y = 0; y <= 100; ++y) {
      for (int x = 0; x <= 100; ++x)
        largest = std::max(largest, std::abs(lattice_noise(inward, x * 0.02, y * 0.02, fade)));
    }
    CHECK(largest <= std::sqrt(0.5) + 1e-7);
  }
}

TEST_CASE("lattice heights: without gradients they are met at the points and averaged in the middle", "[noise]") {
  const LatticeTable heights{2, 2, {{0.1f, {}}, {0.7f, {}}, {0.4f, {}}, {0.2f, {}}}};
  CHECK(lattice_noise(heights, 0.5, 0.5, Fade::quintic) == Approx(0.35));
  CHECK(lattice_noise(heights, 0, 0, Fade::quintic) == Approx(0.1));
  CHECK(lattice_noise(heights, 1, 0, Fade::quintic) == Approx(0.7));
  CHECK(lattice_noise(heights, 0, 1, Fade::quintic) == Approx(0.4));
  CHECK(lattice_noise(heights, 1, 1, Fade::quintic) == Approx(0.2));
}

TEST_CASE("lattice noise: a constant lattice gives that constant, so the four weights sum to one", "[noise]") {
  const LatticeTable flat{1, 1, {{1, {}}}};
  for (int i = 0; i < 100; ++i) {
    for (const Fade fade : {Fade::linear, Fade::cosine, Fade::cubic, Fade::quintic}) {
      CHECK(lattice_noise(flat, i * 0.37 - 20, i * 0.11 - 3, fade) == Approx(1).epsilon(1e-15));
    }
  }
}

TEST_CASE("floor_mod: negative indices wrap upwards", "[noise]") {
  CHECK(floor_mod(-1, 4) == 3);
  CHECK(floor_mod(-4, 4) == 0);
  CHECK(floor_mod(-5, 4) == 3);
  CHECK(floor_mod(7, 4) == 3);
}

TEST_CASE("lattice_coordinate: a large part leaves the small ones their precision", "[noise]") {
  const double parts[] = {1e15, 0.25, -3.5};
  const LatticeCoordinate at = lattice_coordinate(parts);
  CHECK(at.cell == 999'999'999'999'996);
  CHECK(at.fraction == 0.75);
  const double negative[] = {-0.125};
  CHECK(lattice_coordinate(negative).cell == -1);
  CHECK(lattice_coordinate(negative).fraction == 0.875);
  // A hair below a whole number is that number, not a fraction of one.
  const double below[] = {3.0, -1e-12};
  CHECK(lattice_coordinate(below).cell == 3);
  CHECK(lattice_coordinate(below).fraction == 0);
}

TEST_CASE("lattice_coordinates: every sample lies at the sum of its axis's parts", "[noise]") {
  const SampledAxis axes[] = {{.cell_size = 1, .frequency = 0.25},
                              {.origin = -1e6, .cell_size = 0.1, .frequency = 0.013, .offset = -0.3, .start = 0.77},
                              {.origin = 3.7, .cell_size = 16, .frequency = 1.9, .offset = 1e15 + 0.25, .shift = 0.5},
                              {.origin = 1e9, .cell_size = 1e-3, .frequency = -7, .start = -1e-12, .shift = -0.25}};
  for (const SampledAxis& axis : axes) {
    const std::vector<LatticeCoordinate> all = lattice_coordinates(axis, 1000);
    REQUIRE(all.size() == 1000);
    for (int i = 0; i < 1000; ++i) {
      double whole = 0, fraction = 0;
      for (const double part :
           {axis.origin * axis.frequency, (i * axis.cell_size) * axis.frequency, axis.offset, axis.start, axis.shift}) {
        whole += std::floor(part);
        fraction += part - std::floor(part);
      }
      const double steps = std::floor(fraction * 0x1p24 + 0.5);
      const auto& at = all[static_cast<std::size_t>(i)];
      CHECK(static_cast<double>(at.cell) == whole + std::floor(steps / 0x1p24));
      CHECK(at.fraction == (steps - std::floor(steps / 0x1p24) * 0x1p24) / 0x1p24);
    }
  }
  CHECK(lattice_coordinates({}, 0).empty());
}

TEST_CASE("gradient directions: the cosines of one quadrant give all others, to the bit", "[noise]") {
  const auto& directions = gradient_directions();
  for (std::size_t k = 0; k < 64; ++k) {
    const float x = directions[k].x, y = directions[63 - k].x;
    CHECK(directions[k].y == y);
    CHECK((directions[k + 64].x == -y && directions[k + 64].y == x));
    CHECK((directions[k + 128].x == -x && directions[k + 128].y == -y));
    CHECK((directions[k + 192].x == y && directions[k + 192].y == -x));
  }
}

TEST_CASE("gradient directions: unit length, all different, none along an axis, closed under quarter turns",
          "[noise]") {
  const auto& directions = gradient_directions();
  std::set<std::pair<float, float>> seen;
  double xx = 0, yy = 0, xy = 0, x = 0, y = 0, x4 = 0, x2y2 = 0;
  for (std::size_t k = 0; k < directions.size(); ++k) {
    const Vec2f g = directions[k];
    seen.insert({g.x, g.y});
    CHECK(std::abs(g.x) > 0.01f);
    CHECK(std::abs(g.y) > 0.01f);
    CHECK(double{g.x} * g.x + double{g.y} * g.y == Approx(1).epsilon(1e-6));
    const Vec2f turned = directions[(k + 64) % 256];
    CHECK(turned.x == Approx(-g.y).margin(1e-7));
    CHECK(turned.y == Approx(g.x).margin(1e-7));
    x += g.x, y += g.y, xx += g.x * g.x, yy += g.y * g.y, xy += g.x * g.y;
    x4 += std::pow(g.x, 4), x2y2 += g.x * g.x * g.y * g.y;
  }
  CHECK(seen.size() == 256);
  CHECK(x == Approx(0).margin(1e-4));
  CHECK(y == Approx(0).margin(1e-4));
  CHECK(xx / 256 == Approx(0.5).epsilon(1e-6));
  CHECK(yy / 256 == Approx(0.5).epsilon(1e-6));
  CHECK(xy / 256 == Approx(0).margin(1e-6));
  // Fourth moments of the uniform circle: 3/8 and 1/8.
  CHECK(x4 / 256 == Approx(0.375).epsilon(1e-5));
  CHECK(x2y2 / 256 == Approx(0.125).epsilon(1e-5));
}

TEST_CASE("point hash: directions are equally frequent and neighbours independent", "[noise]") {
  constexpr int kSize = 512;
  std::vector<AxisKey> columns, rows;
  for (int i = -kSize / 2; i < kSize / 2; ++i) {
    columns.push_back(column_key(7, i));
    rows.push_back(row_key(7, i));
  }
  std::vector<int> counts(256);
  // Joint counts of the top four bits of neighbours: right, below, diagonal.
  std::vector<int> pairs[3] = {std::vector<int>(256), std::vector<int>(256), std::vector<int>(256)};
  const auto hash = [&](int i, int j) {
    return point_hash(columns[static_cast<std::size_t>(i)], rows[static_cast<std::size_t>(j)]);
  };
  for (int j = 0; j + 1 < kSize; ++j) {
    for (int i = 0; i + 1 < kSize; ++i) {
      const std::uint32_t h = hash(i, j);
      ++counts[h >> 24];
      ++pairs[0][(h >> 28) << 4 | hash(i + 1, j) >> 28];
      ++pairs[1][(h >> 28) << 4 | hash(i, j + 1) >> 28];
      ++pairs[2][(h >> 28) << 4 | hash(i + 1, j + 1) >> 28];
    }
  }
  const double expected = (kSize - 1) * (kSize - 1) / 256.0;
  const auto chi_squared = [&](const std::vector<int>& n) {
    double sum = 0;
    for (const int c : n) sum += (c - expected) * (c - expected) / expected;
    return sum;
  };
  // 255 degrees of freedom: mean 255, standard deviation 22.6; five of them are allowed either way.
  for (const auto& n : {counts, pairs[0], pairs[1], pairs[2]}) {
    CHECK(chi_squared(n) < 255 + 113);
    CHECK(chi_squared(n) > 255 - 113);
  }
}

TEST_CASE("point hash: height bits do not follow the direction bits", "[noise]") {
  double sum = 0, square = 0, with_x = 0;
  constexpr int kSize = 256;
  for (int j = 0; j < kSize; ++j) {
    for (int i = 0; i < kSize; ++i) {
      const LatticePoint p = hashed_point(point_hash(column_key(3, i), row_key(3, j)), {.gradient = 1, .height = 1});
      CHECK((p.height >= -1 && p.height < 1));
      sum += p.height;
      square += p.height * p.height;
      with_x += p.height * p.gradient.x;
    }
  }
  const double n = kSize * kSize;
  CHECK(sum / n == Approx(0).margin(5 * std::sqrt(1 / 3.0 / n)));
  CHECK(square / n == Approx(1 / 3.0).margin(0.01));
  CHECK(with_x / n == Approx(0).margin(5 * std::sqrt(1 / 6.0 / n)));
}
