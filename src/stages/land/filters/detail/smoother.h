#pragma once
// Separable smoothing of windows of a heightmap: Gaussian and box means.
//
// Both smooth along columns first, which needs no more columns than the window, and then along rows. Beyond the border
// of the grid the nearest sample counts. Values depend on the samples within reach alone, to the last bit.

#include <functional>
#include <vector>

#include "data/field.h"

namespace weald::filters {

/// Receives a row of smoothed heights: the values of row `y` from column region.x on, as many as the region is wide.
using TakeRow = std::function<void(int y, const double* values)>;

/// Largest standard deviation of a Gaussian, in samples.
inline constexpr int kMostGaussian = 1024;
/// Largest half width of a box, in samples.
inline constexpr int kMostBox = 4096;
/// Distance at which a Gaussian is truncated, in standard deviations.
inline constexpr double kGaussianReach = 4;

/// Weights at the distances 0, 1, 2 ... of a Gaussian of standard deviation `sigma`, in samples, truncated at
/// kGaussianReach and normalised: the first plus twice the others is 1. The truncated tails weigh 2 erfc(4 / sqrt 2) <
/// 1.3e-4 in two dimensions: that share of the range of the heights bounds the difference to the whole Gaussian.
std::vector<double> gaussian_weights(double sigma);

/// A mean of the samples around each sample.
class Smoother {
 public:
  /// Pre: 0 <= sigma <= kMostGaussian, the standard deviation in samples.
  static Smoother gaussian(double sigma);
  /// Mean of a square of side 1 + 2 `half`, in samples, whose outermost samples count by the share of them inside.
  /// Pre: 0 <= half <= kMostBox.
  static Smoother box(double half);

  /// Distance, in samples, of the farthest samples that a value depends on.
  int reach() const { return reach_; }
  /// Calls `take` for each row of `region`, from north to south. Pre: `heights` has the samples within reach that lie
  /// in the grid.
  void smooth(const HeightView& heights, const GridSpec& grid, const Region& region, const TakeRow& take) const;

 private:
  Smoother() = default;
  /// Means along the columns `first` to `end` of the rows of `region`, packed.
  void along_columns(const HeightView& heights, const GridSpec& grid, const Region& region, double* out) const;
  void weigh_columns(const HeightView& heights, const GridSpec& grid, const Region& region, double* out) const;
  void box_columns(const HeightView& heights, const GridSpec& grid, const Region& region, double* out) const;
  /// Means along a line of `count` values with `reach` further ones on either side; `first` is the column of the first.
  void along_line(const double* line, int first, int count, double* out) const;

  int reach_ = 0;
  std::vector<double> weights_;  ///< of a Gaussian; empty for a box
  int whole_ = 0;                ///< samples on either side of a box that count fully
  double edge_ = 0;              ///< share of the samples beyond them
};

}  // namespace weald::filters
