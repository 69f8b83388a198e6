#include "stages/land/noise/octave_field.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "base/check.h"
#include "stages/land/noise/detail/cache_lines.h"
#include "stages/land/noise/detail/octave_kernels.h"

namespace weald::noise {

namespace {

using detail::kMaxLanes;
using detail::kTile;
using detail::LayerArrays;
using detail::LinePoints;
using detail::RowTerms;

// One octave, with all values that depend only on the column or only on the row.
struct Octave {
  // Per column, with spare elements at the end: the left lattice point, the offset from it and the faded offset.
  std::vector<std::uint32_t> cell;
  std::vector<float> fraction;
  std::vector<float> weight;
  bool dense = true;
  bool has_heights = true;  // see has_heights()
  // Per element of the list of lattice columns that `cell` indexes.
  std::vector<std::uint32_t> key_a;
  std::vector<std::uint32_t> key_b;
  std::vector<std::int64_t> table_columns;

  std::vector<std::int64_t> row_cell;  // per row: the lattice row above it
  LatticeScale scale;
  float amplitude = 1;
  std::uint64_t seed = 0;
  std::optional<LatticePeriod> period;
  std::shared_ptr<const LatticeTable> table;
};

// Rows of a window that are filled tile after tile, few enough for the TLB to hold their pages.
constexpr int kBand = 512;

struct Axis {
  double origin;     // metres
  double cell_size;  // metres
  double frequency;  // cells per metre
  double offset;     // cells
  double start;      // cells
};

LatticeCoordinate coordinate(const Axis& axis, int index) {
  const std::array parts{axis.origin * axis.frequency, (index * axis.cell_size) * axis.frequency, axis.offset,
                         axis.start};
  return lattice_coordinate(parts);
}

void prepare_columns(Octave& octave, const OctaveSpec& spec, const GridSpec& grid, Fade fade) {
  const auto width = static_cast<std::size_t>(grid.width);
  const Axis axis{grid.origin.x, grid.cell_size, spec.frequency_x, spec.offset.x, spec.start.x};
  octave.cell.reserve(width + kMaxLanes);
  octave.fraction.reserve(width + kMaxLanes);
  octave.weight.reserve(width + kMaxLanes);
  // lattice columns that samples touch; each left column is followed by its right one
  std::vector<std::int64_t> columns;
  for (int x = 0; x < grid.width; ++x) {
    const LatticeCoordinate at = coordinate(axis, x);
    if (columns.empty() || at.cell > columns.back()) {
      octave.dense = octave.dense && columns.empty();
      columns.push_back(at.cell);
      columns.push_back(at.cell + 1);
    } else if (at.cell == columns.back()) {
      columns.push_back(at.cell + 1);
    }
    octave.cell.push_back(static_cast<std::uint32_t>(columns.size() - 2));
    octave.fraction.push_back(static_cast<float>(at.fraction));
    octave.weight.push_back(static_cast<float>(fade_weight(fade, at.fraction)));
  }
  // Spare columns are computed along with the last whole vector and discarded; they repeat the last column.
  octave.cell.resize(width + kMaxLanes, octave.cell.back());
  octave.fraction.resize(width + kMaxLanes, octave.fraction.back());
  octave.weight.resize(width + kMaxLanes, octave.weight.back());
  for (const std::int64_t column : columns) {
    const std::int64_t wrapped = spec.period ? floor_mod(column, spec.period->x) : column;
    const AxisKey key = column_key(spec.seed, wrapped);
    octave.key_a.push_back(key.a);
    octave.key_b.push_back(key.b);
    if (spec.table) octave.table_columns.push_back(floor_mod(column, spec.table->width));
  }
  octave.key_a.resize(columns.size() + kMaxLanes);
  octave.key_b.resize(columns.size() + kMaxLanes);
}

// Whether the heights of lattice points can change a result. If they are all 0, adding them changes at most the sign of
// a product that is 0, which a product with the offset of a sample is only if the sample lies on a point, or if the
// gradients are tiny.
bool has_heights(const Octave& octave) {
  constexpr float kTiny = 1e-20f;
  return octave.table || octave.scale.height != 0 || !(std::abs(octave.scale.gradient) > kTiny) ||
         std::ranges::find(octave.fraction, 0.0f) != octave.fraction.end();
}

Octave prepare_octave(const OctaveSpec& spec, const FieldSpec& field) {
  Octave octave;
  octave.seed = spec.seed;
  octave.period = spec.period;
  octave.table = spec.table;
  octave.scale = spec.scale;
  octave.amplitude = spec.amplitude;
  if (field.rule.fractal == Fractal::sum) {
    // A sum is linear, so the amplitude is folded into the lattice points.
    octave.scale.gradient *= spec.amplitude;
    octave.scale.height *= spec.amplitude;
  }
  prepare_columns(octave, spec, field.grid, field.fade);
  octave.has_heights = has_heights(octave);
  return octave;
}

// Returns the points in lattice row `row`, by index into the octave's list of lattice columns.
struct PointSource {
  PointSource(const Octave& of, Fractal fractal, std::int64_t row) : octave(of) {
    if (octave.table) {
      table_scale = fractal == Fractal::sum ? octave.amplitude : 1.0f;
      table_row = octave.table->points.data() + floor_mod(row, octave.table->height) * octave.table->width;
    } else {
      key = row_key(octave.seed, octave.period ? floor_mod(row, octave.period->y) : row);
    }
  }
  LatticePoint at(std::size_t column) const {
    if (table_row == nullptr)
      return hashed_point(point_hash({octave.key_a[column], octave.key_b[column]}, key), octave.scale);
    const LatticePoint& point = table_row[octave.table_columns[column]];
    return {point.height * table_scale, {point.gradient.x * table_scale, point.gradient.y * table_scale}};
  }

