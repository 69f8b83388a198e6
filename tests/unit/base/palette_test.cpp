#include "base/palette.h"

#include <algorithm>
#include "support/catch.h"

using namespace weald;

namespace {

bool is_colour(const Vec3& c) {
  for (int i = 0; i < 3; ++i) {
    if (!(c[i] >= 0 && c[i] <= 1)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("palette: stops go from the lowest to the highest land, and all colours are colours", "[core]") {
  for (const Palette palette : kPalettes) {
    const auto stops = palette_stops(palette);
    REQUIRE(stops.size() >= 2);
    CHECK(stops.front().share == 0);
    CHECK(stops.back().share == 1);
    for (std::size_t i = 0; i < stops.size(); ++i) {
      CHECK(is_colour(stops[i].colour));
      if (i > 0) CHECK(stops[i - 1].share < stops[i].share);
    }
    CHECK(is_colour(palette_rock(palette)));
  }
}

TEST_CASE("palette: only the alpine one ends in snow", "[core]") {
  for (const Palette palette : kPalettes) {
    const Vec3 top = palette_stops(palette).back().colour;
    CHECK((std::min({top.r, top.g, top.b}) > 0.9) == (palette == Palette::alpine));
  }
}
