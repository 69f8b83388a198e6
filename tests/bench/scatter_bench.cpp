// A million copies scattered over 4 km of land, on one thread: time, and the largest amount of memory on top of the
// land.

#include <benchmark/benchmark.h>

#include "base/parallel.h"
#include "counting_new.h"
#include "field_stage.h"
#include "stages/scenes/scatter.h"

namespace weald {
namespace {

/// Counts the copies, and the bytes that making them took.
void run_scatter(benchmark::State& state, const scene::ScatterParams& params) {
  const ThreadLimit threads(1);
  const Heightmap land = bench::hilly_land(1025);
  std::size_t copies = 0;
  double peak = 0;
  for (auto _ : state) {
    const bench::MemoryMeter meter;
    copies = scene::scatter({land}, params, RunContext{}).size();
    peak = meter.peak();
  }
  state.counters["copies"] = static_cast<double>(copies);
  state.counters["peak_MB"] = peak / 1e6;
}

void scatter_by_distance(benchmark::State& state) {
  scene::ScatterParams params;
  params.meshes.resize(1);
  params.distance = 3.42;
  params.scale = {0.8, 1.2};
  run_scatter(state, params);
}

/// Three species in two layers, with limits and patches: as many instances as without species.
void scatter_species(benchmark::State& state) {
  scene::ScatterParams params;
  params.species.resize(3);
  for (scene::SpeciesParams& species : params.species) {
    species.meshes.resize(1);
    species.crown = 2.4;
    species.trunk = 0.3;
    species.scale = {0.8, 1.2};
  }
  params.species[0].height = {{0, 250}};
  params.species[0].height_fade = 60;
  params.species[1].slope = {0, 25};
  params.species[1].slope_fade = 10;
  params.species[1].cluster = scene::ClusterParams{60, 0.6, 0.2};
  params.species[2].layer = scene::PlantLayer::understory;
  params.species[2].crown = 2;
  run_scatter(state, params);
}

/// One species that grows everywhere.
void scatter_one_species(benchmark::State& state) {
  scene::ScatterParams params;
  params.species.resize(1);
  params.species[0].meshes.resize(1);
  params.species[0].crown = 1.6;
  run_scatter(state, params);
}

BENCHMARK(scatter_by_distance)->Unit(benchmark::kMillisecond);
BENCHMARK(scatter_species)->Unit(benchmark::kMillisecond);
BENCHMARK(scatter_one_species)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace weald

BENCHMARK_MAIN();
