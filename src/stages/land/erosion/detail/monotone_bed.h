#pragma once
// MonotoneBed: heights of the samples around river centre lines, chosen so that the interpolated ground never rises
// along a river.
//
// Heights between samples are bilinear, so along a short straight piece of a river inside one cell the height is a
// parabola, which falls everywhere if it falls at both ends. Each end gives one linear condition on the four corners of
// the cell. In addition, the ground on the piece must not lie above the river. Where a condition fails, the highest
// corners that break it sink until it holds. Heights only sink, and never below the lowest corner of their cell, so the
// downstream sweeps converge. Few sweeps are needed, because lowering a corner ahead seldom breaks a condition behind
// it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "data/heightmap.h"

namespace weald::terrain::detail {

/// Centre line of a river: points in downstream order; y is the bed height, which never rises.
using BedLine = std::span<const Vec3>;

/// The ground also falls along lines up to this many samples beside the centre line, because polylines that other
/// stages draw for the curve deviate from it by as much.
inline constexpr double kMonotoneBeside = 0.15;

/// Immutable. Building it takes about 200 bytes of memory per half sample of river.
class MonotoneBed {
 public:
  /// `bed(column, row)` returns the height of a sample before it sinks, and is called from several threads at once.
  /// Afterwards the ground on a line is at most `above` metres above its bed. Parts of lines outside the grid are
  /// ignored.
  MonotoneBed(const GridSpec& grid, std::span<const BedLine> lines, double above,
              const std::function<double(int, int)>& bed);

  /// Height of a sample if it is a corner of a cell that a river crosses.
  std::optional<double> at(int column, int row) const;

 private:
  struct RiverPiece {
    // indices into heights_ of the cell's western corners; each eastern corner follows its western one
    std::uint32_t north, south;
    float u[2], v[2];  // start and end of the piece within the cell
    float bed[2];      // bed height of the river at both ends
  };
  using Corners = std::array<std::uint32_t, 4>;  // north-west, north-east, south-west, south-east
  static Corners corners(const RiverPiece& piece) {
    return {piece.north, piece.north + 1, piece.south, piece.south + 1};
  }
  void add_line(BedLine line, double offset);
  void add_piece(const Vec3& from, const Vec3& to);
  void number_corners();
  void cap();
  bool is_due(const RiverPiece& piece) const;
  bool sink(const RiverPiece& piece);
  bool sink_to(const Corners& corners, const std::array<double, 4>& weight, double most);

  GridSpec grid_;
  double above_;
  std::vector<RiverPiece> pieces_;
  std::vector<std::size_t> line_begin_;
  std::vector<std::uint32_t> samples_;  // sample indices, ascending
  std::vector<std::size_t> row_begin_;
  std::vector<double> heights_;
  std::vector<std::uint32_t> sunk_in_;  // the last sweep in which each corner sank
  std::uint32_t sweep_ = 0;
};

}  // namespace weald::terrain::detail
