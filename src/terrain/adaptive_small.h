#pragma once
// The smallest right triangles of an adaptive mesh, of which there are most: as Facet, but of a size that the compiler
// knows, and turned by the steps from sample to sample.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "terrain/adaptive_facet.h"

namespace weald::terrain::detail {

/// How far corners are moved, as a multiple of what brings a sample just within its limit: projections converge for
/// factors below 2, and fastest for about this.
inline constexpr float kOvershoot = 1.5f;

/// The three heights of a triangle: at the ends of the long edge and at the right angle.
struct CornerHeights {
  float a;
  float b;
  float apex;
};

/// Rows of samples of a triangle, seen from its origin: the right angle where the legs are straight (`kStraight`; then
/// `a` lies kReach steps along u and `b` along t), else the middle of the long edge (then `a` and `b` lie kReach steps
/// against and along u, the right angle along t). Row t goes from first(t) to
/// last(t); the corners are left out.
template <int kReach, bool kStraight>
struct SmallFacet {
  const float* origin;  ///< sample
  std::ptrdiff_t u;     ///< from one sample of a row to the next
  std::ptrdiff_t t;     ///< from one row to the next

  // Without the corners, whose samples are kept in reach otherwise.
  static constexpr int first(int row) { return (kStraight ? 0 : row - kReach) + (row == 0 ? 1 : 0); }
  static constexpr int last(int row) { return kReach - row - (row == 0 ? 1 : 0); }
  static constexpr float kInverse = 1.0f / kReach;

  /// Widens `residual` by the samples above the plane through `h`, in the rows from `first_row` on.
  void widen(const CornerHeights& h, Residual& residual, int first_row = 0) const {
    for_residuals(h, first_row, [&](float above) {
      residual.low = std::min(residual.low, above);
      residual.high = std::max(residual.high, above);
    });
  }

  /// Largest distance of a sample from the plane through `h`.
  float farthest(const CornerHeights& h) const {
    float most = 0;
    for_residuals(h, 0, [&](float above) { most = std::max(most, std::abs(above)); });
    return most;
  }

  /// Moves the heights so that each sample in turn comes within `limit`, by kOvershoot times what would do; they stay
  /// within it of the corners' samples.
  void project(CornerHeights& h, float limit) const {
    std::size_t n = 0;
    for (int row = 0; row < kReach; ++row) {
      for (int i = first(row); i <= last(row); ++i, ++n) {
        const Weights& w = kWeights[n];
        const float above = origin[row * t + i * u] - (w.a * h.a + w.b * h.b + w.apex * h.apex);
        const float excess = above - std::min(std::max(above, -limit), limit);
        if (excess == 0) continue;
        const float move = excess * w.gain;
        h.a += move * w.a;
        h.b += move * w.b;
        h.apex += move * w.apex;
      }
    }
    const auto near = [&](float& height, std::ptrdiff_t step) {
      height = std::min(std::max(height, origin[step] - limit), origin[step] + limit);
    };
    near(h.a, kStraight ? kReach * u : -kReach * u);
    near(h.b, kReach * (kStraight ? t : u));
    near(h.apex, kStraight ? 0 : kReach * t);
  }

 private:
  template <class Visit>
  void for_residuals(const CornerHeights& h, int first_row, const Visit& visit) const {
    const float base = kStraight ? h.apex : 0.5f * (h.a + h.b);
    const float along = kStraight ? (h.a - h.apex) * kInverse : (h.b - h.a) * (0.5f * kInverse);
    const float across = ((kStraight ? h.b : h.apex) - base) * kInverse;
    for (int row = first_row; row < kReach; ++row) {
      const float start = base + static_cast<float>(row) * across;
      for (int i = first(row); i <= last(row); ++i)
        visit(origin[row * t + i * u] - (start + static_cast<float>(i) * along));
    }
  }

  // Shares of the corners in the plane's height at a sample, and kOvershoot over the sum of their squares.
  struct Weights {
    float a, b, apex, gain;
  };
  static constexpr std::size_t kSamples =
      (kStraight ? (kReach + 1) * (kReach + 2) / 2 : (kReach + 1) * (kReach + 1)) - 3;
  static constexpr std::array<Weights, kSamples> all_weights() {
    std::array<Weights, kSamples> all{};
    std::size_t n = 0;
    for (int row = 0; row < kReach; ++row) {
      for (int i = first(row); i <= last(row); ++i, ++n) {
        const float r = static_cast<float>(row) * kInverse;
        const float c = static_cast<float>(i) * kInverse;
        const float a = kStraight ? c : 0.5f * (1 - r - c);
        const float b = kStraight ? r : 0.5f * (1 - r + c);
        const float apex = kStraight ? 1 - c - r : r;
        all[n] = {a, b, apex, kOvershoot / (a * a + b * b + apex * apex)};
      }
    }
    return all;
  }
  static constexpr std::array<Weights, kSamples> kWeights = all_weights();
};

}  // namespace weald::terrain::detail