  const Octave& octave;
  AxisKey key;
  const LatticePoint* table_row = nullptr;
  float table_scale = 1;
};

}  // namespace

struct OctaveField::Prepared {
  FieldSpec spec;
  std::vector<Octave> octaves;
  std::vector<float> amplitudes;
  std::vector<float> shares;
  std::vector<RowTerms> terms;           // row by row, one element per octave
  std::vector<std::uint32_t> new_cells;  // per row: the octaves that enter a new lattice row here, bit o for octave o

  const RowTerms* row_terms(int y) const { return terms.data() + static_cast<std::size_t>(y) * octaves.size(); }
};

OctaveField::OctaveField(FieldSpec spec) {
  WEALD_CHECK(!spec.octaves.empty() && spec.octaves.size() <= kMaxOctaves);
  WEALD_CHECK(spec.grid.width > 0 && spec.grid.height > 0);
  auto prepared = std::make_unique<Prepared>();
  for (const OctaveSpec& octave : spec.octaves) {
    prepared->octaves.push_back(prepare_octave(octave, spec));
    prepared->amplitudes.push_back(octave.amplitude);
    prepared->shares.push_back(octave.share);
  }
  for (int y = 0; y < spec.grid.height; ++y) {
    std::uint32_t changed = 0;
    for (std::size_t o = 0; o < spec.octaves.size(); ++o) {
      const OctaveSpec& octave = spec.octaves[o];
      const LatticeCoordinate at =
          coordinate({spec.grid.origin.y, spec.grid.cell_size, octave.frequency_y, octave.offset.y, octave.start.y}, y);
      const auto u = static_cast<float>(at.fraction);
      const auto v = static_cast<float>(fade_weight(spec.fade, at.fraction));
      prepared->terms.push_back({u, v, u * v});
      auto& cells = prepared->octaves[o].row_cell;
      if (!cells.empty() && cells.back() != at.cell) changed |= std::uint32_t{1} << o;
      cells.push_back(at.cell);
    }
    prepared->new_cells.push_back(changed);
  }
  prepared->spec = std::move(spec);
  prepared_ = std::move(prepared);
}

OctaveField::~OctaveField() = default;

namespace {

// Fills the columns [x, x + count) of a window, from its first row to its last.
class TileFiller {
 public:
  explicit TileFiller(const OctaveField::Prepared& field)
      : field_(field), layers_(field.octaves.size()), lattice_rows_(field.octaves.size()) {}

