#pragma once
// Heights between the samples of a grid: interpolation at a point, and the weights with which whole grids are
// resampled.
//
// Coordinates are fractions of sample numbers along an axis of `size` samples: 0 is the first sample, size - 1 the
// last. Coordinates beyond these count as the nearest of them. Bicubic interpolation continues a row of samples beyond
// its ends by the parabola through the last three, so that polynomials up to degree two are reproduced up to the
// border. Source: [keys1981].

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "data/heightmap.h"

namespace weald::raster {

/// How a height is made from the samples around it.
enum class Interpolation {
  nearest,   ///< the nearest sample; of two equally near ones, the one to the east or south
  bilinear,  ///< straight between neighbouring samples; reproduces planes
  bicubic,   ///< Catmull-Rom, by cubic convolution; reproduces polynomials of degree two in x and in z
  area,      ///< mean of the bilinear surface over a cell of a coarser grid; otherwise bilinear
};

/// The samples that contribute to one value along an axis: first, first + 1, ..., all inside the axis.
struct PointTaps {
  int first = 0;
  int count = 1;
  std::array<double, 4> weight{};  ///< the first `count` are set
};

/// The samples that contribute to the value at `place`, for any interpolation; area counts as bilinear. NaN counts as
/// 0. Pre: size at least 1.
PointTaps taps_at(double place, int size, Interpolation interpolation);

/// `place`, moved to the nearest multiple of one half if it is within a millionth of it: coinciding samples of two
/// grids then coincide exactly, although their positions were rounded.
double snapped(double place);

/// Height at fractional sample coordinates of a map of `width` x `height` samples. Pre: `samples` contains the samples
/// that contribute, at most two on either side along both axes.
double sample_at(const HeightView& samples, int width, int height, const Vec2& place, Interpolation interpolation);

/// Samples along one axis of a grid, metres.
struct SampleAxis {
  double origin = 0;     ///< position of the first sample
  double cell_size = 1;  ///< distance between samples
  int count = 0;
};

/// The weights of the samples of one axis in every sample of another, for separable resampling.
class AxisTaps {
 public:
  /// Pre: both axes have samples.
  AxisTaps(const SampleAxis& from, const SampleAxis& to, Interpolation interpolation);

  /// The first contributing sample of new sample `i`.
  int first(int i) const { return first_[static_cast<std::size_t>(i)]; }
  /// Weights of first(i), first(i) + 1, ...; they sum to 1.
  std::span<const double> weights(int i) const {
    const auto at = static_cast<std::size_t>(i);
    return std::span{weights_}.subspan(begin_[at], begin_[at + 1] - begin_[at]);
  }
  /// Whether new sample `i` lies within the extent of the old axis.
  bool is_inside(int i) const { return i >= inside_begin_ && i < inside_end_; }
  /// Largest number of samples that contribute to one.
  int longest() const { return longest_; }

 private:
  void add(int first, std::span<const double> weights);

  std::vector<int> first_;
  std::vector<std::size_t> begin_{0};
  std::vector<double> weights_;
  int inside_begin_ = 0, inside_end_ = 0, longest_ = 0;
};

}  // namespace weald::raster
