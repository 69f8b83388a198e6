// Compiled once per SIMD target by foreach_target. Every lane is one droplet and does the same operations in the same
// order on every target, without fused multiply-add; the effects of droplets are whole numbers. So neither the number
// of lanes nor the order of droplets changes a bit of the result.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/erosion/detail/hydraulic_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <algorithm>

#include "stages/land/erosion/detail/hydraulic_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weald::terrain::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using D = hn::ScalableTag<float>;
using DI = hn::RebindToSigned<D>;
using V = hn::Vec<D>;
using VI = hn::Vec<DI>;

constexpr std::size_t kMostLanes = 64;
constexpr float kPatience = 4;       // steps without getting lower
constexpr float kKeptInPits = 0.5f;  // share of the water

// Height and gradient of the bilinear surface.
struct Spot {
  V height;
  V east;
  V south;
};

HWY_INLINE Spot look_at(const DropletGround& ground, V x, V y) {
  const D d;
  const DI di;
  const VI column = hn::ConvertTo(di, x);  // towards zero; positions are not negative
  const VI row = hn::ConvertTo(di, y);
  const V u = hn::Sub(x, hn::ConvertTo(d, column));
  const V v = hn::Sub(y, hn::ConvertTo(d, row));
  const VI index = hn::Add(hn::Mul(row, hn::Set(di, ground.width)), column);
  const V nw = hn::GatherIndex(d, ground.heights, index);
  const V ne = hn::GatherIndex(d, ground.heights + 1, index);
  const V sw = hn::GatherIndex(d, ground.heights + ground.width, index);
  const V se = hn::GatherIndex(d, ground.heights + ground.width + 1, index);
  const V north = hn::Sub(ne, nw);
  const V south = hn::Sub(se, sw);
  const V west = hn::Sub(sw, nw);
  const V east = hn::Sub(se, ne);
  const V on_north = hn::Add(nw, hn::Mul(north, u));
  const V on_south = hn::Add(sw, hn::Mul(south, u));
  return {hn::Add(on_north, hn::Mul(hn::Sub(on_south, on_north), v)), hn::Add(north, hn::Mul(hn::Sub(south, north), v)),
          hn::Add(west, hn::Mul(hn::Sub(east, west), u))};
}

// Accumulates the effects of the lanes.
void leave_behind(Tally* tally, std::size_t lanes, const std::int32_t* at, const std::int32_t* change,
                  const std::int32_t* water) {
  for (std::size_t i = 0; i < lanes; ++i) {
    Tally& cell = tally[at[i]];
    cell.change += change[i];
    cell.water += water[i];
  }
}

