// Compiled once per SIMD target by foreach_target: plain loops that the compiler vectorises. Integer operations, and
// single float operations in a fixed order without fused multiply-add, give the same bits on every target.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "stages/land/erosion/detail/sand_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include <algorithm>

#include "stages/land/erosion/detail/sand_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weald::terrain::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr float kMaxLift = 6;  // multiple of the lift of level sand

void blow_row(const WindRules& rules, const WindRow& row) {
  const hn::ScalableTag<float> df;
  const hn::ScalableTag<std::int32_t> di;
  const auto zero = hn::Zero(df), one = hn::Set(df, 1.0f);
  const auto whole = [&](const std::int32_t* from) HWY_ATTR { return hn::LoadU(di, from); };
  const auto real = [&](auto units) HWY_ATTR { return hn::ConvertTo(df, units); };
  const int lanes = static_cast<int>(hn::Lanes(df));
  for (int i = 0; i < row.count; i += lanes) {
    const auto ground = whole(row.ground + i), lying = whole(row.sand + i), air = whole(row.flying + i);
    const auto height = real(ground);
    const auto shade = hn::LoadU(df, row.shade + i), mean = hn::LoadU(df, row.mean + i);
    const auto lee = hn::Gt(shade, height);
    const auto surface = hn::Max(height, shade);
    const auto above = hn::Sub(surface, mean);
    const auto gain =
        hn::Min(hn::Max(hn::Add(one, hn::Mul(hn::Set(df, rules.speed_up), above)), zero), hn::Set(df, kMaxLift));
    const auto wanted = hn::ConvertTo(di, hn::Mul(hn::Set(df, rules.lift), gain));
    const auto up = hn::IfThenZeroElse(hn::RebindMask(di, lee), hn::Min(lying, wanted));

    const auto climb = hn::Mul(hn::Max(hn::Sub(real(whole(row.ahead + i)), height), zero), hn::Set(df, rules.climb));
    const auto is_sand = hn::RebindMask(df, hn::Gt(lying, hn::Set(di, rules.thin)));
    const auto landing = hn::IfThenElse(is_sand, hn::Set(df, rules.landing_sand), hn::Set(df, rules.landing_rock));
    const auto share = hn::IfThenElse(lee, hn::Set(df, rules.landing_lee), hn::Min(hn::Add(landing, climb), one));
    // The float product may round up to more sand than the air carries.
    const auto down = hn::Min(hn::ConvertTo(di, hn::Mul(real(air), share)), air);

    const auto change = hn::Sub(down, up);
    hn::StoreU(hn::Sub(air, change), di, row.flying + i);
    hn::StoreU(hn::Add(lying, change), di, row.sand + i);
    hn::StoreU(hn::Add(ground, change), di, row.ground + i);
    hn::StoreU(hn::Add(mean, hn::Mul(above, hn::Set(df, rules.reach))), df, row.mean + i);
    hn::StoreU(hn::Sub(surface, hn::Set(df, rules.shadow_drop)), df, row.shade + i);
  }
}

HWY_INLINE std::int32_t least(std::int32_t a, std::int32_t b) { return a < b ? a : b; }
HWY_INLINE std::int32_t most(std::int32_t a, std::int32_t b) { return a > b ? a : b; }

// Units that a cell gains from neighbour i of Rises, less those it loses to it. The neighbour evaluates this with the
// sides exchanged and gets the negative.
template <Slide kHow, int kNeighbour>
HWY_INLINE std::int32_t gained(const SlideRow& row, int x, int other) {
  constexpr int kRow = kNeighbour < 3 ? 0 : kNeighbour < 5 ? 1 : 2;
  const std::int32_t here = row.ground[1][x];
  const std::int32_t there = row.ground[kRow][other];
  const auto part = [](std::int32_t difference, std::int32_t rise) HWY_ATTR {
    if (kHow == Slide::even) return difference >> 3;
    const std::int32_t beyond = most(difference - rise, 0);
    return (beyond >> 3) + (beyond >> 5) + (kHow == Slide::axes && kRow == 1 ? difference >> 3 : 0);
  };
  return least(part(most(there - here, 0), row.rises[kNeighbour]), row.sand[kRow][other] >> 2) -
         least(part(most(here - there, 0), row.rises[7 - kNeighbour]), row.sand[1][x] >> 2);
}

// Writes the change of one cell. Returns the most that it gains from one neighbour.
template <Slide kHow>
HWY_INLINE std::int32_t slide_cell(const SlideRow& row, std::int32_t* HWY_RESTRICT change, int west, int x, int east) {
  constexpr bool kCorners = kHow == Slide::corners;
  const std::int32_t a = kCorners ? gained<kHow, 0>(row, x, west) : gained<kHow, 1>(row, x, x);
  const std::int32_t b = kCorners ? gained<kHow, 2>(row, x, east) : gained<kHow, 3>(row, x, west);
  const std::int32_t c = kCorners ? gained<kHow, 5>(row, x, west) : gained<kHow, 4>(row, x, east);
  const std::int32_t d = kCorners ? gained<kHow, 7>(row, x, east) : gained<kHow, 6>(row, x, x);
  change[x] = a + b + c + d;
  return most(most(a, b), most(c, d));
}

template <Slide kHow>
std::int32_t slide(const SlideRow& around) {
  const SlideRow row = around;
  std::int32_t* HWY_RESTRICT change = row.change;
  const int last = row.width - 1;
  std::int32_t largest =
      most(slide_cell<kHow>(row, change, last, 0, 1), slide_cell<kHow>(row, change, last - 1, last, 0));
  for (int x = 1; x < last; ++x) largest = most(largest, slide_cell<kHow>(row, change, x - 1, x, x + 1));
  return largest;
}

std::int32_t slide_row(Slide how, const SlideRow& row) {
  switch (how) {
    case Slide::steep: return slide<Slide::steep>(row);
    case Slide::axes: return slide<Slide::axes>(row);
    case Slide::corners: return slide<Slide::corners>(row);
    case Slide::even: return slide<Slide::even>(row);
  }
  return 0;
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::terrain::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::terrain::detail {

HWY_EXPORT(blow_row);
HWY_EXPORT(slide_row);

void blow_row(const WindRules& rules, const WindRow& row) { HWY_DYNAMIC_DISPATCH(blow_row)(rules, row); }

std::int32_t slide_row(Slide how, const SlideRow& row) { return HWY_DYNAMIC_DISPATCH(slide_row)(how, row); }

}  // namespace weald::terrain::detail
#endif
