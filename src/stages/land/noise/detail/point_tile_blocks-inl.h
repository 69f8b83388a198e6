// Fills samples in squares of 4 by 4, which stay close together when displaced, by the rules of
// point_interpolation-inl.h. Included once per SIMD target, inside foreach_target.
//
// If a square lies in one lattice cell, as most do in coarse octaves, its samples need only their fractions of the
// cell. In other squares, every vector locates its own cells. Most of these lie in a pane of lattice points. Squares
// are processed method by method, because branches would be unpredictable.

#if defined(WEALD_NOISE_POINT_SQUARES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEALD_NOISE_POINT_SQUARES_INL_H_
#undef WEALD_NOISE_POINT_SQUARES_INL_H_
#else
#define WEALD_NOISE_POINT_SQUARES_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>

#include "stages/land/noise/detail/point_interpolation-inl.h"

HWY_BEFORE_NAMESPACE();
namespace weald::noise::detail {
namespace HWY_NAMESPACE {

inline constexpr int kSquares = kBlockWidth / 4;

// A set of the squares of a strip: bit s for square s.
using SquareSet = std::uint32_t;
static_assert(kSquares <= 32);

// The lanes of a mask as a set of squares from square 0 onwards.
HWY_INLINE SquareSet set_of(PM mask) {
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(PD(), mask, bytes);
  const SquareSet bits = bytes[0] | SquareSet{bytes[1]} << 8;
  return bits & ((SquareSet{1} << hn::Lanes(PD())) - 1);
}

// A strip of squares; samples are numbered in storage order.
struct Strip {
  // Per square: the cell of its first undisplaced sample and the position in that cell; the first column and row that
  // its samples need, or one before; and what its samples share.
  HWY_ALIGN std::int32_t start_cell[kSquares];
  HWY_ALIGN float start_x[kSquares];
  HWY_ALIGN std::int32_t first_column[kSquares];
  HWY_ALIGN std::int32_t first_odd_column[kSquares];  // for rules with panes: the first column in odd rows
  HWY_ALIGN std::int32_t first_row[kSquares];
  SquareSet in_cell;
  SquareSet near;  // in a pane; of rules without panes: in a run of columns, and in one or two rows
  SquareSet tall;  // in a run of columns
  SquareSet far;
};

struct CellRange {
  PVI first;
  PV more;  // number of further cells
};

// The cells along an axis between two positions, relative to cell `start`. A margin covers rounding: lanes are located
// with errors of a few 2^-24 of their displacements, which are at most a dozen cells longer than these.
HWY_INLINE CellRange find_cells(PV low, PV high, PVI start) {
  const PV margin = hn::Mul(hn::Add(hn::Add(hn::Abs(low), hn::Abs(high)), splat(1)), splat(0x1p-16f));
  const PV first = hn::Floor(hn::Sub(low, margin));
  return {hn::Add(start, hn::ConvertTo(PDI(), first)), hn::Sub(hn::Floor(hn::Add(high, margin)), first)};
}

// Determines the lattice data that the samples of each square share, in the strip from sample row `y` onwards.
template <class Rule>
HWY_INLINE void measure_squares(const BlockJob& job, int y, Strip& strip) {
  const PD d;
  const PDI di;
  const int lanes = static_cast<int>(hn::Lanes(d));
  SquareSet in_cells = 0, near = 0, in_runs = 0;
  for (int s = 0; s < kSquares; s += lanes) {
    const int square = y * kSquares / 4 + s;
    const auto place = [&](PV start, const float* ranges, float frequency)
                           HWY_ATTR { return hn::Add(start, hn::Mul(hn::Load(d, ranges + square), splat(frequency))); };
    const PV x = hn::Load(d, strip.start_x + s);
    const PV start_y = splat(job.row_fraction[4 * y]);
    const PV low_x = place(x, job.range_x->min, job.frequency_x);
    const PV high_x = place(x, job.range_x->max, job.frequency_x);
    const PVI start_cell = hn::Load(di, strip.start_cell + s);
    const CellRange columns = find_cells(low_x, high_x, start_cell);
    const CellRange rows =
        find_cells(place(start_y, job.range_y->min, job.frequency_y), place(start_y, job.range_y->max, job.frequency_y),
                   hn::Set(di, job.row_cell[4 * y]));
    // The lookup loads one further column on each side, for the neighbours of the outermost samples.
    const PM in_run = hn::Le(columns.more, splat(static_cast<float>(lanes - 3)));
    const PM in_cell = hn::Eq(hn::Add(columns.more, rows.more), hn::Zero(d));
    PM is_near = hn::And(in_run, hn::Le(rows.more, splat(1)));
    if constexpr (Rule::kByPane) {
      PV more_columns = columns.more;
      if constexpr (!Rule::kByCell) {
        const PV shift = splat(job.rule.odd_shift);
        const CellRange odd = find_cells(hn::Sub(low_x, shift), hn::Sub(high_x, shift), start_cell);
        more_columns = hn::Max(more_columns, odd.more);
        hn::Store(odd.first, di, strip.first_odd_column + s);
      }
      // A pane also holds the points on the right; those below are in another pane.
      is_near = hn::And(hn::Le(more_columns, splat(2)), hn::Le(rows.more, splat(kPaneRows - 1)));
    }
    if constexpr (Rule::kByCell) in_cells |= set_of(in_cell) << s;
    near |= set_of(is_near) << s;
    in_runs |= set_of(in_run) << s;
    hn::Store(columns.first, di, strip.first_column + s);
    hn::Store(rows.first, di, strip.first_row + s);
  }
  const int count = (job.width + 3) / 4;
  const SquareSet all = count == 32 ? ~SquareSet{0} : (SquareSet{1} << count) - 1;
  strip.in_cell = in_cells & all;
  strip.near = near & ~in_cells & all;
  strip.tall = in_runs & ~near & ~in_cells & all;
  strip.far = ~(in_cells | near | in_runs) & all;
}

// Displaced positions of the lanes in `part` of square `s`, in cells relative to the cells of their undisplaced
// positions.
struct Moved {
  HWY_INLINE Moved(const BlockJob& job, int top, int s, int part) {
    const PD d;
    const int sample = top * kBlockWidth + 16 * s + part;
    column = 4 * s + (hn::Lanes(d) < 4 ? part % 4 : 0);
    x = hn::Add(hn::LoadDup128(d, job.column_fraction + column),
                hn::Mul(hn::Load(d, job.shift_x + sample), splat(job.frequency_x)));
    y = hn::Add(hn::LoadU(d, job.row_fraction + 4 * top + part),
                hn::Mul(hn::Load(d, job.shift_y + sample), splat(job.frequency_y)));
  }
  int column;
  PV x;
  PV y;
};

// The cell `whole` cells after `start`. Pre: `whole` is a whole number.
HWY_INLINE PVI cell_of(PVI start, PV whole) {
  // A float near 1.5 * 2^23 has a spacing of 1, so its bits count integers. This conversion skips the check for
  // overflow, which cannot occur (kMaxWarpCells).
  return hn::Add(hn::Sub(start, hn::Set(PDI(), 0x4B400000)), hn::BitCast(PDI(), hn::Add(whole, splat(0x1.8p23f))));
}

// Value of `part` of square `s`, whose samples share the lattice data that kSpread names.
template <Spread kSpread, class Rule>
HWY_INLINE PV part_value(const BlockJob& job, const Rule& rule, int y, int s, int part, const Strip& strip) {
  const PD d;
  const PDI di;
  const Moved place(job, y, s, part);
  const PV column = hn::Floor(place.x), row = hn::Floor(place.y);
  const PV x = hn::Sub(place.x, column), row_y = hn::Sub(place.y, row);
  Places at{.column = hn::Zero(di),
            .row = hn::Zero(di),
            .x = x,
            .y = row_y,
            .base = strip.first_column[s] - (kSpread == Spread::cell || kSpread == Spread::pane ? 0 : 1),
            .first_row = strip.first_row[s],
            .last_row = strip.first_row[s] + (kSpread == Spread::cell ? 0 : 1),
            .weight_x = hn::Zero(d),
            .weight_y = hn::Zero(d)};
  if constexpr (Rule::kFades) {
    at.weight_x = rule.faded(x);
    at.weight_y = rule.faded(row_y);
  }
  if constexpr (kSpread == Spread::pane && !Rule::kByCell) at.odd_base = strip.first_odd_column[s];
  if constexpr (kSpread != Spread::cell) {
    at.column = hn::Sub(cell_of(hn::LoadDup128(di, job.column_cell + place.column), column), hn::Set(di, at.base));
    at.row = cell_of(hn::LoadU(di, job.row_cell + 4 * y + part), row);
  }
  if constexpr (kSpread == Spread::tall || kSpread == Spread::far) {
    at.first_row = hn::GetLane(hn::MinOfLanes(di, at.row));
    at.last_row = hn::GetLane(hn::MaxOfLanes(di, at.row));
  }
  return rule.template value<kSpread>(at);
}

// Fills the squares of a set, whose samples share the lattice data that kSpread names.
template <Spread kSpread, class Rule>
HWY_INLINE void fill_set(const BlockJob& job, const Rule& rule, int y, const Strip& strip, SquareSet squares) {
  constexpr int kLanes = hn::MaxLanes(PD());
  for (; squares != 0; squares &= squares - 1) {
    const int s = std::countr_zero(squares);
    const int first = y * kBlockWidth + 16 * s;
    if constexpr (kLanes == 16) {
      store_value(job, part_value<kSpread>(job, rule, y, s, 0, strip), first);
    } else {
      // Two vectors at once: they share the square's data and are independent of each other.
      for (int part = 0; part < 16; part += 2 * kLanes) {
        const PV left = part_value<kSpread>(job, rule, y, s, part, strip);
        const PV right = part_value<kSpread>(job, rule, y, s, part + kLanes, strip);
        store_value(job, left, first + part);
        store_value(job, right, first + part + kLanes);
      }
    }
  }
}

template <class Rule>
void fill_squares(const BlockJob& given) {
  // A local copy, whose members stay in registers: the compiler then knows that stores to the output cannot change
  // them.
  const BlockJob job = given;
  const Rule rule(job);
  Strip strip;
  for (int s = 0; s < kSquares; ++s) {
    strip.start_cell[s] = job.column_cell[4 * s];
    strip.start_x[s] = job.column_fraction[4 * s];
  }
  for (int y = job.first_row; y < job.end_row; y += 4) {
    measure_squares<Rule>(job, y, strip);
    for (int row = y; row < std::min(y + 4, job.end_row); ++row) approach_row(job, row);
    if constexpr (Rule::kByCell) fill_set<Spread::cell>(job, rule, y, strip, strip.in_cell);
    if constexpr (kHasRuns) {
      fill_set<Rule::kByPane ? Spread::pane : Spread::rows>(job, rule, y, strip, strip.near);
      fill_set<Spread::tall>(job, rule, y, strip, strip.tall);
    }
    fill_set<Spread::far>(job, rule, y, strip, strip.far);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::noise::detail
HWY_AFTER_NAMESPACE();

#endif
