// Row-wise versions of the rules in point_interpolation-inl.h, for undisplaced samples: values that depend only on the
// column or the row are computed once per block or row. The results are bit-identical. Included once per SIMD target by
// point_blocks-inl.h, inside foreach_target.

#if defined(WEALD_NOISE_POINT_LINES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEALD_NOISE_POINT_LINES_INL_H_
#undef WEALD_NOISE_POINT_LINES_INL_H_
#else
#define WEALD_NOISE_POINT_LINES_INL_H_
#endif

#include <hwy/highway.h>

#include "stages/land/noise/detail/point_interpolation-inl.h"

HWY_BEFORE_NAMESPACE();
namespace weald::noise::detail {
namespace HWY_NAMESPACE {

// Most lattice columns of a patch that can be processed this way: more than the samples of a block if no sample skips a
// column.
inline constexpr int kLineColumns = kBlockWidth + 64;

// One value per sample column.
struct SampleRow {
  HWY_ALIGN float of[kBlockWidth];
};
// One value per lattice column of the patch. It is written in whole vectors and may be read up to a vector past the
// end.
struct LatticeRow {
  HWY_INLINE void end(int columns) {
    const int lanes = static_cast<int>(hn::Lanes(PD()));
    hn::StoreU(hn::Zero(PD()), PD(), of + (columns + lanes - 1) / lanes * lanes);
  }
  HWY_ALIGN float of[kLineColumns + kPatchMargin];
};

// Whether no vector of samples spans more of `cells` than it has lanes.
HWY_INLINE bool fit_vectors(const std::int32_t* cells) {
  const int lanes = static_cast<int>(hn::Lanes(PD()));
  for (int x = 0; x < kBlockWidth; x += lanes) {
    if (cells[x + lanes - 1] - cells[x] >= lanes) return false;
  }
  return true;
}

// Lookup for a vector of samples: its first lattice column, and the offsets of the lanes from it.
struct Lookup {
  HWY_INLINE explicit Lookup(const std::int32_t* cells)
      : base(cells[0]), lanes(hn::IndicesFromVec(PD(), hn::Sub(hn::LoadU(PDI(), cells), hn::Set(PDI(), base)))) {}
  HWY_INLINE PV at(const float* values) const { return hn::TableLookupLanes(hn::LoadU(PD(), values + base), lanes); }
  int base;
  decltype(hn::IndicesFromVec(PD(), PVI())) lanes;
};

// ---- simplex noise ----

// Between two lattice rows, a sample row differs from the next only in its distance from them. What depends on the
// column is therefore looked up once per lattice row.
template <bool kTriangles>
class RadialLines {
 public:
  explicit RadialLines(const BlockJob& job) : job_(job) {
    std::copy_n(job.column_cell, kBlockWidth, columns_[0].cell);
    std::copy_n(job.column_fraction, kBlockWidth, columns_[0].way[0].of);
    if constexpr (kTriangles) place_odd_rows();
    for (Columns& columns : columns_) {
      for (int x = 0; x < kBlockWidth; ++x) {
        const float left = columns.way[0].of[x];
        const float right = left - 1.0f;
        columns.way[1].of[x] = right;
        columns.way_squared[0].of[x] = left * left;
        columns.way_squared[1].of[x] = right * right;
      }
    }
  }

  bool fits() const {
    for (const Columns& columns : columns_) {
      if (!fit_vectors(columns.cell)) return false;
    }
    return job_.patch.columns <= kLineColumns;
  }

  // Two sample rows between the same lattice rows are filled together: they share what they load.
  void fill() {
    for (int y = job_.first_row; y < job_.end_row;) {
      const bool is_pair = y + 1 < job_.end_row && job_.row_cell[y + 1] == job_.row_cell[y];
      enter(job_.row_cell[y]);
      // By the time that rows are written, their cache lines have arrived.
      for (int row = y + 2; row < std::min(y + 4, job_.end_row); ++row) approach_row(job_, row);
      is_pair ? fill_rows<2>(y) : fill_rows<1>(y);
      y += is_pair ? 2 : 1;
    }
  }

 private:
  // Positions of the samples relative to the points of even or odd rows; the arrays of two are for the points on the
  // left and on the right.
  struct Columns {
    HWY_ALIGN std::int32_t cell[kBlockWidth];
    SampleRow way[2];
    SampleRow way_squared[2];
  };

  // The points of a lattice row as seen by each sample: the part of their contribution that does not depend on y, and
  // their slope along y.
  struct Line {
    const Columns* columns = nullptr;
    int row = 0;
    SampleRow rise[2];
    SampleRow slope_y[2];
  };

