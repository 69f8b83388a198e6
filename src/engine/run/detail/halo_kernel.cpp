#include "engine/run/detail/halo_kernel.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "base/parallel.h"
#include "data/heightmap.h"

namespace weald::pipeline {

namespace {

/// The samples of `region` of a view, as a heightmap that keeps its position in the map on `grid`.
Heightmap window_of(const HeightView& samples, const Region& region, const GridSpec& grid) {
  Heightmap window(GridSpec{region.width, region.height, grid.cell_size, grid.position(region.x, region.y)});
  window.place = CutPlace{grid, region.x, region.y, region};
  for (int y = 0; y < region.height; ++y)
    std::copy_n(samples.row(region.y + y) + region.x, region.width, window.heights.row(y).data());
  return window;
}

}  // namespace

GridSpec common_grid(const StageDecl& decl, std::span<const FieldInput<GridSpec>> grids) {
  WEALD_CHECK(!grids.empty());
  for (const FieldInput<GridSpec>& other : grids) {
    for (const schema::InputUse& use : decl.bound->inputs) {
      if (use.stage == other.stage) require_same_grid(grids.front().value, other.value, use.key);
    }
  }
  return grids.front().value;
}

FieldKernel halo_kernel(const WholeWork& work, int halo, std::span<const FieldInput<GridSpec>> grids,
                        const RunContext& context) {
  std::vector<std::string> names;
  for (const FieldInput<GridSpec>& input : grids) names.emplace_back(input.stage);
  FieldKernel kernel;
  kernel.radius = halo;
  kernel.fill = [run = work.run, halo, names, context](const FieldWindow& window) {
    const Region inner = window.out.region;
    const Region outer = grown(inner, halo, window.grid);
    std::vector<SharedArtifact> maps;
    schema::Inputs inputs;
    for (const std::string& name : names) {
      const HeightView& samples = window.inputs[schema::Input<Heightmap>{name}];
      maps.push_back(std::make_shared<const Artifact>(window_of(samples, outer, window.grid)));
      inputs.add(name, std::get<Heightmap>(*maps.back()), maps.back());
    }
    // While a stage waits for its own threads, it must not begin another window: each takes memory of its own.
    StageResult result;
    isolated([&] { result = run(inputs, context, {}); });
    const auto& made = std::get<Heightmap>(result.main);
    WEALD_CHECK(made.width() == outer.width && made.height() == outer.height);
    for (int y = inner.y; y < inner.y + inner.height; ++y) {
      const float* row = made.heights.row(y - outer.y).data() + (inner.x - outer.x);
      std::copy_n(row, inner.width, window.out.row(y) + inner.x);
    }
  };
  return kernel;
}

}  // namespace weald::pipeline
