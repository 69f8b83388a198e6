#include "data/finite_samples.h"

#include "support/catch.h"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/math/clamped.h"

using namespace weald;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kLargest = std::numeric_limits<float>::max();

}  // namespace

TEST_CASE("finite samples: one bad sample is found wherever it stands") {
  for (std::size_t size = 1; size <= 100; ++size) {
    std::vector<float> samples(size, 1.5f);
    CHECK(all_finite(samples));
    for (std::size_t i = 0; i < size; ++i) {
      for (const float bad : {kNaN, -kNaN, kInfinity, -kInfinity}) {
        samples[i] = bad;
        if (all_finite(samples)) FAIL("sample " << i << " of " << size << " passed: " << bad);
      }
      samples[i] = 1.5f;
    }
  }
  CHECK(all_finite({}));
}

TEST_CASE("finite samples: large samples are finite, though their sum is not, and so are denormal ones") {
  CHECK(all_finite(std::vector<float>(1000, kLargest)));
  CHECK(all_finite(std::vector<float>(1000, -kLargest)));
  CHECK(all_finite(std::vector<float>(1000, std::numeric_limits<float>::denorm_min())));
  std::vector<float> samples(1000, kLargest);
  samples[567] = -kInfinity;
  samples[568] = kInfinity;
  CHECK_FALSE(all_finite(samples));
}

TEST_CASE("finite samples: the first bad sample of a window is named by its place in the grid") {
  Heightmap map(GridSpec{50, 40, 1, {0, 0}});
  map.heights.at(30, 12) = kNaN;
  map.heights.at(3, 13) = kInfinity;
  const HeightView whole = view(std::as_const(map));
  CHECK(fault_of(first_not_finite(whole).value()) == "sample (30, 12) is not a number");
  const HeightView left{{0, 10, 20, 20}, whole.row(10), whole.stride};
  CHECK(fault_of(first_not_finite(left).value(), " of its part 'wear'") ==
        "sample (3, 13) of its part 'wear' is infinite");
  const HeightView clean{{0, 0, 50, 12}, whole.data, whole.stride};
  CHECK_FALSE(first_not_finite(clean));
}

TEST_CASE("clamped: as std::clamp, but NaN goes to the lower end") {
  CHECK(clamped(0.5, 0.0, 1.0) == 0.5);
  CHECK(clamped(-1e308, 0.0, 1.0) == 0);
  CHECK(clamped(1e308, 0.0, 1.0) == 1);
  CHECK(clamped(std::nan(""), 2.0, 3.0) == 2);
  CHECK(clamped(kNaN, -3.0f, 3.0f) == -3);
  CHECK(std::signbit(clamped(-0.0, 0.0, 1.0)));
  CHECK(clamped(7, 0, 5) == 5);
}
