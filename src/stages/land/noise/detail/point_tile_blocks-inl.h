// Fills samples in squares of 4 by 4, which stay close together when displaced, by the rules of
// point_interpolation-inl.h, point_radial-inl.h and point_cellular-inl.h. Included once per SIMD target by the files
// point_*_kernels.cpp, inside foreach_target.
//
// Multiplications and additions are kept separate (no fused multiply-add), in the order of layer_value in
// point_layer.cpp, so every target gives the same bits.
//
// If a square lies in one lattice cell, as most do in coarse octaves, its points are broadcast, and its samples need
// only their fractions of the cell. In other squares, every vector locates its own cells: it loads a run of points from
// a lattice row and permutes it. Only if its samples lie farther apart does it gather. Squares are processed method by
// method, because branches would be unpredictable.

#if defined(WEALD_NOISE_POINT_SQUARES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEALD_NOISE_POINT_SQUARES_INL_H_
#undef WEALD_NOISE_POINT_SQUARES_INL_H_
#else
#define WEALD_NOISE_POINT_SQUARES_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cmath>

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
  HWY_ALIGN float left[kSquares];  // first_column and first_row as floats
  HWY_ALIGN float top[kSquares];
  HWY_ALIGN std::int32_t first_column[kSquares];
  HWY_ALIGN std::int32_t first_row[kSquares];
  HWY_ALIGN std::int32_t upper[kSquares];  // the first column's point in that row, as an index into the patch
  HWY_ALIGN std::int32_t lower[kSquares];  // the first column's point in the next row
  HWY_ALIGN float upper_shift[kSquares];   // for rules with odd rows: see Places::Turn
  HWY_ALIGN float upper_wrap[kSquares];
  HWY_ALIGN float lower_shift[kSquares];
  HWY_ALIGN float lower_wrap[kSquares];
  // The cells of undisplaced samples as floats: per column, and of one square, whose rows are those of all squares.
  HWY_ALIGN float column_cell[kBlockWidth];
  HWY_ALIGN float row_cell[16];
  SquareSet in_cell;
  SquareSet near;  // in a run of columns, and in one or two rows
  SquareSet tall;  // in a run of columns
  SquareSet far;
};

// The cell `whole` cells after `start`. Pre: `whole` is a whole number.
HWY_INLINE PVI cell_of(PVI start, PV whole) {
  // A float near 1.5 * 2^23 has a spacing of 1, so its bits count integers. This conversion skips the check for
  // overflow, which cannot occur (kMaxWarpCells).
  return hn::Add(hn::Sub(start, hn::Set(PDI(), 0x4B400000)), hn::BitCast(PDI(), hn::Add(whole, splat(0x1.8p23f))));
}

struct CellRange {
  PVI first;
  PV more;  // number of further cells
};

// How far cells are searched beyond positions of samples in this range, which covers rounding: lanes are located with
// errors of a few 2^-24 of their displacements, which are at most a dozen cells longer than the range.
HWY_INLINE PV margin_of(const SquareRanges& range, float frequency) {
  const float cells = std::max(std::abs(range.least), std::abs(range.greatest)) * frequency + 2;
  return splat(cells * 0x1p-15f);
}

// The cells along an axis between two positions, relative to cell `start`.
HWY_INLINE CellRange find_cells(PV low, PV high, PV margin, PVI start) {
  const PV first = hn::Floor(hn::Sub(low, margin));
  return {cell_of(start, first), hn::Sub(hn::Floor(hn::Add(high, margin)), first)};
}

// The first columns of squares in their first row and in the next one.
struct RowStarts {
  PVI upper;
  PVI lower;
};

