#pragma once
// Incision: rivers cut into rising ground by the stream-power law, one implicit step at a time.
//
// dh/dt = U - K A^m S: the ground rises by the uplift U and is eroded in proportion to a power of the drainage area A
// and to the slope S towards the receiver. Cells are solved from the outlets up, so steps of any length are stable.
// Source: [braun2013].

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "stages/land/water/detail/drainage.h"
#include "stages/land/water/detail/row_kernels.h"

namespace weald::hydrology {

/// Hillslope diffusion, which rounds ridges: diffuses `heights`, an array over `cells`, with diffusivity 1 cell^2 for
/// the time `amount`: one implicit step along the columns, then one along the rows, stable for any amount. Nothing
/// crosses the border; the sum of heights is conserved up to rounding. Pre: amount >= 0. Source: [yanenko1971]
/// (splitting by directions).
void diffuse(const Cells& cells, std::span<float> heights, double amount);

/// Parameters of a step. The fields are arrays over the cells; if a field is empty, the corresponding number applies.
struct IncisionStep {
  double years = 0;
  double cell_size = 1;         ///< metres
  double uplift = 0;            ///< metres per year
  double erodibility = 0;       ///< m^(1 - 2 m) per year
  double area_exponent = 0.45;  ///< m
  double length = 1;            ///< effective length of one metre of flow path
  double source_area = 0;       ///< m^2 added to the drainage area everywhere
  double max_slope = 1;         ///< upper bound of the slope towards the receiver, rise over run, never reached
  std::span<const float> uplift_field = {};
  std::span<const float> erodibility_field = {};
};

/// A surface that rivers cut into.
class Incision {
 public:
  /// `heights` and `outlets` are arrays over `cells`; outlets keep their height. Pre: at least one outlet.
  Incision(const Cells& cells, std::vector<float> heights, std::vector<std::uint8_t> outlets,
           std::shared_ptr<const RoutingWeights> weights);

  /// One step: routes the water, raises the ground, and erodes it. Afterwards every cell lies above its receiver;
  /// depressions have been filled to their outlets. The result does not depend on the number of threads.
  void step(const IncisionStep& step);

  /// Soil creep over `amount` cell^2, see diffuse(); outlets keep their height. A cell with drainage area A keeps the
  /// share s / (s + A) of the material that creep brings, with s = `source_cells`; the channel carries away the rest.
  /// Channels are one cell wide at any resolution, so without this removal they would be steeper on finer grids.
  void creep(double amount, double source_cells);
  /// Soil creep over `amount` cell^2, without removal by channels.
  void creep(double amount);

  /// Routes the water once more and raises the ground only inside hollows.
  void settle();

  /// Fills all depressions, for routing.
  void fill();

  std::span<const float> heights() const { return heights_; }
  const Drainage& drainage() const { return drainage_; }

 private:
  void find_wear(const IncisionStep& step, int y);
  void raise(const IncisionStep& step, int y);
  void solve_all();
  void solve(const FlowOrder& order);

  Drainage drainage_;
  std::vector<float> heights_;
  std::vector<float> before_;  // working memory of creep()
  std::vector<Cell> outlets_;
  std::vector<detail::Wear> wear_;
};

}  // namespace weald::hydrology
