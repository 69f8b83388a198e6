#include "support/catch.h"

#include <algorithm>
#include <vector>

#include "base/rng.h"
#include "stages/images/detail/pack_rectangles.h"

using namespace weald;
using namespace weald::image;

namespace {

/// Every place lies in the area, and no two rectangles share a cell of it.
bool packs(const std::vector<RectangleSize>& sizes, const std::vector<RectanglePlace>& places, RectangleSize area) {
  std::vector<bool> taken(static_cast<std::size_t>(area.width) * static_cast<std::size_t>(area.height));
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (places[i].x < 0 || places[i].y < 0 || places[i].x + sizes[i].width > area.width ||
        places[i].y + sizes[i].height > area.height)
      return false;
    for (int y = places[i].y; y < places[i].y + sizes[i].height; ++y) {
      for (int x = places[i].x; x < places[i].x + sizes[i].width; ++x) {
        const auto at =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(area.width) + static_cast<std::size_t>(x);
        if (taken[at]) return false;
        taken[at] = true;
      }
    }
  }
  return true;
}

}  // namespace

TEST_CASE("pack_rectangles: sixteen squares fill their square, seventeen do not fit") {
  std::vector<RectangleSize> squares(16, {8, 8});
  const auto places = pack_rectangles(squares, {32, 32});
  REQUIRE(places);
  CHECK(packs(squares, *places, {32, 32}));
  squares.push_back({1, 1});
  CHECK_FALSE(pack_rectangles(squares, {32, 32}));
}

TEST_CASE("pack_rectangles: one as large as the area fits, one larger does not, none need no place") {
  CHECK(pack_rectangles(std::vector<RectangleSize>{{7, 9}}, {7, 9})->front() == RectanglePlace{0, 0});
  CHECK_FALSE(pack_rectangles(std::vector<RectangleSize>{{8, 9}}, {7, 9}));
  CHECK(pack_rectangles({}, {1, 1})->empty());
}

TEST_CASE("pack_rectangles: random rectangles never overlap, and fill most of the area before one fails") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Rng rng(seed);
    std::vector<RectangleSize> sizes;
    int filled = 0;
    for (std::uint64_t i = 0;; ++i) {
      const RectangleSize next{1 + static_cast<int>(rng.below(40, i, 0)), 1 + static_cast<int>(rng.below(40, i, 1))};
      sizes.push_back(next);
      const auto places = pack_rectangles(sizes, {128, 96});
      if (!places) break;
      REQUIRE(packs(sizes, *places, {128, 96}));
      filled += next.width * next.height;
    }
    CHECK(filled > 0.7 * 128 * 96);
  }
}
