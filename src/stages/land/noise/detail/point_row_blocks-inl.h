// Row-wise versions of the rules, for undisplaced samples: values that depend only on the column or the row are
// computed once per block or row. The results are bit-identical. Simplex noise is here, cellular noise in
// point_cellular-inl.h. Included once per SIMD target, inside foreach_target.

#if defined(WEALD_NOISE_POINT_LINES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEALD_NOISE_POINT_LINES_INL_H_
#undef WEALD_NOISE_POINT_LINES_INL_H_
#else
#define WEALD_NOISE_POINT_LINES_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>

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
    std::copy_n(job.column_fraction, kBlockWidth, columns_[0].left.of);
    if constexpr (kTriangles) place_odd_rows();
    const PD d;
    for (Columns& columns : columns_) {
      for (int x = 0; x < kBlockWidth; x += kLanes) {
        const PV left = hn::Load(d, columns.left.of + x);
        const PV right = hn::Sub(left, splat(1.0f));
        hn::Store(hn::Mul(left, left), d, columns.squares + 2 * x);
        hn::Store(hn::Mul(right, right), d, columns.squares + 2 * x + kLanes);
      }
    }
  }

  void fill() {
    constexpr int kAhead = 4;   // rows after which the cache lines of the target have arrived
    const BlockJob job = job_;  // a local copy, for the reason given in fill_squares
    const bool whole = is_whole_sum(job);
    for (int y = 0; y < job.rows; ++y) {
      const int row = job.row_cell[y];
      enter(row);
      // Prefetched vector by vector; without a target, that has no effect.
      const int later = std::min(y + kAhead, job.rows - 1);
      const float* const ahead = job.target != nullptr ? job.target + later * job.target_stride : job.out;
      const Line &upper = lines_[row & 1], &lower = lines_[1 - (row & 1)];
      const Height above(job.rule, job.row_fraction[y], 0), below(job.rule, job.row_fraction[y], 1);
      for (int x = 0; x < job.width; x += kLanes) {
        hwy::Prefetch(ahead + x);
        const PV in_upper = hn::Add(contribution<0>(upper, x, above), contribution<1>(upper, x, above));
        PV sum = hn::Add(hn::Add(in_upper, contribution<0>(lower, x, below)), contribution<1>(lower, x, below));
        // The contributions are added to 0 by definition, which matters if all of them are -0. Octaves do so anyway.
        if (job.sum == nullptr) sum = hn::Add(sum, hn::Zero(PD()));
        store_in_row(job, whole, sum, x, y);
      }
    }
  }

 private:
  static constexpr int kLanes = hn::MaxLanes(PD());

  // Positions of the samples relative to the points of even or odd rows.
  struct Columns {
    HWY_ALIGN std::int32_t cell[kBlockWidth];
    SampleRow left;  // distance from the point on the left
    // Per vector of samples: the squares of the distances from the points on the left, and from those on the right.
    HWY_ALIGN float squares[2 * kBlockWidth];
  };

  // The points of a lattice row as seen by each sample. Per vector: for the points on the left and for those on the
  // right the part of their contribution that does not depend on y, then their slopes along y.
  struct Line {
    const Columns* columns = nullptr;
    int row = 0;
    HWY_ALIGN float of[4 * kBlockWidth];
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
    for (int x = 0; x < kBlockWidth; x += kLanes) {
      const Lookup look(line.columns->cell + x);
      const PV left = hn::Load(d, line.columns->left.of + x);
      float* const vectors = line.of + 4 * x;
      for (int side = 0; side < 2; ++side) {
        PV rise = hn::Mul(look.at(slopes_x + side), side == 0 ? left : hn::Sub(left, splat(1.0f)));
        if constexpr (!kTriangles) rise = hn::Add(look.at(heights + side), rise);
        hn::Store(rise, d, vectors + side * kLanes);
        hn::Store(look.at(slopes_y + side), d, vectors + (2 + side) * kLanes);
      }
    }
  }

  void place_odd_rows() {
    Columns& odd = columns_[1];
    for (int x = 0; x < kBlockWidth; ++x) {
      const float moved = job_.column_fraction[x] - job_.rule.odd_shift;
      const bool before = moved < 0;
      odd.left.of[x] = before ? moved + 1.0f : moved;
      odd.cell[x] = job_.column_cell[x] - (before ? 1 : 0);
    }
  }

  // What the point on one side of each sample (0: left, 1: right) adds to the sum of the samples at a height.
  template <int kSide>
  static HWY_INLINE PV contribution(const Line& line, int x, const Height& at) {
    const PD d;
    const PV way_squared = hn::Load(d, line.columns->squares + 2 * x + kSide * kLanes);
    const PV rise = hn::Load(d, line.of + 4 * x + kSide * kLanes);
    const PV slope_y = hn::Load(d, line.of + 4 * x + (2 + kSide) * kLanes);
    // As integers, the maximum takes no time from the multiplications: negative floats are negative integers.
    const PVI left_over = hn::BitCast(PDI(), hn::Sub(at.left_over, way_squared));
    const PV near = hn::BitCast(d, hn::Max(left_over, hn::Zero(PDI())));
    const PV near2 = hn::Mul(near, near);
    return hn::Mul(hn::Mul(near2, near2), hn::Add(rise, hn::Mul(slope_y, at.distance)));
  }

  const BlockJob job_;
  Columns columns_[kTriangles ? 2 : 1];
  Line lines_[2];  // the current rows, by the parity of their number in the patch
};

}  // namespace HWY_NAMESPACE
}  // namespace weald::noise::detail
HWY_AFTER_NAMESPACE();

#endif
