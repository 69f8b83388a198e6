// Interpolation of a patch of lattice points by vectors of samples: the SIMD version of layer_value in
// stages/land/noise/detail/point_layer.h. Included once per SIMD target, inside foreach_target.

#if defined(WEALD_NOISE_POINT_RULES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEALD_NOISE_POINT_RULES_INL_H_
#undef WEALD_NOISE_POINT_RULES_INL_H_
#else
#define WEALD_NOISE_POINT_RULES_INL_H_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "stages/land/noise/detail/lattice_hash-inl.h"
#include "stages/land/noise/detail/point_kernels.h"

HWY_BEFORE_NAMESPACE();
namespace weald::noise::detail {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using PD = hn::CappedTag<float, 16>;
using PV = hn::Vec<PD>;
using PDI = hn::RebindToSigned<PD>;
using PDU = hn::RebindToUnsigned<PD>;
using PVI = hn::Vec<PDI>;
using PM = hn::Mask<PD>;

HWY_INLINE PV splat(float value) { return hn::Set(PD(), value); }

// Whether the layer is the whole sum and is written to the target at once, the case of noise of one octave.
HWY_INLINE bool is_whole_sum(const BlockJob& job) { return job.ends_sum && job.begins_sum && !job.add; }

// Stores the noise `value` of samples that lie in the order of rows, not of squares. `whole`: is_whole_sum(job).
HWY_INLINE void store_in_row(const BlockJob& job, bool whole, PV value, int x, int y) {
  const PD d;
  const std::ptrdiff_t i = static_cast<std::ptrdiff_t>(y) * kBlockWidth + x, in_target = y * job.target_stride + x;
  if (whole) return hn::StoreU(hn::Add(hn::Zero(d), hn::Mul(value, splat(job.amplitude))), d, job.target + in_target);
  if (job.add) value = hn::Add(hn::LoadU(d, job.out + i), value);
  if (job.sum == nullptr) return hn::StoreU(value, d, job.out + i);
  const PV before = job.begins_sum ? hn::Zero(d) : hn::LoadU(d, job.sum + i);
  hn::StoreU(hn::Add(before, hn::Mul(value, splat(job.amplitude))), d,
             job.ends_sum ? job.target + in_target : job.sum + i);
}

// Prefetches the destination of row `y` of the block: its rows lie on different pages, which the hardware prefetcher
// does not follow.
HWY_INLINE void approach_row(const BlockJob& job, int y) {
  if (job.target == nullptr) return;
  for (int x = 0; x < job.width; x += 16) hwy::Prefetch(job.target + y * job.target_stride + x);
}

// The lattice data that the lanes of a vector share: a lattice cell, of a triangular lattice half of one, whose samples
// have the same points in even and in odd rows; a lattice row and a run of columns; two lattice rows and a run; a run;
// or nothing.
enum class Spread { cell, row, rows, tall, far };

// A run leaves a column on each side to its neighbours: shorter vectors share none, and need no code for that.
inline constexpr bool kHasRuns = hn::MaxLanes(PD()) > 2;

// Positions of the lanes of a vector on the lattice.
struct Places {
  PVI column;  // relative to column `base` of the patch; unused if all lanes share one column
  PVI row;
  PV x;
  PV y;
  int base;
  int first_row;  // lowest and highest row of all lanes
  int last_row;
  PV weight_x;  // faded fractions, for rules with kFades
  PV weight_y;
  // In a cell, the heights of the points in column `base` of rows first_row and first_row + 1; in odd rows of a
  // triangular lattice, which are offset by half a cell, the first column that the samples need takes its place.
  const float* upper = nullptr;
  const float* lower = nullptr;
  // In a cell of a triangular lattice: x in the upper row is (x - shift) + wrap, and likewise in the lower one.
  struct Turn {
    float shift = 0;
    float wrap = 0;
  };
  Turn upper_turn{};
  Turn lower_turn{};
};

// A run of values of a patch row from column `base` onwards; every lane looks up the values around its own column.
template <Spread kSpread>
struct Run {
  HWY_INLINE explicit Run(const float* from) : values(from) {
    if constexpr (kSpread != Spread::cell && kSpread != Spread::far) run = hn::LoadU(PD(), from);
  }
  // Values at `column`, which lies `offset` columns from the lanes' own columns.
  HWY_INLINE PV at(PVI column, int offset) const {
    const PD d;
    if constexpr (kSpread == Spread::cell) {
      return splat(values[offset]);
    } else if constexpr (kSpread == Spread::far) {
      return hn::GatherIndex(d, values, column);
    } else {
      return hn::TableLookupLanes(run, hn::IndicesFromVec(d, column));
    }
  }
  const float* values;
  PV run;
};

HWY_INLINE PVI next_column(PVI column) { return hn::Add(column, hn::Set(PDI(), 1)); }

HWY_INLINE PV row_difference(const Places& at, int row) {
  // This is a constant if all lanes share one row.
  const PDI di;
  return hn::ConvertTo(PD(), hn::Sub(hn::Set(di, row), at.row));
}

HWY_INLINE PV fade_lanes(Fade fade, PV t) {
  switch (fade) {
    case Fade::linear: return t;
    case Fade::cosine: {
      const PV z = hn::Sub(t, splat(0.5f));
      const PV s = hn::Mul(z, z);
      PV series = hn::Add(hn::Mul(s, splat(kFadeSine[5])), splat(kFadeSine[4]));
      for (const int k : {3, 2, 1, 0}) series = hn::Add(hn::Mul(series, s), splat(kFadeSine[k]));
      return hn::Add(splat(0.5f), hn::Mul(z, series));
    }
    case Fade::cubic: return hn::Mul(hn::Mul(t, t), hn::Sub(splat(3.0f), hn::Mul(splat(2.0f), t)));
    case Fade::quintic: {
      const PV inner = hn::Sub(hn::Mul(t, splat(6.0f)), splat(15.0f));
      return hn::Mul(hn::Mul(hn::Mul(t, t), t), hn::Add(hn::Mul(t, inner), splat(10.0f)));
    }
  }
  return t;
}

// ---- gradient and value noise ----

// kQuintic: specialisation for the default fade, without a branch.
template <bool kHeights, bool kSlopes, bool kQuintic = false>
struct Blend {
  static constexpr bool kHasOddRows = false;
  static constexpr bool kFades = true;
  explicit Blend(const BlockJob& job) : patch(job.patch), fade(job.rule.fade) {}

