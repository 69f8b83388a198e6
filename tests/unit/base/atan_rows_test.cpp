#include "base/math/atan_rows.h"

#include "support/catch.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/math/math.h"
#include "base/rng.h"
#include "base/simd.h"

using namespace weald;

namespace {

struct Vectors {
  std::vector<double> y, x;
  void add(double across, double along) {
    y.push_back(across);
    x.push_back(along);
  }
};

// Any slopes at any scale, and those where the table's steps, the octant and tiny slopes begin and end.
Vectors awkward_vectors() {
  Vectors vectors;
  for (const double scale : {1.0, 3.0, 1e-150, 0x1p-500, 1e149, 7.25e-9}) {
    vectors.add(0, scale);
    vectors.add(scale, scale);
    vectors.add(std::nextafter(scale, 0), scale);
    for (int half = 1; half < 128; ++half) {
      const double middle = half / 128.0 * scale;
      for (const double across : {middle, std::nextafter(middle, 0), std::nextafter(middle, scale)})
        vectors.add(across, scale);
    }
  }
  for (const double slope : {0x1p-59, 0x1p-60, 0x1p-61, 0x1p-300}) {
    for (const double near : {slope, std::nextafter(slope, 0), std::nextafter(slope, 1)}) vectors.add(near * 3, 3);
  }
  const Rng rng(17);
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const double along = std::ldexp(1 + rng.uniform(i, 0), static_cast<int>(rng.uniform(i, 1) * 900) - 450);
    vectors.add(along * rng.uniform(i, 2) * (i % 3 == 0 ? 0x1p-20 : 1.0), along);
  }
  return vectors;
}

}  // namespace

TEST_CASE("atan_rows: the bits of atan2 on every SIMD target, for rows of any length", "[math][simd]") {
  const Vectors all = awkward_vectors();
  const auto targets = simd_targets();
  for (const std::string& target : targets) {
    CAPTURE(target);
    REQUIRE(limit_simd_targets(target));
    std::size_t different = 0;
    for (std::size_t first = 0, count = 1; first < all.y.size(); first += count, count = count % 37 + 1) {
      count = std::min(count, all.y.size() - first);
      std::vector<double> angles(count + 1, -1);
      math::atan_rows(all.y.data() + first, all.x.data() + first, count, angles.data());
      CHECK(angles[count] == -1);
      for (std::size_t i = 0; i < count; ++i) {
        const double expected = math::atan2(all.y[first + i], all.x[first + i]);
        if (std::bit_cast<std::uint64_t>(angles[i]) != std::bit_cast<std::uint64_t>(expected)) ++different;
      }
    }
    CHECK(different == 0);
  }
  limit_simd_targets(targets.front());
}
