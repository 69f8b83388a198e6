// Speed of pictures that stand for a mesh, on one thread: of an impostor as frames per second, of cards as cards per
// second. The mesh is a crown of 20,000 leaves, 40,000 triangles.

#include <benchmark/benchmark.h>

#include "base/math/math.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "methods/mesh/build.h"
#include "methods/mesh/soup.h"
#include "stages/plants/cards/billboard.h"
#include "stages/plants/cards/impostor.h"

namespace {

using namespace weald;

mesh::Mesh crown() {
  mesh::Soup soup;
  const Rng rng(1);
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    const auto in = [&](std::uint64_t k, double least, double most) { return rng.uniform_in(least, most, i, k); };
    const Vec3 at{in(0, -3, 3), in(1, 2, 8), in(2, -3, 3)};
    const Vec3 along{in(3, -0.2, 0.2), in(4, -0.2, 0.2), 0.1}, up{in(5, -0.2, 0.2), 0.1, in(6, -0.2, 0.2)};
    const auto first = static_cast<std::uint32_t>(soup.positions.size());
    for (const Vec3& p : {at, at + along, at + along + up, at + up}) soup.positions.emplace_back(p);
    const std::uint32_t corners[4] = {first, first + 1, first + 2, first + 3};
    soup.add_face(corners);
  }
  soup.materials = {mesh::Material{.name = "leaf", .two_sided = true}};
  return mesh::build_checked(std::move(soup));
}

void impostor_frames(benchmark::State& state) {
  const ThreadLimit limit(1);
  const mesh::Mesh mesh = crown();
  billboard::ImpostorParams params;
  params.frames = 8;
  params.resolution = static_cast<int>(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(billboard::make_impostor(mesh, params, RunContext{}));
  state.SetItemsProcessed(state.iterations() * params.frames * params.frames);
}
BENCHMARK(impostor_frames)->Arg(64)->Arg(128)->Unit(benchmark::kMillisecond)->Iterations(2);

void billboard_cards(benchmark::State& state) {
  const ThreadLimit limit(1);
  const mesh::Mesh mesh = crown();
  billboard::BillboardParams params;
  params.cards = 3;
  params.resolution = 256;
  for (auto _ : state) benchmark::DoNotOptimize(billboard::make_billboard(mesh, params, RunContext{}));
  state.SetItemsProcessed(state.iterations() * params.cards);
}
BENCHMARK(billboard_cards)->Unit(benchmark::kMillisecond)->Iterations(2);

}  // namespace
