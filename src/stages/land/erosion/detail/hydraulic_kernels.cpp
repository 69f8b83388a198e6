// Compiled once per SIMD target by foreach_target. Each lane simulates one droplet and performs the same operations in
// the same order on every target, without fused multiply-add. Droplets add integers to the tallies. The result is
// therefore bit-identical for any number of lanes and any order of droplets.

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
using M = hn::Mask<D>;

constexpr std::size_t kMaxLanes = 64;
constexpr float kPatience = 4;       // steps a droplet may take without descending
constexpr float kKeptInPits = 0.5f;  // share of its water that a droplet caught in a pit keeps

// Height and gradient of the bilinear surface at one point.
struct Spot {
  V height;
  V east;
  V south;
};

// Index in the grids of the samples at whole positions.
HWY_INLINE VI index_of(const DropletGround& ground, VI column, VI row) {
  const DI di;
  const VI first = hn::Set(di, ground.origin_y * ground.width + ground.origin_x);
  return hn::Add(hn::Add(hn::Mul(row, hn::Set(di, ground.width)), column), first);
}

HWY_INLINE Spot look_at(const DropletGround& ground, V x, V y) {
  const D d;
  const DI di;
  const VI column = hn::ConvertTo(di, x);  // towards zero; positions are not negative
  const VI row = hn::ConvertTo(di, y);
  const V u = hn::Sub(x, hn::ConvertTo(d, column));
  const V v = hn::Sub(y, hn::ConvertTo(d, row));
  const VI index = index_of(ground, column, row);
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

// Buffers between lanes and memory.
struct LaneBuffers {
  HWY_ALIGN std::int32_t at[kMaxLanes] = {};
  HWY_ALIGN std::int32_t change[kMaxLanes] = {};
  HWY_ALIGN std::int32_t water[kMaxLanes] = {};
};

// A vector of droplets, one per lane.
struct DropletLanes {
  V x, y;
  V dx, dy;  // direction of the last step
  V water;
  VI load;
  Spot here;
  V lowest;   // least height so far
  V idle;     // steps since then
  VI before;  // sample of the last step
  M over_border;
  M alive;
};

// The next step of a vector of droplets.
struct Step {
  M moves;    // on level ground a droplet has no direction
  M inside;   // ends on the map
  M goes_on;  // both, and the droplet is alive
  V x, y;     // the end of the step, or where the droplet is if it does not go on
  Spot next;
};

HWY_INLINE DropletLanes start(const DropletGround& ground, std::span<const Droplet> droplets) {
  const D d;
  const DI di;
  HWY_ALIGN float x[kMaxLanes] = {};
  HWY_ALIGN float y[kMaxLanes] = {};
  HWY_ALIGN float water[kMaxLanes] = {};
  HWY_ALIGN std::int32_t load[kMaxLanes] = {};
  // Lanes without a droplet look at the ground too, so they need a place on it that no other thread works on.
  std::fill_n(x, kMaxLanes, droplets.front().x);
  std::fill_n(y, kMaxLanes, droplets.front().y);
  for (std::size_t i = 0; i < droplets.size(); ++i) {
    x[i] = droplets[i].x;
    y[i] = droplets[i].y;
    water[i] = droplets[i].water;
    load[i] = droplets[i].load;
  }
  const V zero = hn::Zero(d), at_x = hn::Load(d, x), at_y = hn::Load(d, y);
  const Spot here = look_at(ground, at_x, at_y);
  return {at_x,
          at_y,
          zero,
          zero,
          hn::Load(d, water),
          hn::Load(di, load),
          here,
          here.height,
          zero,
          hn::Set(di, -1),
          hn::Gt(zero, zero),
          hn::FirstN(d, droplets.size())};
}

// Sets the new directions, and finds where they lead.
HWY_INLINE Step next_step(const DropletGround& ground, const DropletRules& rules, DropletLanes& lanes) {
  const D d;
  const V tiny = hn::Set(d, 1e-6f), inertia = hn::Set(d, rules.inertia);
  // The new direction blends the old direction, weighted by inertia, with the downhill gradient.
  const Spot& here = lanes.here;
  const V steepness = hn::Sqrt(hn::Add(hn::Mul(here.east, here.east), hn::Mul(here.south, here.south)));
  const V down = hn::Div(hn::Set(d, 1 - rules.inertia), hn::Max(steepness, tiny));
  const V dx = hn::Sub(hn::Mul(lanes.dx, inertia), hn::Mul(here.east, down));
  const V dy = hn::Sub(hn::Mul(lanes.dy, inertia), hn::Mul(here.south, down));
  const V length = hn::Sqrt(hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy)));
  const V scale = hn::Div(hn::Set(d, 1), hn::Max(length, tiny));
  lanes.dx = hn::Mul(dx, scale);
  lanes.dy = hn::Mul(dy, scale);
  const V x = hn::Add(lanes.x, lanes.dx), y = hn::Add(lanes.y, lanes.dy);
  const V first_x = hn::Set(d, static_cast<float>(-ground.origin_x));
  const V first_y = hn::Set(d, static_cast<float>(-ground.origin_y));
  const V last_x = hn::Set(d, static_cast<float>(ground.width - 1 - ground.origin_x));
  const V last_y = hn::Set(d, static_cast<float>(ground.height - 1 - ground.origin_y));
  const M moves = hn::Gt(length, tiny);
  const M inside =
      hn::And(hn::And(hn::Ge(x, first_x), hn::Lt(x, last_x)), hn::And(hn::Ge(y, first_y), hn::Lt(y, last_y)));
  const M goes_on = hn::And(hn::And(lanes.alive, moves), inside);
  const V next_x = hn::IfThenElse(goes_on, x, lanes.x), next_y = hn::IfThenElse(goes_on, y, lanes.y);
  // No default construction: on ARM the constructor of vectors needs the target of this file, which an implicit
  // constructor of the struct does not have.
  return {moves, inside, goes_on, next_x, next_y, look_at(ground, next_x, next_y)};
}

