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

// What the job writes for the samples from index `i` onwards, whose noise is `value`.
HWY_INLINE PV result_of(const BlockJob& job, PV value, std::ptrdiff_t i) {
  const PD d;
  if (job.add) value = hn::Add(hn::LoadU(d, job.out + i), value);
  if (job.sum == nullptr) return value;
  const PV before = job.begins_sum ? hn::Zero(d) : hn::LoadU(d, job.sum + i);
  return hn::Add(before, hn::Mul(value, splat(job.amplitude)));
}

HWY_INLINE void store_value(const BlockJob& job, PV value, std::ptrdiff_t i) {
  hn::StoreU(result_of(job, value, i), PD(), (job.sum != nullptr ? job.sum : job.out) + i);
}

// Stores the values of samples that lie in the order of rows, not of squares.
HWY_INLINE void store_in_row(const BlockJob& job, PV value, int x, int y) {
  const std::ptrdiff_t i = static_cast<std::ptrdiff_t>(y) * kBlockWidth + x;
  if (!job.ends_sum) return store_value(job, value, i);
  hn::StoreU(result_of(job, value, i), PD(), job.target + y * job.target_stride + x);
}

// Prefetches the destination of row `y` of the block: its rows lie on different pages, which the hardware prefetcher
// does not follow.
HWY_INLINE void approach_row(const BlockJob& job, int y) {
  if (job.target == nullptr) return;
  for (int x = 0; x < job.width; x += 16) hwy::Prefetch(job.target + y * job.target_stride + x);
}

// The lattice data that the lanes of a vector share: a lattice cell, of a triangular lattice half of one, whose samples
// have the same points in even and in odd rows; a pane; a lattice row and a run of columns; two
// lattice rows and a run; a run; or nothing.
enum class Spread { cell, pane, row, rows, tall, far };

// A run leaves a column on each side to its neighbours: shorter vectors share none, and need no code for that.
inline constexpr bool kHasRuns = hn::MaxLanes(PD()) > 2;

// A pane is a vector of lattice points: four columns of kPaneRows rows. Wherever a lane is in a pane, one permutation
// finds a point beside it.
inline constexpr int kPaneRows = static_cast<int>(hn::MaxLanes(PD())) / 4;
inline constexpr bool kHasPanes = kPaneRows > 1;

// Loads a pane whose rows 0 and 2 begin at `even` and even + step, its rows 1 and 3 at `odd` and odd + step.
template <class D>
HWY_INLINE hn::Vec<D> load_pane(D d, const float* even, [[maybe_unused]] const float* odd,
                                [[maybe_unused]] std::ptrdiff_t step) {
#if HWY_TARGET != HWY_SCALAR
  const hn::Half<D> half;
  if constexpr (hn::MaxLanes(d) == 8) return hn::Combine(d, hn::LoadU(half, odd), hn::LoadU(half, even));
  if constexpr (hn::MaxLanes(d) == 16)
    return hn::Combine(d, load_pane(half, even + step, odd + step, step), load_pane(half, even, odd, step));
#endif
  return hn::LoadU(d, even);
}

// A pane and the row below it, for lookups in the row of a lane and in the next one.
class PaneTable {
 public:
  // Rows 0, 2 and 4 begin at `even` and a `step` apart, the others at `odd`.
  HWY_INLINE PaneTable(const float* even, const float* odd, std::ptrdiff_t step)
      : even_(even), odd_(odd), step_(step), pane_(load_pane(PD(), even, odd, step)) {}

  // The value at `index` (see index_in_pane) or, if kBelow is true, in the row below.
  template <bool kBelow>
  HWY_INLINE PV at(PVI index) const {
    const PD d;
    if constexpr (!kBelow) return hn::TableLookupLanes(pane_, hn::IndicesFromVec(d, index));
#if HWY_TARGET != HWY_SCALAR
    if constexpr (kLooksUpInTwo) {
      const hn::Half<PD> half;
      const auto row = hn::LoadU(hn::Half<decltype(half)>(), even_ + 2 * step_);
      const PV last = hn::ZeroExtendVector(d, hn::ZeroExtendVector(half, row));
      return look_up_in_two(d, pane_, last, hn::BitCast(PDU(), hn::Add(index, hn::Set(PDI(), 4))));
    }
#endif
    return hn::TableLookupLanes(load_pane(d, odd_, even_ + step_, step_), hn::IndicesFromVec(d, index));
  }

 private:
  const float* even_;
  const float* odd_;
  std::ptrdiff_t step_;
  PV pane_;
};

// The rows of a table that the lanes' own points are in, or those below.
template <bool kBelow>
struct PaneRows {
  HWY_INLINE PV at(PVI index, int /*offset*/) const { return table.at<kBelow>(index); }
  const PaneTable& table;
};

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
  // In a cell or pane, the heights of the points in column `base` of rows first_row and first_row + 1; `odd_base` takes
  // the place of `base` in odd rows of a triangular lattice, which are offset by half a cell.
  const float* upper = nullptr;
  const float* lower = nullptr;
  int odd_base = 0;
  // In a cell of a triangular lattice: x in the upper row is (x - shift) + wrap, and likewise in the lower one.
  struct Turn {
    float shift = 0;
    float wrap = 0;
  };
  Turn upper_turn{};
  Turn lower_turn{};
  // In a pane of a square lattice, the points on the left and on the right of the lanes; column and row are unused.
  PVI left_in_pane = hn::Zero(PDI());
  PVI right_in_pane = hn::Zero(PDI());
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

// The places of the lanes in a pane, given their columns.
HWY_INLINE PVI index_in_pane(const Places& at, PVI column) {
  const PDI di;
  return hn::Add(column, hn::ShiftLeft<2>(hn::Sub(at.row, hn::Set(di, at.first_row))));
}

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
  static constexpr bool kByPane = kHasPanes;
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
  HWY_INLINE Line line(const Columns& at, const float* heights) const {
    using Row = Run<kSpread>;
    return blended_line<kSpread == Spread::cell>(at, Row(heights), Row(heights + patch.stride),
                                                 Row(heights + 2 * patch.stride));
  }

  // kDifferences: the first row holds differences of y-slopes, see Patch.
  template <bool kDifferences, class Row>
  HWY_INLINE Line blended_line(const Columns& at, const Row& heights, const Row& slopes_x, const Row& slopes_y) const {
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
    if constexpr (kDifferences && !kHeights) return {t, hn::Add(left_g, hn::Mul(at.weight, heights.at(at.left, 0)))};
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
    if constexpr (kSpread == Spread::pane) return value_in_pane(at);
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

  HWY_INLINE PV value_in_pane(const Places& at) const {
    const Columns columns{at.left_in_pane, at.right_in_pane, at.x, hn::Sub(at.x, splat(1.0f)), at.weight_x, at.base};
    const auto table_of = [&](int part) HWY_ATTR {
      return PaneTable(at.upper + part * patch.stride, at.lower + part * patch.stride, 6 * patch.stride);
    };
    const PaneTable heights = table_of(0), slopes_x = table_of(1), slopes_y = table_of(2);
    using Upper = PaneRows<false>;
    using Lower = PaneRows<true>;
    const Line upper = blended_line<true>(columns, Upper{heights}, Upper{slopes_x}, Upper{slopes_y});
    const Line lower = blended_line<true>(columns, Lower{heights}, Lower{slopes_x}, Lower{slopes_y});
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
