// Droplet and thermal erosion against textbook implementations in one run, on one thread and on two.

#include <benchmark/benchmark.h>

#include <cstdio>
#include <map>
#include <string>

#include "base/math/math.h"
#include "base/parallel.h"
#include "erosion_textbook.h"
#include "stages/land/erosion/hydraulic_erosion.h"
#include "stages/land/erosion/thermal_erosion.h"
#include "stages/land/noise/fractals.h"

namespace weald {
namespace {

constexpr int kRadius = 3;
constexpr int kSteps = 30;

Heightmap rough_land(int size) {
  noise::FbmParams params;
  params.size = {size, size};
  params.cell_size = 4;
  params.octaves = 8;
  params.persistence = 0.45;
  params.amplitude = 400;
  params.frequency = 1.0 / 2048;
  const GridSpec grid = noise::grid_spec(params);
  Heightmap map(grid);
  const noise::OctaveField field(noise::fractal_field(params, {noise::Fractal::sum}, grid, 1));
  field.fill(view(map));
  return map;
}

void count_droplets(benchmark::State& state, double droplets) {
  state.counters["droplets"] = benchmark::Counter(droplets, benchmark::Counter::kIsIterationInvariantRate);
}

void textbook_droplets(benchmark::State& state) {
  const int size = static_cast<int>(state.range(0));
  const Heightmap map = rough_land(size);
  const int count = size * size / 8;
  for (auto _ : state) {
    state.PauseTiming();
    Grid<float> land = map.heights;
    for (float& h : land.values()) h = (h + 400) / 4;  // in cells, above 0
    state.ResumeTiming();
    bench::erode_by_textbook(land, {.radius = kRadius, .steps = kSteps}, count, 1);
    benchmark::DoNotOptimize(land.values().data());
  }
  count_droplets(state, count);
}

// Everything that the stage does: all its scales, the search for spills, the maps it gives.
void weald_droplets(benchmark::State& state) {
  const int size = static_cast<int>(state.range(0));
  const ThreadLimit threads(static_cast<int>(state.range(1)));
  const Heightmap map = rough_land(size);
  const terrain::HydraulicErosionParams params{.droplets = 2, .radius = kRadius * map.cell_size, .lifetime = kSteps};
  std::int64_t droplets = 0;
  for (auto _ : state) {
    const terrain::HydraulicResult result = terrain::erode_hydraulically(map, {}, params, {});
    droplets = result.droplets;
    benchmark::DoNotOptimize(result.heights.heights.values().data());
  }
  count_droplets(state, static_cast<double>(droplets));
}

float talus_rise(std::int64_t degrees) { return static_cast<float>(4 * math::tan_deg(static_cast<double>(degrees))); }

// Of this land, steps at a talus of 26 degrees move nearly all samples, at 45 degrees those of the steepest slopes.
void textbook_thermal(benchmark::State& state) {
  const int size = static_cast<int>(state.range(0));
  const Grid<float> before = rough_land(size).heights;
  Grid<float> next = before;
  for (auto _ : state) {
    Grid<float> land = before;
    bench::settle_by_textbook(land, next, talus_rise(state.range(2)), 20, state.range(1) == 8);
    benchmark::DoNotOptimize(land.values().data());
  }
  state.counters["cell_steps"] = benchmark::Counter(20.0 * size * size, benchmark::Counter::kIsIterationInvariantRate);
}

void weald_thermal(benchmark::State& state) {
  const int size = static_cast<int>(state.range(0));
  const ThreadLimit threads(static_cast<int>(state.range(1)));
  const Heightmap before = rough_land(size);
  const terrain::ThermalErosionParams params{.talus = static_cast<double>(state.range(2)), .iterations = 20};
  for (auto _ : state) {
    const Heightmap map = terrain::erode_thermally(before, params, {});
    benchmark::DoNotOptimize(map.heights.values().data());
  }
  state.counters["cell_steps"] = benchmark::Counter(20.0 * size * size, benchmark::Counter::kIsIterationInvariantRate);
}

// Steps until nothing is steeper than 20 degrees, from slopes much steeper than that.
void weald_rest(benchmark::State& state) {
  const int size = static_cast<int>(state.range(0));
  const ThreadLimit threads(1);
  const Heightmap map = rough_land(size);
  int steps = 0;
  RunContext context;
  context.on_progress = [&](double) { ++steps; };
  for (auto _ : state) {
    steps = 0;
    const Heightmap after = terrain::erode_thermally(map, {.talus = 20, .until = terrain::ThermalEnd::rest}, context);
    benchmark::DoNotOptimize(after.heights.values().data());
  }
  state.counters["steps"] = steps;
}

BENCHMARK(textbook_droplets)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(weald_droplets)->Args({1024, 1})->Args({1024, 2})->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(textbook_thermal)->ArgsProduct({{1024, 2048}, {4, 8}, {26, 45}})->Unit(benchmark::kMillisecond);
BENCHMARK(weald_thermal)->ArgsProduct({{1024, 2048}, {1, 2}, {26, 45}})->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(weald_rest)->Arg(257)->Arg(513)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace weald

BENCHMARK_MAIN();
