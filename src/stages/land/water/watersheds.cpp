#include "stages/land/water/watersheds.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "methods/raster/cells.h"
#include "stages/land/water/detail/cell_grid_io.h"
#include "stages/land/water/detail/tile_basins.h"
#include "stages/land/water/detail/tile_perimeter.h"

namespace weald::hydrology {

namespace {

constexpr double kSquareMetres = 1e6;  // of a square kilometre

/// Number of an outlet, from 1 on, row by row; 0 is the sea, and water that has not been followed yet.
using OutletNumber = std::uint32_t;
constexpr OutletNumber kSea = 0;

using detail::TileSample;

/// The water of a map, followed step by step.
class WatershedTracer {
 public:
  WatershedTracer(const Heightmap& land, const WatershedsParams& params)
      : land_(land), params_(params), sample_area_(land.cell_size * land.cell_size) {
    if (params.sea_level) sea_level_ = static_cast<float>(*params.sea_level);
    directions_ = detail::TileBasins(land, params.outlets, sea_level_).directions({});
    if (sea_level_) end_at_shores();
    areas_ = detail::tile_areas(directions_, {});
    if (params.split_area) count_rivers();
  }

  Heightmap numbers(std::size_t most) {
    find_outlets();
    for_samples([&](TileSample at) {
      if (directions_.at(at.x, at.y) != kOutside) ++samples_[follow(at)];
    });
    if (numbered_.size() > most)
      throw StageError(fmt::format("there would be more than {} watersheds with numbers: raise 'min_area'", most),
                       "min_area");
    std::ranges::stable_sort(numbered_, [&](OutletNumber a, OutletNumber b) { return samples_[a] > samples_[b]; });
    std::vector<float> number(samples_.size(), 0);  // of each outlet
    for (std::size_t i = 0; i < numbered_.size(); ++i) number[numbered_[i]] = static_cast<float>(i + 1);
    Heightmap map(land_.grid());
    std::ranges::transform(outlet_.values(), map.heights.values().begin(),
                           [&](OutletNumber outlet) { return number[outlet]; });
    return map;
  }

 private:
  template <class Visit>
  void for_samples(const Visit& visit) const {
    for (int y = 0; y < land_.height(); ++y) {
      for (int x = 0; x < land_.width(); ++x) visit(TileSample{x, y});
    }
  }
  /// The neighbour into which a sample drains. Pre: its direction leads to one.
  TileSample next(TileSample at) const {
    const std::uint8_t direction = directions_.at(at.x, at.y);
    return {at.x + kStepX[direction], at.y + kStepY[direction]};
  }
  bool is_sea(TileSample at) const { return land_.heights.at(at.x, at.y) < *sea_level_; }
  double area(TileSample at) const { return static_cast<double>(areas_.at(at.x, at.y)) * sample_area_; }
  bool is_river(TileSample at) const { return params_.split_area && area(at) >= *params_.split_area * kSquareMetres; }

  /// The sea gets the direction kOutside, and water that gets there ends at its last sample on land.
  void end_at_shores() {
    for_samples([&](TileSample at) {
      std::uint8_t& direction = directions_.at(at.x, at.y);
      if (is_sea(at))
        direction = kOutside;
      else if (direction < kDirections && is_sea(next(at)))
        direction = kOutlet;
    });
  }

  void count_rivers() {
    rivers_into_ = Grid<std::uint8_t>(land_.width(), land_.height(), 0);
    for_samples([&](TileSample at) {
      if (directions_.at(at.x, at.y) >= kDirections || !is_river(at)) return;
      const TileSample to = next(at);
      ++rivers_into_.at(to.x, to.y);
    });
  }

  bool is_outlet(TileSample at) const {
    const std::uint8_t direction = directions_.at(at.x, at.y);
    if (direction >= kDirections) return direction != kOutside;
    if (!is_river(at)) return false;
    const TileSample to = next(at);
    return rivers_into_.at(to.x, to.y) >= 2;
  }

  void find_outlets() {
    outlet_ = Grid<OutletNumber>(land_.width(), land_.height(), kSea);
    for_samples([&](TileSample at) {
      if (!is_outlet(at)) return;
      const auto outlet = static_cast<OutletNumber>(samples_.size());
      outlet_.at(at.x, at.y) = outlet;
      samples_.push_back(0);
      if (area(at) >= params_.min_area * kSquareMetres) numbered_.push_back(outlet);
    });
  }

  /// The outlet to which the water of a sample on land gets. Notes it along the way.
  OutletNumber follow(TileSample from) {
    TileSample at = from;
    while (outlet_.at(at.x, at.y) == kSea) at = next(at);
    const OutletNumber found = outlet_.at(at.x, at.y);
    for (at = from; outlet_.at(at.x, at.y) == kSea; at = next(at)) outlet_.at(at.x, at.y) = found;
    return found;
  }

  const Heightmap& land_;
  const WatershedsParams& params_;
  const double sample_area_;  // m^2
  std::optional<float> sea_level_;
  Grid<std::uint8_t> directions_;
  Grid<std::uint64_t> areas_;
  Grid<std::uint8_t> rivers_into_;         // of each sample: neighbours with enough water for a watershed of their own
  Grid<OutletNumber> outlet_;              // of each sample
  std::vector<std::uint64_t> samples_{0};  // of the watershed of each outlet
  std::vector<OutletNumber> numbered_;     // outlets through which enough drains
};

}  // namespace

Heightmap watersheds_of(const Heightmap& map, const WatershedsParams& params, std::size_t most) {
  require_finite(map, "from");
  return WatershedTracer(map, params).numbers(most);
}

Heightmap Watersheds::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  context.check_stop();
  Heightmap numbers = watersheds_of(inputs[params.from], params);
  if (height_range(numbers).max == 0)
    context.warn("no watershed has a number: all of them are smaller than 'min_area', or in the sea", "min_area");
  return numbers;
}

}  // namespace weald::hydrology
