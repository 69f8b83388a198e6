#pragma once
// Inner loops of wind-blown sand, compiled once per SIMD target.

#include <array>
#include <cstddef>
#include <cstdint>

namespace weald::terrain::detail {

/// Parameters of one step of wind-blown sand. Heights are in units, lengths in rows.
struct WindRules {
  float lift = 0;          ///< units lifted from open, level sand
  float landing_sand = 0;  ///< share of the airborne sand that lands on a sandy cell
  float landing_rock = 0;  ///< share that lands on bare rock
  float landing_lee = 0;   ///< share that lands in the wind shadow of a crest
  float climb = 0;         ///< additional share that lands, per unit by which the next cell is higher
  float shadow_drop = 0;   ///< units by which the edge of the wind shadow sinks per row
  float speed_up = 0;      ///< additional share of `lift`, per unit of height above the mean upwind ground
  float reach = 0;         ///< weight of the current ground in the running mean of the upwind ground
  std::int32_t thin = 0;   ///< largest depth of sand, in units, at which a cell counts as rock
};

/// Number of further values that the arrays of a WindRow must have room for; they may be overwritten.
inline constexpr std::size_t kWindRowSlack = 16;

/// Cells of one row and the air above them. Each array has room for `count` + kWindRowSlack values; the arrays do not
/// overlap.
struct WindRow {
  std::int32_t* ground = nullptr;
  std::int32_t* sand = nullptr;
  const std::int32_t* ahead = nullptr;  ///< ground one row downwind
  std::int32_t* flying = nullptr;       ///< units of airborne sand
  float* shade = nullptr;               ///< height of the wind shadow's edge: ground below it lies in the shadow
  float* mean = nullptr;                ///< running mean of the upwind ground
  int count = 0;
};

/// Lifts sand from the cells of a row and deposits sand on them; `row` then holds the air for the next row. In every
/// cell the ground changes exactly as its sand does, and the airborne sand changes by the opposite amount.
void blow_row(const WindRules& rules, const WindRow& row);

/// Which neighbours sand moves to.
enum class Slide {
  steep,    ///< to the four axis neighbours, where steeper than the rises
  axes,     ///< as `steep`, and in addition a little along rows on every slope
  corners,  ///< to the four diagonal neighbours, where steeper than the rises
  even,     ///< to the four axis neighbours, on every slope
};

/// Largest rises, in units, at which sand rests, per neighbour: three in the upwind row, two in the same row, three in
/// the downwind row. Neighbour i lies opposite neighbour 7 - i.
using Rises = std::array<std::int32_t, 8>;

/// A row with its two adjacent rows.
struct SlideRow {
  const std::int32_t* ground[3] = {};  ///< upwind, middle, downwind
  const std::int32_t* sand[3] = {};
  std::int32_t* change = nullptr;  ///< change of the sand in the middle row
  int width = 0;                   ///< columns; rows wrap around
  Rises rises{};
};

/// Writes the gain of each cell in the middle row; the gain of one cell is the loss of another. A cell never loses more
/// sand than it has. Returns the most that a cell gains from one neighbour. Pre: width at least 3.
std::int32_t slide_row(Slide how, const SlideRow& row);

}  // namespace weald::terrain::detail
