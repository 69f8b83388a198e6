// Speed of the picture of the preset `valley` (1200 by 720, 8 samples) on one thread: all of it, and with its light
// found in a store, as after a mere change of colours. The buffer's size is the counter `bytes`.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <map>
#include <optional>

#include "core/parallel.h"
#include "pipeline/evaluate.h"
#include "pipeline/picture.h"
#include "preset/preset.h"

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

struct Valley {
  std::optional<pipeline::Artifact> scene;
  render::PictureParams picture;

  Valley() {
    Sources sources;
    Diagnostics diagnostics;
    const preset::PresetRequest request{VALLEY_PRESET, {}, std::nullopt};
    const auto loaded = preset::load_preset(request, sources, diagnostics);
    if (!loaded.preset) std::abort();
    pipeline::evaluate(loaded.preset->graph, {}, diagnostics,
                       [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact) {
                         if (!output.decl.spec.picture) return;
                         scene = artifact;
                         picture = *output.decl.spec.picture;
                       });
  }
};

const Valley& valley() {
  static const Valley instance;
  return instance;
}

void valley_picture(benchmark::State& state) {
  const ThreadLimit limit(1);
  for (auto _ : state) benchmark::DoNotOptimize(pipeline::draw(*valley().scene, valley().picture, RunContext{}));
}
BENCHMARK(valley_picture)->Unit(benchmark::kMillisecond)->Iterations(3);

void valley_recoloured(benchmark::State& state) {
  const ThreadLimit limit(1);
  MemoryStore store;
  RunContext context;
  context.store = &store;
  pipeline::draw(*valley().scene, valley().picture, context);
  render::PictureParams brighter = valley().picture;
  brighter.exposure = 0.25;
  for (auto _ : state) benchmark::DoNotOptimize(pipeline::draw(*valley().scene, brighter, context));
  state.counters["bytes"] = static_cast<double>(store.kept.begin()->second.size());
}
BENCHMARK(valley_recoloured)->Unit(benchmark::kMillisecond);

}  // namespace