// Index of the sample nearest to the droplets.
HWY_INLINE VI nearest_sample(const DropletGround& ground, const DropletLanes& lanes) {
  const D d;
  const DI di;
  const V half = hn::Set(d, 0.5f);
  return index_of(ground, hn::ConvertTo(di, hn::Add(lanes.x, half)), hn::ConvertTo(di, hn::Add(lanes.y, half)));
}

// Material that the droplets take from sample `index` (negative: that they leave there), in units of their load.
HWY_INLINE VI exchange(const DropletGround& ground, const DropletRules& rules, const DropletLanes& lanes,
                       const Step& step, VI index) {
  const D d;
  const DI di;
  const V zero = hn::Zero(d), one = hn::Set(d, 1), half = hn::Set(d, 0.5f);
  const V units = hn::Set(d, rules.units_per_cell), cells = hn::Set(d, 1 / rules.units_per_cell);
  const V flow = hn::GatherIndex(d, ground.flow, index);
  const M flows = hn::Gt(flow, zero);
  const V passes = hn::Max(hn::Abs(flow), lanes.water);
  const V crowd = hn::Sqrt(passes);
  const V drop = hn::Sub(lanes.here.height, step.next.height);
  const V slope = hn::Max(drop, hn::Set(d, rules.min_slope));
  const V sediment = hn::Mul(hn::ConvertTo(d, lanes.load), cells);
  // Standing water carries no sediment.
  const V capacity =
      hn::IfThenElseZero(flows, hn::Mul(hn::Mul(hn::Mul(hn::Set(d, rules.capacity), slope), lanes.water), crowd));
  // Erosion follows stream power. It takes at most the remaining capacity, and never so much that the bed would end
  // up below the next sample after the expected number of passes.
  const V share = hn::Div(one, passes);
  V eroded = hn::Mul(hn::Mul(hn::Set(d, rules.erosion), slope), hn::Mul(lanes.water, hn::Mul(crowd, share)));
  if (ground.erodibility != nullptr) eroded = hn::Mul(eroded, hn::GatherIndex(d, ground.erodibility, index));
  eroded = hn::Min(eroded, hn::Mul(hn::Mul(hn::Max(drop, zero), half), hn::Mul(share, lanes.water)));
  eroded = hn::Min(eroded, hn::Max(hn::Sub(capacity, sediment), zero));
  eroded = hn::IfThenElseZero(flows, eroded);
  // Deposition drops the surplus over the capacity. On an uphill step it drops enough to fill the hollow.
  const V settling = hn::IfThenElse(flows, hn::Set(d, rules.deposition), hn::Set(d, rules.lake_deposition));
  const V surplus = hn::Mul(hn::Max(hn::Sub(sediment, capacity), zero), settling);
  const V uphill = hn::Max(hn::Sub(zero, drop), zero);
  const V room = hn::Mul(hn::Max(uphill, hn::Set(d, 0.02f)), hn::Mul(share, lanes.water));
  const V deposited = hn::Min(hn::Max(surplus, uphill), room);
  const VI deposited_units = hn::Min(hn::ConvertTo(di, hn::Mul(deposited, units)), lanes.load);
  const VI eroded_units = hn::ConvertTo(di, hn::Mul(eroded, units));
  return hn::IfThenElseZero(hn::RebindMask(di, step.goes_on), hn::Sub(eroded_units, deposited_units));
}

