// A million copies scattered over 4 km of land, on one thread: time, and the largest amount of memory on top of the land.

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

BENCHMARK(scatter_by_distance)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace weald

BENCHMARK_MAIN();
