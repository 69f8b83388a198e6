#pragma once
// The inner loops of wind over sand, in one version per SIMD target. Internal to stages/land/erosion.

#include <array>
#include <cstddef>
#include <cstdint>

namespace weald::terrain::detail {

/// How wind moves sand in one step, with heights in units and lengths in rows.
struct WindRules {
  float lift = 0;          ///< units taken from open, even sand
  float landing_sand = 0;  ///< share of the flying sand that lands on a cell of sand
  float landing_rock = 0;  ///< the same on bare rock
  float landing_lee = 0;   ///< the same in the shadow of a crest
  float climb = 0;         ///< further share that lands for each unit by which the next cell is higher
  float shadow_drop = 0;   ///< units by which the edge of a shadow sinks
  float speed_up = 0;      ///< further share of `lift` for each unit above the mean of the ground upwind
  float reach = 0;         ///< share of the way to the ground here that this mean goes
  std::int32_t thin = 0;   ///< units of sand up to which a cell counts as rock
};

/// Padding values at the end of the arrays of a WindRow: they may be overwritten.
inline constexpr std::size_t kWindRowSlack = 16;

/// Cells of one row and the air above them; arrays of `count` and kWindRowSlack values, none of which overlap.
struct WindRow {
  std::int32_t* ground = nullptr;
  std::int32_t* sand = nullptr;
  const std::int32_t* ahead = nullptr;  ///< ground one row downwind
  std::int32_t* flying = nullptr;       ///< units of sand in the air
  float* shade = nullptr;               ///< lower edge of the wind: what lies below is in the shadow
  float* mean = nullptr;                ///< of the ground upwind
  int count = 0;
};

/// Sand takes off and lands on the cells of a row; the air moves on to the next row. Cell by cell, the change of the
/// ground is that of the sand, and the opposite of that of the air.
void blow_row(const WindRules& rules, const WindRow& row);

/// Moves sand between neighbours.
enum class Slide {
  steep,    ///< to the four along rows and columns where steeper than the rises
  axes,     ///< the same, and along rows a little on all slopes
  corners,  ///< to the four across corners where steeper than the rises
  even,     ///< to the four along rows and columns on all slopes
};

/// Largest rises at which sand rests, units, towards the neighbours in this order: the three of the row upwind, the two
/// of the same row, the three of the row downwind. Neighbour i lies opposite of 7 - i.
using Rises = std::array<std::int32_t, 8>;

/// A row and its two neighbours.
struct SlideRow {
  const std::int32_t* ground[3] = {};  ///< upwind, middle, downwind
  const std::int32_t* sand[3] = {};
  std::int32_t* change = nullptr;  ///< of the middle row's sand
  int width = 0;                   ///< the last column is beside the first
  Rises rises{};
};

/// Computes the gain of each cell of the middle row; what one gains another loses. A cell never loses more than it has.
/// Returns the largest gain from a single neighbour. Pre: width at least 3.
std::int32_t slide_row(Slide how, const SlideRow& row);

}  // namespace weald::terrain::detail