// Adds the material and water that the lanes deposit to the tallies.
void leave_behind(Tally* tally, std::size_t lanes, const LaneBuffers& buffers) {
  for (std::size_t i = 0; i < lanes; ++i) {
    Tally& cell = tally[buffers.at[i]];
    cell.change += buffers.change[i];
    cell.water += buffers.water[i];
  }
}

// Exchanges material with the ground, and counts the water that reaches the sample.
HWY_INLINE void work_ground(const DropletGround& ground, const DropletRules& rules, DropletLanes& lanes,
                            const Step& step, LaneBuffers& buffers) {
  const D d;
  const DI di;
  const VI index = nearest_sample(ground, lanes);
  const VI gain = exchange(ground, rules, lanes, step, index);
  lanes.load = hn::Add(lanes.load, gain);
  hn::Store(index, di, buffers.at);
  hn::Store(hn::Neg(gain), di, buffers.change);
  const auto is_new = hn::AndNot(hn::Eq(index, lanes.before), hn::RebindMask(di, lanes.alive));
  const VI water = hn::ConvertTo(di, hn::Mul(lanes.water, hn::Set(d, kWaterUnits)));
  hn::Store(hn::IfThenElseZero(is_new, water), di, buffers.water);
  lanes.before = index;
  leave_behind(ground.tally, hn::Lanes(d), buffers);
}

// Moves the droplets to the end of the step.
HWY_INLINE void advance(const DropletRules& rules, const Step& step, DropletLanes& lanes) {
  const D d;
  const V zero = hn::Zero(d), one = hn::Set(d, 1);
  lanes.over_border = hn::Or(lanes.over_border, hn::And(hn::And(lanes.alive, step.moves), hn::Not(step.inside)));
  // Only live droplets evaporate: how long finished lanes wait for the others depends on the number of lanes.
  V water = hn::IfThenElse(lanes.alive, hn::Mul(lanes.water, hn::Set(d, rules.kept_water)), lanes.water);
  lanes.x = step.x;
  lanes.y = step.y;
  lanes.here = step.next;
  // A droplet that stops descending is circling in a pit: it ends there, and part of its water seeps away.
  lanes.idle = hn::IfThenElse(hn::Lt(step.next.height, lanes.lowest), zero, hn::Add(lanes.idle, one));
  lanes.lowest = hn::Min(lanes.lowest, step.next.height);
  const M is_caught = hn::And(step.goes_on, hn::Ge(lanes.idle, hn::Set(d, kPatience)));
  lanes.water = hn::IfThenElse(is_caught, hn::Mul(water, hn::Set(d, kKeptInPits)), water);
  lanes.alive = hn::AndNot(is_caught, step.goes_on);
}

HWY_INLINE void finish(const DropletGround& ground, const DropletLanes& lanes, std::span<DropletEnd> ends) {
  const D d;
  const DI di;
  LaneBuffers buffers;
  HWY_ALIGN std::int32_t load[kMaxLanes] = {};
  hn::Store(nearest_sample(ground, lanes), di, buffers.at);
  hn::Store(lanes.load, di, load);
  hn::Store(hn::IfThenElseZero(hn::RebindMask(di, lanes.over_border), hn::Set(di, 1)), di, buffers.change);
  hn::Store(hn::ConvertTo(di, hn::Mul(lanes.water, hn::Set(d, kWaterUnits))), di, buffers.water);
  for (std::size_t i = 0; i < ends.size(); ++i)
    ends[i] = {buffers.at[i], load[i], buffers.water[i], buffers.change[i] != 0};
}

void run_droplets(const DropletGround& ground, const DropletRules& rules, std::span<const Droplet> droplets,
                  std::span<DropletEnd> ends) {
  const D d;
  LaneBuffers buffers;
  for (std::size_t first = 0; first < droplets.size(); first += hn::Lanes(d)) {
    const std::size_t count = std::min(hn::Lanes(d), droplets.size() - first);
    DropletLanes lanes = start(ground, droplets.subspan(first, count));
    for (int i = 0; i < rules.lifetime; ++i) {
      const Step step = next_step(ground, rules, lanes);
      work_ground(ground, rules, lanes, step, buffers);
      advance(rules, step, lanes);
      if (hn::AllFalse(d, lanes.alive)) break;
    }
    finish(ground, lanes, ends.subspan(first, count));
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
