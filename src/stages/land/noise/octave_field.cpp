#include "stages/land/noise/octave_field.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/check.h"
#include "stages/land/noise/detail/cache_lines.h"
#include "stages/land/noise/detail/octave_kernels.h"
#include "stages/land/noise/detail/octave_tables.h"

namespace weald::noise {

namespace {

using detail::kMaxLanes;
using detail::kTile;
using detail::LayerArrays;
using detail::LineJob;
using detail::LinePoints;
using detail::OctaveTables;
using detail::RowTerms;

// Rows of a window that are filled tile after tile, few enough for the TLB to hold their pages.
constexpr int kBand = 512;

// The octaves that are in another lattice row than one sample row above, and those of them that skip lattice rows: bit
// o for octave o.
struct NewRows {
  std::uint32_t entered = 0;
  std::uint32_t jumped = 0;
};

}  // namespace

struct OctaveField::Prepared {
  FieldSpec spec;
  std::vector<OctaveTables> octaves;
  std::vector<float> amplitudes;
  std::vector<float> shares;
  std::vector<RowTerms> terms;    // row by row, one element per octave
  std::vector<NewRows> new_rows;  // per row

  const RowTerms* row_terms(int y) const { return terms.data() + static_cast<std::size_t>(y) * octaves.size(); }
};

OctaveField::OctaveField(FieldSpec spec) {
  WEALD_CHECK(!spec.octaves.empty() && spec.octaves.size() <= kMaxOctaves);
  WEALD_CHECK(spec.grid.width > 0 && spec.grid.height > 0);
  auto prepared = std::make_unique<Prepared>();
  const auto height = static_cast<std::size_t>(spec.grid.height);
  const std::size_t octaves = spec.octaves.size();
  prepared->terms.resize(height * octaves);
  prepared->new_rows.resize(height);
  for (std::size_t o = 0; o < octaves; ++o) {
    prepared->octaves.push_back(detail::octave_tables(spec.octaves[o], spec));
    prepared->amplitudes.push_back(spec.octaves[o].amplitude);
    prepared->shares.push_back(spec.octaves[o].share);
    OctaveTables& octave = prepared->octaves.back();
    const std::vector<double> fractions = detail::place_rows(spec.octaves[o], spec.grid, octave);
    for (std::size_t y = 0; y < height; ++y) {
      const auto u = static_cast<float>(fractions[y]);
      const auto v = static_cast<float>(fade_weight(spec.fade, fractions[y]));
      prepared->terms[y * octaves + o] = {u, v, u * v};
      const std::int64_t steps = y > 0 ? octave.row_cell[y] - octave.row_cell[y - 1] : 0;
      const std::uint32_t bit = std::uint32_t{1} << o;
      if (steps > 0) prepared->new_rows[y].entered |= bit;
      if (steps > 1) prepared->new_rows[y].jumped |= bit;
    }
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
      : field_(field),
        layers_(field.octaves.size()),
        lattice_rows_(field.octaves.size()),
        points_(field.octaves.size()),
        lines_(field.octaves.size()) {}

  void fill(const MutableHeightView& out, int x, int count) {
    enter_columns(x, count);
    const int end = out.region.y + out.region.height;
    for (int y = out.region.y; y < end;) {
      enter_row(y, y == out.region.y);
      const int rows = rows_together(y, end);
      float* row = out.row(y) + x;
      if (field_.spec.rule.fractal == Fractal::sum) {
        detail::sum_rows({.layers = layers_.data(),
                          .octaves = octaves(),
                          .terms = field_.row_terms(y),
                          .rows = rows,
                          .ahead = std::min(y == out.region.y ? rows : std::max(rows, 4), end - y),
                          .ahead_end = std::min(rows + 4, end - y),
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
    while (rows < 4 && y + rows < end && field_.new_rows[static_cast<std::size_t>(y + rows)].entered == 0) ++rows;
    return rows;
  }

  // Prepares the octaves' jobs for the columns [x, x + count).
  void enter_columns(int x, int count) {
    const auto at = static_cast<std::size_t>(x), last = static_cast<std::size_t>(count) - 1;
    for (std::size_t o = 0; o < lines_.size(); ++o) {
      const OctaveTables& octave = field_.octaves[o];
      const std::uint32_t first = octave.cell[at];
      lines_[o] = {.cell = octave.cell.data() + at,
                   .fraction = octave.fraction.data() + at,
                   .weight = octave.weight.data() + at,
                   .points = &points_[o],
                   .dense = octave.dense,
                   .heights = octave.has_heights,
                   .count = count,
                   .layer = &layers_[o],
                   .next = {.column_a = octave.key_a.data() + first,
                            .column_b = octave.key_b.data() + first,
                            .gradient_scale = octave.scale.gradient,
                            .height_scale = octave.scale.height,
                            .heights = octave.has_heights,
                            .count = static_cast<int>(octave.cell[at + last] + 2 - first),
                            .points = &points_[o]}};
    }
  }

  // Advances every octave to the lattice row of sample row `y`.
  void enter_row(int y, bool first) {
    const std::uint32_t all = (std::uint32_t{1} << layers_.size()) - 1;
    const NewRows& rows = field_.new_rows[static_cast<std::size_t>(y)];
    const std::uint32_t entered = first ? all : rows.entered;
    if (entered == 0) return;
    if (first || rows.jumped != 0) jump(y, first ? all : rows.jumped);
    for (std::uint32_t rest = entered; rest != 0; rest &= rest - 1) {
      const auto o = static_cast<std::size_t>(std::countr_zero(rest));
      ++lattice_rows_[o];
      aim(o, lattice_rows_[o] + 1);
    }
    advance(entered);
  }

  // Makes the lattice row above sample row `y` the lower row of the octaves in a set.
  void jump(int y, std::uint32_t set) {
    for (std::uint32_t rest = set; rest != 0; rest &= rest - 1) {
      const auto o = static_cast<std::size_t>(std::countr_zero(rest));
      lattice_rows_[o] = field_.octaves[o].row_cell[static_cast<std::size_t>(y)];
      hash_first(o, lattice_rows_[o]);
      aim(o, lattice_rows_[o] + 1);
    }
    advance(set);
  }

  void advance(std::uint32_t set) {
    const bool sums = field_.spec.rule.fractal == Fractal::sum;
    detail::advance_lines(
        {.lines = lines_.data(), .entered = set, .octaves = octaves(), .sums = sums ? layers_.data() : nullptr});
  }

  // Sets the lattice row whose points octave `o` needs after its next line. They are hashed along with that line: the
  // long chain of operations for one row of points then has other work beside it.
  void aim(std::size_t o, std::int64_t row) {
    const AxisKey key = field_.octaves[o].key_of(row);
    lines_[o].next.row_a = key.a;
    lines_[o].next.row_b = key.b;
  }

  // Hashes the points of the next line of octave `o`, in lattice row `row`.
  void hash_first(std::size_t o, std::int64_t row) {
    aim(o, row);
    detail::hash_points(lines_[o].next);
  }

  const OctaveField::Prepared& field_;
  std::vector<LayerArrays> layers_;
  std::vector<std::int64_t> lattice_rows_;  // the lower ones
  std::vector<LinePoints> points_;
  std::vector<LineJob> lines_;
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

}  // namespace weald::noise
