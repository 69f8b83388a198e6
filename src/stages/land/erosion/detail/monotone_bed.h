#pragma once
// MonotoneBed: heights of the samples around the middle of rivers, such that no height between samples rises along a
// river. Internal to stages/land/erosion.
//
// Heights between samples are bilinear, so along a short straight piece of a river inside one cell the height is a
// parabola, which falls if it falls at both ends of the piece. Each end gives one condition, linear in the four corners
// of the cell; and on the piece the ground must not be above the river. If a condition is violated, the highest corners
// involved are lowered until it holds. Heights only decrease, and never below the lowest corner of their cell, so the
// sweeps downstream converge; few are needed, since lowering a corner ahead seldom violates the conditions before it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "data/heightmap.h"

namespace weald::terrain::detail {

/// A river's middle: points downstream, with y the bed, which never rises.
using BedLine = std::span<const Vec3>;

/// Ground between samples within this many samples of the middle of a river is lowered too: polylines that approximate
/// the curve leave it by as much.
inline constexpr double kMonotoneBeside = 0.15;

/// Immutable. Memory while it is made: about 200 bytes per half sample of river.
class MonotoneBed {
 public:
  /// `bed(column, row)` is the height of a sample before it is lowered; called from several threads at once. The ground
  /// on a line is then at most `above` metres above its bed. Parts of lines outside the grid are ignored.
  MonotoneBed(const GridSpec& grid, std::span<const BedLine> lines, double above,
              const std::function<double(int, int)>& bed);

  /// Height of a sample that is a corner of a cell crossed by a river.
  std::optional<double> at(int column, int row) const;

 private:
  struct Piece {
    std::uint32_t north, south;  // places in heights_ of the western corners of the cell; the eastern ones are next
    float u[2], v[2];            // where it begins and ends, in the cell
    float bed[2];                // of the river there
  };
  using Corners = std::array<std::uint32_t, 4>;  // north-west, north-east, south-west, south-east
  static Corners corners(const Piece& piece) { return {piece.north, piece.north + 1, piece.south, piece.south + 1}; }
  void add_line(BedLine line, double offset);
  void add_piece(const Vec3& from, const Vec3& to);
  void number_corners();
  void cap();
  bool is_due(const Piece& piece) const;
  bool sink(const Piece& piece);
  bool sink_to(const Corners& corners, const std::array<double, 4>& weight, double most);

  GridSpec grid_;
  double above_;
  std::vector<Piece> pieces_;
  std::vector<std::size_t> line_begin_;
  std::vector<std::uint32_t> samples_;  // numbers of samples, ascending
  std::vector<std::size_t> row_begin_;
  std::vector<double> heights_;
  std::vector<std::uint32_t> sunk_in_;  // the last sweep in which each sank
  std::uint32_t sweep_ = 0;
};

}  // namespace weald::terrain::detail
