// Textures of plants. The baseline is one octave of periodic gradient noise at every pixel: how many of them a bark
// costs.

#include <benchmark/benchmark.h>

#include "base/parallel.h"
#include "stages/plants/textures/bark_texture.h"
#include "stages/plants/textures/detail/tile_noise.h"
#include "stages/plants/textures/leaf_texture.h"

namespace {

using namespace weald;
using namespace weald::texture;

constexpr int kSide = 1024;

void set_pixels(benchmark::State& state) { state.SetItemsProcessed(state.iterations() * kSide * kSide); }

void one_octave(benchmark::State& state) {
  const TileNoise noise(32, 32, 1);
  for (auto _ : state) {
    float sum = 0.0f;
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x)
        sum += noise.at(static_cast<float>(x) * (1.0f / kSide), static_cast<float>(y) * (1.0f / kSide));
    }
    benchmark::DoNotOptimize(sum);
  }
  set_pixels(state);
}

void bark(benchmark::State& state, BarkKind kind) {
  const ThreadLimit limit(1);
  BarkTextureParams params;
  params.kind = kind;
  params.size = {kSide, kSide};
  for (auto _ : state) benchmark::DoNotOptimize(make_bark(params, {}));
  set_pixels(state);
}

void leaf(benchmark::State& state, LeafSpecies species, Arrangement arrangement) {
  const ThreadLimit limit(1);
  LeafTextureParams params;
  params.species = species;
  params.arrangement = arrangement;
  params.size = {kSide, kSide};
  for (auto _ : state) benchmark::DoNotOptimize(paint_leaves(params, {}));
  set_pixels(state);
}

BENCHMARK(one_octave)->Name("texture/baseline/one_octave")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bark, ridged, BarkKind::ridged)->Name("texture/bark/ridged")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bark, birch, BarkKind::birch)->Name("texture/bark/birch")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bark, plated, BarkKind::plated)->Name("texture/bark/plated")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bark, smooth, BarkKind::smooth)->Name("texture/bark/smooth")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bark, ringed, BarkKind::ringed)->Name("texture/bark/ringed")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(leaf, maple, LeafSpecies::maple, Arrangement::single)
    ->Name("texture/leaf/maple")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(leaf, birch_twig, LeafSpecies::birch, Arrangement::alternate)
    ->Name("texture/leaf/birch_twig")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(leaf, spruce, LeafSpecies::spruce, Arrangement::brush)
    ->Name("texture/leaf/spruce")
    ->Unit(benchmark::kMillisecond);

}  // namespace
