// Cellular noise by vectors of samples: a rule as those of point_interpolation-inl.h, and its row-wise version as those
// of point_row_blocks-inl.h. Included once per SIMD target by point_cellular_kernels.cpp, inside foreach_target.

#if defined(WEALD_NOISE_POINT_CELLULAR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEALD_NOISE_POINT_CELLULAR_INL_H_
#undef WEALD_NOISE_POINT_CELLULAR_INL_H_
#else
#define WEALD_NOISE_POINT_CELLULAR_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "stages/land/noise/detail/point_interpolation-inl.h"
#include "stages/land/noise/detail/point_row_blocks-inl.h"

HWY_BEFORE_NAMESPACE();
namespace weald::noise::detail {
namespace HWY_NAMESPACE {

// ---- at any position ----

// The metric of a layer: any, or one that the compiler knows, where the choice would cost time.
struct AnyMetric {
  CellularMetric metric;
};
template <CellularMetric kMetric>
struct OneMetric {
  explicit OneMetric(CellularMetric /*metric*/) {}
  static constexpr CellularMetric metric = kMetric;
};

template <class Metric, bool kSecond>
struct Cellular {
  static constexpr bool kHasOddRows = false;
  static constexpr bool kFades = false;
  explicit Cellular(const BlockJob& job) : patch(job.patch), rule(job.rule), by{job.rule.metric} {}

  struct Nearest {
    PV f1;
    PV f2;
  };

  HWY_INLINE PV distance(PV dx, PV dy) const {
    if (are_squared()) return hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy));
    if (by.metric == CellularMetric::manhattan) return hn::Add(hn::Abs(dx), hn::Abs(dy));
    return hn::Max(hn::Abs(dx), hn::Abs(dy));
  }

  // Whether distances are squared until they are shown.
  HWY_INLINE bool are_squared() const {
    return by.metric == CellularMetric::euclidean || by.metric == CellularMetric::squared;
  }

  // Takes the points of lattice row `row` in the columns from -kColumns to kColumns around each lane.
  template <Spread kSpread, int kColumns>
  HWY_INLINE void take_row(const Places& at, int row, PV difference, Nearest& nearest) const {
    const float* points = patch.row(row) + patch.stride + at.base;
    const Run<kSpread> run_x(points);
    const Run<kSpread> run_y(points + patch.stride);
    for (int c = -kColumns; c <= kColumns; ++c) {
      const PVI column = hn::Add(at.column, hn::Set(PDI(), c));
      const PV dx = hn::Sub(hn::Add(run_x.at(column, c), splat(static_cast<float>(c))), at.x);
      const PV dy = hn::Sub(hn::Add(run_y.at(column, c), difference), at.y);
      take(distance(dx, dy), nearest);
    }
  }

  static HWY_INLINE void take(PV there, Nearest& nearest) {
    if constexpr (kSecond) nearest.f2 = hn::Min(nearest.f2, hn::Max(nearest.f1, there));
    nearest.f1 = hn::Min(nearest.f1, there);
  }

  template <Spread kSpread, int kAround>
  HWY_INLINE Nearest search(const Places& at) const {
    Nearest nearest{splat(1e9f), splat(1e9f)};
    if (kSpread == Spread::cell || kSpread == Spread::row || at.first_row == at.last_row) {
      for (int r = -kAround; r <= kAround; ++r) {
        take_row<kSpread, kAround>(at, at.first_row + r, splat(static_cast<float>(r)), nearest);
      }
      return nearest;
    }
    for (int row = at.first_row - kAround; row <= at.last_row + kAround; ++row) {
      // Rows out of a lane's reach are moved far away.
      const PV difference = row_difference(at, row);
      const auto near = hn::Le(hn::Abs(difference), splat(2.0f));
      take_row<kSpread, kAround>(at, row, hn::IfThenElse(near, difference, splat(1e4f)), nearest);
    }
    return nearest;
  }

  // Whether no point two cells away can be nearer than the points found.
  HWY_INLINE bool is_settled(const Places& at, const Nearest& nearest) const {
    const PV one = splat(1.0f);
    const PV border = hn::Min(hn::Min(at.x, hn::Sub(one, at.x)), hn::Min(at.y, hn::Sub(one, at.y)));
    PV reach = hn::Add(border, splat(rule.reach));
    if (are_squared()) reach = hn::Mul(reach, reach);
    return hn::AllTrue(PD(), hn::Le(kSecond ? nearest.f2 : nearest.f1, reach));
  }

