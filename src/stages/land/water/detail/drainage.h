#pragma once
// Drainage: the flow direction of every cell, and its drainage area.
//
// Each cell passes its water to the neighbour of steepest descent. With exact slopes, hillsides that face between two
// of the eight directions would drain in long straight lines along one of them, with a visible grain in multiples of 45
// degrees. Each pair of neighbours therefore has a random factor close to 1, which multiplies its slope in this
// comparison only. The factors are tied to positions, so flow lines wander as they do on rough ground. Source:
// [fairfield1991] (random factors of slopes), [barnes2019] (order in levels).

#include <array>
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

/// Cells listed against the flow, in levels: the receivers of a level's cells are not in this level or a later one. The
/// cells of a level are therefore independent of each other.
struct FlowOrder {
  std::span<const Cell> cells;
  std::span<const Cell> receivers;            ///< of each of these cells; an outlet is its own
  std::span<const std::uint32_t> level_ends;  ///< number of cells up to the end of each level
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
  /// Lowers the cells that route_out_of_hollows() lowers, to the same heights, but leaves the areas and the order of
  /// the cells as they were, which takes less time.
  void lower_ways_out_of_hollows(std::span<float> heights);

  const Cells& cells() const { return cells_; }
  std::span<const std::uint8_t> outlets() const { return outlets_; }
  /// Flow direction of each cell, as a Direction; kOutlet at outlets.
  std::span<const std::uint8_t> directions() const { return directions_; }
  /// Number of cells that drain through each cell, itself included.
  std::span<const std::uint32_t> areas() const { return areas_; }
  /// The cell that `cell` drains into. Pre: not an outlet.
  Cell receiver(Cell cell) const { return cell + steps_[directions_[cell]]; }

  /// The order of the cells against the flow. The trunk holds the cells that water from other bands of rows reaches;
  /// the order of each band holds its other cells. A cell comes after its receiver, in its band or in the trunk. Bands
  /// are independent and may be processed in parallel, after the trunk.
  FlowOrder trunk_order() const;
  FlowOrder band_order(std::size_t i) const;
  std::size_t bands() const { return bands_.size(); }

  /// Calls visit(cell) for every cell, after it has been called for all cells that drain into this one.
  template <class Visit>
  void for_cells_downstream(const Visit& visit) const {
    for (std::size_t band = 0; band < bands(); ++band) visit_downstream(band_order(band), visit);
    visit_downstream(trunk_order(), visit);
  }

 private:
  // The steps to the donors of a cell, for a set of their directions.
  struct DonorSteps {
    std::array<Cell, kDirections> steps{};
    std::size_t count = 0;
  };

  template <class Visit>
  static void visit_downstream(const FlowOrder& order, const Visit& visit) {
    for (std::size_t i = order.cells.size(); i-- > 0;) visit(order.cells[i]);
  }
  void find_directions(std::span<const float> heights);
  void find_directions(std::span<const float> heights, int y);
  std::vector<Cell> pits(std::span<const float> heights) const;
  bool drain_pits(std::span<const float> heights, const std::vector<Cell>& pits);
  bool lower_below(std::span<const Cell> pits, std::span<float> heights) const;
  void lower_in_order(std::span<float> heights) const;
  void gather();
  void find_donors(int y);
  void find_trunk();
  void mark_trunk(Cell cell);
  void list_trunk();
  void list_band(std::size_t band);
  std::size_t list_roots(std::size_t band, int x, Cell* out, Cell* into) const;
  void add_up_trunk();
  int band_begin(std::size_t band) const;

  Cells cells_;
  std::array<Cell, kDirections> steps_;
  std::vector<std::uint8_t> outlets_;
  std::shared_ptr<const RoutingWeights> weights_;
  std::vector<std::uint8_t> directions_;
  std::vector<DonorSteps> donor_steps_;
  std::vector<std::uint8_t> donors_;  // bit d: the neighbour in direction d drains into the cell
  std::vector<std::uint32_t> areas_;
  std::unique_ptr<Cell[]> order_;      // band by band; each band's order begins at the index of its first cell
  std::unique_ptr<Cell[]> receivers_;  // of the cells in order_
  std::vector<std::vector<std::uint32_t>> bands_;  // where the levels of each band end
  std::vector<std::uint8_t> is_trunk_;
  std::vector<Cell> trunk_, trunk_receivers_;
  std::vector<std::uint32_t> trunk_ends_;
  // Of drain_pits: the number of the search that explored each cell last, and its direction back to the pit.
  std::vector<std::uint32_t> explored_by_;
  std::vector<std::uint8_t> back_;
  std::uint32_t searches_ = 0;
};

}  // namespace weald::hydrology
