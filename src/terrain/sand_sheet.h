#pragma once
// SandSheet: sand on rock in whole units of height, moved by wind; what the stage `dunes` runs.
//
// Rows lie across the wind and follow each other down the wind; both axes are periodic.

#include <cstdint>
#include <vector>

#include "core/grid.h"
#include "core/run_context.h"

namespace weald::terrain::detail {

/// How wind moves sand, with heights in units and lengths in cells.
struct WindRules {
  float lift = 100;           ///< units taken from open, even sand in one step
  float landing_sand = 0.2f;  ///< share of the flying sand that lands on each cell of sand
  float landing_rock = 0.1f;  ///< the same on bare rock
  float landing_lee = 0.3f;   ///< the same in the shadow of a crest
  float shadow_drop = 500;    ///< units by which the edge of a shadow sinks on each cell
  float speed_up = 4;         ///< by how much more is lifted where ground rises by 1 in 1
  float speed_reach = 0.1f;   ///< share of the way to the ground's height that the mean of the ground upwind takes per cell
  int creep = 3;              ///< shift
  int thin = 50;              ///< units of sand below which rock shows
};

/// The height of the ground and how much of it is sand, in units; the rest is rock.
struct SandSheet {
  Grid<std::int32_t> ground;
  Grid<std::int32_t> sand;
};

/// What wind carries from the last row back to the first, by column.
class WindState {
 public:
  explicit WindState(const SandSheet& sheet);
  /// One step of wind along lines that shift by `tangent` columns per row, beginning `phase` of a column aside: every
  /// cell outside of shadows gives off sand, every cell keeps a share of what passes. Pre: |tangent| <= 4, 0 <= phase < 1.
  void blow(SandSheet& sheet, const WindRules& rules, double tangent, double phase, const RunContext& context);
  /// Lets all sand that still flies land.
  void calm(SandSheet& sheet);
  /// Sum of the sand that flies, units.
  std::int64_t flying() const;

 private:
  std::vector<float> shade_, mean_;
  std::vector<std::int32_t> flux_;
  std::vector<float> next_shade_, next_mean_;
  std::vector<std::int32_t> next_flux_;
};

/// Lets sand slide once where it lies steeper than `rise` units per cell, to the four neighbours along rows and columns
/// or, with `corners`, to the four across corners. `scratch` has the size of the sheet. Returns whether any moved.
bool slide(SandSheet& sheet, std::int32_t rise, bool corners, int creep, Grid<std::int32_t>& scratch, const RunContext& context);

}  // namespace weald::terrain::detail