  // Searches two cells away where necessary. Pre: `nearest` covers the points in the adjacent cells.
  template <Spread kSpread>
  HWY_INLINE void settle(const Places& at, Nearest& nearest) const {
    if (is_settled(at, nearest)) return;
    // copies, because objects whose address is passed to another function must leave their registers
    const Cellular rule_here = *this;
    const Places here = at;
    search_wide<kSpread>(rule_here, here, nearest);
  }

  // Long and rarely needed, so it is compiled once per rule rather than into each of its loops.
  template <Spread kSpread>
  static HWY_NOINLINE void search_wide(const Cellular& rule, const Places& at, Nearest& nearest) {
    nearest = rule.template search<kSpread, 2>(at);
  }

  // Lower bound of the distance to points two cells away, in the measure of `nearest`.
  HWY_INLINE float reach_measure() const { return are_squared() ? rule.reach * rule.reach : rule.reach; }

  HWY_INLINE PV shown(Nearest nearest) const {
    if (rule.metric == CellularMetric::euclidean) {
      nearest.f1 = hn::Sqrt(nearest.f1);
      if constexpr (kSecond) nearest.f2 = hn::Sqrt(nearest.f2);
    }
    PV distance = nearest.f1;
    if constexpr (kSecond) {
      distance = rule.feature == CellularFeature::f2 ? nearest.f2 : hn::Sub(nearest.f2, nearest.f1);
    }
    return hn::Add(hn::Mul(distance, splat(rule.scale)), splat(rule.bias));
  }

  template <Spread kSpread>
  HWY_INLINE PV value(const Places& at) const {
    Nearest nearest = search<kSpread, 1>(at);
    settle<Spread::far>(at, nearest);
    return shown(nearest);
  }

  Patch patch;
  LayerRule rule;
  [[no_unique_address]] Metric by;
};

// ---- row by row ----

template <CellularMetric kMetric, bool kSecond>
class CellularLines {
 public:
  using Rule = Cellular<OneMetric<kMetric>, kSecond>;
  using Nearest = typename Rule::Nearest;

  explicit CellularLines(const BlockJob& job) : job_(job), rule_(job) {}

  void fill() {
    const BlockJob job = job_;  // a local copy, for the reason given in fill_squares
    const bool whole = is_whole_sum(job);
    const int lanes = static_cast<int>(hn::Lanes(PD()));
    for (int y = 0; y < job.rows; ++y) {
      enter(y);
      approach_row(job, std::min(y + 2, job.rows - 1));
      for (int x = 0; x < job.width; x += 2 * lanes) {
        PV first, second;
        values(x, first, second);
        store_in_row(job, whole, first, x, y);
        store_in_row(job, whole, second, x + lanes, y);
      }
    }
  }

 private:
  void enter(int y) {
    if (y == 0) {
      end_rows();
      measure(y);
    }
    // The next row is measured ahead, since a load that overlaps recent stores of a different width stalls.
    if (y + 1 < job_.rows) measure(y + 1);
    row_ = job_.row_cell[y];
    y_ = job_.row_fraction[y];
    heights_ = y & 1;
    near_ = y_ < 0.5f ? 0 : 2;
    for (int r = 0; r < 3; ++r) {
      Points& points = points_[(row_ + r) % 3];
      if (!points.has_row || points.row != row_ + r - 1) place_points(row_ + r - 1, points);
      along_[r] = points.along;
    }
  }

  // Computes two adjacent vectors of samples together, because they are independent of each other.
  HWY_INLINE void values(int x, PV& first, PV& second) const {
    const int lanes = static_cast<int>(hn::Lanes(PD()));
    const Lookup look_a(job_.column_cell + x), look_b(job_.column_cell + x + lanes);
    Nearest a{splat(1e9f), splat(1e9f)}, b = a;
    for (const int r : {1, near_}) {
      take_row(r, look_a, x, a);
      take_row(r, look_b, x + lanes, b);
    }
    // A point of the farther row is rarely the nearest, so a test for that pays off. Whether one is the second nearest
    // is unpredictable, so F2 always takes the row.
    const int far = 2 - near_;
    if (kSecond || !is_beyond_both(heights_of(far).least.of, look_a, a, look_b, b)) {
      take_row(far, look_a, x, a);
      take_row(far, look_b, x + lanes, b);
    }
    const PV reach = splat(rule_.reach_measure());
    if (!hn::AllTrue(PD(), hn::And(is_beyond(reach, a), is_beyond(reach, b)))) {
      settle(x, a);
      settle(x + lanes, b);
    }
    first = rule_.shown(a);
    second = rule_.shown(b);
  }

