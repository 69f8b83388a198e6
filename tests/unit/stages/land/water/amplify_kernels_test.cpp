#include "support/catch.h"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "base/rng.h"
#include "base/simd.h"
#include "stages/land/water/detail/amplify_kernels.h"

using namespace weald;
using namespace weald::hydrology::detail;

namespace {

constexpr int kAround = 2;  // rows and columns that cubic interpolation reads beyond the map

struct GroundCase {
  int coarse_width = 0;
  int coarse_height = 0;
  int x = 0;
  int y = 0;
  int count = 0;
};

// Random heights and bends for one row.
class RandomRow {
 public:
  explicit RandomRow(const GroundCase& of)
      : stride_(of.coarse_width + 2 * kAround),
        coarse_(static_cast<std::size_t>(stride_ * (of.coarse_height + 2 * kAround))) {
    fill(coarse_, 1000, 1);
    for (std::vector<float>* values : {&across_, &down_, &bumps_, &relief_})
      values->resize(static_cast<std::size_t>(of.count));
    fill(across_, 2.5, 2);
    fill(down_, 2.5, 3);
    fill(bumps_, 1, 4);
    fill(relief_, 50, 5);
    out_.resize(static_cast<std::size_t>(of.count) + 64);  // with room for samples that must not be written
    row_ = {.coarse = coarse_.data() + kAround * stride_ + kAround,
            .stride = stride_,
            .coarse_width = of.coarse_width,
            .coarse_height = of.coarse_height,
            .x = of.x,
            .y = of.y,
            .count = of.count,
            .across = across_.data(),
            .down = down_.data(),
            .bumps = bumps_.data(),
            .relief = relief_.data(),
            .roughness = 0.3f,
            .out = out_.data()};
  }
  RandomRow(const RandomRow&) = delete;
  RandomRow& operator=(const RandomRow&) = delete;

  /// Samples that differ from the definition, and those beyond the row that were written.
  int faults() {
    std::ranges::fill(out_, -7.0f);
    ground_row(row_);
    int count = 0;
    for (int i = 0; i < row_.count; ++i) {
      const float is = out_[static_cast<std::size_t>(i)];
      count += std::bit_cast<std::uint32_t>(is) != std::bit_cast<std::uint32_t>(ground_height(row_, i));
    }
    for (std::size_t i = static_cast<std::size_t>(row_.count); i < out_.size(); ++i) count += out_[i] != -7.0f;
    return count;
  }

 private:
  static void fill(std::vector<float>& values, double reach, std::uint64_t stream) {
    const Rng rng(sub_seed(17, stream));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(reach * (2 * rng.uniform(i) - 1));
  }

  std::ptrdiff_t stride_;
  std::vector<float> coarse_, across_, down_, bumps_, relief_, out_;
  GroundRow row_;
};

}  // namespace

TEST_CASE("amplify: ground has the bits of its definition on every SIMD target, also at the sides of the map",
          "[hydrology][simd]") {
  const std::vector<std::string> targets = simd_targets();
  for (const std::string& target : targets) {
    REQUIRE(limit_simd_targets(target));
    for (const GroundCase& one :
         {GroundCase{40, 30, 0, 0, 79}, GroundCase{40, 30, 0, 58, 79}, GroundCase{40, 30, 21, 31, 37},
          GroundCase{3, 3, 0, 2, 5}, GroundCase{2, 2, 0, 1, 3}, GroundCase{2, 2, 2, 2, 1}}) {
      INFO(target << ", " << one.coarse_width << " coarse samples, row " << one.y << ", " << one.count << " samples");
      CHECK(RandomRow(one).faults() == 0);
    }
  }
  limit_simd_targets(targets.front());
}
