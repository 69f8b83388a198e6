#pragma once
// Packing of rectangles into a larger one, without overlap or rotation.

#include <optional>
#include <span>
#include <vector>

namespace weald::image {

/// Width and height, integers of any unit.
struct RectangleSize {
  int width = 0;
  int height = 0;
  bool operator==(const RectangleSize&) const = default;
};

/// Position of a rectangle: its upper left corner.
struct RectanglePlace {
  int x = 0;
  int y = 0;
  bool operator==(const RectanglePlace&) const = default;
};

/// Places `rectangles` in `area` and returns their positions in the same order; unset if this method finds none. Uses
/// MaxRects with the best-short-side-fit rule, in descending order of longer sides. Deterministic on every platform.
/// Pre: sizes are at least 1. Source: [jylanki2010].
std::optional<std::vector<RectanglePlace>> pack_rectangles(std::span<const RectangleSize> rectangles,
                                                           const RectangleSize& area);

}  // namespace weald::image
