#include "engine/run/detail/gathering.h"

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "engine/run/detail/held_inputs.h"
#include "engine/run/detail/perimeter_kernel.h"

namespace weald::pipeline {

Artifact gathered(TileGatherer& gatherer, std::span<const LazyInput> maps, const RunContext& context) {
  const GridSpec grid = maps.front().field->grid;
  for (const LazyInput& map : maps) {
    if (map.field->grid != grid) throw StageError("its heightmaps lie on different grids", {});
  }
  gatherer.begin(grid);
  RunContext quiet = context;  // of the maps
  quiet.on_progress = {};
  for (int y = 0; y < grid.height; y += kPerimeterTile) {
    for (int x = 0; x < grid.width; x += kPerimeterTile) {
      const Region tile{x, y, std::min(kPerimeterTile, grid.width - x), std::min(kPerimeterTile, grid.height - y)};
      if (!gatherer.reads(tile)) continue;
      HeldInputs held;
      for (const LazyInput& map : maps)
        held.add(map.stage, std::make_shared<const Artifact>(materialise_region(*map.field, tile, quiet)));
      gatherer.add(held.inputs);
      const double done = y + static_cast<double>(tile.height) * (x + tile.width) / grid.width;
      context.progress(done / grid.height);
    }
  }
  return gatherer.result(context);
}

}  // namespace weald::pipeline