void run_droplets(const DropletGround& ground, const DropletRules& rules, std::span<const Droplet> droplets,
                  std::span<DropletEnd> ends) {
  const D d;
  const DI di;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN float start_x[kMostLanes] = {};
  HWY_ALIGN float start_y[kMostLanes] = {};
  HWY_ALIGN float waters[kMostLanes] = {};
  HWY_ALIGN std::int32_t loads[kMostLanes] = {};
  HWY_ALIGN std::int32_t at[kMostLanes] = {};
  HWY_ALIGN std::int32_t change[kMostLanes] = {};
  HWY_ALIGN std::int32_t passed[kMostLanes] = {};

  const V zero = hn::Zero(d);
  const V one = hn::Set(d, 1);
  const V half = hn::Set(d, 0.5f);
  const V last_x = hn::Set(d, static_cast<float>(ground.width - 1));
  const V last_y = hn::Set(d, static_cast<float>(ground.height - 1));
  const V inertia = hn::Set(d, rules.inertia);
  const V pull = hn::Set(d, 1 - rules.inertia);
  const V min_slope = hn::Set(d, rules.min_slope);
  const V units = hn::Set(d, rules.units_per_cell);
  const V cells = hn::Set(d, 1 / rules.units_per_cell);
  const V water_units = hn::Set(d, kWaterUnits);
  const V kept = hn::Set(d, rules.kept_water);
  const VI width = hn::Set(di, ground.width);

  for (std::size_t first = 0; first < droplets.size(); first += lanes) {
    const std::size_t count = std::min(lanes, droplets.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
      start_x[i] = droplets[first + i].x;
      start_y[i] = droplets[first + i].y;
      waters[i] = droplets[first + i].water;
      loads[i] = droplets[first + i].load;
    }
    V x = hn::Load(d, start_x);
    V y = hn::Load(d, start_y);
    V dx = zero;
    V dy = zero;
    V water = hn::Load(d, waters);
    VI load = hn::Load(di, loads);
    auto over_border = hn::Gt(zero, one);
    auto alive = hn::FirstN(d, count);
    Spot here = look_at(ground, x, y);
    V lowest = here.height;
    V idle = zero;
    VI before = hn::Set(di, -1);
    for (int step = 0; step < rules.lifetime; ++step) {
      // The new direction: the inertia of the old one, plus the slope.
      const V steepness = hn::Sqrt(hn::Add(hn::Mul(here.east, here.east), hn::Mul(here.south, here.south)));
      const V down = hn::Div(pull, hn::Max(steepness, hn::Set(d, 1e-6f)));
      dx = hn::Sub(hn::Mul(dx, inertia), hn::Mul(here.east, down));
      dy = hn::Sub(hn::Mul(dy, inertia), hn::Mul(here.south, down));
      const V length = hn::Sqrt(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)));
      const auto moves = hn::Gt(length, hn::Set(d, 1e-6f));
      const V scale = hn::Div(one, hn::Max(length, hn::Set(d, 1e-6f)));
      dx = hn::Mul(dx, scale);
      dy = hn::Mul(dy, scale);
      const V next_x = hn::Add(x, dx);
      const V next_y = hn::Add(y, dy);
      const auto inside = hn::And(hn::And(hn::Ge(next_x, zero), hn::Lt(next_x, last_x)),
                                  hn::And(hn::Ge(next_y, zero), hn::Lt(next_y, last_y)));
      const auto goes_on = hn::And(hn::And(alive, moves), inside);
      const V safe_x = hn::IfThenElse(goes_on, next_x, x);
      const V safe_y = hn::IfThenElse(goes_on, next_y, y);
      const Spot next = look_at(ground, safe_x, safe_y);

      const VI index =
          hn::Add(hn::Mul(hn::ConvertTo(di, hn::Add(y, half)), width), hn::ConvertTo(di, hn::Add(x, half)));
      const V flow = hn::GatherIndex(d, ground.flow, index);
      const V passes = hn::Max(hn::Abs(flow), water);
      const V crowd = hn::Sqrt(passes);
      const V drop = hn::Sub(here.height, next.height);
      const V slope = hn::Max(drop, min_slope);
      const V sediment = hn::Mul(hn::ConvertTo(d, load), cells);
      // Standing water carries nothing.
      const V capacity = hn::IfThenElseZero(hn::Gt(flow, zero),
                                            hn::Mul(hn::Mul(hn::Mul(hn::Set(d, rules.capacity), slope), water), crowd));
      // Erosion: by stream power, limited to the remaining capacity, and never so much that the bed would lie below the
      // next sample after the expected passes.
      const V share = hn::Div(one, passes);
      V wear = hn::Mul(hn::Mul(hn::Set(d, rules.erosion), slope), hn::Mul(water, hn::Mul(crowd, share)));
      if (ground.erodibility != nullptr) wear = hn::Mul(wear, hn::GatherIndex(d, ground.erodibility, index));
      wear = hn::Min(wear, hn::Mul(hn::Mul(hn::Max(drop, zero), half), hn::Mul(share, water)));
      wear = hn::Min(wear, hn::Max(hn::Sub(capacity, sediment), zero));
      wear = hn::IfThenElseZero(hn::Gt(flow, zero), wear);
      // Deposition: the surplus, and if the path leads uphill as much as fills the depression.
      const V settling =
          hn::IfThenElse(hn::Gt(flow, zero), hn::Set(d, rules.deposition), hn::Set(d, rules.lake_deposition));
      const V surplus = hn::Mul(hn::Max(hn::Sub(sediment, capacity), zero), settling);
      const V uphill = hn::Max(hn::Sub(zero, drop), zero);
      const V room = hn::Mul(hn::Max(uphill, hn::Set(d, 0.02f)), hn::Mul(share, water));
      const V laid = hn::Min(hn::Max(surplus, uphill), room);
      const VI laid_units = hn::Min(hn::ConvertTo(di, hn::Mul(laid, units)), load);
      const VI worn_units = hn::ConvertTo(di, hn::Mul(wear, units));
      const VI gain = hn::IfThenElseZero(hn::RebindMask(di, goes_on), hn::Sub(worn_units, laid_units));
      load = hn::Add(load, gain);

      hn::Store(index, di, at);
      hn::Store(hn::Neg(gain), di, change);
      const auto is_new = hn::AndNot(hn::Eq(index, before), hn::RebindMask(di, alive));
      hn::Store(hn::IfThenElseZero(is_new, hn::ConvertTo(di, hn::Mul(water, water_units))), di, passed);
      before = index;
      leave_behind(ground.tally, lanes, at, change, passed);

      over_border = hn::Or(over_border, hn::And(hn::And(alive, moves), hn::Not(inside)));
      // Only for droplets that ran: how long the others wait for them depends on the number of lanes.
      water = hn::IfThenElse(alive, hn::Mul(water, kept), water);
      x = safe_x;
      y = safe_y;
      here = next;
      // A droplet that does not descend is circling in a pit: it ends there, and part of its water seeps away.
      idle = hn::IfThenElse(hn::Lt(next.height, lowest), zero, hn::Add(idle, one));
      lowest = hn::Min(lowest, next.height);
      const auto is_caught = hn::And(goes_on, hn::Ge(idle, hn::Set(d, kPatience)));
      water = hn::IfThenElse(is_caught, hn::Mul(water, hn::Set(d, kKeptInPits)), water);
      alive = hn::AndNot(is_caught, goes_on);
      if (hn::AllFalse(d, alive)) break;
    }
    const VI index = hn::Add(hn::Mul(hn::ConvertTo(di, hn::Add(y, half)), width), hn::ConvertTo(di, hn::Add(x, half)));
    hn::Store(index, di, at);
    hn::Store(load, di, loads);
    hn::Store(hn::IfThenElseZero(hn::RebindMask(di, over_border), hn::Set(di, 1)), di, passed);
    hn::Store(hn::ConvertTo(di, hn::Mul(water, water_units)), di, change);
    for (std::size_t i = 0; i < count; ++i) ends[first + i] = {at[i], loads[i], change[i], passed[i] != 0};
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::terrain::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::terrain::detail {

HWY_EXPORT(run_droplets);

void run_droplets(const DropletGround& ground, const DropletRules& rules, std::span<const Droplet> droplets,
                  std::span<DropletEnd> ends) {
  HWY_DYNAMIC_DISPATCH(run_droplets)(ground, rules, droplets, ends);
}

}  // namespace weald::terrain::detail
#endif
