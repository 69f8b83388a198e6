#pragma once
// Winding numbers of points and of the samples of a grid with respect to closed polylines, exact for the coordinates as
// they are given, and the outline of the area that they fill.
//
// A winding number counts how often the edges pass west of a point, northwards minus southwards. A point on an edge
// counts as east of it, and the northern end of an edge belongs to it while its southern end does not, so every point
// lies in exactly one of the areas that share a border. Source: [hormann2001]; [shewchuk1997] for the exact predicate.

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "methods/curve/ground_edges.h"

namespace weald::curve {

/// Which winding numbers are inside.
enum class FillRule {
  nonzero,   ///< all but 0
  even_odd,  ///< odd ones
};

/// Whether a winding number is inside.
constexpr bool is_inside(FillRule rule, std::int32_t winding) {
  return rule == FillRule::nonzero ? winding != 0 : winding % 2 != 0;
}

/// Sign of the cross product (b - a) x (p - a): 1 or -1 on the two sides of the line through a and b, 0 on it. Exact.
/// Pre: products of coordinates neither overflow nor underflow.
int side_of(const Vec2& a, const Vec2& b, const Vec2& p);

/// The winding number of `p`. Pre: the edges form closed lines.
std::int32_t winding_number(std::span<const GroundEdge> edges, const Vec2& p);

/// Replaces `numbers`, row by row, by the winding numbers of the samples of `region`: equal to winding_number(), in
/// time proportional to the rows that edges cross plus the samples. Pre: as above.
void fill_winding_numbers(std::span<const GroundEdge> edges, const GridSpec& grid, const Region& region,
                          std::span<std::int32_t> numbers);

/// Largest number of places where edges may cross each other.
inline constexpr std::size_t kMaxCrossings = std::size_t{1} << 22;

/// The outline of the filled area: the pieces of the edges, cut where they cross, that have the inside on exactly one
/// side. Throws StageError (key `key`) if there are more than kMaxCrossings crossings. Pre: as above.
std::vector<GroundEdge> outline(std::span<const GroundEdge> edges, FillRule rule, std::string_view key);

}  // namespace weald::curve
