#pragma once
// Tables of OctaveField: the values of one octave that depend only on the column or only on the row.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "methods/raster/lattice.h"
#include "stages/land/noise/octave_field.h"

namespace weald::noise::detail {

/// One octave on a grid.
struct OctaveTables {
  /// Per column, with kMaxLanes spare elements at the end: the left lattice point, by its index in the octave's list of
  /// lattice columns.
  std::vector<std::uint32_t> cell;
  std::vector<float> fraction;  ///< per column, likewise: the offset from that point, in cells
  std::vector<float> weight;    ///< per column, likewise: the faded offset
  bool dense = true;            ///< `cell` increases by at most 1 from column to column
  /// Whether the heights of lattice points can change a result. If they are all 0, adding them changes at most the sign
  /// of a product that is 0, which a product with the offset of a sample is only if the sample lies on a point, or if
  /// the gradients are tiny.
  bool has_heights = true;
  // Per element of the list of lattice columns.
  std::vector<std::uint32_t> key_a;  ///< AxisKey::a, with kMaxLanes spare elements at the end
  std::vector<std::uint32_t> key_b;  ///< AxisKey::b, likewise

  std::vector<std::int64_t> row_cell;  ///< per row: the lattice row above it
  std::vector<AxisKey> listed_keys;    ///< of consecutive lattice rows, from row_cell.front() onwards
  LatticeScale scale;                  ///< for sums, times the amplitude
  AxisKeys row_keys{0};
  std::optional<LatticePeriod> period;

  /// The key of a lattice row. Pre: the rows are placed.
  AxisKey key_of(std::int64_t row) const {
    const auto listed = static_cast<std::uint64_t>(row - row_cell.front());
    return listed < listed_keys.size() ? listed_keys[listed] : find_key(row);
  }
  /// The key of a lattice row, computed instead of looked up in the list.
  AxisKey find_key(std::int64_t row) const { return row_keys.of(period ? floor_mod(row, period->y) : row); }
};

/// The tables of one of a field's octaves, without those of its rows.
OctaveTables octave_tables(const OctaveSpec& spec, const FieldSpec& field);
/// Fills the tables of an octave's rows, and returns the offset of every row from the lattice row above it, in cells.
std::vector<double> place_rows(const OctaveSpec& spec, const GridSpec& grid, OctaveTables& octave);

}  // namespace weald::noise::detail
