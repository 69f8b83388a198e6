// Compiled once per SIMD target by foreach_target, without fused multiply-add, so that every target gives the same
// bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/water/detail/routing_rows.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "methods/raster/cells.h"
#include "stages/land/water/detail/routing_rows.h"

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
    const auto look_at = [&](int t, Doubles to_axis, Doubles squared, Doubles to_corner,
                             Doubles corner_slope) HWY_ATTR {
      const Doubles beside = hn::Sub(to_corner, to_axis);
      // The steepest way down a triangle may lie inside it, or along one of its two sides.
      const auto at_corner = hn::Gt(beside, to_axis);
      const auto is_inside = hn::Gt(beside, zero);
      const Doubles inside = hn::Sqrt(hn::Add(squared, hn::Mul(beside, beside)));
      const Doubles slope = hn::IfThenElse(at_corner, corner_slope, hn::IfThenElse(is_inside, inside, to_axis));
      const auto is_steeper = hn::Gt(slope, steepest);
      steepest = hn::IfThenElse(is_steeper, slope, steepest);
      triangle = hn::IfThenElse(is_steeper, hn::Set(d, static_cast<double>(t)), triangle);
      const Doubles to_side = hn::IfThenElse(at_corner, one, hn::IfThenElseZero(is_inside, beside));
      along = hn::IfThenElse(is_steeper, hn::IfThenElse(hn::AndNot(at_corner, is_inside), to_axis, one), along);
      across = hn::IfThenElse(is_steeper, to_side, across);
    };
    const Doubles last = drops.to(kNorthEast), last_slope = hn::Div(last, diagonal);
    Doubles before = last, before_slope = last_slope;
    for (int axis = 0; axis < kDirections; axis += 2) {
      const Doubles to_axis = drops.to(axis), squared = hn::Mul(to_axis, to_axis);
      const bool is_last = axis + 1 == kNorthEast;
      const Doubles after = is_last ? last : drops.to(axis + 1);
      const Doubles after_slope = is_last ? last_slope : hn::Div(after, diagonal);
      look_at(axis, to_axis, squared, after, after_slope);
      look_at(axis + 1, to_axis, squared, before, before_slope);
      before = after;
      before_slope = after_slope;
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

// Writes values(x) along a row, vector by vector; the last vector may reach past the end.
template <class Tag, class Values>
HWY_INLINE void for_vectors(int count, hn::TFromD<Tag>* out, const Values& values) {
  const Tag tag;
  const int lanes = static_cast<int>(hn::Lanes(tag));
  int x = 0;
  for (; x + lanes <= count; x += lanes) hn::StoreU(values(x), tag, out + x);
  if (x == count) return;
  HWY_ALIGN hn::TFromD<Tag> rest[hn::MaxLanes(tag)];
  hn::Store(values(x), tag, rest);
  for (int i = 0; x + i < count; ++i) out[x + i] = rest[i];
}

using Sets = hn::ScalableTag<std::uint8_t>;

void inflow_row(const std::uint8_t* const towards[8], int count, std::uint8_t* out) {
  for_vectors<Sets>(count, out, [&](int x) HWY_ATTR {
    const Sets d;
    auto set = hn::Zero(d);
    for (int k = 0; k < kDirections; ++k) {
      const auto to_here = hn::Set(d, static_cast<std::uint8_t>(1 << opposite(k)));
      const auto gets = hn::Eq(hn::And(hn::LoadU(d, towards[k] + x), to_here), to_here);
      set = hn::Or(set, hn::IfThenElseZero(gets, hn::Set(d, static_cast<std::uint8_t>(1 << k))));
    }
    return set;
  });
}

void donor_row(const std::uint8_t* const directions[8], int count, std::uint8_t* out) {
  for_vectors<Sets>(count, out, [&](int x) HWY_ATTR {
    const Sets d;
    auto set = hn::Zero(d);
    for (int k = 0; k < kDirections; ++k) {
      const auto gets = hn::Eq(hn::LoadU(d, directions[k] + x), hn::Set(d, static_cast<std::uint8_t>(opposite(k))));
      set = hn::Or(set, hn::IfThenElseZero(gets, hn::Set(d, static_cast<std::uint8_t>(1 << k))));
    }
    return set;
  });
}

void rim_row(const RimRow& row, std::uint16_t* out) {
  using Basins = hn::ScalableTag<std::uint32_t>;
  using Heights = hn::Rebind<float, Basins>;
  using Signed = hn::Rebind<std::int32_t, Basins>;
  using Rims = hn::Rebind<std::uint16_t, Basins>;
  for_vectors<Rims>(row.count, out, [&](int x) HWY_ATTR {
    const Basins d;
    const Heights h;
    const auto basin = hn::LoadU(d, row.basin + x);
    const auto height = hn::LoadU(h, row.height + x);
    auto rim = hn::Zero(d);
    for (int k = 0; k < kDirections; ++k) {
      const auto other = hn::LoadU(d, row.basin + x + row.steps[k]);
      const auto differs = hn::And(hn::Ne(other, basin), hn::Ne(other, hn::Zero(d)));
      const auto is_level = hn::RebindMask(d, hn::Eq(hn::LoadU(h, row.height + x + row.steps[k]), height));
      rim = hn::Or(rim, hn::IfThenElseZero(differs, hn::Set(d, std::uint32_t{1} << k)));
      rim = hn::Or(rim, hn::IfThenElseZero(is_level, hn::Set(d, std::uint32_t{256} << k)));
    }
    return hn::DemoteTo(Rims(), hn::BitCast(Signed(), rim));
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::hydrology::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::hydrology::detail {

HWY_EXPORT(steepest_row);
HWY_EXPORT(triangle_row);
HWY_EXPORT(weight_row);
HWY_EXPORT(inflow_row);
HWY_EXPORT(donor_row);
HWY_EXPORT(rim_row);

void steepest_row(const DescentRow& row, double* out) { HWY_DYNAMIC_DISPATCH(steepest_row)(row, out); }
void triangle_row(const DescentRow& row, const TriangleDescents& out) { HWY_DYNAMIC_DISPATCH(triangle_row)(row, out); }
void weight_row(const DescentRow& row, const WeightSums& out) { HWY_DYNAMIC_DISPATCH(weight_row)(row, out); }
void inflow_row(const std::uint8_t* const towards[8], int count, std::uint8_t* out) {
  HWY_DYNAMIC_DISPATCH(inflow_row)(towards, count, out);
}
void donor_row(const std::uint8_t* const directions[8], int count, std::uint8_t* out) {
  HWY_DYNAMIC_DISPATCH(donor_row)(directions, count, out);
}
void rim_row(const RimRow& row, std::uint16_t* out) { HWY_DYNAMIC_DISPATCH(rim_row)(row, out); }

}  // namespace weald::hydrology::detail
#endif
