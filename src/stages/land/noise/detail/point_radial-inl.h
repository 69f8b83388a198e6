// Simplex noise by vectors of samples: a rule as that of point_interpolation-inl.h. Included once per SIMD target by
// point_gradient_kernels.cpp, inside foreach_target.

#if defined(WEALD_NOISE_POINT_RADIAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEALD_NOISE_POINT_RADIAL_INL_H_
#undef WEALD_NOISE_POINT_RADIAL_INL_H_
#else
#define WEALD_NOISE_POINT_RADIAL_INL_H_
#endif

#include <hwy/highway.h>

#include "stages/land/noise/detail/point_interpolation-inl.h"

HWY_BEFORE_NAMESPACE();
namespace weald::noise::detail {
namespace HWY_NAMESPACE {

template <bool kTriangles>
struct Radial {
  static constexpr bool kHasOddRows = kTriangles;
  static constexpr bool kFades = false;
  explicit Radial(const BlockJob& job) : patch(job.patch), rule(job.rule) {}

  HWY_INLINE PV part(PV height, PV slope_x, PV slope_y, PV dx, PV y, PV left_over) const {
    const PV near = hn::Max(hn::Sub(left_over, hn::Mul(dx, dx)), hn::Zero(PD()));
    const PV near2 = hn::Mul(near, near);
    PV rise = hn::Mul(slope_x, dx);
    if constexpr (!kTriangles) rise = hn::Add(height, rise);
    return hn::Mul(hn::Mul(near2, near2), hn::Add(rise, hn::Mul(slope_y, y)));
  }

  // Adds the contributions of the points in lattice row `row`. Lanes more than a row away get none, since the radius is
  // smaller than that.
  template <Spread kSpread>
  HWY_INLINE PV row_sum(const Places& at, int row, PV difference, PV sum) const {
    const float* heights = patch.row(row) + at.base;
    PV x = at.x;
    PVI column = at.column;
    if (kTriangles && patch.odd_first != ((row & 1) != 0)) {
      const PV moved = hn::Sub(at.x, splat(rule.odd_shift));
      const PM before = hn::Lt(moved, hn::Zero(PD()));
      x = hn::IfThenElse(before, hn::Add(moved, splat(1.0f)), moved);
      column = hn::IfThenElse(hn::RebindMask(PDI(), before), hn::Sub(column, hn::Set(PDI(), 1)), column);
    }
    const PVI right_column = next_column(column);
    const PV y = hn::Mul(hn::Sub(at.y, difference), splat(rule.row_distance));
    const PV left_over = hn::Sub(splat(rule.radius_squared), hn::Mul(y, y));
    PV left_height = hn::Zero(PD()), right_height = left_height;
    if constexpr (!kTriangles) {
      const Run<kSpread> run(heights);
      left_height = run.at(column, 0);
      right_height = run.at(right_column, 1);
    }
    const Run<kSpread> slopes_x(heights + patch.stride);
    const Run<kSpread> slopes_y(heights + 2 * patch.stride);
    sum = hn::Add(sum, part(left_height, slopes_x.at(column, 0), slopes_y.at(column, 0), x, y, left_over));
    return hn::Add(sum, part(right_height, slopes_x.at(right_column, 1), slopes_y.at(right_column, 1),
                             hn::Sub(x, splat(1.0f)), y, left_over));
  }

  // Adds the contributions of the two points of a row that all lanes share; `points` are their heights.
  HWY_INLINE PV shared_sum(const float* points, const Places::Turn& turn, PV x, PV y, PV sum) const {
    // In even rows, subtracting and adding 0 takes the place of a branch.
    const PV left = hn::Add(hn::Sub(x, splat(turn.shift)), splat(turn.wrap));
    const PV way = hn::Mul(y, splat(rule.row_distance));
    const PV left_over = hn::Sub(splat(rule.radius_squared), hn::Mul(way, way));
    const auto add = [&](int side, PV dx) HWY_ATTR {
      const float* slope = points + patch.stride + side;
      sum = hn::Add(sum, part(hn::Zero(PD()), splat(slope[0]), splat(slope[patch.stride]), dx, way, left_over));
    };
    add(0, left);
    add(1, hn::Sub(left, splat(1.0f)));
    return sum;
  }

  template <Spread kSpread>
  HWY_INLINE PV value(const Places& at) const {
    if constexpr (kTriangles && kSpread == Spread::cell) {
      const PV sum = shared_sum(at.upper, at.upper_turn, at.x, at.y, hn::Zero(PD()));
      return shared_sum(at.lower, at.lower_turn, at.x, hn::Sub(at.y, splat(1.0f)), sum);
    }
    PV sum = hn::Zero(PD());
    if constexpr (kSpread == Spread::cell) {
      sum = row_sum<kSpread>(at, at.first_row, hn::Zero(PD()), sum);
      return row_sum<kSpread>(at, at.first_row + 1, splat(1.0f), sum);
    }
    if constexpr (kSpread == Spread::rows) {
      sum = row_sum<kSpread>(at, at.first_row, row_difference(at, at.first_row), sum);
      sum = row_sum<kSpread>(at, at.first_row + 1, row_difference(at, at.first_row + 1), sum);
      return row_sum<kSpread>(at, at.first_row + 2, row_difference(at, at.first_row + 2), sum);
    }
    for (int row = at.first_row; row <= at.last_row + 1; ++row) {
      sum = row_sum<kSpread>(at, row, row_difference(at, row), sum);
    }
    return sum;
  }

  Patch patch;
  LayerRule rule;
};

}  // namespace HWY_NAMESPACE
}  // namespace weald::noise::detail
HWY_AFTER_NAMESPACE();

#endif
