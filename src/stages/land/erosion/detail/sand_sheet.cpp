#include "stages/land/erosion/detail/sand_sheet.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <utility>

#include "base/parallel.h"

namespace weald::terrain::detail {

namespace {

constexpr std::size_t kLinesPerBlock = 128;
constexpr std::size_t kSlideRows = 64;

int wrapped(std::int64_t value, int count) {
  const auto rest = static_cast<int>(value % count);
  return rest < 0 ? rest + count : rest;
}

// `count` cells from `column` on of a periodic row.
void take(std::span<const std::int32_t> row, int column, std::span<std::int32_t> to) {
  const auto whole = std::min(to.size(), row.size() - static_cast<std::size_t>(column));
  std::copy_n(row.begin() + column, whole, to.begin());
  std::copy_n(row.begin(), to.size() - whole, to.begin() + static_cast<std::ptrdiff_t>(whole));
}

void put(std::span<std::int32_t> row, int column, std::span<const std::int32_t> from) {
  const auto whole = std::min(from.size(), row.size() - static_cast<std::size_t>(column));
  std::copy_n(from.begin(), whole, row.begin() + column);
  std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(whole), from.size() - whole, row.begin());
}

// Values [begin, end) with the padding that a WindRow needs.
template <class T>
std::vector<T> part(const std::vector<T>& values, std::size_t begin, std::size_t end) {
  std::vector<T> result(end - begin + kWindRowSlack);
  std::copy(values.begin() + static_cast<std::ptrdiff_t>(begin), values.begin() + static_cast<std::ptrdiff_t>(end),
            result.begin());
  return result;
}

}  // namespace

SandSheet::SandSheet(Grid<std::int32_t> ground, Grid<std::int32_t> sand)
    : ground_(std::move(ground)), sand_(std::move(sand)), change_(sand_.width(), sand_.height()) {
  const auto last = ground_.row(ground_.height() - 1);
  air_.flying.assign(last.size(), 0);
  air_.shade.assign(last.begin(), last.end());
  air_.mean = air_.shade;
  next_air_ = air_;
}

std::int64_t SandSheet::total() const {
  return std::accumulate(sand_.values().begin(), sand_.values().end(), std::int64_t{0}) +
         std::accumulate(air_.flying.begin(), air_.flying.end(), std::int64_t{0});
}

void SandSheet::blow(const WindRules& rules, double tangent, double phase, const RunContext& context) {
  const int rows = sand_.height();
  const int columns = sand_.width();
  const auto shift = [&](int row) { return static_cast<std::int64_t>(std::floor(row * tangent + phase)); };
  // Each block has its own lines along the wind, so that it alone writes their cells. The last row reads a copy of the
  // first one, which others may be changing.
  const std::vector<std::int32_t> first_row(ground_.row(0).begin(), ground_.row(0).end());
  parallel_blocks(static_cast<std::size_t>(columns), kLinesPerBlock, [&](std::size_t begin, std::size_t end) {
    context.check_stop();
    Air air{part(air_.flying, begin, end), part(air_.shade, begin, end), part(air_.mean, begin, end)};
    const std::size_t count = end - begin;
    std::vector<std::int32_t> ground(count + kWindRowSlack), ahead = ground, sand = ground;
    const auto lines = [count](std::vector<std::int32_t>& values) { return std::span(values).first(count); };
    const auto column_at = [&](int row) { return wrapped(static_cast<std::int64_t>(begin) + shift(row), columns); };
    take(first_row, column_at(0), lines(ahead));
    for (int row = 0; row < rows; ++row) {
      const int column = column_at(row);
      std::swap(ground, ahead);
      take(row + 1 < rows ? std::as_const(ground_).row(row + 1) : std::span(first_row), column_at(row + 1),
           lines(ahead));
      take(sand_.row(row), column, lines(sand));
      blow_row(rules, {ground.data(), sand.data(), ahead.data(), air.flying.data(), air.shade.data(), air.mean.data(),
                       static_cast<int>(count)});
      put(sand_.row(row), column, lines(sand));
      put(ground_.row(row), column, lines(ground));
    }
    for (std::size_t line = begin; line < end; ++line) {
      const auto to = static_cast<std::size_t>(wrapped(static_cast<std::int64_t>(line) + shift(rows), columns));
      next_air_.flying[to] = air.flying[line - begin];
      next_air_.shade[to] = air.shade[line - begin];
      next_air_.mean[to] = air.mean[line - begin];
    }
  });
  std::swap(air_, next_air_);
}

void SandSheet::calm() {
  constexpr std::int32_t kRowsToLand = 16;
  const auto flies = [this] { return std::ranges::any_of(air_.flying, [](std::int32_t n) { return n > 0; }); };
  for (int row = 0; flies(); row = (row + 1) % sand_.height()) {
    for (int column = 0; column < sand_.width(); ++column) {
      std::int32_t& flying = air_.flying[static_cast<std::size_t>(column)];
      const std::int32_t down = (flying + kRowsToLand - 1) / kRowsToLand;
      sand_.at(column, row) += down;
      ground_.at(column, row) += down;
      flying -= down;
    }
  }
}

