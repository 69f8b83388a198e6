#pragma once
// Packs rectangles into one, without overlaps and without rotating them.

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

/// Position of a rectangle: its upper left corner.
struct RectanglePlace {
  int x = 0;
  int y = 0;
  bool operator==(const RectanglePlace&) const = default;
};

/// Positions for `rectangles` in `area`, in their order; unset if this method finds none. MaxRects with the best short
/// side fit rule, the rectangles sorted by their longer side, longest first. Deterministic on every machine. Pre: sizes
/// are at least 1. Source: [jylanki2010].
std::optional<std::vector<RectanglePlace>> pack_rectangles(std::span<const RectangleSize> rectangles,
                                                           const RectangleSize& area);

}  // namespace weald::image
