#pragma once
// The smallest and most numerous right triangles of an adaptive mesh: like Facet, but of a size known at compile time,
// and rotated by the steps between samples.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "stages/land/meshing/detail/rtin_triangle.h"

namespace weald::terrain::detail {

/// Over-relaxation: how far corners move, as a multiple of the change that brings a sample just within its limit.
/// Projections converge for factors below 2, and fastest for about 1.5.
inline constexpr float kOvershoot = 1.5f;

/// The three heights of a triangle: at both ends of the long edge and at the right angle.
struct CornerHeights {
  float a;
  float b;
  float apex;
};

/// A sample of a small triangle: its position in steps of SmallFacet, the weights of the corners in the plane's height
/// there, and kOvershoot divided by the sum of the squared weights.
struct CornerShares {
  int u, t;
  float a, b, apex;
  float gain;
};

/// Rows of samples of a triangle, relative to its origin. If the legs are axis-aligned (`kStraight`), the origin is the
/// right angle; `a` lies kReach steps along u and `b` kReach steps along t. Otherwise the origin is the midpoint of the
/// long edge; `a` and `b` lie kReach steps against and along u, and the right angle lies along t. Row t extends from
/// first(t) to last(t); the corners are excluded.
template <int kReach, bool kStraight>
struct SmallFacet {
  const float* origin;  ///< the sample at the origin
  std::ptrdiff_t u;     ///< stride from one sample of a row to the next
  std::ptrdiff_t t;     ///< stride from one row to the next

  // Excludes the corners, whose heights are limited separately.
  static constexpr int first(int row) { return (kStraight ? 0 : row - kReach) + (row == 0 ? 1 : 0); }
  static constexpr int last(int row) { return kReach - row - (row == 0 ? 1 : 0); }
  static constexpr float kInverse = 1.0f / kReach;

  /// Widens `residual` by the distances of samples above the plane through `h`, in the rows from `first_row` onwards.
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
  /// Shares of every sample.
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