// The starts of rows where odd rows are offset, for the squares from `s` onwards; `column` and `odd_column` are their
// first columns in even and in odd rows. Stores how the positions of samples follow from those in even rows.
HWY_INLINE RowStarts place_rows(const BlockJob& job, PVI row, PVI column, PVI odd_column, int s, Strip& strip) {
  const PD d;
  const PDI di;
  const PVI begins_odd = hn::And(hn::Xor(row, hn::Set(di, job.patch.odd_first ? 1 : 0)), hn::Set(di, 1));
  const auto is_odd = hn::Eq(begins_odd, hn::Set(di, 1));
  const PM in_upper = hn::RebindMask(d, is_odd);
  const PV shift = splat(job.rule.odd_shift);
  const PV wrap = hn::ConvertTo(d, hn::Sub(column, odd_column));  // 0 or 1, in a cell
  hn::Store(hn::IfThenElseZero(in_upper, shift), d, strip.upper_shift + s);
  hn::Store(hn::IfThenElseZero(in_upper, wrap), d, strip.upper_wrap + s);
  hn::Store(hn::IfThenZeroElse(in_upper, shift), d, strip.lower_shift + s);
  hn::Store(hn::IfThenZeroElse(in_upper, wrap), d, strip.lower_wrap + s);
  return {hn::IfThenElse(is_odd, odd_column, column), hn::IfThenElse(is_odd, column, odd_column)};
}

