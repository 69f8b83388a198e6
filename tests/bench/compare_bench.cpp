// Comparing results, on one thread: FLIP of a megapixel, heights, meshes.

#include <benchmark/benchmark.h>

#include "base/parallel.h"
#include "base/rng.h"
#include "front/compare/detail/flip.h"
#include "front/compare/detail/heights.h"
#include "front/compare/detail/images.h"
#include "front/compare/detail/meshes.h"
#include "front/compare/perturb.h"
#include "methods/mesh/icosphere.h"

namespace {

using namespace weald;

Image grain(int size) {
  Image image{Grid<Rgba8>(size, size)};
  const Rng rng(1);
  std::uint64_t i = 0;
  for (Rgba8& p : image.pixels.values()) {
    const auto bits = rng.bits(i++)[0];
    p = {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8), static_cast<std::uint8_t>(bits >> 16),
         255};
  }
  return image;
}

void flip(benchmark::State& state) {
  const ThreadLimit one(1);
  const int size = static_cast<int>(state.range(0));
  const Image a = grain(size), b = compare::perturb(a, compare::Perturbation::visible, 1);
  for (auto _ : state) benchmark::DoNotOptimize(compare::flip_map(a, b, 67));
  state.SetItemsProcessed(state.iterations() * size * size);
}
BENCHMARK(flip)->Name("compare/flip")->Arg(1024)->Unit(benchmark::kMillisecond);

void images(benchmark::State& state) {
  const ThreadLimit one(1);
  const Image a = grain(1024), b = compare::perturb(a, compare::Perturbation::visible, 1);
  for (auto _ : state) benchmark::DoNotOptimize(compare::compare_images(a, b));
  state.SetItemsProcessed(state.iterations() * 1024 * 1024);
}
BENCHMARK(images)->Name("compare/images/1024")->Unit(benchmark::kMillisecond);

void heights(benchmark::State& state) {
  const ThreadLimit one(1);
  const Rng rng(2);
  Heightmap a(GridSpec{1025, 1025, 2});
  std::uint64_t i = 0;
  for (float& h : a.heights.values()) h = static_cast<float>(rng.uniform_in(0, 100, i++));
  const Heightmap b = compare::perturb(a, compare::Perturbation::visible, 1);
  for (auto _ : state) benchmark::DoNotOptimize(compare::compare_heights(a, b));
  state.SetItemsProcessed(state.iterations() * 1025 * 1025);
}
BENCHMARK(heights)->Name("compare/heights/1025")->Unit(benchmark::kMillisecond);

void meshes(benchmark::State& state) {
  const ThreadLimit one(1);
  const mesh::Mesh a = mesh::make_icosphere(1, static_cast<int>(state.range(0)));
  const mesh::Mesh b = compare::perturb(a, compare::Perturbation::visible, 1);
  compare::MeshTolerance figures;  // pictures are the renderer's matter
  figures.flip_max = figures.flip_p99 = std::nullopt;
  for (auto _ : state) benchmark::DoNotOptimize(compare::compare_meshes(a, b, figures));
  state.SetItemsProcessed(state.iterations() * a.face_count());
}
BENCHMARK(meshes)->Name("compare/meshes/icosphere")->Arg(5)->Arg(7)->Unit(benchmark::kMillisecond);

}  // namespace
