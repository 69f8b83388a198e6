#pragma once
// Means of many samples, weighted by the inverse squares of their distances, at many places.

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/grid.h"

namespace weald::raster::detail {

/// A sample without data.
struct VoidCell {
  int x = 0;
  int y = 0;
};

/// Samples with data as arrays, for vector instructions. Positions are in units of the smaller distance of samples.
struct BorderSamples {
  std::vector<double> x, y, height;
};

/// Most pairs of samples of one void that fill_means() visits one by one.
inline constexpr double kDirectPairs = 1 << 27;

/// How many weights fill_means() computes at most, about, for these numbers of samples.
double weights_of_means(double inside, double border);

/// Sets the samples at `inside` to means of `border`. Up to kDirectPairs pairs, each is the sum over all samples in
/// their order. Beyond, `inside` is divided into squares, reordered, and the sums over samples far from a square are
/// interpolated between 14 x 14 places in it: the means differ by less than 1e-6 of the range of the heights. `unit`:
/// distances of samples along a row and of rows. Calls `done` with the number of samples set so far, from this thread.
/// The means are the same on any number of threads. Pre: neither is empty, the smaller distance is 1. Errors:
/// Interrupted. Source: [shepard1968], [fong2009].
void fill_means(const BorderSamples& border, std::span<VoidCell> inside, const Vec2& unit, Grid<float>& heights,
                const RunContext& context, const std::function<void(std::size_t)>& done);

}  // namespace weald::raster::detail