  void fill(const MutableHeightView& out, int x, int count) {
    x_ = x;
    count_ = count;
    const int end = out.region.y + out.region.height;
    for (int y = out.region.y; y < end;) {
      enter_row(y, y == out.region.y);
      const int rows = rows_together(y, end);
      float* row = out.row(y) + x;
      if (field_.spec.rule.fractal == Fractal::sum) {
        detail::sum_rows({.layers = layers_.data(),
                          .octaves = octaves(),
                          .base = layers_.back().base,
                          .terms = field_.row_terms(y),
                          .rows = rows,
                          .following = std::min(4, end - y - rows),
                          .count = count,
                          .out = row,
                          .stride = out.stride});
      } else {
        detail::combine_row({.layers = layers_.data(),
                             .octaves = octaves(),
                             .terms = field_.row_terms(y),
                             .amplitudes = field_.amplitudes.data(),
                             .shares = field_.shares.data(),
                             .rule = field_.spec.rule,
                             .count = count,
                             .out = row});
      }
      y += rows;
    }
  }

 private:
  int octaves() const { return static_cast<int>(layers_.size()); }

  // Number of rows from `y` onwards that can be computed together: at most 4.
  int rows_together(int y, int end) const {
    if (field_.spec.rule.fractal != Fractal::sum) return 1;
    int rows = 1;
    while (rows < 4 && y + rows < end && field_.new_cells[static_cast<std::size_t>(y + rows)] == 0) ++rows;
    return rows;
  }

  // Advances every octave to the lattice row of sample row `y`.
  void enter_row(int y, bool first) {
    const std::uint32_t all = (std::uint32_t{1} << layers_.size()) - 1;
    const std::uint32_t changed = first ? all : field_.new_cells[static_cast<std::size_t>(y)];
    if (changed == 0) return;
    for (std::uint32_t rest = changed; rest != 0; rest &= rest - 1) {
      const auto o = static_cast<std::size_t>(std::countr_zero(rest));
      const std::int64_t row = field_.octaves[o].row_cell[static_cast<std::size_t>(y)];
      if (first || row != lattice_rows_[o] + 1) advance(o, row);
      advance(o, row + 1);
      lattice_rows_[o] = row;
    }
    if (field_.spec.rule.fractal == Fractal::sum)
      detail::sum_bases(layers_.data(), std::countr_zero(changed), octaves());
  }

  // Makes lattice row `row` the lower row of octave `o`; the previous lower row becomes the upper one.
  void advance(std::size_t o, std::int64_t row) {
    const Octave& octave = field_.octaves[o];
    const auto x = static_cast<std::size_t>(x_);
    const std::uint32_t first = octave.cell[x];
    const std::size_t count = octave.cell[x + static_cast<std::size_t>(count_) - 1] + 2 - first;
    read_points(octave, row, first, count);
    detail::advance_line({.cell = octave.cell.data() + x,
                          .fraction = octave.fraction.data() + x,
                          .weight = octave.weight.data() + x,
                          .points = &points_,
                          .dense = octave.dense,
                          .heights = octave.has_heights,
                          .count = count_,
                          .layer = &layers_[o]});
  }

