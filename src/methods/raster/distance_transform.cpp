#include "methods/raster/distance_transform.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace weald::raster {

void nearest_in_columns(Grid<std::int32_t>& rows, int begin, int end) {
  for (int y = 1; y < rows.height(); ++y) {
    const auto before = rows.row(y - 1), here = rows.row(y);
    for (auto x = static_cast<std::size_t>(begin); x < static_cast<std::size_t>(end); ++x)
      here[x] = std::min(here[x], std::min(before[x] + 1, kNoRow));
  }
  for (int y = rows.height() - 2; y >= 0; --y) {
    const auto after = rows.row(y + 1), here = rows.row(y);
    for (auto x = static_cast<std::size_t>(begin); x < static_cast<std::size_t>(end); ++x)
      here[x] = std::min(here[x], std::min(after[x] + 1, kNoRow));
  }
}

void nearest_in_row(std::span<const std::int32_t> rows, int begin, std::span<double> squares) {
  /// A parabola of the envelope, and the first column in which it is the lowest.
  struct Piece {
    double column, square, start;
  };
  std::vector<Piece> envelope;
  envelope.reserve(64);
  const auto is_member = [&](std::size_t i) { return i < rows.size() && rows[i] == 0; };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] >= kNoRow) continue;
    // A member between two others is the nearest to itself only, where the distance is 0 anyway.
    if (rows[i] == 0 && is_member(i + 1) && i > 0 && is_member(i - 1)) continue;
    // All numbers are integers below 2^53, so only the division rounds, and not across an integer.
    const double column = static_cast<double>(i), square = static_cast<double>(rows[i]) * rows[i];
    double rise = 0, run = 0;
    while (!envelope.empty()) {
      const Piece& last = envelope.back();
      rise = column * column - last.column * last.column + square - last.square;
      run = 2 * (column - last.column);
      if (rise >= run * last.start) break;  // the new parabola is not lower where the last one starts
      envelope.pop_back();
    }
    const double start = envelope.empty() ? 0 : std::floor(rise / run) + 1;
    if (start < static_cast<double>(rows.size())) envelope.push_back({column, square, start});
  }
  if (envelope.empty()) return std::fill(squares.begin(), squares.end(), -1.0);
  std::size_t piece = 0;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    if (is_member(static_cast<std::size_t>(begin) + i)) {
      squares[i] = 0;
      continue;
    }
    const double column = static_cast<double>(begin) + static_cast<double>(i);
    while (piece + 1 < envelope.size() && envelope[piece + 1].start <= column) ++piece;
    const double off = column - envelope[piece].column;
    squares[i] = off * off + envelope[piece].square;
  }
}

}  // namespace weald::raster
