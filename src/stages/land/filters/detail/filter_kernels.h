#pragma once
// Inner loops of the filters, compiled once per SIMD target.

#include <cstddef>
#include <span>
#include <vector>

namespace weald::filters::detail {

/// Weights of a symmetric kernel: weights[k] is the weight of the samples at the distances k and -k.
using HalfKernel = std::vector<double>;

/// out[i] = w[0] r[i] + w[1] (r-1[i] + r1[i]) + ... in this order, for i < count, where `rows` are the 2 w.size() - 1
/// rows from the first to the last. Pre: that many rows of `count` samples.
void weigh_rows(std::span<const double> w, std::span<const float* const> rows, std::size_t count, double* out);

/// The same sum along a line: out[i] = w[0] line[i] + w[1] (line[i - 1] + line[i + 1]) + ... for i < count. Pre: `line`
/// has w.size() - 1 values before the first and after the last.
void weigh_line(std::span<const double> w, const double* line, std::size_t count, double* out);

/// A neighbour in the window of a bilateral filter.
struct Tap {
  std::ptrdiff_t offset = 0;  ///< samples from the centre, in the memory of the window
  double weight = 0;          ///< by distance
};

/// Bilateral filter of the samples centre[0] to centre[count - 1]: the centre plus the mean of the differences to its
/// neighbours. A neighbour weighs tap.weight times (1 - (difference / threshold)^2)^2, and nothing from the threshold
/// on. `inverse` is 1 / threshold. The taps do not include the centre, which weighs 1.
void bilateral_row(std::span<const Tap> taps, double inverse, const float* centre, std::size_t count, double* out);

}  // namespace weald::filters::detail