std::int32_t SandSheet::slide(Slide how, const Rises& rises, const RunContext& context) {
  const int rows = sand_.height();
  std::atomic<std::int32_t> largest{0};
  parallel_blocks(static_cast<std::size_t>(rows), kSlideRows, [&](std::size_t begin, std::size_t end) {
    context.check_stop();
    std::int32_t gained = 0;
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      SlideRow row{.change = change_.row(y).data(), .width = sand_.width(), .rises = rises};
      for (int beside = 0; beside < 3; ++beside) {
        const int other = (y + beside - 1 + rows) % rows;
        row.ground[beside] = ground_.row(other).data();
        row.sand[beside] = sand_.row(other).data();
      }
      gained = std::max(gained, slide_row(how, row));
    }
    for (std::int32_t known = largest; known < gained && !largest.compare_exchange_weak(known, gained);) {
    }
  });
  parallel_blocks(static_cast<std::size_t>(rows), kSlideRows, [&](std::size_t begin, std::size_t end) {
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      const std::int32_t* change = change_.row(y).data();
      std::int32_t* sand = sand_.row(y).data();
      std::int32_t* ground = ground_.row(y).data();
      const int columns = sand_.width();
      for (int x = 0; x < columns; ++x) sand[x] += change[x];
      for (int x = 0; x < columns; ++x) ground[x] += change[x];
    }
  });
  return largest;
}

// Brings the pairs of a cell and the neighbours after it (see Rises) to rest, one after the other; returns the largest
// excess found.
std::int32_t SandSheet::topple(int x, int y, const Rises& rises) {
  const int columns = sand_.width();
  const int below = y + 1 < sand_.height() ? y + 1 : 0;
  const int west = x > 0 ? x - 1 : columns - 1;
  const int east = x + 1 < columns ? x + 1 : 0;
  const std::array<std::pair<int, int>, 4> others{{{east, y}, {west, below}, {x, below}, {east, below}}};
  std::int32_t largest = 0;
  for (std::size_t i = 0; i < others.size(); ++i) {
    const auto [other_x, other_y] = others[i];
    const std::int32_t climb = ground_.at(other_x, other_y) - ground_.at(x, y);
    // Uphill is towards neighbour 4 + i, or from it towards this cell.
    const std::int32_t excess = climb > 0 ? climb - rises[4 + i] : -climb - rises[3 - i];
    if (excess <= 0) continue;
    const std::int32_t there = climb > 0 ? sand_.at(other_x, other_y) : sand_.at(x, y);
    const std::int32_t moved = (climb > 0 ? 1 : -1) * std::min((excess + 1) / 2, there);
    sand_.at(x, y) += moved;
    ground_.at(x, y) += moved;
    sand_.at(other_x, other_y) -= moved;
    ground_.at(other_x, other_y) -= moved;
    largest = std::max(largest, 2 * std::abs(moved));
  }
  return largest;
}

void SandSheet::rest(const Rises& rises, std::int32_t tolerance, int sweeps, const RunContext& context) {
  constexpr int kPiece = 32;  // cells of a row that rest together
  const int rows = sand_.height();
  const int columns = sand_.width();
  const int pieces = std::max(1, columns / kPiece);
  // Pieces in which something was too steep may move again, and so may their neighbours.
  Grid<std::uint8_t> restless(pieces, rows, 1);
  const auto may_move = [&](const Grid<std::uint8_t>& flags, int piece, int y) {
    for (int beside_y = -1; beside_y <= 1; ++beside_y) {
      for (int beside = -1; beside <= 1; ++beside) {
        if (flags.at((piece + beside + pieces) % pieces, (y + beside_y + rows) % rows) != 0) return true;
      }
    }
    return false;
  };
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    context.check_stop();
    const bool back = sweep % 2 != 0;
    const Grid<std::uint8_t> before = std::exchange(restless, Grid<std::uint8_t>(pieces, rows));
    bool any = false;
    // Downwind, and back: a whole slope slides in one sweep.
    for (int i = 0; i < rows * pieces; ++i) {
      const int place = back ? rows * pieces - 1 - i : i;
      const int y = place / pieces, piece = place % pieces;
      if (!may_move(before, piece, y) && !may_move(restless, piece, y)) continue;
      const int begin = piece * kPiece, end = piece + 1 == pieces ? columns : begin + kPiece;
      std::int32_t largest = 0;
      for (int j = begin; j < end; ++j) largest = std::max(largest, topple(back ? begin + end - 1 - j : j, y, rises));
      if (largest <= tolerance) continue;
      restless.at(piece, y) = 1;
      any = true;
    }
    if (!any) return;
  }
}

}  // namespace weald::terrain::detail