  // Reads elements [first, first + count) of the octave's list of lattice columns into points_.
  void read_points(const Octave& octave, std::int64_t row, std::uint32_t first, std::size_t count) {
    const PointSource source(octave, field_.spec.rule.fractal, row);
    if (!octave.table) {
      return detail::hash_points({.column_a = octave.key_a.data() + first,
                                  .column_b = octave.key_b.data() + first,
                                  .row_a = source.key.a,
                                  .row_b = source.key.b,
                                  .gradient_scale = octave.scale.gradient,
                                  .height_scale = octave.scale.height,
                                  .heights = octave.has_heights,
                                  .count = static_cast<int>(count),
                                  .points = &points_});
    }
    for (std::size_t i = 0; i < count; ++i) {
      const LatticePoint point = source.at(first + i);
      points_.height[i] = point.height;
      points_.slope_x[i] = point.gradient.x;
      points_.slope_y[i] = point.gradient.y;
    }
  }

  const OctaveField::Prepared& field_;
  std::vector<LayerArrays> layers_;
  std::vector<std::int64_t> lattice_rows_;
  LinePoints points_{};
  int x_ = 0;
  int count_ = 0;
};

}  // namespace

void OctaveField::fill(const MutableHeightView& out) const {
  TileFiller filler(*prepared_);
  const Region& all = out.region;
  for (int y = all.y; y < all.y + all.height; y += kBand) {
    const int rows = std::min(kBand, all.y + all.height - y);
    const MutableHeightView band{{all.x, y, all.width, rows}, out.row(y) + all.x, out.stride};
    int count = kTile - detail::samples_past_line(band.row(y) + all.x);
    for (int x = all.x; x < all.x + all.width; x += count, count = kTile) {
      count = std::min(count, all.x + all.width - x);
      filler.fill(band, x, count);
    }
  }
}

// ---- reference implementation, sample by sample ----

namespace {

struct LineValue {
  float t;
  float g;
};

LineValue line_value(const Octave& octave, Fractal fractal, std::size_t x, std::int64_t row) {
  const PointSource source(octave, fractal, row);
  const LatticePoint left = source.at(octave.cell[x]);
  const LatticePoint right = source.at(octave.cell[x] + 1);
  const float from_left = left.height + left.gradient.x * octave.fraction[x];
  const float from_right = right.height + right.gradient.x * (octave.fraction[x] - 1.0f);
  const float weight = octave.weight[x];
  return {from_left + weight * (from_right - from_left),
          left.gradient.y + weight * (right.gradient.y - left.gradient.y)};
}

struct LayerValue {
  float k0;
  float rest;
};

LayerValue layer_value(const Octave& octave, Fractal fractal, const RowTerms& terms, std::size_t x, std::size_t y) {
  const LineValue upper = line_value(octave, fractal, x, octave.row_cell[y]);
  const LineValue lower = line_value(octave, fractal, x, octave.row_cell[y] + 1);
  const float k2 = (lower.t - upper.t) - lower.g;
  const float k3 = lower.g - upper.g;
  return {upper.t, (terms.u * upper.g + terms.v * k2) + terms.uv * k3};
}

}  // namespace

float OctaveField::reference_value(int column, int row) const {
  const Prepared& field = *prepared_;
  const RowTerms* terms = field.row_terms(row);
  float base = 0;  // for sums: running sum of the octaves' first terms
  FractalState state;
  std::array<float, kMaxOctaves> rest{};
  for (std::size_t o = 0; o < field.octaves.size(); ++o) {
    const LayerValue layer = layer_value(field.octaves[o], field.spec.rule.fractal, terms[o],
                                         static_cast<std::size_t>(column), static_cast<std::size_t>(row));
    rest[o] = layer.rest;
    base = o == 0 ? layer.k0 : base + layer.k0;
    add_octave(field.spec.rule, layer.k0 + layer.rest, {field.amplitudes[o], field.shares[o], o == 0}, state);
  }
  if (field.spec.rule.fractal != Fractal::sum) return state.value;
  for (std::size_t o = 0; o < field.octaves.size(); ++o) base += rest[o];
  return base;
}

}  // namespace weald::noise
