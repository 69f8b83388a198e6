// Compiled once per SIMD target by foreach_target. Multiplications and additions stay apart (no fused multiply-add) and
// stand in the order of layer_value in point_layer.cpp, so that every target gives the same bits.
//
// Neighbouring samples mostly look at the same few lattice points. A vector therefore loads a run of points of a
// lattice row and permutes it; only where its samples lie farther apart it gathers. It goes through the lattice rows
// that its samples need, one after the other: two where all lie in one row.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "noise/point_kernels.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

#include "noise/folds-inl.h"
#include "noise/point_kernels.h"

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

// Where the lanes of a vector lie on the lattice.
struct Places {
  PVI column;  // from `base` of the patch
  PVI row;
  PV x;
  PV y;
  int base;
  int first_row;  // of the rows of all lanes
  int last_row;
};

// A run of values of a patch row from column `base` on, of which every lane takes those around its own column.
template <bool kDense>
struct Run {
  HWY_INLINE explicit Run(const float* from) : values(from) {
    if constexpr (kDense) run = hn::LoadU(PD(), from);
  }
  HWY_INLINE PV at(PVI column) const {
    const PD d;
    if constexpr (kDense) {
      return hn::TableLookupLanes(run, hn::IndicesFromVec(d, column));
    } else {
      return hn::GatherIndex(d, values, column);
    }
  }
  const float* values;
  PV run;
};

HWY_INLINE PVI next_column(PVI column) { return hn::Add(column, hn::Set(PDI(), 1)); }