// Determines the lattice data that the samples of each square share, in the strip from sample row `y` onwards.
template <class Rule>
HWY_INLINE void measure_squares(const BlockJob& job, int y, Strip& strip) {
  const PD d;
  const PDI di;
  const int lanes = static_cast<int>(hn::Lanes(d));
  SquareSet in_cells = 0, near = 0, in_runs = 0;
  const PV margin_x = margin_of(*job.range_x, job.frequency_x), margin_y = margin_of(*job.range_y, job.frequency_y);
  for (int s = 0; s < kSquares; s += lanes) {
    const int square = y * kSquares / 4 + s;
    const auto place = [&](PV start, const float* ranges, float frequency)
                           HWY_ATTR { return hn::Add(start, hn::Mul(hn::Load(d, ranges + square), splat(frequency))); };
    const PV x = hn::Load(d, strip.start_x + s);
    const PV start_y = splat(job.row_fraction[4 * y]);
    const PV low_x = place(x, job.range_x->min, job.frequency_x);
    const PV high_x = place(x, job.range_x->max, job.frequency_x);
    const PVI start_cell = hn::Load(di, strip.start_cell + s);
    const CellRange columns = find_cells(low_x, high_x, margin_x, start_cell);
    const CellRange rows =
        find_cells(place(start_y, job.range_y->min, job.frequency_y), place(start_y, job.range_y->max, job.frequency_y),
                   margin_y, hn::Set(di, job.row_cell[4 * y]));
    // The lookup loads one further column on each side, for the neighbours of the outermost samples.
    const PM in_run = hn::Le(columns.more, splat(static_cast<float>(lanes - 3)));
    PM in_cell = hn::Eq(hn::Add(columns.more, rows.more), hn::Zero(d));
    RowStarts starts{columns.first, columns.first};
    if constexpr (Rule::kHasOddRows) {
      const PV shift = splat(job.rule.odd_shift);
      const CellRange odd = find_cells(hn::Sub(low_x, shift), hn::Sub(high_x, shift), margin_x, start_cell);
      in_cell = hn::And(in_cell, hn::Eq(odd.more, hn::Zero(d)));
      starts = place_rows(job, rows.first, columns.first, odd.first, s, strip);
    }
    const PVI row_step = hn::Set(di, static_cast<int>(3 * job.patch.stride));
    const PVI first_row = hn::Mul(rows.first, row_step);
    hn::Store(hn::Add(first_row, starts.upper), di, strip.upper + s);
    hn::Store(hn::Add(hn::Add(first_row, row_step), starts.lower), di, strip.lower + s);
    in_cells |= set_of(in_cell) << s;
    near |= set_of(hn::And(in_run, hn::Le(rows.more, splat(1)))) << s;
    in_runs |= set_of(in_run) << s;
    hn::Store(columns.first, di, strip.first_column + s);
    hn::Store(rows.first, di, strip.first_row + s);
    hn::Store(hn::ConvertTo(d, columns.first), d, strip.left + s);
    hn::Store(hn::ConvertTo(d, rows.first), d, strip.top + s);
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

// Value of `part` of square `s`, whose samples share the lattice data that kSpread names.
template <Spread kSpread, class Rule>
HWY_INLINE PV part_value(const BlockJob& job, const Rule& rule, int y, int s, int part, const Strip& strip) {
  const PD d;
  const PDI di;
  const Moved place(job, y, s, part);
  // Relative to the cells of the undisplaced samples. If all samples lie in one cell, it need not be found again.
  PV column, row;
  if constexpr (kSpread == Spread::cell) {
    column = hn::Sub(splat(strip.left[s]), hn::LoadDup128(d, strip.column_cell + place.column));
    row = hn::Sub(splat(strip.top[s]), hn::LoadU(d, strip.row_cell + part));
  } else {
    column = hn::Floor(place.x);
    row = hn::Floor(place.y);
  }
  const PV x = hn::Sub(place.x, column), row_y = hn::Sub(place.y, row);
  Places at{.column = hn::Zero(di),
            .row = hn::Zero(di),
            .x = x,
            .y = row_y,
            .base = strip.first_column[s] - (kSpread == Spread::cell ? 0 : 1),
            .first_row = strip.first_row[s],
            .last_row = strip.first_row[s] + (kSpread == Spread::cell ? 0 : 1),
            .weight_x = hn::Zero(d),
            .weight_y = hn::Zero(d)};
  if constexpr (Rule::kFades) {
    at.weight_x = rule.faded(x);
    at.weight_y = rule.faded(row_y);
  }
  if constexpr (kSpread == Spread::cell) {
    at.upper = job.patch.data + strip.upper[s];
    at.lower = job.patch.data + strip.lower[s];
  }
  if constexpr (Rule::kHasOddRows && kSpread == Spread::cell) {
    at.upper_turn = {strip.upper_shift[s], strip.upper_wrap[s]};
    at.lower_turn = {strip.lower_shift[s], strip.lower_wrap[s]};
  }
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

HWY_INLINE void add_to_sum(const BlockJob& job, PV value, int i) {
  const PD d;
  const PV before = job.begins_sum ? hn::Zero(d) : hn::Load(d, job.sum + i);
  hn::Store(hn::Add(before, hn::Mul(value, splat(job.amplitude))), d, job.sum + i);
}

// Fills the squares of a set, whose samples share the lattice data that kSpread names.
template <Spread kSpread, class Rule>
HWY_INLINE void fill_set(const BlockJob& job, const Rule& rule, int y, const Strip& strip, SquareSet squares) {
  constexpr int kLanes = hn::MaxLanes(PD());
  for (; squares != 0; squares &= squares - 1) {
    const int s = std::countr_zero(squares);
    const int first = y * kBlockWidth + 16 * s;
    if constexpr (kLanes == 16) {
      add_to_sum(job, part_value<kSpread>(job, rule, y, s, 0, strip), first);
    } else {
      // Two vectors at once: they share the square's data and are independent of each other.
      for (int part = 0; part < 16; part += 2 * kLanes) {
        const PV left = part_value<kSpread>(job, rule, y, s, part, strip);
        const PV right = part_value<kSpread>(job, rule, y, s, part + kLanes, strip);
        add_to_sum(job, left, first + part);
        add_to_sum(job, right, first + part + kLanes);
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
  for (int x = 0; x < kBlockWidth; ++x) strip.column_cell[x] = static_cast<float>(job.column_cell[x]);
  for (int y = 0; y < job.rows; y += 4) {
    measure_squares<Rule>(job, y, strip);
    for (int i = 0; i < 16; ++i) strip.row_cell[i] = static_cast<float>(job.row_cell[4 * y + i]);
    for (int row = y; row < std::min(y + 4, job.rows); ++row) approach_row(job, row);
    fill_set<Spread::cell>(job, rule, y, strip, strip.in_cell);
    if constexpr (kHasRuns) {
      fill_set<Spread::rows>(job, rule, y, strip, strip.near);
      fill_set<Spread::tall>(job, rule, y, strip, strip.tall);
    }
    fill_set<Spread::far>(job, rule, y, strip, strip.far);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::noise::detail
HWY_AFTER_NAMESPACE();

#endif