  // Position of a sample row relative to a line.
  struct Height {
    HWY_INLINE Height(const LayerRule& rule, float fraction, int r) {
      const float way = (fraction - static_cast<float>(r)) * rule.row_distance;
      distance = splat(way);
      left_over = splat(rule.radius_squared - way * way);
    }
    PV distance;
    PV left_over;
  };

  // Makes the lines of `row` and the one below it the current ones.
  void enter(int row) {
    for (int r = 0; r < 2; ++r) {
      Line& line = lines_[(row + r) & 1];
      if (line.columns == nullptr || line.row != row + r) look_up(row + r, line);
    }
  }

  void look_up(int row, Line& line) {
    const PD d;
    const Patch& patch = job_.patch;
    line.row = row;
    line.columns = &columns_[kTriangles && patch.odd_first != ((row & 1) != 0) ? 1 : 0];
    const float* heights = patch.row(row);
    const float* slopes_x = heights + patch.stride;
    const float* slopes_y = slopes_x + patch.stride;
    for (int x = 0; x < kBlockWidth; x += static_cast<int>(hn::Lanes(d))) {
      const Lookup look(line.columns->cell + x);
      for (int side = 0; side < 2; ++side) {
        PV rise = hn::Mul(look.at(slopes_x + side), hn::Load(d, line.columns->way[side].of + x));
        if constexpr (!kTriangles) rise = hn::Add(look.at(heights + side), rise);
        hn::Store(rise, d, line.rise[side].of + x);
        hn::Store(look.at(slopes_y + side), d, line.slope_y[side].of + x);
      }
    }
  }

  void place_odd_rows() {
    Columns& odd = columns_[1];
    for (int x = 0; x < kBlockWidth; ++x) {
      const float moved = job_.column_fraction[x] - job_.rule.odd_shift;
      const bool before = moved < 0;
      odd.way[0].of[x] = before ? moved + 1.0f : moved;
      odd.cell[x] = job_.column_cell[x] - (before ? 1 : 0);
    }
  }

  // Fills kRows rows from `y` onwards, all of them between the current lines.
  template <int kRows>
  HWY_INLINE void fill_rows(int y) const {
    const PD d;
    const BlockJob job = job_;  // a local copy, for the reason given in fill_squares
    const int last = y + kRows - 1;
    const Line& upper = lines_[job.row_cell[y] & 1];
    const Line& lower = lines_[1 - (job.row_cell[y] & 1)];
    const Height first_upper(job.rule, job.row_fraction[y], 0), first_lower(job.rule, job.row_fraction[y], 1);
    const Height last_upper(job.rule, job.row_fraction[last], 0), last_lower(job.rule, job.row_fraction[last], 1);
    for (int x = 0; x < job.width; x += static_cast<int>(hn::Lanes(d))) {
      PV first = hn::Zero(d), second = hn::Zero(d);
      for (int side = 0; side < 2; ++side) add_points<kRows>(upper, side, x, first_upper, first, last_upper, second);
      for (int side = 0; side < 2; ++side) add_points<kRows>(lower, side, x, first_lower, first, last_lower, second);
      store_in_row(job, first, x, y);
      if constexpr (kRows == 2) store_in_row(job, second, x, last);
    }
  }

  // Adds the contributions of the points on one side of each sample to those of two rows, or of one.
  template <int kRows>
  static HWY_INLINE void add_points(const Line& line, int side, int x, const Height& at_first, PV& first,
                                    [[maybe_unused]] const Height& at_second, [[maybe_unused]] PV& second) {
    const PD d;
    const PV way_squared = hn::Load(d, line.columns->way_squared[side].of + x);
    const PV rise = hn::Load(d, line.rise[side].of + x);
    const PV slope_y = hn::Load(d, line.slope_y[side].of + x);
    const auto part = [&](const Height& at) HWY_ATTR {
      // As integers, the maximum takes no time from the multiplications: negative floats are negative integers.
      const PVI left_over = hn::BitCast(PDI(), hn::Sub(at.left_over, way_squared));
      const PV near = hn::BitCast(d, hn::Max(left_over, hn::Zero(PDI())));
      const PV near2 = hn::Mul(near, near);
      return hn::Mul(hn::Mul(near2, near2), hn::Add(rise, hn::Mul(slope_y, at.distance)));
    };
    first = hn::Add(first, part(at_first));
    if constexpr (kRows == 2) second = hn::Add(second, part(at_second));
  }

  const BlockJob job_;
  Columns columns_[kTriangles ? 2 : 1];
  Line lines_[2];  // the current rows, by the parity of their number in the patch
};

// ---- blocks ----

// Fills the block row by row. Returns false without any effect if its samples are too far apart for that.
template <class Lines>
bool fill_by_lines(const BlockJob& job) {
  Lines lines(job);
  if (!lines.fits()) return false;
  lines.fill();
  return true;
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::noise::detail
HWY_AFTER_NAMESPACE();

#endif
