// Compiled once per SIMD target by foreach_target, without fused multiply-add, so that every target gives the same
// bits.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/water/detail/routing_rows.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <array>
#include <cmath>

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

// The first `count` values of a vector, which may have more.
template <class Tag>
HWY_INLINE void store_first(hn::Vec<Tag> values, Tag tag, int count, hn::TFromD<Tag>* out) {
  const int lanes = static_cast<int>(hn::Lanes(tag));
  if (count >= lanes) return hn::StoreU(values, tag, out);
  HWY_ALIGN hn::TFromD<Tag> all[hn::MaxLanes(tag)];
  hn::Store(values, tag, all);
  for (int i = 0; i < count; ++i) out[i] = all[i];
}

using Whole = hn::Rebind<std::int32_t, Wide>;
using Bytes = hn::Rebind<std::uint8_t, Wide>;

// The set with one direction, modulo 8, as a number.
HWY_INLINE hn::Vec<Whole> set_of(hn::Vec<Whole> direction) {
  const Whole d;
  return hn::Shl(hn::Set(d, 1), hn::And(direction, hn::Set(d, 7)));
}

// Bearings of directions in [-8, 16]: the remainders by a full turn, by exact differences. -1 where there is none.
HWY_INLINE hn::Vec<Narrow> bearing_of_direction(Doubles direction, hn::Mask<Wide> exists) {
  const Wide d;
  const Doubles full = hn::Set(d, 360.0), two = hn::Set(d, 720.0);
  const Doubles bearing = hn::Add(hn::Mul(direction, hn::Set(d, 45.0)), hn::Set(d, 90.0));
  const Doubles once = hn::IfThenElse(hn::Ge(bearing, two), hn::Sub(bearing, two), bearing);
  const Doubles turned = hn::IfThenElse(hn::Ge(once, full), hn::Sub(once, full), once);
  return hn::DemoteTo(Narrow(), hn::IfThenElse(exists, turned, hn::Set(d, -1.0)));
}

void steepest_outflow_row(const double* direction, int count, const OutflowRow& out) {
  const Wide d;
  const Whole whole;
  for (int x = 0; x < count; x += static_cast<int>(hn::Lanes(d))) {
    const Doubles to = hn::LoadU(d, direction + x);
    const auto exists = hn::Ge(to, hn::Zero(d));
    const auto number = hn::DemoteTo(whole, to);
    const auto set = hn::IfThenZeroElse(hn::Lt(number, hn::Zero(whole)), set_of(number));
    store_first(hn::DemoteTo(Bytes(), set), Bytes(), count - x, out.towards + x);
    store_first(bearing_of_direction(to, exists), Narrow(), count - x, out.bearing + x);
  }
}

void triangle_outflow_row(const double* triangle, const double* turn, int count, const OutflowRow& out) {
  const Wide d;
  const Whole whole;
  const Doubles zero = hn::Zero(d), one = hn::Set(d, 1.0);
  for (int x = 0; x < count; x += static_cast<int>(hn::Lanes(d))) {
    const Doubles way = hn::LoadU(d, triangle + x), part = hn::LoadU(d, turn + x);
    const auto number = hn::DemoteTo(whole, way);
    const auto is_odd = hn::Ne(hn::And(number, hn::Set(whole, 1)), hn::Zero(whole));
    const auto axis = hn::And(number, hn::Set(whole, 6));
    const auto side = hn::IfThenElse(is_odd, hn::Set(whole, -1), hn::Set(whole, 1));
    const Doubles to_axis = hn::IfThenElseZero(hn::Gt(hn::Sub(one, part), zero), hn::PromoteTo(d, set_of(axis)));
    const Doubles to_side = hn::IfThenElseZero(hn::Gt(part, zero), hn::PromoteTo(d, set_of(hn::Add(axis, side))));
    const auto exists = hn::Ge(way, zero);
    const auto set = hn::DemoteTo(whole, hn::IfThenElseZero(exists, hn::Add(to_axis, to_side)));
    store_first(hn::DemoteTo(Bytes(), set), Bytes(), count - x, out.towards + x);
    const Doubles direction =
        hn::Add(hn::PromoteTo(d, hn::Add(axis, hn::Set(whole, 8))), hn::Mul(hn::PromoteTo(d, side), part));
    store_first(bearing_of_direction(direction, exists), Narrow(), count - x, out.bearing + x);
  }
}

