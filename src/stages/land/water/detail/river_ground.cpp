#include "stages/land/water/detail/river_ground.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/math/clamped.h"

namespace weald::hydrology::detail {

namespace {

constexpr int kBlock = 8;  // samples along each side of a block
constexpr std::size_t kBlockSamples = std::size_t{kBlock} * kBlock;

// First and last sample that heights at these coordinates depend on.
std::pair<int, int> samples_between(double low, double high, int count) {
  const double last = count - 1;
  return {static_cast<int>(clamped(std::floor(low), 0.0, last)),
          static_cast<int>(clamped(std::floor(high) + 1, 0.0, last))};
}

}  // namespace

std::int64_t RiverSamples::blocks_across() const { return (map_.width + kBlock - 1) / kBlock; }

void RiverSamples::want(const Vec2& place, double radius) {
  const Vec2 at = (place - map_.origin) / map_.cell_size;
  const double far = radius / map_.cell_size;
  const auto [west, east] = samples_between(at.x - far, at.x + far, map_.width);
  const auto [north, south] = samples_between(at.y - far, at.y + far, map_.height);
  const Region asked{west / kBlock, north / kBlock, east / kBlock - west / kBlock + 1,
                     south / kBlock - north / kBlock + 1};
  if (asked == last_) return;
  last_ = asked;
  for (int row = asked.y; row < asked.y + asked.height; ++row) {
    for (int column = asked.x; column < asked.x + asked.width; ++column)
      blocks_.push_back(row * blocks_across() + column);
  }
}

void RiverSamples::make_room() {
  std::ranges::sort(blocks_);
  blocks_.erase(std::unique(blocks_.begin(), blocks_.end()), blocks_.end());
  ground_.assign(blocks_.size() * kBlockSamples, 0);
  lakes_.assign(blocks_.size() * kBlockSamples, 0);
}

std::size_t RiverSamples::first_block(int block_column, int block_row) const {
  const std::int64_t number = block_row * blocks_across() + block_column;
  return static_cast<std::size_t>(std::ranges::lower_bound(blocks_, number) - blocks_.begin());
}

std::size_t RiverSamples::place_of(int column, int row) const {
  const std::size_t block = first_block(column / kBlock, row / kBlock);
  WEALD_CHECK(block < blocks_.size() && blocks_[block] == row / kBlock * blocks_across() + column / kBlock);
  return block * kBlockSamples + static_cast<std::size_t>(row % kBlock * kBlock + column % kBlock);
}

bool RiverSamples::reads(const Region& tile) const {
  const int last_column = (tile.x + tile.width - 1) / kBlock, last_row = (tile.y + tile.height - 1) / kBlock;
  for (int row = tile.y / kBlock; row <= last_row; ++row) {
    if (first_block(tile.x / kBlock, row) < first_block(last_column + 1, row)) return true;
  }
  return false;
}

void RiverSamples::take(const Heightmap& ground, const Grid<float>& lakes) {
  const int x0 = ground.place ? ground.place->x : 0, y0 = ground.place ? ground.place->y : 0;
  const int x1 = x0 + ground.width(), y1 = y0 + ground.height();
  for (int block_row = y0 / kBlock; block_row <= (y1 - 1) / kBlock; ++block_row) {
    const std::size_t end = first_block((x1 - 1) / kBlock + 1, block_row);
    for (std::size_t block = first_block(x0 / kBlock, block_row); block < end; ++block) {
      const int left = static_cast<int>(blocks_[block] % blocks_across()) * kBlock, top = block_row * kBlock;
      for (int y = std::max(y0, top); y < std::min(y1, top + kBlock); ++y) {
        for (int x = std::max(x0, left); x < std::min(x1, left + kBlock); ++x) {
          const std::size_t place = block * kBlockSamples + static_cast<std::size_t>((y - top) * kBlock + (x - left));
          ground_[place] = ground.heights.at(x - x0, y - y0);
          lakes_[place] = lakes.at(x - x0, y - y0);
        }
      }
    }
  }
}

double RiverGround::height_at(const Vec2& place) const {
  if (ground_ != nullptr) return weald::height_at(*ground_, place);
  return weald::height_at(
      grid_, [this](int column, int row) { return samples_->ground(column, row); }, place);
}

}  // namespace weald::hydrology::detail
