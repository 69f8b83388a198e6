#include "stages/land/noise/detail/octave_tables.h"

#include <algorithm>
#include <cmath>

#include "stages/land/noise/detail/octave_kernels.h"

namespace weald::noise::detail {

namespace {

void prepare_columns(OctaveTables& octave, const OctaveSpec& spec, const GridSpec& grid, Fade fade) {
  const auto width = static_cast<std::size_t>(grid.width);
  const std::vector<LatticeCoordinate> places =
      lattice_coordinates({grid.origin.x, grid.cell_size, spec.frequency_x, spec.offset.x, spec.start.x}, grid.width);
  octave.cell.reserve(width + kMaxLanes);
  octave.fraction.reserve(width + kMaxLanes);
  octave.weight.reserve(width + kMaxLanes);
  // lattice columns that samples touch; each left column is followed by its right one
  std::vector<std::int64_t> columns;
  for (const LatticeCoordinate& at : places) {
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
  const AxisKeys keys = column_keys(spec.seed);
  for (const std::int64_t column : columns) {
    const std::int64_t wrapped = spec.period ? floor_mod(column, spec.period->x) : column;
    const AxisKey key = keys.of(wrapped);
    octave.key_a.push_back(key.a);
    octave.key_b.push_back(key.b);
  }
  octave.key_a.resize(columns.size() + kMaxLanes);
  octave.key_b.resize(columns.size() + kMaxLanes);
}

// See OctaveTables::has_heights.
bool has_heights(const OctaveTables& octave) {
  constexpr float kTiny = 1e-20f;
  return octave.scale.height != 0 || !(std::abs(octave.scale.gradient) > kTiny) ||
         std::ranges::find(octave.fraction, 0.0f) != octave.fraction.end();
}

}  // namespace

OctaveTables octave_tables(const OctaveSpec& spec, const FieldSpec& field) {
  OctaveTables octave;
  octave.row_keys = row_keys(spec.seed);
  octave.period = spec.period;
  octave.scale = spec.scale;
  if (field.rule.fractal == Fractal::sum) {
    // A sum is linear, so the amplitude is folded into the lattice points.
    octave.scale.gradient *= spec.amplitude;
    octave.scale.height *= spec.amplitude;
  }
  prepare_columns(octave, spec, field.grid, field.fade);
  octave.has_heights = has_heights(octave);
  return octave;
}

std::vector<double> place_rows(const OctaveSpec& spec, const GridSpec& grid, OctaveTables& octave) {
  const std::vector<LatticeCoordinate> places =
      lattice_coordinates({grid.origin.y, grid.cell_size, spec.frequency_y, spec.offset.y, spec.start.y}, grid.height);
  std::vector<double> fractions;
  for (const LatticeCoordinate& at : places) {
    octave.row_cell.push_back(at.cell);
    fractions.push_back(at.fraction);
  }
  // The tiles of a window all need the same keys. Rows that no sample lies beside would only make the list long.
  const std::int64_t rows = std::min<std::int64_t>(octave.row_cell.back() - octave.row_cell.front() + 3, grid.height);
  for (std::int64_t r = 0; r < rows; ++r) octave.listed_keys.push_back(octave.find_key(octave.row_cell.front() + r));
  return fractions;
}

}  // namespace weald::noise::detail
