#pragma once
// The filters of FLIP as weights along one axis, and the bands of rows that they are applied to.

#include <span>
#include <vector>

namespace weald::compare {

/// Weights of an even filter: weights[0] at the centre, weights[k] for the samples k away on both sides.
using HalfKernel = std::vector<float>;

/// The filters for one number of pixels per degree. Two-dimensional filters are products (or sums of products) of
/// these, scaled so that the products sum to 1. Source: [andersson2020].
struct FlipFilters {
  explicit FlipFilters(double pixels_per_degree);

  HalfKernel achromatic;  ///< contrast sensitivity to lightness
  HalfKernel red_green;   ///< contrast sensitivity to red against green
  HalfKernel blue_wide;   ///< contrast sensitivity to blue against yellow: a sum of two filters
  HalfKernel blue_narrow;
  float blue_wide_share;  ///< weight of the product of blue_wide; that of blue_narrow has the remaining weight
  HalfKernel smooth;      ///< Gaussian along a feature
  HalfKernel edge;        ///< its first derivative across one; odd: weights[k] to the right, -weights[k] to the left
  HalfKernel point;       ///< its second derivative
  int radius = 0;         ///< the largest radius of all filters, pixels
};

/// Rows of floats with `margin` more columns at both ends.
class Band {
 public:
  Band(int width, int margin, int rows);
  /// Column 0 of row `row`; columns -margin to width + margin - 1 may be used.
  float* row(int row) { return values_.data() + static_cast<std::ptrdiff_t>(row) * stride_ + margin_; }
  const float* row(int row) const { return values_.data() + static_cast<std::ptrdiff_t>(row) * stride_ + margin_; }
  int width() const { return width_; }
  /// Repeats the first and the last column of a row into its margins.
  void fill_margins(int row);

 private:
  int width_, margin_;
  std::ptrdiff_t stride_;
  std::vector<float> values_;
};

/// Filters along the row: out[x] from in[x - n] to in[x + n]. Pre: `in` has a margin of the kernel's length.
void filter_along(const HalfKernel& kernel, const float* in, int width, float* out);
/// Like above, with an odd kernel.
void filter_along_odd(const HalfKernel& kernel, const float* in, int width, float* out);
/// Filters down the columns at row `row` of `in`. Pre: `in` has as many rows above and below.
void filter_down(const HalfKernel& kernel, const Band& in, int row, float* out);
/// Like above, with an odd kernel.
void filter_down_odd(const HalfKernel& kernel, const Band& in, int row, float* out);

}  // namespace weald::compare
