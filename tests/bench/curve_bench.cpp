// Curves: flattening against halving and against the near-optimum, evaluation three ways, length, Poisson discs,
// carving. Every counter `segments` or `ratio` is part of the result: speed alone says nothing about flattening.

#include <benchmark/benchmark.h>

#include <cmath>

#include "base/rng.h"
#include "methods/curve/arc_length.h"
#include "methods/curve/bezier.h"
#include "methods/curve/flatten.h"
#include "methods/curve/interpolate.h"
#include "methods/curve/nearest.h"
#include "stages/scenes/detail/poisson_disc.h"

namespace {

using namespace weald;

/// Cubics with control points all over a box of 100 metres.
std::vector<curve::Segment> random_cubics(std::uint64_t count) {
  const Rng rng(1);
  std::vector<curve::Segment> all;
  for (std::uint64_t id = 0; id < count; ++id) {
    std::vector<Vec3> points;
    for (std::uint64_t k = 0; k < 4; ++k)
      points.push_back({rng.uniform_in(0, 100, id, 2 * k), rng.uniform_in(0, 100, id, 2 * k + 1), 0});
    all.push_back(curve::make_segment(points));
  }
  return all;
}

/// The baseline: cut in the middle until the same proof holds.
int halved(const curve::Segment& segment, double tolerance) {
  if (curve::chord_is_within(segment, tolerance)) return 1;
  const auto [left, right] = curve::split(segment, 0.5);
  return halved(left, tolerance) + halved(right, tolerance);
}

double tolerance_of(const benchmark::State& state) { return std::pow(10.0, -static_cast<double>(state.range(0))); }

void flatten(benchmark::State& state) {
  const auto cubics = random_cubics(500);
  double segments = 0;
  for (auto _ : state) {
    segments = 0;
    for (const auto& c : cubics)
      segments += static_cast<double>(curve::flatten_parameters(c, tolerance_of(state)).size() - 1);
  }
  state.counters["segments"] = segments / static_cast<double>(cubics.size());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(segments));
}
BENCHMARK(flatten)->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

void flatten_by_halving(benchmark::State& state) {
  const auto cubics = random_cubics(500);
  double segments = 0;
  for (auto _ : state) {
    segments = 0;
    for (const auto& c : cubics) segments += halved(c, tolerance_of(state));
  }
  state.counters["segments"] = segments / static_cast<double>(cubics.size());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(segments));
}
BENCHMARK(flatten_by_halving)->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

constexpr int kPoints = 4096;

void evaluate_de_casteljau(benchmark::State& state) {
  const auto cubic = random_cubics(1)[0];
  for (auto _ : state) {
    for (int i = 0; i < kPoints; ++i) benchmark::DoNotOptimize(curve::evaluate(cubic, i / (kPoints - 1.0)));
  }
  state.SetItemsProcessed(state.iterations() * kPoints);
}
BENCHMARK(evaluate_de_casteljau);

void arc_length(benchmark::State& state) {
  const auto cubics = random_cubics(200);
  for (auto _ : state) {
    for (const auto& c : cubics) benchmark::DoNotOptimize(curve::length(c, tolerance_of(state)));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(cubics.size()));
}
BENCHMARK(arc_length)->Arg(3)->Arg(6)->Arg(9)->Unit(benchmark::kMillisecond);

void nearest_on_road(benchmark::State& state) {
  const curve::Path road =
      curve::interpolate(std::vector<Vec3>{{0, 0, 0}, {300, 9, 500}, {700, 3, 400}, {1000, 0, 1000}}, false);
  const std::vector<Polyline> lines{curve::flatten(road, 0.01)};
  const curve::NearestIndex index(lines, 14);
  for (auto _ : state) {
    for (int y = 0; y < 500; ++y) {
      for (int x = 0; x < 500; ++x) benchmark::DoNotOptimize(index.nearest({2.0 * x, 2.0 * y}));
    }
  }
  state.SetItemsProcessed(state.iterations() * 500 * 500);
}
BENCHMARK(nearest_on_road)->Unit(benchmark::kMillisecond);

void poisson_disc(benchmark::State& state) {
  std::size_t count = 0;
  for (auto _ : state) {
    const auto samples = scene::poisson_disc({{1000, 1000}, static_cast<double>(state.range(0)), 1}, RunContext{});
    count = samples.size();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(count));
}
BENCHMARK(poisson_disc)->Arg(8)->Arg(2)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
