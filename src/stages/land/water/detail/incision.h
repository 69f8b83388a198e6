#pragma once
// Incision: rivers cut into rising ground by the stream-power law, one implicit step at a time.
//
// dh/dt = U - K A^m S: the ground rises by the uplift U and is worn in proportion to a power of the drainage area A and
// to the slope S towards the cell that takes the water. Cells are solved from the outlets up, so that the step may be
// as long as one likes. Source: [braun2013].

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "stages/land/water/detail/drainage.h"
#include "stages/land/water/detail/row_kernels.h"

namespace weald::hydrology {

/// The inputs of a step; fields are arrays over the cells and may be empty: then the number applies.
struct IncisionStep {
  double years = 0;
  double cell_size = 1;         ///< metres
  double uplift = 0;            ///< metres per year
  double erodibility = 0;       ///< m^(1 - 2 m) per year
  double area_exponent = 0.45;  ///< m
  double length = 1;            ///< what a way of one metre counts for
  double source_area = 0;       ///< m^2 that count everywhere beside the drainage area
  double max_slope = 1;         ///< rise over run towards the receiver that no ground reaches
  std::span<const float> uplift_field = {};
  std::span<const float> erodibility_field = {};
};

/// A surface on which rivers cut.
class Incision {
 public:
  /// `heights` and `outlets` are arrays over `cells`; outlets keep their height. Pre: at least one outlet.
  Incision(const Cells& cells, std::vector<float> heights, std::vector<std::uint8_t> outlets,
           std::shared_ptr<const RoutingWeights> weights);

  /// One step: routes the water, uplifts, and erodes. Afterwards every cell lies above its receiver: depressions are
  /// filled up to their outlet. Same result for any number of threads.
  void step(const IncisionStep& step);

  /// Soil creep over `amount` cell^2, see diffuse(); outlets keep their height. Of what it brings, a cell that drains
  /// an area A keeps the share s / (s + A), s being `source_cells`: channels, which are as narrow as a cell whatever
  /// its size, carry the rest away, else they would have to be steeper on finer grids.
  void creep(double amount, double source_cells);
  /// Soil creep over `amount` cell^2, where channels carry nothing away.
  void creep(double amount);

  /// Routes the water once more, and raises what lies in hollows, and nothing else.
  void settle();

  /// Fills depressions, so that routing finds none.
  void fill();

  std::span<const float> heights() const { return heights_; }
  const Drainage& drainage() const { return drainage_; }

 private:
  void find_wear(const IncisionStep& step, int y);
  void raise(const IncisionStep& step, int y);
  void solve_all();
  void solve(std::span<const Cell> cells);

  Drainage drainage_;
  std::vector<float> heights_;
  std::vector<detail::Wear> wear_;
};

}  // namespace weald::hydrology
