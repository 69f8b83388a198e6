// Rules of point_rules-inl.h for whole rows of samples that are not moved: what depends on a column or a row alone is
// worked out once per block or row. The same bits. Included once per SIMD target by point_blocks-inl.h, inside
// foreach_target.

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

// Most lattice columns of a patch that is worked on in this way: more than a block's samples where no sample skips one.
inline constexpr int kLineColumns = kBlockWidth + 64;

// One value per sample column.
struct SampleRow {
  HWY_ALIGN float of[kBlockWidth];
};
// One value per lattice column of the patch, made in whole vectors and read up to a vector too far.
struct LatticeRow {
  HWY_INLINE void end(int columns) {
    const int lanes = static_cast<int>(hn::Lanes(PD()));
    hn::StoreU(hn::Zero(PD()), PD(), of + (columns + lanes - 1) / lanes * lanes);
  }
  HWY_ALIGN float of[kLineColumns + kPatchMargin];
};

// Whether every vector of samples spans at most as many of `cells` as it has lanes.
HWY_INLINE bool fit_vectors(const std::int32_t* cells) {
  const int lanes = static_cast<int>(hn::Lanes(PD()));
  for (int x = 0; x < kBlockWidth; x += lanes) {
    if (cells[x + lanes - 1] - cells[x] >= lanes) return false;
  }
  return true;
}

// For a vector of samples: its first lattice column, and where its lanes find theirs from there on.
struct Lookup {
  HWY_INLINE explicit Lookup(const std::int32_t* cells)
      : base(cells[0]), lanes(hn::IndicesFromVec(PD(), hn::Sub(hn::LoadU(PDI(), cells), hn::Set(PDI(), base)))) {}
  HWY_INLINE PV at(const float* values) const { return hn::TableLookupLanes(hn::LoadU(PD(), values + base), lanes); }
  int base;
  decltype(hn::IndicesFromVec(PD(), PVI())) lanes;
};

// ---- simplex noise ----

template <bool kTriangles>
class RadialLines {
 public:
  explicit RadialLines(const BlockJob& job) : job_(job) {
    std::copy_n(job.column_cell, kBlockWidth, columns_[0].cell);
    std::copy_n(job.column_fraction, kBlockWidth, columns_[0].left.of);
    if constexpr (kTriangles) place_odd_rows();
    for (Columns& columns : columns_) {
      for (int x = 0; x < kBlockWidth; ++x) {
        const float left = columns.left.of[x];
        const float right = left - 1.0f;
        columns.right.of[x] = right;
        columns.left_squared.of[x] = left * left;
        columns.right_squared.of[x] = right * right;
      }
    }
  }

  bool fits() const {
    for (const Columns& columns : columns_) {
      if (!fit_vectors(columns.cell)) return false;
    }
    return job_.patch.columns <= kLineColumns;
  }

  void enter(int y) {
    if (y == 0) {
      for (auto& row : rows_) {
        for (Line& line : row) line.rise_y.end(job_.patch.columns);
      }
      measure(0);
    }
    if (y + 1 < job_.height) measure(y + 1);  // as in CellularLines
    lines_ = rows_[y & 1];
  }

  HWY_INLINE void values(int x, PV& first, PV& second) const {
    const int lanes = static_cast<int>(hn::Lanes(PD()));
    first = second = hn::Zero(PD());
    for (int r = 0; r < 2; ++r) {
      first = add_line(lines_[r], x, first);
      second = add_line(lines_[r], x + lanes, second);
    }
  }

 private:
  // Where samples lie from the points of even or odd rows.
  struct Columns {
    HWY_ALIGN std::int32_t cell[kBlockWidth];
    SampleRow left, right;  // way from the point on that side
    SampleRow left_squared, right_squared;
  };

  // A lattice row as seen from a row of samples.
  struct Line {
    const Columns* columns = nullptr;
    const float* heights = nullptr;
    const float* slopes_x = nullptr;
    float left_over = 0;
    LatticeRow rise_y;
  };

