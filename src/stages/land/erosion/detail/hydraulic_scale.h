#pragma once
// One scale of hydraulic erosion: the land at one cell size, and a ledger of eroded and deposited material in whole
// units of height.

#include <cstdint>
#include <utility>
#include <vector>

#include "data/grid.h"
#include "stages/land/erosion/detail/hydraulic_kernels.h"

namespace weald::terrain::detail {

/// log2 of the ledger units in one tally unit: a power of two, so that brushes divide exactly.
inline constexpr int kBrushBits = 20;

/// Weights of a round brush along one axis, the middle one first: whole numbers that sum to 2^(kBrushBits / 2) over the
/// whole axis. The brush is the product of the two axes.
/// Pre: radius in cells, 0 to kMaxBrush.
std::vector<double> brush_weights(double radius);
inline constexpr double kMaxBrush = 24;

/// The land at one cell size.
class Scale {
 public:
  /// `unit` is the height of one tally unit in metres. An empty `erodibility` means 1 everywhere.
  Scale(Grid<float> base, Grid<float> erodibility, double cell_size, double unit);

  /// Continues from the result of a scale with twice the cell size. Sums are kept exactly: each coarse unit becomes one
  /// unit in each of the four samples that the coarse sample covers.
  /// Pre: the coarser grid has half the columns and rows.
  void continue_from(const Scale& coarser);
  /// The surface up to which the current depressions fill before they spill; water drains into the sea at height `sea`,
  /// in cells. May run while droplets are simulated.
  Grid<float> spills(double sea) const;
  /// Fills depressions with standing water up to `spills` from now on.
  void fill_hollows(Grid<float> spills);
  /// From now on droplets count on at least this flow at each sample, in samples.
  void expect_flow(Grid<float> flow) { expected_ = std::move(flow); }
  /// The ground for the simulation of droplets, with the sea at height `sea`, in cells.
  DropletGround ground(float droplets_per_sample, float sea);
  /// Spreads the tallies with the brush, applies them to the ledger, and updates the heights and the flow. No sample is
  /// eroded below its lowest neighbour, or to more than 45 degrees (more on steeper land) below another neighbour; none
  /// is raised more than slightly above the mean of its neighbours. The excess stays pending. `memory` is the weight of
  /// the flow before this batch.
  void settle(const std::vector<double>& brush, double droplets_per_sample, double memory);
  /// Moves the pending deposition in columns [x0, x1) and rows [y0, y1) to `load`, in units. Then uses `load`, as far
  /// as it suffices, to cancel the pending erosion in that area.
  void take_waiting(int x0, int y0, int x1, int y1, std::int64_t& load);

  int width() const { return base_.width(); }
  int height() const { return base_.height(); }
  double cell_size() const { return cell_size_; }
  const Grid<float>& base() const { return base_; }
  /// Eroded and deposited material, in units / 2^kBrushBits.
  const Grid<std::int64_t>& eroded() const { return eroded_; }
  const Grid<std::int64_t>& laid() const { return laid_; }
  /// Drainage area of each sample, in samples.
  const Grid<float>& flow() const { return flow_; }
  /// Sum of all pending changes, in units / 2^kBrushBits, modulo 2^64.
  std::uint64_t waiting() const;

 private:
  struct FlowMean {
    double per_droplet = 0;  // samples of rain per unit of water
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
  Grid<float> water_;   // surface of standing water, in cells; far below the ground elsewhere
  Grid<float> route_;   // the surface that water runs on: the higher of ground and water
  Grid<float> passes_;  // expected droplets per batch
  Grid<float> flow_;
  Grid<float> expected_;  // least flow; empty: none
  Grid<Tally> tally_;
  Grid<double> across_;     // tally changes spread along rows
  Grid<std::int64_t> due_;  // pending change in units / 2^kBrushBits: deposition positive, erosion negative
  Grid<std::int64_t> eroded_;
  Grid<std::int64_t> laid_;
};

/// Downsamples by two: each sample is the mean of four. Pre: width and height are even.
Grid<float> halved(const Grid<float>& fine);

/// Downsamples by two: each sample is the largest of four. Pre: width and height are even.
Grid<float> halved_to_largest(const Grid<float>& fine);

}  // namespace weald::terrain::detail
