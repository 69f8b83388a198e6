#pragma once
// Drainage: where the water of every cell goes, and how much of the map drains through it.
//
// Each cell passes its water to the neighbour with the steepest descent. Were slopes compared as they are, slopes that
// run between two of the eight directions would be drained by long straight lines along one of them, which shows as a
// grain of 45 degrees. So every pair of neighbours has a random factor near 1 by which its slope is multiplied in the
// comparison, and in no other place: the factors belong to the place, and lines wander as they do on rough ground.
// Source: [fairfield1991] (random factors of slopes), [zhou2019] (order without a stack).

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "methods/raster/cells.h"

namespace weald::hydrology {

/// Factors of slopes, one per pair of neighbours; they repeat after kTile cells.
class RoutingWeights {
 public:
  static constexpr int kTile = 64;
  /// Factors between 1 - spread and 1 + spread, divided by the length of the step in cells. Pre: spread in [0, 0.9].
  RoutingWeights(std::uint64_t seed, double spread);
  /// The factors of direction `d` along row `y`, for columns 0 to kTile - 1.
  const float* row(int y, int d) const {
    return weights_.data() +
           (static_cast<std::size_t>(y & (kTile - 1)) * kDirections + static_cast<std::size_t>(d)) * kTile;
  }
  std::uint64_t seed() const { return seed_; }

 private:
  std::uint64_t seed_;
  std::vector<float> weights_;
};

/// Directions, areas and an order of the cells of one surface.
class Drainage {
 public:
  /// Pre: at least one outlet; `outlets` (not 0 where water leaves) is an array over `cells`.
  Drainage(const Cells& cells, std::vector<std::uint8_t> outlets, std::shared_ptr<const RoutingWeights> weights);

  /// Finds where the water of `heights` (an array over the cells, the margin infinite) goes. Water that collects in a
  /// pit leaves over the lowest sill, against the slope; where too many pits are too wide for that, depressions of
  /// `heights` are filled instead. Same result for any number of threads.
  void route(std::span<float> heights);
  /// Finds where the water goes on ground with hollows of any size: it leaves them along their valleys over their
  /// lowest sills, see hollow_ways.h. Cells on these ways sink until every cell lies above the one that takes its
  /// water; all others keep their heights.
  void route_out_of_hollows(std::span<float> heights);

  const Cells& cells() const { return cells_; }
  std::span<const std::uint8_t> outlets() const { return outlets_; }
  /// Where the water of a cell goes: a Direction, kOutlet at outlets.
  std::span<const std::uint8_t> directions() const { return directions_; }
  /// Cells that drain through a cell, itself included.
  std::span<const std::uint32_t> areas() const { return areas_; }
  /// The cell that takes the water of `cell`. Pre: not an outlet.
  Cell receiver(Cell cell) const { return cell + steps_[directions_[cell]]; }

  /// The order of the cells: first those of each band of rows that no water from other bands reaches, then the others.
  /// In each list, and from the bands to the trunk, a cell comes after all that drain into it. Bands do not depend on
  /// each other, so they may be worked on in parallel.
  std::span<const Cell> band_order(std::size_t i) const;
  std::size_t bands() const { return band_size_.size(); }
  /// The cells that are in no band's list: where water has crossed from band to band.
  std::span<const Cell> trunk_order() const { return trunk_; }

 private:
  struct Crossing {
    Cell to;
    std::uint32_t area;
  };
  void find_directions(std::span<const float> heights);
  void find_directions(std::span<const float> heights, int y);
  std::vector<Cell> pits(std::span<const float> heights) const;
  bool drain_pits(std::span<const float> heights, const std::vector<Cell>& pits);
  void gather();
  void sink_receivers(std::span<float> heights, std::span<const Cell> order) const;
  void count_donors(int y);
  void follow_band(std::size_t band);
  void follow_trunk();
  int band_begin(std::size_t band) const;

  Cells cells_;
  std::array<Cell, kDirections> steps_;
  std::vector<std::uint8_t> outlets_;
  std::shared_ptr<const RoutingWeights> weights_;
  std::vector<std::uint8_t> directions_;
  std::vector<std::uint8_t> donors_;  // cells that drain into a cell and are not done yet
  std::vector<std::uint32_t> areas_;
  std::vector<Cell> order_;  // of band after band, each where the cells of its rows begin
  std::vector<std::size_t> band_size_;
  std::vector<std::vector<Crossing>> crossings_;
  std::vector<Cell> trunk_;
};

}  // namespace weald::hydrology