HWY_INLINE PV row_difference(const Places& at, int row) {
  // With one row for all lanes this is a constant.
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

template <bool kHeights, bool kSlopes>
struct Blend {
  explicit Blend(const BlockJob& job) : patch(job.patch), fade(job.rule.fade) {}

  // Along a lattice row: height and slope across it, blended between its points. With one of these, 0 for the other.
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

  template <bool kDense>
  HWY_INLINE Line line(const Columns& at, int row) const {
    const float* heights = patch.row(row) + at.base;
    PV left, right;
    if constexpr (kHeights) {
      const Run<kDense> run(heights);
      left = run.at(at.left);
      right = run.at(at.right);
    }
    if constexpr (!kSlopes) return {hn::Add(left, hn::Mul(at.weight, hn::Sub(right, left))), left};
    const Run<kDense> slopes_x(heights + patch.stride);
    const Run<kDense> slopes_y(heights + 2 * patch.stride);
    const PV rise_left = hn::Mul(slopes_x.at(at.left), at.x);
    const PV rise_right = hn::Mul(slopes_x.at(at.right), at.before_right);
    if constexpr (kHeights) {
      left = hn::Add(left, rise_left);
      right = hn::Add(right, rise_right);
    } else {
      left = rise_left;
      right = rise_right;
    }
    const PV left_g = slopes_y.at(at.left);
    return {hn::Add(left, hn::Mul(at.weight, hn::Sub(right, left))),
            hn::Add(left_g, hn::Mul(at.weight, hn::Sub(slopes_y.at(at.right), left_g)))};
  }

  static HWY_INLINE Line choose(PM condition, const Line& yes, const Line& no) {
    if constexpr (!kSlopes) return {hn::IfThenElse(condition, yes.t, no.t), no.g};
    return {hn::IfThenElse(condition, yes.t, no.t), hn::IfThenElse(condition, yes.g, no.g)};
  }

  static HWY_INLINE PV height(const Line& line, PV y) {
    if constexpr (!kSlopes) return line.t;
    return hn::Add(line.t, hn::Mul(y, line.g));
  }

  template <bool kDense>
  HWY_INLINE PV value(const Places& at) const {
    const PDI di;
    const Columns columns{at.column, next_column(at.column), at.x, hn::Sub(at.x, splat(1.0f)), fade_lanes(fade, at.x),
                          at.base};
    const auto in_row = [&](int row) HWY_ATTR { return hn::RebindMask(PD(), hn::Eq(at.row, hn::Set(di, row))); };
    Line upper = line<kDense>(columns, at.first_row);
    Line lower = line<kDense>(columns, at.first_row + 1);
    if (at.first_row + 1 == at.last_row) {
      // Without a loop, whose end could not be foreseen: the most frequent case among samples that were moved.
      const PM first = in_row(at.first_row);
      const Line last = line<kDense>(columns, at.last_row + 1);
      upper = choose(first, upper, lower);
      lower = choose(first, lower, last);
    } else if (at.first_row != at.last_row) {
      Line above = lower;
      for (int row = at.first_row + 1; row <= at.last_row; ++row) {
        const Line below = line<kDense>(columns, row + 1);
        const PM here = in_row(row);
        upper = choose(here, above, upper);
        lower = choose(here, below, lower);
        above = below;
      }
    }
    const PV from_upper = height(upper, at.y);
    const PV from_lower = height(lower, hn::Sub(at.y, splat(1.0f)));
    return hn::Add(from_upper, hn::Mul(fade_lanes(fade, at.y), hn::Sub(from_lower, from_upper)));
  }

  Patch patch;
  Fade fade;
};

// ---- simplex noise ----

template <bool kTriangles>
struct Radial {
  explicit Radial(const BlockJob& job) : patch(job.patch), rule(job.rule) {}

  HWY_INLINE PV part(PV height, PV slope_x, PV slope_y, PV dx, PV y, PV left_over) const {
    const PV near = hn::Max(hn::Sub(left_over, hn::Mul(dx, dx)), hn::Zero(PD()));
    const PV near2 = hn::Mul(near, near);
    PV rise = hn::Mul(slope_x, dx);
    if constexpr (!kTriangles) rise = hn::Add(height, rise);
    return hn::Mul(hn::Mul(near2, near2), hn::Add(rise, hn::Mul(slope_y, y)));
  }

  // What the points of lattice row `row` add; nothing in lanes farther than a row away, since the radius is less.
  template <bool kDense>
  HWY_INLINE PV row_sum(const Places& at, int row, PV difference, PV sum) const {
    const float* heights = patch.row(row) + at.base;
    PV x = at.x;
    PVI column = at.column;
    if (kTriangles && patch.odd_first != ((row & 1) != 0)) {
      const PV moved = hn::Sub(at.x, splat(rule.odd_shift));
      const PM before = hn::Lt(moved, hn::Zero(PD()));
      x = hn::IfThenElse(before, hn::Add(moved, splat(1.0f)), moved);
      column = hn::IfThenElse(hn::RebindMask(PDI(), before), hn::Sub(column, hn::Set(PDI(), 1)), column);
    }
    const PVI right_column = next_column(column);
    const PV y = hn::Mul(hn::Sub(at.y, difference), splat(rule.row_distance));
    const PV left_over = hn::Sub(splat(rule.radius_squared), hn::Mul(y, y));
    PV left_height = hn::Zero(PD()), right_height = left_height;
    if constexpr (!kTriangles) {
      const Run<kDense> run(heights);
      left_height = run.at(column);
      right_height = run.at(right_column);
    }
    const Run<kDense> slopes_x(heights + patch.stride);
    const Run<kDense> slopes_y(heights + 2 * patch.stride);
    sum = hn::Add(sum, part(left_height, slopes_x.at(column), slopes_y.at(column), x, y, left_over));
    return hn::Add(sum, part(right_height, slopes_x.at(right_column), slopes_y.at(right_column),
                             hn::Sub(x, splat(1.0f)), y, left_over));
  }

  template <bool kDense>
  HWY_INLINE PV value(const Places& at) const {
    PV sum = hn::Zero(PD());
    if (at.first_row == at.last_row) {
      sum = row_sum<kDense>(at, at.first_row, hn::Zero(PD()), sum);
      return row_sum<kDense>(at, at.first_row + 1, splat(1.0f), sum);
    }
    if (at.first_row + 1 == at.last_row) {
      sum = row_sum<kDense>(at, at.first_row, row_difference(at, at.first_row), sum);
      sum = row_sum<kDense>(at, at.first_row + 1, row_difference(at, at.first_row + 1), sum);
      return row_sum<kDense>(at, at.first_row + 2, row_difference(at, at.first_row + 2), sum);
    }
    for (int row = at.first_row; row <= at.last_row + 1; ++row) {
      sum = row_sum<kDense>(at, row, row_difference(at, row), sum);
    }
    return sum;
  }

  Patch patch;
  LayerRule rule;
};

// ---- cellular noise ----

template <CellularMetric kMetric, bool kSecond>
struct Cellular {
  explicit Cellular(const BlockJob& job) : patch(job.patch), rule(job.rule) {}

  struct Nearest {
    PV f1;
    PV f2;
  };

  static HWY_INLINE PV distance(PV dx, PV dy) {
    if constexpr (kMetric == CellularMetric::manhattan) return hn::Add(hn::Abs(dx), hn::Abs(dy));
    if constexpr (kMetric == CellularMetric::chebyshev) return hn::Max(hn::Abs(dx), hn::Abs(dy));
    return hn::Add(hn::Mul(dx, dx), hn::Mul(dy, dy));
  }

  // The points of lattice row `row` in the columns from -kColumns to kColumns around each lane.
  template <bool kDense, int kColumns>
  HWY_INLINE void take_row(const Places& at, int row, PV difference, Nearest& nearest) const {
    const float* points = patch.row(row) + patch.stride + at.base;
    const Run<kDense> run_x(points);
    const Run<kDense> run_y(points + patch.stride);
    for (int c = -kColumns; c <= kColumns; ++c) {
      const PVI column = hn::Add(at.column, hn::Set(PDI(), c));
      const PV dx = hn::Sub(hn::Add(run_x.at(column), splat(static_cast<float>(c))), at.x);
      const PV dy = hn::Sub(hn::Add(run_y.at(column), difference), at.y);
      const PV there = distance(dx, dy);
      if constexpr (kSecond) nearest.f2 = hn::Min(nearest.f2, hn::Max(nearest.f1, there));
      nearest.f1 = hn::Min(nearest.f1, there);
    }
  }

  template <bool kDense, int kAround>
  HWY_INLINE Nearest search(const Places& at) const {
    Nearest nearest{splat(1e9f), splat(1e9f)};
    if (at.first_row == at.last_row) {
      for (int r = -kAround; r <= kAround; ++r) {
        take_row<kDense, kAround>(at, at.first_row + r, splat(static_cast<float>(r)), nearest);
      }
      return nearest;
    }
    for (int row = at.first_row - kAround; row <= at.last_row + kAround; ++row) {
      // Rows too far away for a lane are moved out of its sight.
      const PV difference = row_difference(at, row);
      const auto near = hn::Le(hn::Abs(difference), splat(2.0f));
      take_row<kDense, kAround>(at, row, hn::IfThenElse(near, difference, splat(1e4f)), nearest);
    }
    return nearest;
  }

  // True where no point two cells away can be nearer than what was found.
  HWY_INLINE bool is_settled(const Places& at, const Nearest& nearest) const {
    const PV one = splat(1.0f);
    const PV border = hn::Min(hn::Min(at.x, hn::Sub(one, at.x)), hn::Min(at.y, hn::Sub(one, at.y)));
    PV reach = hn::Add(border, splat(rule.reach));
    if constexpr (kMetric == CellularMetric::euclidean) reach = hn::Mul(reach, reach);
    return hn::AllTrue(PD(), hn::Le(kSecond ? nearest.f2 : nearest.f1, reach));
  }

  template <bool kDense>
  HWY_INLINE PV value(const Places& at) const {
    Nearest nearest = search<kDense, 1>(at);
    if (!is_settled(at, nearest)) nearest = search<false, 2>(at);
    if (rule.metric == CellularMetric::euclidean) {
      nearest.f1 = hn::Sqrt(nearest.f1);
      if constexpr (kSecond) nearest.f2 = hn::Sqrt(nearest.f2);
    }
    PV shown = nearest.f1;
    if constexpr (kSecond) {
      shown = rule.feature == CellularFeature::f2 ? nearest.f2 : hn::Sub(nearest.f2, nearest.f1);
    }
    return hn::Add(hn::Mul(shown, splat(rule.scale)), splat(rule.bias));
  }

  Patch patch;
  LayerRule rule;
};

// ---- blocks ----

struct AxisPlace {
  PVI cell;
  PV fraction;
};

HWY_INLINE AxisPlace moved(PVI cell, PV fraction, const float* shift, float frequency) {
  const PV position = hn::Add(fraction, hn::Mul(hn::LoadU(PD(), shift), splat(frequency)));
  const PV whole = hn::Floor(position);
  // Beside 1.5 * 2^23 a float counts in ones, and its bits with it: a conversion without care for overflow, of which
  // there is none (kMaxWarpCells).
  const PVI cells = hn::BitCast(PDI(), hn::Add(whole, splat(0x1.8p23f)));
  return {hn::Add(cell, hn::Sub(cells, hn::Set(PDI(), 0x4B400000))), hn::Sub(position, whole)};
}

// Sets the least and the greatest of the lanes' rows, in the usual cases without a branch that depends on them.
HWY_INLINE void find_rows(Places& at) {
  const PDI di;
  const int row = hn::GetLane(at.row);
  const PVI above = hn::Sub(at.row, hn::Set(di, row));
  at.first_row = row - (hn::AllFalse(di, hn::Lt(above, hn::Zero(di))) ? 0 : 1);
  at.last_row = row + (hn::AllFalse(di, hn::Gt(above, hn::Zero(di))) ? 0 : 1);
  if (hn::AllTrue(di, hn::Lt(hn::Abs(above), hn::Set(di, 2)))) return;
  at.first_row = hn::GetLane(hn::MinOfLanes(di, at.row));
  at.last_row = hn::GetLane(hn::MaxOfLanes(di, at.row));
}

// Columns from a run's first one on. Of the columns that are looked up together, the first and the last are left to the
// neighbours; places mostly lie from `before` columns before the first lane's on. Returns whether all lie in the run.
HWY_INLINE bool find_columns(Places& at, int before) {
  const PDI di;
  const int lanes = static_cast<int>(hn::Lanes(di));
  at.base = hn::GetLane(at.column) - 1 - before;
  at.column = hn::Sub(at.column, hn::Set(di, at.base));
  return hn::AllTrue(di, hn::And(hn::Gt(at.column, hn::Zero(di)), hn::Lt(at.column, hn::Set(di, lanes - 1))));
}

HWY_INLINE void store_value(const BlockJob& job, PV value, std::ptrdiff_t i) {
  const PD d;
  if (job.add) value = hn::Add(hn::LoadU(d, job.out + i), value);
  if (job.sum != nullptr) {
    const PV before = job.first ? hn::Zero(d) : hn::LoadU(d, job.sum + i);
    hn::StoreU(hn::Add(before, hn::Mul(value, splat(job.amplitude))), d, job.sum + i);
    return;
  }
  hn::StoreU(value, d, job.out + i);
}

// Samples row by row: neighbours along x share their lattice rows.
template <class Rule>
void fill_lines(const BlockJob& given) {
  const BlockJob job = given;  // as in fill_squares
  const PD d;
  const PDI di;
  const Rule rule(job);
  for (int y = 0; y < job.height; ++y) {
    for (int x = 0; x < job.width; x += static_cast<int>(hn::Lanes(d))) {
      Places at{hn::LoadU(di, job.column_cell + x),
                hn::Set(di, job.row_cell[y]),
                hn::LoadU(d, job.column_fraction + x),
                splat(job.row_fraction[y]),
                0,
                job.row_cell[y],
                job.row_cell[y]};
      const bool in_run = find_columns(at, 0);
      const PV value = in_run ? rule.template value<true>(at) : rule.template value<false>(at);
      store_value(job, value, static_cast<std::ptrdiff_t>(y) * kBlockWidth + x);
    }
  }
}

// A strip of squares: where every sample lies, and for every vector what its look-ups depend on. Worked out ahead, so
// that these are known at once when it is their turn.
struct Strip {
  HWY_ALIGN std::int32_t column[4 * kBlockWidth];
  HWY_ALIGN std::int32_t row[4 * kBlockWidth];
  HWY_ALIGN float x[4 * kBlockWidth];
  HWY_ALIGN float y[4 * kBlockWidth];
  struct Lanes {
    int base;
    int first_row;
    int last_row;
    bool in_run;
  };
  Lanes lanes[4 * kBlockWidth];
};

// Places the strip from sample row `y` on.
HWY_INLINE void place_strip(const BlockJob& given, int y, Strip& strip) {
  const BlockJob job = given;  // its members stay in registers: what is stored cannot be one of them
  const PD d;
  const PDI di;
  const int lanes = static_cast<int>(hn::Lanes(d));
  for (int x = 0; x < job.width; x += 4) {
    for (int part = 0; part < 16; part += lanes) {
      const int i = 4 * x + part;
      const std::ptrdiff_t sample = static_cast<std::ptrdiff_t>(y) * kBlockWidth + i;
      const int column = lanes < 4 ? x + part % 4 : x;
      AxisPlace along_x{hn::LoadDup128(di, job.column_cell + column), hn::LoadDup128(d, job.column_fraction + column)};
      AxisPlace along_y{hn::LoadU(di, job.row_cell + 4 * y + part), hn::LoadU(d, job.row_fraction + 4 * y + part)};
      if (job.shift_x != nullptr) {
        along_x = moved(along_x.cell, along_x.fraction, job.shift_x + sample, job.frequency_x);
        along_y = moved(along_y.cell, along_y.fraction, job.shift_y + sample, job.frequency_y);
      }
      Places at{along_x.cell, along_y.cell, along_x.fraction, along_y.fraction, 0, 0, 0};
      find_rows(at);
      const bool in_run = find_columns(at, lanes / 4);
      strip.lanes[i / lanes] = {at.base, at.first_row, at.last_row, in_run};
      hn::StoreU(at.column, di, strip.column + i);
      hn::StoreU(at.row, di, strip.row + i);
      hn::StoreU(at.x, d, strip.x + i);
      hn::StoreU(at.y, d, strip.y + i);
    }
  }
}

// Samples in squares of 4 by 4, which stay together where they are moved.
template <class Rule>
void fill_squares(const BlockJob& given) {
  const PD d;
  const PDI di;
  const BlockJob job = given;
  const Rule rule(job);
  const int lanes = static_cast<int>(hn::Lanes(d));
  Strip strip;
  for (int y = 0; y < job.height; y += 4) {
    place_strip(job, y, strip);
    for (int i = 0; i < 4 * ((job.width + 3) & ~3); i += lanes) {
      const Strip::Lanes& of = strip.lanes[i / lanes];
      const Places at{hn::LoadU(di, strip.column + i),
                      hn::LoadU(di, strip.row + i),
                      hn::LoadU(d, strip.x + i),
                      hn::LoadU(d, strip.y + i),
                      of.base,
                      of.first_row,
                      of.last_row};
      const PV value = of.in_run ? rule.template value<true>(at) : rule.template value<false>(at);
      store_value(job, value, static_cast<std::ptrdiff_t>(y) * kBlockWidth + i);
    }
  }
}

template <class Rule>
void fill_block_as(const BlockJob& job) {
  job.squares ? fill_squares<Rule>(job) : fill_lines<Rule>(job);
}

template <CellularMetric kMetric>
void fill_cellular(const BlockJob& job) {
  job.rule.feature == CellularFeature::f1 ? fill_block_as<Cellular<kMetric, false>>(job)
                                          : fill_block_as<Cellular<kMetric, true>>(job);
}

void fill_block(const BlockJob& job) {
  switch (job.rule.kind) {
    case LayerKind::blend:
      if (job.heights && job.slopes) return fill_block_as<Blend<true, true>>(job);
      return job.heights ? fill_block_as<Blend<true, false>>(job) : fill_block_as<Blend<false, true>>(job);
    case LayerKind::radial:
      return job.rule.odd_shift > 0 ? fill_block_as<Radial<true>>(job) : fill_block_as<Radial<false>>(job);
    case LayerKind::cellular: break;
  }
  switch (job.rule.metric) {
    case CellularMetric::euclidean:
    case CellularMetric::squared: return fill_cellular<CellularMetric::euclidean>(job);
    case CellularMetric::manhattan: return fill_cellular<CellularMetric::manhattan>(job);
    case CellularMetric::chebyshev: return fill_cellular<CellularMetric::chebyshev>(job);
  }
}

void fill_patch_row(const PatchRowJob& job) {
  const PD d;
  const PDU du;
  const PDI di;
  const PV gradient_scale = splat(job.rule.scale.gradient);
  const PV height_scale = splat(job.rule.scale.height);
  const PV one = splat(1.0f);
  for (int i = 0; i < job.count; i += static_cast<int>(hn::Lanes(d))) {
    auto h = hn::Mul(hn::Xor(hn::LoadU(du, job.column_a + i), hn::Set(du, job.row.a)), hn::Set(du, 0x9E3779B1u));
    h = hn::Xor(h, hn::ShiftRight<15>(h));
    h = hn::Add(h, hn::Xor(hn::LoadU(du, job.column_b + i), hn::Set(du, job.row.b)));
    h = hn::Mul(hn::Xor(h, hn::ShiftRight<16>(h)), hn::Set(du, 0x85EBCA6Bu));
    h = hn::Mul(hn::Xor(h, hn::ShiftRight<13>(h)), hn::Set(du, 0xC2B2AE35u));
    h = hn::Xor(h, hn::ShiftRight<16>(h));
    if (job.rule.kind == PointRule::Kind::place) {
      const PV half = splat(0.5f);
      const PV x = hn::Mul(hn::ConvertTo(d, hn::BitCast(di, hn::ShiftRight<16>(h))), splat(0x1p-16f));
      const PV y = hn::Mul(hn::ConvertTo(d, hn::BitCast(di, hn::And(h, hn::Set(du, 0xFFFFu)))), splat(0x1p-16f));
      hn::StoreU(hn::Add(hn::Mul(hn::Sub(x, half), gradient_scale), half), d, job.slopes_x + i);
      hn::StoreU(hn::Add(hn::Mul(hn::Sub(y, half), gradient_scale), half), d, job.slopes_y + i);
      continue;
    }
    const auto index = hn::BitCast(di, hn::ShiftRight<24>(h));
    const PV share = hn::ConvertTo(d, hn::BitCast(di, hn::And(h, hn::Set(du, 0xFFFFFFu))));
    const PV height = hn::Sub(hn::Mul(share, splat(0x1p-23f)), one);
    PV scale = gradient_scale;
    if (job.rule.kind == PointRule::Kind::sphere) {
      scale = hn::Mul(hn::Sqrt(hn::Sub(one, hn::Mul(height, height))), gradient_scale);
    }
    hn::StoreU(hn::Mul(scale, hn::GatherIndex(d, job.directions_x, index)), d, job.slopes_x + i);
    hn::StoreU(hn::Mul(scale, hn::GatherIndex(d, job.directions_y, index)), d, job.slopes_y + i);
    hn::StoreU(hn::Mul(height_scale, height), d, job.heights + i);
  }
}

template <Fractal kFractal>
void fold_block_as(const FoldBlockJob& job) {
  const PD d;
  const int count = job.rows * kBlockWidth;
  constexpr bool kWeighted = kFractal == Fractal::ridged || kFractal == Fractal::hybrid;
  for (int i = 0; i < count; i += static_cast<int>(hn::Lanes(d))) {
    VectorFold<PV> state{hn::Zero(d), splat(1.0f)};
    if (!job.first) {
      state.value = hn::LoadU(d, job.value + i);
      if constexpr (kWeighted) state.weight = hn::LoadU(d, job.weight + i);
    }
    fold_vector<kFractal>(d, job.rule, hn::LoadU(d, job.noise + i), job.amplitude, job.share, job.first, state);
    hn::StoreU(state.value, d, job.value + i);
    if constexpr (kWeighted) hn::StoreU(state.weight, d, job.weight + i);
  }
}

void fold_block(const FoldBlockJob& job) {
  switch (job.rule.fractal) {
    case Fractal::sum: return fold_block_as<Fractal::sum>(job);
    case Fractal::billow: return fold_block_as<Fractal::billow>(job);
    case Fractal::ridged: return fold_block_as<Fractal::ridged>(job);
    case Fractal::hybrid: return fold_block_as<Fractal::hybrid>(job);
    case Fractal::heterogeneous: return fold_block_as<Fractal::heterogeneous>(job);
    case Fractal::ping_pong: return fold_block_as<Fractal::ping_pong>(job);
  }
}

void add_shift(const float* noise, const float* strengths, float strength, int rows, bool first, float* shift) {
  const PD d;
  for (int i = 0; i < rows * kBlockWidth; i += static_cast<int>(hn::Lanes(d))) {
    PV way = splat(strength);
    if (strengths != nullptr) way = hn::Mul(way, hn::LoadU(d, strengths + i));
    const PV before = first ? hn::Zero(d) : hn::LoadU(d, shift + i);
    hn::StoreU(hn::Add(before, hn::Mul(hn::LoadU(d, noise + i), way)), d, shift + i);
  }
}

BlockRange block_range(const float* values, int rows) {
  const PD d;
  PV min = hn::LoadU(d, values);
  PV max = min;
  for (int i = 0; i < rows * kBlockWidth; i += static_cast<int>(hn::Lanes(d))) {
    const PV v = hn::LoadU(d, values + i);
    min = hn::Min(min, v);
    max = hn::Max(max, v);
  }
  return {hn::GetLane(hn::MinOfLanes(d, min)), hn::GetLane(hn::MaxOfLanes(d, max))};
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::noise::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace weald::noise::detail {

HWY_EXPORT(fill_patch_row);
HWY_EXPORT(fill_block);
HWY_EXPORT(fold_block);
HWY_EXPORT(add_shift);
HWY_EXPORT(block_range);

void fill_patch_row(const PatchRowJob& job) { HWY_DYNAMIC_DISPATCH(fill_patch_row)(job); }
void fill_block(const BlockJob& job) { HWY_DYNAMIC_DISPATCH(fill_block)(job); }
void fold_block(const FoldBlockJob& job) { HWY_DYNAMIC_DISPATCH(fold_block)(job); }
void add_shift(const float* noise, const float* strengths, float strength, int rows, bool first, float* shift) {
  HWY_DYNAMIC_DISPATCH(add_shift)(noise, strengths, strength, rows, first, shift);
}
BlockRange block_range(const float* values, int rows) { return HWY_DYNAMIC_DISPATCH(block_range)(values, rows); }

}  // namespace weald::noise::detail
#endif
