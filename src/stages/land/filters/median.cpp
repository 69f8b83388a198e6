#include "stages/land/filters/median.h"

#include <algorithm>
#include <memory>

#include "stages/land/filters/detail/filter_radius.h"
#include "stages/land/filters/detail/median_block.h"

namespace weald::filters {

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
