#pragma once
// Rectangles packed into one, without overlaps and without turning them.

#include <optional>
#include <span>
#include <vector>

namespace weald::image {

/// Width and height, whole numbers of any unit.
struct RectangleSize {
  int width = 0;
  int height = 0;
  bool operator==(const RectangleSize&) const = default;
};

/// Where a rectangle lies: its upper left corner.
struct RectanglePlace {
  int x = 0;
  int y = 0;
  bool operator==(const RectanglePlace&) const = default;
};

/// Places for `rectangles` in `area`, in their order; unset where this method finds none. MaxRects with the rule of the
/// best short side fit, the rectangles by their longer side from the longest. The same for the same input everywhere.
/// Pre: sizes are at least 1. Source: [jylanki2010].
std::optional<std::vector<RectanglePlace>> pack_rectangles(std::span<const RectangleSize> rectangles,
                                                           const RectangleSize& area);

}  // namespace weald::image
