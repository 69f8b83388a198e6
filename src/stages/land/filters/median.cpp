#include "stages/land/filters/median.h"

#include <algorithm>
#include <bit>
#include <memory>

#include "stages/land/filters/detail/filter_radius.h"
#include "stages/land/filters/detail/float_order.h"

namespace weald::filters {

namespace {

/// Position of the set bit of `word` that has `skipped` set bits below it. Pre: there is one.
int nth_bit(std::uint64_t word, int skipped) {
  int position = 0;
  for (int half = 32; half > 0; half /= 2) {
    const std::uint64_t low = word & ((std::uint64_t{1} << half) - 1);
    const int bits = std::popcount(low);
    if (skipped < bits) {
      word = low;
    } else {
      skipped -= bits;
      word >>= half;
      position += half;
    }
  }
  return position;
}

}  // namespace

Disc::Disc(double radius) : reach(static_cast<int>(radius)) {
  for (int y = 0; y <= reach; ++y) {
    int x = 0;
    while (static_cast<double>((x + 1) * (x + 1) + y * y) <= radius * radius) ++x;
    widths.push_back(x);
  }
}

int Disc::count() const {
  int sum = 0;
  for (int y = -reach; y <= reach; ++y) sum += 2 * widths[static_cast<std::size_t>(std::abs(y))] + 1;
  return sum;
}

void MedianBlock::rank(const HeightView& heights, const GridSpec& grid, const Region& block) {
  const int reach = disc_.reach;
  width_ = block.width + 2 * reach;
  items_.clear();
  for (int y = -reach; y < block.height + reach; ++y) {
    const float* row = heights.row(std::clamp(block.y + y, 0, grid.height - 1));
    for (int x = -reach; x < block.width + reach; ++x) {
      const float height = row[std::clamp(block.x + x, 0, grid.width - 1)];
      items_.push_back(std::uint64_t{order_key(height)} << 32 | items_.size());
    }
  }
  radix_sort(items_, scratch_, 32);
  ranks_.resize(items_.size());
  for (std::size_t i = 0; i < items_.size(); ++i) ranks_[items_[i] & 0xffffffffu] = static_cast<std::uint32_t>(i);
  window_.assign(items_.size() / 64 + 1, 0);
  word_ = 0;
  below_ = 0;
}

inline std::uint32_t MedianBlock::rank_at(int x, int y) const {
  const int reach = disc_.reach;
  return ranks_[static_cast<std::size_t>(y + reach) * static_cast<std::size_t>(width_) +
                static_cast<std::size_t>(x + reach)];
}

inline void MedianBlock::add(int x, int y) {
  const std::uint32_t rank = rank_at(x, y);
  window_[rank / 64] |= std::uint64_t{1} << rank % 64;
  below_ += rank / 64 < word_ ? 1 : 0;
}

inline void MedianBlock::remove(int x, int y) {
  const std::uint32_t rank = rank_at(x, y);
  window_[rank / 64] &= ~(std::uint64_t{1} << rank % 64);
  below_ -= rank / 64 < word_ ? 1 : 0;
}

void MedianBlock::step_along(int x, int y, int direction) {
  for (int row = -disc_.reach; row <= disc_.reach; ++row) {
    const int width = disc_.widths[static_cast<std::size_t>(std::abs(row))];
    remove(x - direction * width, y + row);
    add(x + direction * (width + 1), y + row);
  }
}

void MedianBlock::step_south(int x, int y) {
  for (int column = -disc_.reach; column <= disc_.reach; ++column) {
    const int width = disc_.widths[static_cast<std::size_t>(std::abs(column))];
    remove(x + column, y - width);
    add(x + column, y + width + 1);
  }
}

float MedianBlock::median() {
  const int rank = disc_.count() / 2;  // in the window
  while (below_ > rank) below_ -= std::popcount(window_[--word_]);
  for (int bits = std::popcount(window_[word_]); below_ + bits <= rank; bits = std::popcount(window_[word_])) {
    below_ += bits;
    ++word_;
  }
  const std::size_t item = word_ * 64 + static_cast<std::size_t>(nth_bit(window_[word_], rank - below_));
  return height_of(static_cast<std::uint32_t>(items_[item] >> 32));
}

void MedianBlock::fill(const HeightView& heights, const GridSpec& grid, const Region& block,
                       const MutableHeightView& out) {
  rank(heights, grid, block);
  for (int row = -disc_.reach; row <= disc_.reach; ++row) {
    const int width = disc_.widths[static_cast<std::size_t>(std::abs(row))];
    for (int x = -width; x <= width; ++x) add(x, row);
  }
  // Row by row, every other one backwards, so that each step changes the edges of the disc alone.
  for (int y = 0, x = 0, direction = 1; y < block.height; ++y, direction = -direction) {
    const int last = direction > 0 ? block.width - 1 : 0;
    out.at(block.x + x, block.y + y) = median();
    for (; x != last; x += direction) {
      step_along(x, y, direction);
      out.at(block.x + x + direction, block.y + y) = median();
    }
    if (y + 1 < block.height) step_south(x, y);
  }
}

GridSpec Median::grid(const Params& params, const InputGrids& inputs) {
  const GridSpec& grid = inputs[params.from];
  check_radius(radius_in_samples(params.radius, grid.cell_size), kMostMedian, "a median");
  return grid;
}

FieldKernel Median::kernel(const Params& params, const schema::Inputs&, const GridSpec& grid, const RunContext&) {
  const auto disc = std::make_shared<const Disc>(radius_in_samples(params.radius, grid.cell_size));
  return {.radius = disc->reach, .fill = [params, disc](const FieldWindow& window) {
            const Region& region = window.out.region;
            // Large enough that the surroundings, which are sorted too, do not dominate.
            const int side = std::max(64, 3 * disc->reach);
            MedianBlock medians(*disc);
            for (int y = region.y; y < region.y + region.height; y += side) {
              for (int x = region.x; x < region.x + region.width; x += side) {
                const Region block{x, y, std::min(side, region.x + region.width - x),
                                   std::min(side, region.y + region.height - y)};
                medians.fill(window.inputs[params.from], window.grid, block, window.out);
              }
            }
          }};
}

}  // namespace weald::filters
