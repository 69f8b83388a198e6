#pragma once
// Drainage: the flow direction of every cell, and its drainage area.
//
// Each cell passes its water to the neighbour of steepest descent. With exact slopes, hillsides that face between two
// of the eight directions would drain in long straight lines along one of them, with a visible grain in multiples of 45
// degrees. Each pair of neighbours therefore has a random factor close to 1, which multiplies its slope in this
// comparison only. The factors are tied to positions, so flow lines wander as they do on rough ground. Source:
// [fairfield1991] (random factors of slopes), [zhou2019] (order without a stack).

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "methods/raster/cells.h"

namespace weald::hydrology {

/// Random slope factors, one per pair of neighbours, periodic over kTile cells.
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

/// Flow directions, drainage areas and a topological order of the cells of one surface.
class Drainage {
 public:
  /// `outlets`, an array over `cells`, is nonzero where water leaves the map. Pre: at least one outlet.
  Drainage(const Cells& cells, std::vector<std::uint8_t> outlets, std::shared_ptr<const RoutingWeights> weights);

  /// Routes the water of `heights`, an array over the cells with an infinite margin. Water that collects in a pit
  /// leaves over the lowest sill, against the slope; if too many pits are too wide for that, the depressions of
  /// `heights` are filled instead. The result does not depend on the number of threads.
  void route(std::span<float> heights);
  /// Routes the water on ground with hollows of any size: it leaves them along their valleys and over their lowest
  /// sills, see depression_breaching.h. Cells on these paths are lowered until every cell lies above its receiver; all
  /// other cells keep their heights.
  void route_out_of_hollows(std::span<float> heights);

  const Cells& cells() const { return cells_; }
  std::span<const std::uint8_t> outlets() const { return outlets_; }
  /// Flow direction of each cell, as a Direction; kOutlet at outlets.
  std::span<const std::uint8_t> directions() const { return directions_; }
  /// Number of cells that drain through each cell, itself included.
  std::span<const std::uint32_t> areas() const { return areas_; }
  /// The cell that `cell` drains into. Pre: not an outlet.
  Cell receiver(Cell cell) const { return cell + steps_[directions_[cell]]; }

  /// The topological order of the cells. The list of each band of rows holds the cells that receive no water from other
  /// bands; the trunk holds the rest. Within each list, and from the bands to the trunk, a cell comes after every cell
  /// that drains into it. Bands are independent and may be processed in parallel.
  std::span<const Cell> band_order(std::size_t i) const;
  std::size_t bands() const { return band_size_.size(); }
  /// The cells that are in no band's list, since water from another band reaches them.
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
  std::vector<std::uint8_t> donors_;  // inflowing cells not yet processed
  std::vector<std::uint32_t> areas_;
  std::vector<Cell> order_;  // band by band; each band's list begins at the index of its first cell
  std::vector<std::size_t> band_size_;
  std::vector<std::vector<Crossing>> crossings_;
  std::vector<Cell> trunk_;
};

}  // namespace weald::hydrology