  // The points of a lattice row as seen by each sample: what x contributes to the distances from the points in the
  // column before the sample's own, in that, and in the next one. All sample rows between two lattice rows share them.
  struct Points {
    bool has_row = false;
    int row = 0;
    HWY_ALIGN float along[3 * kBlockWidth];  // per vector of samples, one column after the other
  };
  // A lattice row relative to a row of samples.
  struct Heights {
    LatticeRow part;   // contribution of y to the distance from the point in column i
    LatticeRow least;  // minimum of the contributions in columns i - 1, i, i + 1
  };

  HWY_INLINE const Heights& heights_of(int r) const { return lines_[heights_][r]; }

  HWY_INLINE PV part_of(PV way) const { return rule_.are_squared() ? hn::Mul(way, way) : hn::Abs(way); }
  static HWY_INLINE PV joined(PV a, PV b) {
    return kMetric == CellularMetric::chebyshev ? hn::Max(a, b) : hn::Add(a, b);
  }

  void end_rows() {
    const int columns = job_.patch.columns;
    for (auto& row : lines_) {
      for (Heights& heights : row) {
        heights.part.end(columns);
        heights.least.end(columns);
      }
    }
  }

  void place_points(int row, Points& points) const {
    const PD d;
    points.has_row = true;
    points.row = row;
    const float* places = job_.patch.row(row) + job_.patch.stride;
    const int lanes = static_cast<int>(hn::Lanes(d));
    for (int x = 0; x < kBlockWidth; x += lanes) {
      const Lookup look(job_.column_cell + x);
      const PV fraction = hn::LoadU(d, job_.column_fraction + x);
      for (int c = 0; c < 3; ++c) {
        const PV place = hn::Add(look.at(places + c - 1), splat(static_cast<float>(c - 1)));
        hn::Store(part_of(hn::Sub(place, fraction)), d, points.along + 3 * x + c * lanes);
      }
    }
  }

  // Computes the y contributions for sample row `y`.
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

  // Takes the points of lattice row `r` (of three) in the own columns of the samples from `x` onwards and the two
  // beside each.
  HWY_INLINE void take_row(int r, const Lookup& look, int x, Nearest& nearest) const {
    const float* part = heights_of(r).part.of;
    for (int c = 0; c < 3; ++c) {
      const PV along = hn::Load(PD(), along_[r] + 3 * x + c * static_cast<int>(hn::Lanes(PD())));
      Rule::take(joined(along, look.at(part + c - 1)), nearest);
    }
  }

  // Mask of the lanes in which no point at `distance` or beyond can change the result.
  static HWY_INLINE PM is_beyond(PV distance, const Nearest& nearest) {
    return hn::Le(kSecond ? nearest.f2 : nearest.f1, distance);
  }

  static HWY_INLINE bool is_beyond_both(const float* distance, const Lookup& look_a, const Nearest& a,
                                        const Lookup& look_b, const Nearest& b) {
    return hn::AllTrue(PD(), hn::And(is_beyond(look_a.at(distance), a), is_beyond(look_b.at(distance), b)));
  }

  HWY_INLINE void settle(int x, Nearest& nearest) const {
    const int lanes = static_cast<int>(hn::Lanes(PD()));
    const std::int32_t* cells = job_.column_cell + x;
    const int base = cells[0] - 2;
    const Places at{hn::Sub(hn::LoadU(PDI(), cells), hn::Set(PDI(), base)),
                    hn::Set(PDI(), row_),
                    hn::LoadU(PD(), job_.column_fraction + x),
                    splat(y_),
                    base,
                    row_,
                    row_,
                    hn::Zero(PD()),
                    hn::Zero(PD())};
    if constexpr (kHasRuns) {
      if (cells[lanes - 1] - base + 2 < lanes) return rule_.template settle<Spread::row>(at, nearest);
    }
    rule_.template settle<Spread::far>(at, nearest);
  }

  const BlockJob job_;
  const Rule rule_;
  int row_ = 0;
  float y_ = 0;
  int heights_ = 0;
  int near_ = 0;  // the nearer of the rows above (0) and below (2)
  const float* along_[3] = {};
  Points points_[3];  // of the three lattice rows around the sample row, by their number
  Heights lines_[2][3];
};

}  // namespace HWY_NAMESPACE
}  // namespace weald::noise::detail
HWY_AFTER_NAMESPACE();

#endif
