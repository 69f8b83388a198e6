// Copies at exact sites and inside meshes, on one thread: time, and the largest amount of memory that making them took.

#include <benchmark/benchmark.h>

#include <vector>

#include "base/parallel.h"
#include "counting_new.h"
#include "methods/curve/bezier.h"
#include "stages/scenes/place.h"
#include "stages/shapes/shapes.h"

namespace weald {
namespace {

using scene::Arrangement;
using scene::PlaceParams;

PlaceParams placing(Arrangement arrangement) {
  PlaceParams params;
  params.meshes.resize(1);
  params.arrangement = arrangement;
  return params;
}

void run_place(benchmark::State& state, const scene::PlaceInputs& inputs, const PlaceParams& params) {
  const ThreadLimit threads(1);
  std::size_t copies = 0;
  double peak = 0;
  for (auto _ : state) {
    const bench::MemoryMeter meter;
    copies = scene::place(inputs, params, RunContext{}).instances.size();
    peak = meter.peak();
  }
  state.counters["copies"] = static_cast<double>(copies);
  state.counters["peak_MB"] = peak / 1e6;
}

mesh::Mesh ball() { return mesh::make_shape({.shape = mesh::Shape::icosphere, .radius = 10, .levels = 5}); }

void place_grid(benchmark::State& state) {
  PlaceParams params = placing(Arrangement::grid);
  params.counts = {1000, 1, 1000};
  run_place(state, {}, params);
}

void place_along_curve(benchmark::State& state) {
  curve::Curve course;
  curve::Path& path = course.paths.emplace_back();
  for (int i = 0; i < 100; ++i) {
    const double x = 130.0 * i;
    const std::vector<Vec3> points{{x, 0, 0}, {x + 40, 0, 60}, {x + 90, 0, -60}, {x + 130, 0, 0}};
    path.segments.push_back(curve::make_segment(points));
  }
  PlaceParams params = placing(Arrangement::along);
  params.spacing = 0.1;
  params.sides = scene::Sides::both;
  run_place(state, {.curve = &course}, params);
}

void place_blue_noise(benchmark::State& state) {
  const mesh::Mesh surface = ball();
  PlaceParams params = placing(Arrangement::blue_noise);
  params.distance = 0.1;
  run_place(state, {.surface = &surface}, params);
}

void place_volume_by_distance(benchmark::State& state) {
  const mesh::Mesh surface = ball();
  PlaceParams params = placing(Arrangement::volume);
  params.distance = 0.5;
  run_place(state, {.surface = &surface}, params);
}

void place_volume_by_count(benchmark::State& state) {
  const mesh::Mesh surface = ball();
  PlaceParams params = placing(Arrangement::volume);
  params.count = 50'000;
  run_place(state, {.surface = &surface}, params);
}

BENCHMARK(place_grid)->Unit(benchmark::kMillisecond);
BENCHMARK(place_along_curve)->Unit(benchmark::kMillisecond);
BENCHMARK(place_blue_noise)->Unit(benchmark::kMillisecond);
BENCHMARK(place_volume_by_distance)->Unit(benchmark::kMillisecond);
BENCHMARK(place_volume_by_count)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace weald

BENCHMARK_MAIN();
