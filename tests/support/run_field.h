#pragma once
// Runs a field stage on maps, as a whole and in windows that see nothing but the samples that its kernel says it needs.

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/run_context.h"
#include "data/field.h"

namespace weald::test {

/// Maps by the name of the stage that made them.
using NamedMaps = std::vector<std::pair<std::string, Heightmap>>;

/// A field stage with its inputs, ready to be computed.
template <class Stage>
class FieldRun {
 public:
  /// `artifacts` are the inputs that are not maps.
  FieldRun(const typename Stage::Params& params, const NamedMaps& maps, const schema::Inputs& artifacts = {},
           const RunContext& context = {})
      : maps_(maps) {
    for (const auto& [name, map] : maps_) grids_.push_back({name, map.grid()});
    grid = Stage::grid(params, InputGrids(grids_));
    if constexpr (requires { Stage::kernel(params, artifacts, grid, context, InputGrids(grids_)); })
      kernel = Stage::kernel(params, artifacts, grid, context, InputGrids(grids_));
    else
      kernel = Stage::kernel(params, artifacts, grid, context);
  }

  /// The whole map at once.
  Heightmap whole() const {
    Heightmap out(grid);
    std::vector<FieldInput<HeightView>> views;
    for (const auto& [name, map] : maps_) views.push_back({name, view(map)});
    kernel.fill({grid, InputViews(views), view(out)});
    return out;
  }

  /// The map in windows of `width` x `height` samples; all samples that a window does not need are NaN.
  Heightmap in_windows(int width, int height) const {
    Heightmap out(grid);
    for (int y = 0; y < grid.height; y += height) {
      for (int x = 0; x < grid.width; x += width)
        fill_window(out, {x, y, std::min(width, grid.width - x), std::min(height, grid.height - y)});
    }
    return out;
  }

  GridSpec grid;
  FieldKernel kernel;

 private:
  Region needed(const std::string& name, const GridSpec& from, const Region& window) const {
    if (kernel.needs) return kernel.needs(name, window);
    const int x = std::max(0, window.x - kernel.radius), y = std::max(0, window.y - kernel.radius);
    return {x, y, std::min(from.width, window.x + window.width + kernel.radius) - x,
            std::min(from.height, window.y + window.height + kernel.radius) - y};
  }

  void fill_window(Heightmap& out, const Region& window) const {
    NamedMaps seen;
    std::vector<FieldInput<HeightView>> views;
    seen.reserve(maps_.size());
    for (const auto& [name, map] : maps_) {
      const Region region = needed(name, map.grid(), window);
      Heightmap& part = seen.emplace_back(name, Heightmap(map.grid())).second;
      for (float& height : part.heights.values()) height = std::numeric_limits<float>::quiet_NaN();
      for (int y = region.y; y < region.y + region.height; ++y) {
        for (int x = region.x; x < region.x + region.width; ++x) part.heights.at(x, y) = map.heights.at(x, y);
      }
      views.push_back({seen.back().first, view(std::as_const(part))});
    }
    MutableHeightView target = view(out);
    target.data = &target.at(window.x, window.y);
    target.region = window;
    kernel.fill({grid, InputViews(views), target});
  }

  NamedMaps maps_;
  std::vector<FieldInput<GridSpec>> grids_;
};

/// A map of `grid` whose heights are `height(x, z)` at world positions in metres.
template <class Height>
Heightmap map_of(const GridSpec& grid, const Height& height) {
  Heightmap map(grid);
  for (int y = 0; y < grid.height; ++y) {
    for (int x = 0; x < grid.width; ++x) {
      const Vec2 p = grid.position(x, y);
      map.heights.at(x, y) = static_cast<float>(height(p.x, p.y));
    }
  }
  return map;
}

}  // namespace weald::test
