// Compiled once per SIMD target by foreach_target, without fused multiply-add, so that every target gives the same
// bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/water/detail/descent_rows.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "methods/raster/cells.h"
#include "stages/land/water/detail/descent_rows.h"

HWY_BEFORE_NAMESPACE();
namespace weald::hydrology::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Wide = hn::CappedTag<double, kDescentSlack>;
using Narrow = hn::Rebind<float, Wide>;
using Doubles = hn::Vec<Wide>;

HWY_INLINE Doubles height_at(const float* row, int x) { return hn::PromoteTo(Wide(), hn::LoadU(Narrow(), row + x)); }

// Drops from one vector of samples to its eight neighbours.
class Drops {
 public:
  HWY_INLINE Drops(const DescentRow& row, int x) : row_(row), x_(x), centre_(height_at(row.height, x)) {}
  HWY_INLINE Doubles to(int direction) const {
    const auto d = static_cast<std::size_t>(direction & 7);
    const float* row = kStepY[d] < 0 ? row_.north : kStepY[d] > 0 ? row_.south : row_.height;
    return hn::Sub(centre_, height_at(row, x_ + kStepX[d]));
  }
  HWY_INLINE Doubles slope_to(int direction) const {
    const Doubles drop = to(direction);
    return (direction & 1) != 0 ? hn::Div(drop, hn::Set(Wide(), math::kSqrt2)) : drop;
  }

 private:
  const DescentRow& row_;
  int x_;
  Doubles centre_;
};

void steepest_row(const DescentRow& row, double* out) {
  const Wide d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int x = 0; x < row.count; x += lanes) {
    const Drops drops(row, x);
    Doubles steepest = hn::Zero(d), direction = hn::Set(d, -1.0);
    for (int k = 0; k < kDirections; ++k) {
      const Doubles slope = drops.slope_to(k);
      const auto is_steeper = hn::Gt(slope, steepest);
      steepest = hn::IfThenElse(is_steeper, slope, steepest);
      direction = hn::IfThenElse(is_steeper, hn::Set(d, static_cast<double>(k)), direction);
    }
    hn::StoreU(direction, d, out + x);
  }
}

void triangle_row(const DescentRow& row, const TriangleDescents& out) {
  const Wide d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const Doubles zero = hn::Zero(d), one = hn::Set(d, 1.0), diagonal = hn::Set(d, math::kSqrt2);
  for (int x = 0; x < row.count; x += lanes) {
    const Drops drops(row, x);
    Doubles steepest = zero, triangle = hn::Set(d, -1.0), along = one, across = zero;
    for (int t = 0; t < kDirections; ++t) {
      const int axis = t & 6;
      const Doubles to_axis = drops.to(axis);
      const Doubles to_corner = drops.to(axis + ((t & 1) != 0 ? 7 : 1));
      const Doubles beside = hn::Sub(to_corner, to_axis);
      // The steepest way down a triangle may lie inside it, or along one of its two sides.
      const auto at_corner = hn::Gt(beside, to_axis);
      const auto is_inside = hn::Gt(beside, zero);
      const Doubles inside = hn::Sqrt(hn::Add(hn::Mul(to_axis, to_axis), hn::Mul(beside, beside)));
      const Doubles slope =
          hn::IfThenElse(at_corner, hn::Div(to_corner, diagonal), hn::IfThenElse(is_inside, inside, to_axis));
      const auto is_steeper = hn::Gt(slope, steepest);
      const auto is_at_side = hn::Or(at_corner, hn::Not(is_inside));
      steepest = hn::IfThenElse(is_steeper, slope, steepest);
      triangle = hn::IfThenElse(is_steeper, hn::Set(d, static_cast<double>(t)), triangle);
      along = hn::IfThenElse(is_steeper, hn::IfThenElse(is_at_side, one, to_axis), along);
      across = hn::IfThenElse(
          is_steeper, hn::IfThenElse(at_corner, one, hn::IfThenElse(is_inside, beside, zero)), across);
    }
    hn::StoreU(triangle, d, out.triangle + x);
    hn::StoreU(along, d, out.along + x);
    hn::StoreU(across, d, out.across + x);
  }
}

void weight_row(const DescentRow& row, const WeightSums& out) {
  const Wide d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const Doubles zero = hn::Zero(d);
  for (int x = 0; x < row.count; x += lanes) {
    const Drops drops(row, x);
    Doubles sum = zero, lower = zero, steepest = zero, direction = hn::Set(d, -1.0);
    for (int k = 0; k < kDirections; ++k) {
      const Doubles slope = drops.slope_to(k);
      const auto is_lower = hn::Gt(slope, zero);
      const Doubles weight = hn::Mul(slope, hn::Set(d, contour_length(k)));
      sum = hn::Add(sum, hn::IfThenElse(is_lower, weight, zero));
      lower = hn::Add(lower, hn::IfThenElse(is_lower, hn::Set(d, static_cast<double>(1 << k)), zero));
      const auto is_steeper = hn::Gt(slope, steepest);
      steepest = hn::IfThenElse(is_steeper, slope, steepest);
      direction = hn::IfThenElse(is_steeper, hn::Set(d, static_cast<double>(k)), direction);
    }
    hn::StoreU(sum, d, out.sum + x);
    hn::StoreU(lower, d, out.lower + x);
    hn::StoreU(direction, d, out.steepest + x);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::hydrology::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::hydrology::detail {

HWY_EXPORT(steepest_row);
HWY_EXPORT(triangle_row);
HWY_EXPORT(weight_row);

void steepest_row(const DescentRow& row, double* out) { HWY_DYNAMIC_DISPATCH(steepest_row)(row, out); }
void triangle_row(const DescentRow& row, const TriangleDescents& out) { HWY_DYNAMIC_DISPATCH(triangle_row)(row, out); }
void weight_row(const DescentRow& row, const WeightSums& out) { HWY_DYNAMIC_DISPATCH(weight_row)(row, out); }

}  // namespace weald::hydrology::detail
#endif
