#pragma once
// The smallest right triangles of an adaptive mesh, of which there are most: as Facet, but of a size that the compiler
// knows, and turned by the steps from sample to sample.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "stages/land/meshing/detail/rtin_triangle.h"

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

/// A sample of a small triangle: its place in steps of SmallFacet, the shares of the corners in the plane's height
/// there, and kOvershoot over the sum of their squares.
struct CornerShares {
  int u, t;
  float a, b, apex;
  float gain;
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

  static constexpr std::size_t kSamples =
      (kStraight ? (kReach + 1) * (kReach + 2) / 2 : (kReach + 1) * (kReach + 1)) - 3;
  static constexpr std::array<CornerShares, kSamples> all_shares() {
    std::array<CornerShares, kSamples> all{};
    std::size_t n = 0;
    for (int row = 0; row < kReach; ++row) {
      for (int i = first(row); i <= last(row); ++i, ++n) {
        const float r = static_cast<float>(row) * kInverse;
        const float c = static_cast<float>(i) * kInverse;
        const float a = kStraight ? c : 0.5f * (1 - r - c);
        const float b = kStraight ? r : 0.5f * (1 - r + c);
        const float apex = kStraight ? 1 - c - r : r;
        all[n] = {i, row, a, b, apex, kOvershoot / (a * a + b * b + apex * apex)};
      }
    }
    return all;
  }
  /// For every sample.
  static constexpr std::array<CornerShares, kSamples> kShares = all_shares();

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
};

}  // namespace weald::terrain::detail
