#include "stages/land/erosion/detail/hydraulic_rain.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/parallel.h"

namespace weald::terrain::detail {

namespace {

constexpr std::int64_t kMaxLoad = 1 << 28;
constexpr std::int64_t kMaxWater = 1 << 30;

}  // namespace

HandedGrid refined(const HandedGrid& coarse, int width, int height) {
  HandedGrid fine(width, height);
  for (int y = 0; y < coarse.height(); ++y) {
    for (int x = 0; x < coarse.width(); ++x) {
      // One unit of height on a coarse sample is one unit on each of its four fine samples; the same holds for the rain
      // of a droplet.
      const std::int64_t load = coarse.at(x, y).load;
      const std::int64_t water = coarse.at(x, y).water;
      for (const int fy : {2 * y, std::min(2 * y + 1, height - 1)}) {
        for (const int fx : {2 * x, std::min(2 * x + 1, width - 1)}) {
          fine.at(fx, fy).load += load;
          fine.at(fx, fy).water += water;
        }
      }
    }
  }
  return fine;
}

void Rain::take_waiting() {
  const int side = rules_.strata.side;
  parallel_blocks(static_cast<std::size_t>(handed_.height()), 16, [&](std::size_t begin, std::size_t end) {
    for (int sy = static_cast<int>(begin); sy < static_cast<int>(end); ++sy) {
      for (int sx = 0; sx < handed_.width(); ++sx) {
        const int x = sx * side;
        const int y = sy * side;
        scale_.take_waiting(x, y, std::min(x + side, scale_.width()), std::min(y + side, scale_.height()),
                            handed_.at(sx, sy).load);
      }
    }
  });
}

std::int64_t Rain::fall(std::uint64_t batch) {
  take_waiting();
  const Strata& strata = rules_.strata;
  const DropletGround ground = scale_.ground(static_cast<float>(strata.droplets_per_sample()), rules_.sea);
  // Tiles of the same colour are so far apart that their droplets never touch the same sample. They lie on a lattice of
  // the whole map.
  const int tile = (2 * (rules_.droplets.lifetime + 2) + strata.side - 1) / strata.side;
  const int before_x = static_cast<int>(strata.first_x % tile), before_y = static_cast<int>(strata.first_y % tile);
  const int tiles_x = (before_x + handed_.width() + tile - 1) / tile;
  const int tiles_y = (before_y + handed_.height() + tile - 1) / tile;
  std::vector<std::int64_t> left(static_cast<std::size_t>(tiles_x * tiles_y));
  HandedGrid after(handed_.width(), handed_.height());
  for (int colour = 0; colour < 4; ++colour) {
    const int columns = (tiles_x + 1 - colour % 2) / 2;
    const int rows = (tiles_y + 1 - colour / 2) / 2;
    parallel_blocks(static_cast<std::size_t>(columns * rows), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        context_.check_stop();
        const int tx = 2 * (static_cast<int>(i) % columns) + colour % 2;
        const int ty = 2 * (static_cast<int>(i) / columns) + colour / 2;
        left[static_cast<std::size_t>(ty * tiles_x + tx)] =
            run_tile(ground, batch, {tx * tile - before_x, ty * tile - before_y, tile}, after);
      }
    });
  }
  handed_ = std::move(after);
  std::int64_t sum = 0;
  for (const std::int64_t v : left) sum += v;
  return sum;
}

std::int64_t Rain::run_tile(const DropletGround& ground, std::uint64_t batch, const RainTile& tile,
                            HandedGrid& after) const {
  const Strata& strata = rules_.strata;
  const int side = strata.side;
  DropletGround here = ground;
  // Droplets stay within their lifetime of the tile, so positions are not negative.
  const int margin = strata.is_anchored ? rules_.droplets.lifetime + 4 : 0;
  const int first_x = strata.is_anchored ? tile.x : 0, first_y = strata.is_anchored ? tile.y : 0;
  here.origin_x = first_x * side - margin;
  here.origin_y = first_y * side - margin;
  std::vector<Droplet> droplets;
  const auto last_x = std::nextafter(static_cast<float>(ground.width - 1 - here.origin_x), 0.0f);
  const auto last_y = std::nextafter(static_cast<float>(ground.height - 1 - here.origin_y), 0.0f);
  const auto place = [&](int stratum, std::uint32_t word) {
    return (static_cast<float>(stratum) + static_cast<float>(word >> 8) * 0x1p-24f) * static_cast<float>(side) +
           static_cast<float>(margin);
  };
  for (int sy = std::max(tile.y, 0); sy < std::min(tile.y + tile.side, after.height()); ++sy) {
    for (int sx = std::max(tile.x, 0); sx < std::min(tile.x + tile.side, after.width()); ++sx) {
      const auto words = rng_.bits(
          static_cast<std::uint64_t>(strata.first_y + sy) << 32 | static_cast<std::uint64_t>(strata.first_x + sx),
          batch);
      const Handed& handed = handed_.at(sx, sy);
      const std::int64_t load = std::min(handed.load, kMaxLoad);
      const std::int64_t water = std::min(handed.water, kMaxWater);
      after.at(sx, sy).load += handed.load - load;
      droplets.push_back({.x = std::min(place(sx - first_x, words[0]), last_x),
                          .y = std::min(place(sy - first_y, words[1]), last_y),
                          .water = 1 + static_cast<float>(water) / kWaterUnits,
                          .load = static_cast<std::int32_t>(load)});
    }
  }
  std::vector<DropletEnd> ends(droplets.size());
  run_droplets(here, rules_.droplets, droplets, ends);
  std::int64_t left = 0;
  for (const DropletEnd& end : ends) {
    if (end.left) {
      left += end.load;
    } else if (ground.heights[end.at] <= rules_.sea) {
      ground.tally[end.at].change += end.load;
    } else {
      Handed& handed = after.at(end.at % ground.width / side, end.at / ground.width / side);
      handed.load += end.load;
      handed.water += end.water;
    }
  }
  return left;
}

}  // namespace weald::terrain::detail
