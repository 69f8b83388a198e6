#pragma once
// One scale of hydraulic erosion: the land at some cell size, and the ledger of eroded and deposited material, in whole
// units of height. Internal to stages/land/erosion.

#include <cstdint>
#include <vector>

#include "data/grid.h"
#include "stages/land/erosion/detail/hydraulic_kernels.h"

namespace weald::terrain::detail {

/// Units of the ledger per unit of the tallies: a power of two, so that brushes divide exactly.
inline constexpr int kBrushBits = 20;

/// Weights of a round brush along one axis, as whole numbers that sum to 2^(kBrushBits / 2); the middle one first. The
/// brush is the product of two. Pre: radius in cells, 0 to kMostBrush.
std::vector<double> brush_weights(double radius);
inline constexpr double kMostBrush = 24;

/// The land at one cell size.
class Scale {
 public:
  /// `unit`: metres per unit of the tallies. `erodibility` may be empty: 1 everywhere.
  Scale(Grid<float> base, Grid<float> erodibility, double cell_size, double unit);

  /// Takes over the result of a scale of twice the cell size; sums are preserved exactly: every unit there becomes one
  /// unit in each of the four samples that it covers. Pre: the coarser grid has half the columns and rows.
  void continue_from(const Scale& coarser);
  /// The surface at which depressions spill now; water ends at `sea`, in cells. May run while droplets fall.
  Grid<float> spills(double sea) const;
  /// Lets water stand up to `spills` from now on.
  void fill_hollows(Grid<float> spills);
  /// The surface that droplets run on; the sea stands at `sea`, in cells.
  DropletGround ground(float droplets_per_sample, float sea);
  /// Applies the tallies to the ledger, spread by the brush, and updates the heights and the flow. No sample is lowered
  /// below its lowest neighbour or more than 45 degrees (on steeper land more) below another, or raised above the mean
  /// of them by more than a little; the rest stays pending. `memory`: weight of the flow before this batch.
  void settle(const std::vector<double>& brush, double droplets_per_sample, double memory);
  /// Takes the pending deposits in the columns [x0, x1) and rows [y0, y1), after using them and `load` for the pending
  /// erosion there as far as they last; adds the rest to `load`, in units.
  void take_waiting(int x0, int y0, int x1, int y1, std::int64_t& load);

  int width() const { return base_.width(); }
  int height() const { return base_.height(); }
  double cell_size() const { return cell_size_; }
  const Grid<float>& base() const { return base_; }
  /// Eroded and deposited, in units / 2^kBrushBits.
  const Grid<std::int64_t>& worn() const { return worn_; }
  const Grid<std::int64_t>& laid() const { return laid_; }
  /// Samples whose rain passes each sample.
  const Grid<float>& flow() const { return flow_; }
  /// Sum of everything pending, in units / 2^kBrushBits, modulo 2^64.
  std::uint64_t waiting() const;

 private:
  struct FlowMean {
    double per_droplet = 0;  // samples in a unit of water
    double memory = 0;
  };
  void take_tallies(int y, const std::vector<double>& brush, const FlowMean& mean);
  void spread_down(int y, const std::vector<double>& brush);
  void settle_row(int y);
  std::int64_t settled_share(int x, int y, std::int64_t due) const;

  Grid<float> base_;
  Grid<float> erodibility_;
  double cell_size_;
  double unit_;
  Grid<float> heights_;  // in cells
  Grid<float> next_heights_;
  Grid<float> water_;   // where hollows spill, in cells; far below elsewhere
  Grid<float> route_;   // what water runs on: the higher of the two
  Grid<float> passes_;  // expected droplets per batch
  Grid<float> flow_;
  Grid<Tally> tally_;
  Grid<double> across_;     // tallies spread along rows
  Grid<std::int64_t> due_;  // still to be laid down (or worn off: negative), in units / 2^kBrushBits
  Grid<std::int64_t> worn_;
  Grid<std::int64_t> laid_;
};

/// Half as many columns and rows, each the mean of four. Pre: both are even.
Grid<float> halved(const Grid<float>& fine);

}  // namespace weald::terrain::detail
