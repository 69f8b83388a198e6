#pragma once
// Competition: which of the plants that overlap stay.
//
// Plants are sown into the cells of grids that are fixed in the world, at most one into each. A plant stays if no
// stronger plant that stays overlaps it. This is decided in rounds: in each, a plant stays whose stronger neighbours
// are all gone, and a plant goes that has a stronger neighbour that stays. The state after a round depends on the
// plants up to one neighbour further away, so after kRounds rounds on those within kRounds times the largest distance
// of neighbours: any window of the world that contains these gives the same answer. Ranks are random, and chains of
// neighbours of falling rank are short: hardly any plant is undecided at the end, and those go. Source: [blelloch2012]
// (rounds give the same set as one pass in the order of ranks, and are few), [deussen1998] (competition of circular
// plants), [lane2002] (plants that thin each other out).

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/math/vec.h"
#include "base/run_context.h"

namespace weald::scene {

/// Most rounds of a competition.
inline constexpr int kRounds = 12;

/// A plant that competes.
struct Seedling {
  Vec2 place{0};              ///< world x and z, metres
  float rank = 0;             ///< the plant of lower rank is stronger
  float crown = 0;            ///< radius, metres
  float size = 0;             ///< scale
  std::uint16_t species = 0;  ///< number of the species
  bool is_kept = false;       ///< whether it is kept if it stays; otherwise its place remains empty
  bool stays = false;         ///< set by compete()
};

/// A window of a grid of square cells that is fixed in the world: cell (x, z) begins at (x, z) * cell.
struct SownGrid {
  double cell = 1;            ///< metres
  double largest = 0;         ///< upper bound of the radii of its crowns, metres
  std::int64_t x = 0, z = 0;  ///< of the first cell
  std::int64_t columns = 0, rows = 0;
  std::vector<Seedling> plants{};  ///< row by row; a cell without a plant has an infinite place

  std::size_t index(std::int64_t column, std::int64_t row) const {
    return static_cast<std::size_t>((row - z) * columns + (column - x));
  }

  /// Calls visit(first, last) for the runs of plants in the cells that reach into the square of `radius` metres around
  /// a place, until a call returns true. Returns whether one did.
  template <class Visitor>
  bool any_run(const Vec2& place, double radius, Visitor&& visit) const {
    const double inverse = 1 / cell;
    const auto cell_of = [&](double at) { return static_cast<std::int64_t>(std::floor(at * inverse)); };
    const std::int64_t left = std::max(cell_of(place.x - radius), x);
    const std::int64_t right = std::min(cell_of(place.x + radius), x + columns - 1);
    if (left > right) return false;
    const std::int64_t bottom = std::min(cell_of(place.y + radius), z + rows - 1);
    for (std::int64_t row = std::max(cell_of(place.y - radius), z); row <= bottom; ++row) {
      if (visit(index(left, row), index(right, row) + 1)) return true;
    }
    return false;
  }
};

/// A place that no plant has.
bool is_empty(const Seedling& seedling);

/// Sets `stays` of all plants in the grids of one layer. Plants overlap if their distance is below the sum of the radii
/// of their crowns. Of plants of equal rank, the one in the earlier grid, row and column is stronger.
void compete(std::span<SownGrid> grids, const RunContext& context);

}  // namespace weald::scene
