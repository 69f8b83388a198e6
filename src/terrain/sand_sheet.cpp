#include "terrain/sand_sheet.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>
#include <utility>

#include "core/parallel.h"

namespace weald::terrain::detail {

namespace {

constexpr std::size_t kLinesPerBlock = 128;
constexpr std::size_t kSlideRows = 64;

int wrapped(std::int64_t value, int count) {
  const auto rest = static_cast<int>(value % count);
  return rest < 0 ? rest + count : rest;
}

// `count` cells from `column` on of a row that goes round.
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

template <class T>
std::vector<T> part(const std::vector<T>& values, std::size_t begin, std::size_t end) {
  return {values.begin() + static_cast<std::ptrdiff_t>(begin), values.begin() + static_cast<std::ptrdiff_t>(end)};
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
  // Each block has lines along the wind of its own, so that it alone writes their cells. The last row looks at the
  // first one, which others may be changing, as it was.
  const std::vector<std::int32_t> first_row(ground_.row(0).begin(), ground_.row(0).end());
  parallel_blocks(static_cast<std::size_t>(columns), kLinesPerBlock, [&](std::size_t begin, std::size_t end) {
    context.check_stop();
    Air air{part(air_.flying, begin, end), part(air_.shade, begin, end), part(air_.mean, begin, end)};
    std::vector<std::int32_t> ground(end - begin), ahead(end - begin), sand(end - begin);
    const auto column_at = [&](int row) { return wrapped(static_cast<std::int64_t>(begin) + shift(row), columns); };
    take(first_row, column_at(0), ahead);
    for (int row = 0; row < rows; ++row) {
      const int column = column_at(row);
      std::swap(ground, ahead);
      take(row + 1 < rows ? std::as_const(ground_).row(row + 1) : std::span(first_row), column_at(row + 1), ahead);
      take(sand_.row(row), column, sand);
      blow_row(rules, {ground.data(), sand.data(), ahead.data(), air.flying.data(), air.shade.data(), air.mean.data(),
                       static_cast<int>(end - begin)});
      put(sand_.row(row), column, sand);
      put(ground_.row(row), column, ground);
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
  return move(how, rises, sand_, context);
}

void SandSheet::even_out(int passes, std::int32_t steep, const RunContext& context) {
  const int rows = sand_.height();
  const int last = sand_.width() - 1;
  Grid<std::int32_t> loose(sand_.width(), rows);
  for (int pass = 0; pass < passes; ++pass) {
    parallel_blocks(static_cast<std::size_t>(rows), kSlideRows, [&](std::size_t begin, std::size_t end) {
      for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
        const auto north = ground_.row((y + rows - 1) % rows), here = ground_.row(y),
                   south = ground_.row((y + 1) % rows);
        for (int x = 0; x <= last; ++x) {
          const std::int32_t height = here[x];
          const std::int32_t largest = std::max(
              std::max(std::abs(here[x > 0 ? x - 1 : last] - height), std::abs(here[x < last ? x + 1 : 0] - height)),
              std::max(std::abs(north[x] - height), std::abs(south[x] - height)));
          loose.at(x, y) = largest > steep ? 0 : sand_.at(x, y);
        }
      }
    });
    move(Slide::even, {}, loose, context);
  }
}

std::int32_t SandSheet::move(Slide how, const Rises& rises, const Grid<std::int32_t>& loose,
                             const RunContext& context) {
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
        row.sand[beside] = loose.row(other).data();
      }
      gained = std::max(gained, slide_row(how, row));
    }
    for (std::int32_t known = largest; known < gained && !largest.compare_exchange_weak(known, gained);) {
    }
  });
  parallel_blocks(static_cast<std::size_t>(rows), kSlideRows, [&](std::size_t begin, std::size_t end) {
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      const auto change = change_.row(y);
      std::ranges::transform(sand_.row(y), change, sand_.row(y).begin(), std::plus<>());
      std::ranges::transform(ground_.row(y), change, ground_.row(y).begin(), std::plus<>());
    }
  });
  return largest;
}

}  // namespace weald::terrain::detail