void weight_outflow_row(const double* lower, const double* steepest, int count, const OutflowRow& out) {
  const Wide d;
  const Whole whole;
  for (int x = 0; x < count; x += static_cast<int>(hn::Lanes(d))) {
    const auto set = hn::DemoteTo(whole, hn::LoadU(d, lower + x));
    store_first(hn::DemoteTo(Bytes(), set), Bytes(), count - x, out.towards + x);
    const Doubles to = hn::LoadU(d, steepest + x);
    store_first(bearing_of_direction(to, hn::Ge(to, hn::Zero(d))), Narrow(), count - x, out.bearing + x);
  }
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

// The directions in the order of the cells that they lead to.
constexpr std::array<int, kDirections> kByCell{kNorthWest, kNorth,     kNorthEast, kWest,
                                               kEast,      kSouthWest, kSouth,     kSouthEast};

void donor_order_row(const DescentRow& row, const std::uint8_t* from, std::uint32_t* out) {
  using Orders = hn::ScalableTag<std::uint32_t>;
  using Heights = hn::Rebind<float, Orders>;
  using Froms = hn::Rebind<std::uint8_t, Orders>;
  const Orders d;
  const Heights h;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN float keys[kDirections * hn::MaxLanes(d)];
  for (int x = 0; x < row.count; x += static_cast<int>(lanes)) {
    const auto set = hn::PromoteTo(d, hn::LoadU(Froms(), from + x));
    for (std::size_t k = 0; k < kDirections; ++k) {  // in the order of cells; below all heights where none comes
      const auto direction = static_cast<std::size_t>(kByCell[k]);
      const float* heights = kStepY[direction] < 0 ? row.north : kStepY[direction] > 0 ? row.south : row.height;
      const auto bit = hn::Set(d, std::uint32_t{1} << direction);
      const auto comes = hn::RebindMask(h, hn::Ne(hn::And(set, bit), hn::Zero(d)));
      const auto height = hn::LoadU(h, heights + x + kStepX[direction]);
      hn::Store(hn::IfThenElse(comes, height, hn::Set(h, -HUGE_VALF)), h, keys + k * lanes);
    }
    auto order = hn::Zero(d);
    for (std::size_t k = 0; k < kDirections; ++k) {
      const auto key = hn::Load(h, keys + k * lanes);
      auto rank = hn::Zero(d);
      for (std::size_t other = 0; other < kDirections; ++other) {
        if (other == k) continue;
        const auto its = hn::Load(h, keys + other * lanes);
        const auto is_before = hn::RebindMask(d, other < k ? hn::Ge(its, key) : hn::Gt(its, key));
        rank = hn::Add(rank, hn::IfThenElseZero(is_before, hn::Set(d, 4u)));
      }
      const auto direction = static_cast<unsigned>(kByCell[k]);
      const auto comes = hn::Ne(hn::And(set, hn::Set(d, 1u << direction)), hn::Zero(d));
      order = hn::Or(order, hn::IfThenElseZero(comes, hn::Shl(hn::Set(d, 8u | direction), rank)));
    }
    store_first(order, d, row.count - x, out + x);
  }
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
HWY_EXPORT(donor_order_row);
HWY_EXPORT(donor_row);
HWY_EXPORT(steepest_outflow_row);
HWY_EXPORT(triangle_outflow_row);
HWY_EXPORT(weight_outflow_row);
HWY_EXPORT(rim_row);

void steepest_row(const DescentRow& row, double* out) { HWY_DYNAMIC_DISPATCH(steepest_row)(row, out); }
void triangle_row(const DescentRow& row, const TriangleDescents& out) { HWY_DYNAMIC_DISPATCH(triangle_row)(row, out); }
void weight_row(const DescentRow& row, const WeightSums& out) { HWY_DYNAMIC_DISPATCH(weight_row)(row, out); }
void inflow_row(const std::uint8_t* const towards[8], int count, std::uint8_t* out) {
  HWY_DYNAMIC_DISPATCH(inflow_row)(towards, count, out);
}
void donor_order_row(const DescentRow& row, const std::uint8_t* from, std::uint32_t* out) {
  HWY_DYNAMIC_DISPATCH(donor_order_row)(row, from, out);
}
void steepest_outflow_row(const double* direction, int count, const OutflowRow& out) {
  HWY_DYNAMIC_DISPATCH(steepest_outflow_row)(direction, count, out);
}
void triangle_outflow_row(const double* triangle, const double* turn, int count, const OutflowRow& out) {
  HWY_DYNAMIC_DISPATCH(triangle_outflow_row)(triangle, turn, count, out);
}
void weight_outflow_row(const double* lower, const double* steepest, int count, const OutflowRow& out) {
  HWY_DYNAMIC_DISPATCH(weight_outflow_row)(lower, steepest, count, out);
}
void donor_row(const std::uint8_t* const directions[8], int count, std::uint8_t* out) {
  HWY_DYNAMIC_DISPATCH(donor_row)(directions, count, out);
}
void rim_row(const RimRow& row, std::uint16_t* out) { HWY_DYNAMIC_DISPATCH(rim_row)(row, out); }

}  // namespace weald::hydrology::detail
#endif
