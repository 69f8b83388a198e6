#include "methods/raster/sampling.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/math/clamped.h"
#include "methods/raster/catmull_rom.h"

namespace weald::raster {

namespace {

constexpr double kSnap = 1e-6;  // of a cell

PointTaps bilinear_taps(double place, int size) {
  if (size == 1) return {0, 1, {1}};
  const int cell = std::min(static_cast<int>(place), size - 2);
  const double t = place - cell;
  if (t == 0) return {cell, 1, {1}};
  if (t == 1) return {cell + 1, 1, {1}};
  return {cell, 2, {1 - t, t}};
}

PointTaps bicubic_taps(double place, int size) {
  if (size < 3) return bilinear_taps(place, size);  // no parabola
  const int cell = std::min(static_cast<int>(place), size - 2);
  const double t = place - cell;
  if (t == 0) return {cell, 1, {1}};
  if (t == 1) return {cell + 1, 1, {1}};
  const std::array<double, 4> w = catmull_rom_weights(t);
  // The sample before the first is 3 a - 3 b + c of the first three, and the one after the last alike.
  if (cell == 0) return {0, 3, {w[1] + 3 * w[0], w[2] - 3 * w[0], w[3] + w[0]}};
  if (cell == size - 2) return {cell - 1, 3, {w[0] + w[3], w[1] - 3 * w[3], w[2] + 3 * w[3]}};
  return {cell - 1, 4, w};
}

/// The integral of the hat of a sample, which is 1 there and 0 one sample away, from its foot to `x`.
double hat_integral(double x) {
  if (x <= -1) return 0;
  if (x >= 1) return 1;
  return x < 0 ? (1 + x) * (1 + x) / 2 : 1 - (1 - x) * (1 - x) / 2;
}

/// Weights of the samples first, first + 1, ... in the mean of the piecewise linear function over [centre - step / 2,
/// centre + step / 2]. Beyond its ends, the function is continued point-symmetrically: planes remain planes.
int area_weights(double centre, double step, int size, std::vector<double>& weights) {
  const double low = centre - step / 2, high = centre + step / 2;
  const int last = size - 1;
  const int from = std::max(static_cast<int>(std::ceil(low - 1)), -last);
  const int to = std::min(static_cast<int>(std::floor(high + 1)), 2 * last);
  // A sample beyond an end is twice the end minus the sample that is as far inside.
  const int begin = from < 0 ? 0 : to > last ? std::min(from, 2 * last - to) : from;
  const int end = to > last ? last : from < 0 ? std::max(to, -from) : to;
  weights.assign(static_cast<std::size_t>(end - begin + 1), 0.0);
  const auto at = [&](int index) -> double& { return weights[static_cast<std::size_t>(index - begin)]; };
  double sum = 0;
  for (int i = from; i <= to; ++i) {
    const double share = (hat_integral(high - i) - hat_integral(low - i)) / step;
    sum += share;
    if (i < 0) {
      at(0) += 2 * share;
      at(-i) -= share;
    } else if (i > last) {
      at(last) += 2 * share;
      at(2 * last - i) -= share;
    } else {
      at(i) += share;
    }
  }
  for (double& weight : weights) weight /= sum;
  return begin;
}

}  // namespace

double snapped(double place) {
  const double half = std::floor(2 * place + 0.5) / 2;
  return std::abs(place - half) <= kSnap ? half : place;
}

PointTaps taps_at(double place, int size, Interpolation interpolation) {
  const double inside = clamped(place, 0.0, static_cast<double>(size - 1));
  switch (interpolation) {
    case Interpolation::nearest: return {std::min(static_cast<int>(inside + 0.5), size - 1), 1, {1}};
    case Interpolation::bicubic: return bicubic_taps(inside, size);
    case Interpolation::bilinear:
    case Interpolation::area: return bilinear_taps(inside, size);
  }
  throw InternalError("an interpolation has no taps");
}

double sample_at(const HeightView& samples, int width, int height, const Vec2& place, Interpolation interpolation) {
  const PointTaps across = taps_at(place.x, width, interpolation), down = taps_at(place.y, height, interpolation);
  double sum = 0;
  for (int j = 0; j < down.count; ++j) {
    const float* row = samples.row(down.first + j) + across.first;
    double of_row = 0;
    for (int i = 0; i < across.count; ++i) of_row += across.weight[static_cast<std::size_t>(i)] * row[i];
    sum += down.weight[static_cast<std::size_t>(j)] * of_row;
  }
  return sum;
}

AxisTaps::AxisTaps(const SampleAxis& from, const SampleAxis& to, Interpolation interpolation) {
  WEALD_CHECK(from.count > 0 && to.count > 0);
  const double step = to.cell_size / from.cell_size;
  const bool is_area = interpolation == Interpolation::area && step > 1 && from.count > 1;
  inside_begin_ = to.count;
  std::vector<double> weights;
  for (int i = 0; i < to.count; ++i) {
    const double place = snapped((to.origin + to.cell_size * i - from.origin) / from.cell_size);
    if (place >= 0 && place <= from.count - 1) {
      inside_begin_ = std::min(inside_begin_, i);
      inside_end_ = i + 1;
    }
    if (is_area) {
      // A cell wider than the map covers all of it.
      const double last = from.count - 1;
      const int first = area_weights(clamped(place, 0.0, last), std::min(step, last), from.count, weights);
      add(first, weights);
    } else {
      const PointTaps taps = taps_at(place, from.count, interpolation);
      add(taps.first, std::span{taps.weight}.first(static_cast<std::size_t>(taps.count)));
    }
  }
}

void AxisTaps::add(int first, std::span<const double> weights) {
  first_.push_back(first);
  weights_.insert(weights_.end(), weights.begin(), weights.end());
  begin_.push_back(weights_.size());
  longest_ = std::max(longest_, static_cast<int>(weights.size()));
}

}  // namespace weald::raster
