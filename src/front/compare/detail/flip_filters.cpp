#include "front/compare/detail/flip_filters.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"

namespace weald::compare {

namespace {

constexpr double kNegligible = 1e-9;  // weights below this share of the largest one do not affect a float sum

using Weights = std::vector<double>;

/// exp(-k^2 / (2 sigma^2)) for k from 0 to radius, as far as it matters.
Weights gaussian(double sigma, int radius) {
  Weights weights;
  for (int k = 0; k <= radius; ++k) {
    const double weight = math::exp(-k * k / (2 * sigma * sigma));
    if (weight < kNegligible) break;
    weights.push_back(weight);
  }
  return weights;
}

double sum_of(const Weights& weights) {
  double sum = 0;
  for (std::size_t k = weights.size(); k-- > 0;) sum += k == 0 ? weights[0] : 2 * weights[k];
  return sum;
}

HalfKernel scaled(const Weights& weights, double factor) {
  HalfKernel kernel;
  for (const double weight : weights) kernel.push_back(static_cast<float>(weight * factor));
  return kernel;
}

HalfKernel normalized(const Weights& weights) { return scaled(weights, 1 / sum_of(weights)); }

/// The second derivative across a point: positive and negative weights sum to 1 and -1.
HalfKernel point_kernel(const Weights& smooth, double sigma) {
  double positive = 0, negative = 0;
  Weights weights(smooth.size());
  for (std::size_t k = 0; k < smooth.size(); ++k) {
    const auto x = static_cast<double>(k);
    weights[k] = (x * x / (sigma * sigma) - 1) * smooth[k];
    (weights[k] > 0 ? positive : negative) += (k == 0 ? 1 : 2) * weights[k];
  }
  for (double& weight : weights) weight /= weight > 0 ? positive : -negative;
  return scaled(weights, 1);
}

HalfKernel edge_kernel(const Weights& smooth) {
  double positive = 0;
  Weights weights(smooth.size());
  for (std::size_t k = 0; k < smooth.size(); ++k) {
    weights[k] = static_cast<double>(k) * smooth[k];
    positive += weights[k];
  }
  return scaled(weights, 1 / positive);
}

}  // namespace

FlipFilters::FlipFilters(double pixels_per_degree) {
  // Contrast sensitivity in the image plane: a sqrt(pi / b) exp(-pi^2 r^2 / b), r in degrees.
  const auto sigma_of = [&](double b) { return std::sqrt(b / 2) / math::kPi * pixels_per_degree; };
  const int reach = static_cast<int>(std::ceil(3 * sigma_of(0.04)));
  achromatic = normalized(gaussian(sigma_of(0.0047), reach));
  red_green = normalized(gaussian(sigma_of(0.0053), reach));
  const Weights wide = gaussian(sigma_of(0.04), reach), narrow = gaussian(sigma_of(0.025), reach);
  blue_wide = normalized(wide);
  blue_narrow = normalized(narrow);
  const double wide_mass = 34.1 * std::sqrt(math::kPi / 0.04) * sum_of(wide) * sum_of(wide);
  const double narrow_mass = 13.5 * std::sqrt(math::kPi / 0.025) * sum_of(narrow) * sum_of(narrow);
  blue_wide_share = static_cast<float>(wide_mass / (wide_mass + narrow_mass));

  // Features are detected at the width of the eye's edge detector: 0.082 degrees between peak and trough.
  const double sigma = 0.5 * 0.082 * pixels_per_degree;
  const Weights bell = gaussian(sigma, static_cast<int>(std::ceil(3 * sigma)));
  smooth = normalized(bell);
  edge = edge_kernel(bell);
  point = point_kernel(bell, sigma);
  for (const HalfKernel* kernel : {&achromatic, &red_green, &blue_wide, &blue_narrow, &smooth})
    radius = std::max(radius, static_cast<int>(kernel->size()) - 1);
}

Band::Band(int width, int margin, int rows)
    : width_(width),
      margin_(margin),
      stride_(width + 2 * margin),
      values_(static_cast<std::size_t>(stride_) * static_cast<std::size_t>(rows)) {}

void Band::fill_margins(int row) {
  float* begin = this->row(row);
  std::fill(begin - margin_, begin, begin[0]);
  std::fill(begin + width_, begin + width_ + margin_, begin[width_ - 1]);
}

void filter_along(const HalfKernel& kernel, const float* in, int width, float* out) {
  for (int x = 0; x < width; ++x) out[x] = kernel[0] * in[x];
  for (int k = 1; k < static_cast<int>(kernel.size()); ++k) {
    const float weight = kernel[static_cast<std::size_t>(k)];
    for (int x = 0; x < width; ++x) out[x] += weight * (in[x - k] + in[x + k]);
  }
}

void filter_along_odd(const HalfKernel& kernel, const float* in, int width, float* out) {
  std::fill(out, out + width, 0.0f);
  for (int k = 1; k < static_cast<int>(kernel.size()); ++k) {
    const float weight = kernel[static_cast<std::size_t>(k)];
    for (int x = 0; x < width; ++x) out[x] += weight * (in[x + k] - in[x - k]);
  }
}

void filter_down(const HalfKernel& kernel, const Band& in, int row, float* out) {
  const int width = in.width();
  const float* middle = in.row(row);
  for (int x = 0; x < width; ++x) out[x] = kernel[0] * middle[x];
  for (int k = 1; k < static_cast<int>(kernel.size()); ++k) {
    const float weight = kernel[static_cast<std::size_t>(k)];
    const float *above = in.row(row - k), *below = in.row(row + k);
    for (int x = 0; x < width; ++x) out[x] += weight * (above[x] + below[x]);
  }
}

void filter_down_odd(const HalfKernel& kernel, const Band& in, int row, float* out) {
  const int width = in.width();
  std::fill(out, out + width, 0.0f);
  for (int k = 1; k < static_cast<int>(kernel.size()); ++k) {
    const float weight = kernel[static_cast<std::size_t>(k)];
    const float *above = in.row(row - k), *below = in.row(row + k);
    for (int x = 0; x < width; ++x) out[x] += weight * (below[x] - above[x]);
  }
}

}  // namespace weald::compare