  // Height and slope along a lattice row, interpolated between its points. If the noise has only one of the two, the
  // other is 0.
  struct Line {
    PV t;
    PV g;
  };

  struct Columns {
    PVI left;
    PVI right;
    PV x;
    PV before_right;
    PV weight;
    int base;
  };

  template <Spread kSpread>
  HWY_INLINE Line line(const Columns& at, int row) const {
    return line<kSpread>(at, patch.row(row) + at.base);
  }

  template <Spread kSpread>
  HWY_INLINE Line line(const Columns& at, const float* points) const {
    const Run<kSpread> heights(points), slopes_x(points + patch.stride), slopes_y(points + 2 * patch.stride);
    PV left, right;
    if constexpr (kHeights) {
      left = heights.at(at.left, 0);
      right = heights.at(at.right, 1);
    }
    if constexpr (!kSlopes) return {hn::Add(left, hn::Mul(at.weight, hn::Sub(right, left))), left};
    const PV rise_left = hn::Mul(slopes_x.at(at.left, 0), at.x);
    const PV rise_right = hn::Mul(slopes_x.at(at.right, 1), at.before_right);
    if constexpr (kHeights) {
      left = hn::Add(left, rise_left);
      right = hn::Add(right, rise_right);
    } else {
      left = rise_left;
      right = rise_right;
    }
    const PV left_g = slopes_y.at(at.left, 0);
    const PV t = hn::Add(left, hn::Mul(at.weight, hn::Sub(right, left)));
    // All samples of a cell use the same points: the difference of their slopes is in the patch instead of heights.
    if constexpr (kSpread == Spread::cell && !kHeights)
      return {t, hn::Add(left_g, hn::Mul(at.weight, heights.at(at.left, 0)))};
    return {t, hn::Add(left_g, hn::Mul(at.weight, hn::Sub(slopes_y.at(at.right, 1), left_g)))};
  }

  static HWY_INLINE Line choose(PM condition, const Line& yes, const Line& no) {
    if constexpr (!kSlopes) return {hn::IfThenElse(condition, yes.t, no.t), no.g};
    return {hn::IfThenElse(condition, yes.t, no.t), hn::IfThenElse(condition, yes.g, no.g)};
  }

  static HWY_INLINE PV height(const Line& line, PV y) {
    if constexpr (!kSlopes) return line.t;
    return hn::Add(line.t, hn::Mul(y, line.g));
  }

  HWY_INLINE PV faded(PV t) const { return fade_lanes(kQuintic ? Fade::quintic : fade, t); }

  template <Spread kSpread>
  HWY_INLINE PV value(const Places& at) const {
    const PDI di;
    const Columns columns{at.column, next_column(at.column), at.x, hn::Sub(at.x, splat(1.0f)), at.weight_x, at.base};
    const auto in_row = [&](int row) HWY_ATTR { return hn::RebindMask(PD(), hn::Eq(at.row, hn::Set(di, row))); };
    constexpr bool kIsPlaced = kSpread == Spread::cell;
    Line upper = line<kSpread>(columns, kIsPlaced ? at.upper : patch.row(at.first_row) + at.base);
    Line lower = line<kSpread>(columns, kIsPlaced ? at.lower : patch.row(at.first_row + 1) + at.base);
    if constexpr (kSpread == Spread::rows) {
      const PM first = in_row(at.first_row);
      const Line last = line<kSpread>(columns, at.last_row + 1);
      upper = choose(first, upper, lower);
      lower = choose(first, lower, last);
    }
    if constexpr (kSpread == Spread::tall || kSpread == Spread::far) {
      Line above = lower;
      for (int row = at.first_row + 1; row <= at.last_row; ++row) {
        const Line below = line<kSpread>(columns, row + 1);
        const PM here = in_row(row);
        upper = choose(here, above, upper);
        lower = choose(here, below, lower);
        above = below;
      }
    }
    return between(upper, lower, at);
  }

  static HWY_INLINE PV between(const Line& upper, const Line& lower, const Places& at) {
    const PV from_upper = height(upper, at.y);
    const PV from_lower = height(lower, hn::Sub(at.y, splat(1.0f)));
    return hn::Add(from_upper, hn::Mul(at.weight_y, hn::Sub(from_lower, from_upper)));
  }

  Patch patch;
  Fade fade;
};

}  // namespace HWY_NAMESPACE
}  // namespace weald::noise::detail
HWY_AFTER_NAMESPACE();

#endif
