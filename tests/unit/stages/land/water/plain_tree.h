#pragma once
// The directions of water along the minimum spanning tree of basins, found without tiles.

#include "support/catch.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <vector>

#include "data/heightmap.h"
#include "methods/raster/cells.h"
#include "stages/land/water/detail/outlets.h"
#include "stages/land/water/detail/tile_basins.h"

namespace weald::test {

/// The definition, without any tile: steepest descents, basins, their sills one by one, Kruskal's tree.
class PlainTree {
 public:
  /// `land` must outlive it. Samples below the sea level are outlets.
  PlainTree(const Heightmap& land, hydrology::OutletSides sides, std::optional<float> sea_level = std::nullopt)
      : land_(land),
        sea_level_(sea_level),
        directions_(land.width(), land.height(), hydrology::kPit),
        basins_(land.width(), land.height(), -1) {
    for_samples([&](int x, int y) { find_direction(x, y, sides); });
    for_samples([&](int x, int y) { find_basin(x, y); });
    connect();
  }
  /// The Direction of each sample.
  const Grid<std::uint8_t>& directions() const { return directions_; }

  /// Samples that drain through each sample: the water of each is followed to its end. Every way ends at an outlet.
  Grid<std::uint64_t> areas() const {
    Grid<std::uint64_t> areas(land_.width(), land_.height(), 0);
    for_samples([&](int x, int y) {
      for (std::size_t steps = 0; steps <= areas.size(); ++steps) {
        ++areas.at(x, y);
        const std::uint8_t d = directions_.at(x, y);
        if (d == hydrology::kOutlet) return;
        REQUIRE(d < hydrology::kDirections);
        x += hydrology::kStepX[d], y += hydrology::kStepY[d];
      }
      FAIL("water runs in a circle");
    });
    return areas;
  }

 private:
  struct Link {
    float high, low;
    std::uint32_t chance;
    int y, x, d;
    auto key() const { return std::tuple(high, low, chance, y, x, d); }
  };
  template <class Visit>
  void for_samples(const Visit& visit) const {
    for (int y = 0; y < land_.height(); ++y) {
      for (int x = 0; x < land_.width(); ++x) visit(x, y);
    }
  }
  bool exists(int x, int y) const { return x >= 0 && y >= 0 && x < land_.width() && y < land_.height(); }

  void find_direction(int x, int y, hydrology::OutletSides sides) {
    double steepest = 0;
    for (int d = 0; d < hydrology::kDirections; ++d) {
      const int to_x = x + hydrology::kStepX[static_cast<std::size_t>(d)],
                to_y = y + hydrology::kStepY[static_cast<std::size_t>(d)];
      if (!exists(to_x, to_y)) continue;
      const double slope = (double{land_.heights.at(x, y)} - land_.heights.at(to_x, to_y)) / hydrology::step_length(d);
      if (!(slope > steepest)) continue;
      steepest = slope;
      directions_.at(x, y) = static_cast<std::uint8_t>(d);
    }
    if (hydrology::is_outlet(sides, land_.grid(), x, y) || (sea_level_ && land_.heights.at(x, y) < *sea_level_))
      directions_.at(x, y) = hydrology::kOutlet;
  }
  // Numbers basins by their pits; 0 is what drains over outlets.
  void find_basin(int x, int y) {
    int at_x = x, at_y = y;
    while (directions_.at(at_x, at_y) < hydrology::kDirections) {
      const std::uint8_t d = directions_.at(at_x, at_y);
      at_x += hydrology::kStepX[d], at_y += hydrology::kStepY[d];
    }
    basins_.at(x, y) = directions_.at(at_x, at_y) == hydrology::kOutlet ? 0 : 1 + at_y * land_.width() + at_x;
  }

  void connect() {
    std::vector<Link> links;
    for_samples([&](int x, int y) {
      for (int d = 0; d < 4; ++d) {
        const int to_x = x + hydrology::kStepX[static_cast<std::size_t>(d)],
                  to_y = y + hydrology::kStepY[static_cast<std::size_t>(d)];
        if (!exists(to_x, to_y) || basins_.at(x, y) == basins_.at(to_x, to_y)) continue;
        const float a = land_.heights.at(x, y), b = land_.heights.at(to_x, to_y);
        links.push_back(
            {std::max(a, b), std::min(a, b), a == b ? hydrology::detail::level_chance(x, y, d) : 0, y, x, d});
      }
    });
    std::ranges::sort(links, {}, &Link::key);
    std::vector<int> set(1 + basins_.size());
    std::iota(set.begin(), set.end(), 0);
    const auto root = [&](int basin) {
      while (set[static_cast<std::size_t>(basin)] != basin) basin = set[static_cast<std::size_t>(basin)];
      return basin;
    };
    std::multimap<int, Link> tree;
    for (const Link& link : links) {
      const int a = basins_.at(link.x, link.y);
      const int b = basins_.at(link.x + hydrology::kStepX[static_cast<std::size_t>(link.d)],
                               link.y + hydrology::kStepY[static_cast<std::size_t>(link.d)]);
      if (root(a) == root(b)) continue;
      set[static_cast<std::size_t>(root(a))] = root(b);
      tree.insert({a, link});
      tree.insert({b, link});
    }
    climb(tree, 0, -1);
  }
  void climb(const std::multimap<int, Link>& tree, int basin, int from) {
    const auto [begin, end] = tree.equal_range(basin);
    for (auto i = begin; i != end; ++i) {
      const Link& link = i->second;
      const auto d = static_cast<std::size_t>(link.d);
      const int far_x = link.x + hydrology::kStepX[d], far_y = link.y + hydrology::kStepY[d];
      const bool is_near = basins_.at(link.x, link.y) != basin;
      const int to = is_near ? basins_.at(link.x, link.y) : basins_.at(far_x, far_y);
      if (to == from) continue;
      if (is_near)
        turn(link.x, link.y, link.d);
      else
        turn(far_x, far_y, hydrology::opposite(link.d));
      climb(tree, to, basin);
    }
  }
  void turn(int x, int y, int out) {
    while (true) {
      const std::uint8_t down = directions_.at(x, y);
      directions_.at(x, y) = static_cast<std::uint8_t>(out);
      if (down >= hydrology::kDirections) return;
      out = hydrology::opposite(down);
      x += hydrology::kStepX[down], y += hydrology::kStepY[down];
    }
  }

  const Heightmap& land_;
  std::optional<float> sea_level_;
  Grid<std::uint8_t> directions_;
  Grid<int> basins_;
};

}  // namespace weald::test
