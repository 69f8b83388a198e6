#include "methods/raster/resample.h"

#include <vector>

#include "support/catch.h"

#include "base/rng.h"

using namespace weald;
using namespace weald::render;

TEST_CASE("horn_gradients: a row has the gradients of its samples", "[maps]") {
  const Rng rng(6);
  for (const auto& [width, height] : {std::pair{1, 1}, {1, 5}, {2, 3}, {3, 1}, {40, 7}}) {
    Grid<float> heights(width, height, 0.0f);
    for (std::size_t i = 0; i < heights.size(); ++i) heights.values()[i] = static_cast<float>(rng.uniform_in(-9, 9, i));
    std::vector<Vec2f> gradients(static_cast<std::size_t>(width));
    for (int y = 0; y < height; ++y) {
      horn_gradients(heights, y, 0.7, gradients);
      for (int x = 0; x < width; ++x)
        CHECK(gradients[static_cast<std::size_t>(x)] == horn_gradient(heights, x, y, 0.7));
    }
  }
}