  // Makes the lines of sample row `y`.
  void measure(int y) {
    const Patch patch = job_.patch;
    for (int r = 0; r < 2; ++r) {
      Line& line = rows_[y & 1][r];
      const int row = job_.row_cell[y] + r;
      const float distance = (job_.row_fraction[y] - static_cast<float>(r)) * job_.rule.row_distance;
      line.columns = &columns_[kTriangles && patch.odd_first != ((row & 1) != 0) ? 1 : 0];
      line.left_over = job_.rule.radius_squared - distance * distance;
      line.heights = patch.row(row);
      line.slopes_x = line.heights + patch.stride;
      const float* slopes_y = line.slopes_x + patch.stride;
      for (int i = 0; i < patch.columns; i += static_cast<int>(hn::Lanes(PD()))) {
        hn::StoreU(hn::Mul(hn::LoadU(PD(), slopes_y + i), splat(distance)), PD(), line.rise_y.of + i);
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

  HWY_INLINE PV part(const Line& line, const Lookup& look, const float* way, const float* way_squared, int side) const {
    const PD d;
    const PV near = hn::Max(hn::Sub(splat(line.left_over), hn::LoadU(d, way_squared)), hn::Zero(d));
    const PV near2 = hn::Mul(near, near);
    PV rise = hn::Mul(look.at(line.slopes_x + side), hn::LoadU(d, way));
    if constexpr (!kTriangles) rise = hn::Add(look.at(line.heights + side), rise);
    return hn::Mul(hn::Mul(near2, near2), hn::Add(rise, look.at(line.rise_y.of + side)));
  }

  HWY_INLINE PV add_line(const Line& line, int x, PV sum) const {
    const Columns& columns = *line.columns;
    const Lookup look(columns.cell + x);
    sum = hn::Add(sum, part(line, look, columns.left.of + x, columns.left_squared.of + x, 0));
    return hn::Add(sum, part(line, look, columns.right.of + x, columns.right_squared.of + x, 1));
  }

  const BlockJob job_;
  Columns columns_[kTriangles ? 2 : 1];
  Line rows_[2][2];
  const Line* lines_ = rows_[0];
};

// ---- cellular noise ----

template <CellularMetric kMetric, bool kSecond>
class CellularLines {
 public:
  using Rule = Cellular<kMetric, kSecond>;
  using Nearest = typename Rule::Nearest;

  explicit CellularLines(const BlockJob& job) : job_(job), rule_(job) {}

  bool fits() const { return job_.patch.columns <= kLineColumns && fit_vectors(job_.column_cell); }

  void enter(int y) {
    if (y == 0) {
      end_rows();
      measure(0);
    }
    // A loaded value that was just written with another width stalls: the next row is measured ahead.
    if (y + 1 < job_.height) measure(y + 1);
    row_ = job_.row_cell[y];
    y_ = job_.row_fraction[y];
    heights_ = y & 1;
    near_ = y_ < 0.5f ? 0 : 2;
    if (has_row_ && row_ == lattice_row_) return;
    has_row_ = true;
    lattice_row_ = row_;
    place_points();
  }

  // Processes two neighbouring vectors of samples, so that neither waits for the other.
  HWY_INLINE void values(int x, PV& first, PV& second) const {
    const int lanes = static_cast<int>(hn::Lanes(PD()));
    const Lookup look_a(job_.column_cell + x), look_b(job_.column_cell + x + lanes);
    const PV x_a = hn::LoadU(PD(), job_.column_fraction + x), x_b = hn::LoadU(PD(), job_.column_fraction + x + lanes);
    Nearest a{splat(1e9f), splat(1e9f)}, b = a;
    for (const int r : {1, near_}) {
      take_row(r, look_a, x_a, a);
      take_row(r, look_b, x_b, b);
    }
    // Most often no point of the farther row can be nearest; whether one can be second could not be foreseen.
    const int far = 2 - near_;
    if (kSecond || !is_beyond_both(heights_of(far).least.of, look_a, a, look_b, b)) {
      take_row(far, look_a, x_a, a);
      take_row(far, look_b, x_b, b);
    }
    const PV reach = splat(rule_.reach_measure());
    if (!hn::AllTrue(PD(), hn::And(is_beyond(reach, a), is_beyond(reach, b)))) {
      settle(x, x_a, a);
      settle(x + lanes, x_b, b);
    }
    first = rule_.shown(a);
    second = rule_.shown(b);
  }

 private:
  // The points of a lattice row. Element i is for samples in the patch's column i: of the points in the columns i - 1,
  // i and i + 1, the places from the left of column i.
  struct Points {
    LatticeRow x[3];
  };
  // A lattice row as seen from a row of samples.
  struct Heights {
    LatticeRow part;   // part of the distance to the point in column i that comes from y
    LatticeRow least;  // the least of those in the columns i - 1, i, i + 1
  };

  HWY_INLINE const Heights& heights_of(int r) const { return lines_[heights_][r]; }

  static HWY_INLINE PV part_of(PV way) {
    if constexpr (kMetric == CellularMetric::euclidean) return hn::Mul(way, way);
    return hn::Abs(way);
  }
  static HWY_INLINE PV joined(PV a, PV b) {
    if constexpr (kMetric == CellularMetric::chebyshev) return hn::Max(a, b);
    return hn::Add(a, b);
  }

  void end_rows() {
    const int columns = job_.patch.columns;
    for (Points& points : points_) {
      for (LatticeRow& x : points.x) x.end(columns);
    }
    for (auto& row : lines_) {
      for (Heights& heights : row) {
        heights.part.end(columns);
        heights.least.end(columns);
      }
    }
  }

  void place_points() {
    const PD d;
    const Patch patch = job_.patch;
    for (int r = 0; r < 3; ++r) {
      const float* points = patch.row(row_ + r - 1) + patch.stride;
      for (int c = 0; c < 3; ++c) {
        const PV way = splat(static_cast<float>(c - 1));
        for (int i = 0; i < patch.columns; i += static_cast<int>(hn::Lanes(d))) {
          hn::StoreU(hn::Add(hn::LoadU(d, points + i + c - 1), way), d, points_[r].x[c].of + i);
        }
      }
    }
  }

  // Makes the heights of sample row `y`.
  void measure(int y) {
    const PD d;
    const Patch patch = job_.patch;
    const PV fraction = splat(job_.row_fraction[y]);
    for (int r = 0; r < 3; ++r) {
      Heights& heights = lines_[y & 1][r];
      const float* points = patch.row(job_.row_cell[y] + r - 1) + 2 * patch.stride;
      const PV difference = splat(static_cast<float>(r - 1));
      const auto part = [&](int i) HWY_ATTR {
        return part_of(hn::Sub(hn::Add(hn::LoadU(d, points + i), difference), fraction));
      };
      for (int i = 0; i < patch.columns; i += static_cast<int>(hn::Lanes(d))) {
        const PV here = part(i);
        hn::StoreU(here, d, heights.part.of + i);
        hn::StoreU(hn::Min(here, hn::Min(part(i - 1), part(i + 1))), d, heights.least.of + i);
      }
    }
  }

  // The points of lattice row `r` of three in a sample's own column and those beside it.
  HWY_INLINE void take_row(int r, const Lookup& look, PV fraction, Nearest& nearest) const {
    for (int c = 0; c < 3; ++c) {
      const PV along = part_of(hn::Sub(look.at(points_[r].x[c].of), fraction));
      Rule::take(joined(along, look.at(heights_of(r).part.of + c - 1)), nearest);
    }
  }

  // True in lanes where nothing `distance` away or farther changes what was found.
  static HWY_INLINE PM is_beyond(PV distance, const Nearest& nearest) {
    return hn::Le(kSecond ? nearest.f2 : nearest.f1, distance);
  }

  static HWY_INLINE bool is_beyond_both(const float* distance, const Lookup& look_a, const Nearest& a,
                                        const Lookup& look_b, const Nearest& b) {
    return hn::AllTrue(PD(), hn::And(is_beyond(look_a.at(distance), a), is_beyond(look_b.at(distance), b)));
  }

  HWY_INLINE void settle(int x, PV fraction, Nearest& nearest) const {
    const int lanes = static_cast<int>(hn::Lanes(PD()));
    const std::int32_t* cells = job_.column_cell + x;
    const int base = cells[0] - 2;
    const Places at{hn::Sub(hn::LoadU(PDI(), cells), hn::Set(PDI(), base)),
                    hn::Set(PDI(), row_),
                    fraction,
                    splat(y_),
                    base,
                    row_,
                    row_,
                    hn::Zero(PD()),
                    hn::Zero(PD())};
    cells[lanes - 1] - base + 2 < lanes ? rule_.template settle<Spread::row>(at, nearest)
                                        : rule_.template settle<Spread::far>(at, nearest);
  }

  const BlockJob job_;
  const Rule rule_;
  int row_ = 0;
  float y_ = 0;
  int heights_ = 0;
  int near_ = 0;  // of the rows above and below, the nearer one
  bool has_row_ = false;
  int lattice_row_ = 0;
  Points points_[3];
  Heights lines_[2][3];
};

// ---- blocks ----

// Fills the block row by row; returns false, having done nothing, where its samples are too far apart for that.
template <class Lines>
bool fill_by_lines(const BlockJob& given) {
  const BlockJob job = given;  // as in fill_squares
  const int lanes = static_cast<int>(hn::Lanes(PD()));
  Lines lines(job);
  if (!lines.fits()) return false;
  for (int y = 0; y < job.height; ++y) {
    lines.enter(y);
    approach_row(job, y);
    for (int x = 0; x < job.width; x += 2 * lanes) {
      const std::ptrdiff_t i = static_cast<std::ptrdiff_t>(y) * kBlockWidth + x;
      PV first, second;
      lines.values(x, first, second);
      store_value(job, first, i);
      store_value(job, second, i + lanes);
    }
  }
  return true;
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::noise::detail
HWY_AFTER_NAMESPACE();

#endif
