#pragma once
// SandSheet: sand on rock in whole units of height, moved by wind; used by the stage `dunes`. Internal to
// stages/land/erosion.

#include <cstdint>
#include <vector>

#include "base/run_context.h"
#include "data/grid.h"
#include "stages/land/erosion/detail/sand_kernels.h"

namespace weald::terrain::detail {

/// The height of the ground and how much of it is sand, in units. Rows lie across the wind and follow each other
/// downwind; rows and columns are periodic. All movements of sand are exact: the sum of resting and flying sand is
/// preserved.
class SandSheet {
 public:
  /// Sand of depth `sand` on ground of height `ground`, sand included. Pre: the same size, at least 3 x 3; sand not
  /// negative; all below 2^29.
  SandSheet(Grid<std::int32_t> ground, Grid<std::int32_t> sand);

  const Grid<std::int32_t>& ground() const { return ground_; }
  const Grid<std::int32_t>& sand() const { return sand_; }
  /// Sum of resting and flying sand, units.
  std::int64_t total() const;

  /// One step of wind that shifts by `tangent` columns per row and begins `phase` of a column aside. Pre: |tangent| at
  /// most 4, phase in [0, 1).
  void blow(const WindRules& rules, double tangent, double phase, const RunContext& context);
  /// Ends the wind: flying sand comes down.
  void calm();
  /// Moves sand once between all neighbours (see Slide); returns the largest gain from a single neighbour.
  std::int32_t slide(Slide how, const Rises& rises, const RunContext& context);
  /// Lets sand slide until no two neighbours are steeper than the rises by more than `tolerance` units, or for
  /// `sweeps`. Not parallel.
  void rest(const Rises& rises, std::int32_t tolerance, int sweeps, const RunContext& context);

 private:
  std::int32_t topple(int x, int y, const Rises& rises);

  // The air above the first row, by column.
  struct Air {
    std::vector<std::int32_t> flying;
    std::vector<float> shade;
    std::vector<float> mean;
  };

  Grid<std::int32_t> ground_;
  Grid<std::int32_t> sand_;
  Grid<std::int32_t> change_;
  Air air_, next_air_;
};

}  // namespace weald::terrain::detail
