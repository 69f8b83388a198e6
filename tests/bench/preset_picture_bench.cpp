// Speed of pictures of presets on one thread. `valley` (1200 by 720, 8 samples): all of it, and with its light found in
// a store, as after a mere change of colours; the buffer's size is the counter `bytes`. `oak` (800 by 720): its hero,
// whose leaves are cards with holes, and the same level as small as on a sheet of levels.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <map>
#include <optional>

#include "base/parallel.h"
#include "engine/preset/preset.h"
#include "engine/run/evaluate.h"
#include "picture/render/picture.h"

namespace {

using namespace weald;

struct MemoryStore : ResultStore {
  std::optional<std::vector<std::byte>> find(std::string_view key) override {
    const auto place = kept.find(std::string(key));
    return place == kept.end() ? std::nullopt : std::optional(place->second);
  }
  void keep(std::string_view key, std::span<const std::byte> bytes) override {
    kept[std::string(key)].assign(bytes.begin(), bytes.end());
  }
  std::map<std::string, std::vector<std::byte>> kept;
};

struct Shown {
  std::optional<pipeline::Artifact> artifact;
  render::PictureParams picture;

  explicit Shown(const char* preset) {
    Sources sources;
    Diagnostics diagnostics;
    const auto loaded = preset::load_preset({preset, {}, std::nullopt}, sources, diagnostics);
    if (!loaded.preset) std::abort();
    pipeline::evaluate(loaded.preset->graph, {}, diagnostics,
                       [&](const pipeline::GraphOutput& output, const pipeline::Artifact& shown) {
                         if (!output.decl.spec.picture) return;
                         artifact = shown;
                         picture = *output.decl.spec.picture;
                       });
    if (!artifact) std::abort();
  }
};

const Shown& valley() {
  static const Shown instance(PRESETS "/valley.yaml");
  return instance;
}
const Shown& oak() {
  static const Shown instance(PRESETS "/oak.yaml");
  return instance;
}

void valley_picture(benchmark::State& state) {
  const ThreadLimit limit(1);
  for (auto _ : state) benchmark::DoNotOptimize(pipeline::draw(*valley().artifact, valley().picture, RunContext{}));
}
BENCHMARK(valley_picture)->Unit(benchmark::kMillisecond)->Iterations(3);

void valley_recoloured(benchmark::State& state) {
  const ThreadLimit limit(1);
  MemoryStore store;
  RunContext context;
  context.store = &store;
  pipeline::draw(*valley().artifact, valley().picture, context);
  render::PictureParams brighter = valley().picture;
  brighter.exposure = 0.25;
  for (auto _ : state) benchmark::DoNotOptimize(pipeline::draw(*valley().artifact, brighter, context));
  state.counters["bytes"] = static_cast<double>(store.kept.begin()->second.size());
}
BENCHMARK(valley_recoloured)->Unit(benchmark::kMillisecond);

void oak_portrait(benchmark::State& state) {
  const ThreadLimit limit(1);
  for (auto _ : state) benchmark::DoNotOptimize(pipeline::draw(*oak().artifact, oak().picture, RunContext{}));
}
BENCHMARK(oak_portrait)->Unit(benchmark::kMillisecond)->Iterations(3);

void oak_thumbnail(benchmark::State& state) {
  const ThreadLimit limit(1);
  render::PictureParams small = oak().picture;
  small.size = {330, 300};
  for (auto _ : state) benchmark::DoNotOptimize(pipeline::draw(*oak().artifact, small, RunContext{}));
}
BENCHMARK(oak_thumbnail)->Unit(benchmark::kMillisecond)->Iterations(3);

}  // namespace
