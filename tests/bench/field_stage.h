#pragma once
// Times a stage that computes a heightmap in bands of 64 rows, as the engine does, on one thread.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>

#include "base/parallel.h"
#include "data/field.h"
#include "stages/land/noise/fractals.h"
#include "stages/land/noise/octave_field.h"

namespace weald::bench {

constexpr double kCell = 4;  // metres

/// Hills up to 400 m, with `size` samples a side.
inline Heightmap hilly_land(int size) {
  noise::FbmParams params;
  params.size = {size, size};
  params.cell_size = kCell;
  params.amplitude = 400;
  params.frequency = 1.0 / 2048;
  Heightmap map(noise::grid_spec(params));
  noise::OctaveField(noise::fractal_field(params, {noise::Fractal::sum}, map.grid(), 1)).fill(view(map));
  return map;
}

/// Times the stage, which reads `land` by bands, and `inputs` as a whole; counts the samples that it gives.
template <class Stage>
void run_field_stage(benchmark::State& state, const typename Stage::Params& params, const Heightmap& land,
                     const schema::Inputs& inputs = {}) {
  const ThreadLimit threads(1);
  const FieldInput<GridSpec> grid_input{"land", land.grid()};
  const InputGrids grids({&grid_input, 1});
  const FieldInput<HeightView> input{"land", view(land)};
  for (auto _ : state) {
    const GridSpec grid = Stage::grid(params, grids);
    FieldKernel kernel;
    if constexpr (requires { Stage::kernel(params, inputs, grid, RunContext{}, grids); })
      kernel = Stage::kernel(params, inputs, grid, RunContext{}, grids);
    else
      kernel = Stage::kernel(params, inputs, grid, RunContext{});
    Heightmap out(grid);
    parallel_blocks(static_cast<std::size_t>(grid.height), 64, [&](std::size_t begin, std::size_t end) {
      MutableHeightView rows = view(out);
      rows.region.y = static_cast<int>(begin);
      rows.region.height = static_cast<int>(end - begin);
      rows.data = out.heights.row(rows.region.y).data();
      kernel.fill({grid, InputViews({&input, 1}), rows});
    });
    benchmark::DoNotOptimize(out.heights.values().data());
    state.SetItemsProcessed(state.items_processed() + static_cast<std::int64_t>(out.heights.size()));
  }
}

}  // namespace weald::bench
