#pragma once
// One scale of hydraulic erosion: the land at some cell size, and the ledger of what was worn off and laid down, in
// whole units of height. Internal to terrain/.

#include <cstdint>
#include <vector>

#include "core/grid.h"
#include "terrain/hydraulic_kernels.h"

namespace weald::terrain::detail {

/// Units of the ledger in one unit of the tallies: a power of two, so that brushes divide exactly.
inline constexpr int kBrushBits = 20;

/// Weights of a round brush along one axis, as whole numbers that sum to 2^(kBrushBits / 2); the middle one first. The
/// brush is the product of two. Pre: radius in cells, 0 to kMostBrush.
std::vector<double> brush_weights(double radius);
inline constexpr double kMostBrush = 24;

/// The land at one cell size.
class Scale {
 public:
  /// `unit`: metres in one unit of the tallies. `erodibility` may be empty: 1 everywhere.
  Scale(Grid<float> base, Grid<float> erodibility, double cell_size, double unit);

  /// Takes over what was done on a scale of twice the cell size; sums are kept exactly: every unit there becomes one unit
  /// in each of the four samples it stands for. Pre: the coarser grid has half the columns and rows.
  void continue_from(const Scale& coarser);
  /// What droplets see.
  DropletGround ground(float droplets_per_sample);
  /// Works the tallies into the ledger, spread by the brush, and renews the heights and the flow. No sample takes part
  /// with more than `most` units at once; the rest waits in its tally. `memory`: weight of the flow before this batch.
  void settle(const std::vector<double>& brush, double droplets_per_sample, double memory, double most);
  /// Works in what is left of the tallies without limit.
  void finish(const std::vector<double>& brush);

  int width() const { return base_.width(); }
  int height() const { return base_.height(); }
  double cell_size() const { return cell_size_; }
  const Grid<float>& base() const { return base_; }
  /// Worn off and laid down, in units / 2^kBrushBits.
  const Grid<std::int64_t>& worn() const { return worn_; }
  const Grid<std::int64_t>& laid() const { return laid_; }
  /// Samples whose rain passes each sample.
  const Grid<float>& flow() const { return flow_; }
  /// Sum of everything that waits in the tallies, in units.
  std::int64_t waiting() const;

 private:
  void spread(const std::vector<double>& brush, double most);

  Grid<float> base_;
  Grid<float> erodibility_;
  double cell_size_;
  double unit_;
  Grid<float> heights_;  // in cells
  Grid<float> passes_;   // expected droplets per batch
  Grid<float> flow_;
  Grid<float> inherited_;  // flow of the coarser scale
  Grid<Tally> tally_;
  Grid<std::int64_t> worn_;
  Grid<std::int64_t> laid_;
};

/// Half as many columns and rows, each the mean of four. Pre: both are even.
Grid<float> halved(const Grid<float>& fine);

}  // namespace weald::terrain::detail
