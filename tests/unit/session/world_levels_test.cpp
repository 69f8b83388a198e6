// The tiles of coarser levels of a world.

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <string>

#include "base/memory_store.h"
#include "engine/run/evaluate.h"
#include "session/world.h"
#include "support/files.h"

using namespace weald;

namespace {

/// Counts how often each result is stored.
class CountingStore final : public ResultStore {
 public:
  explicit CountingStore(std::size_t limit) : store_(limit) {}
  std::optional<std::vector<std::byte>> find(std::string_view key) override { return store_.find(key); }
  bool contains(std::string_view key) override { return store_.contains(key); }
  void keep(std::string_view key, std::span<const std::byte> bytes) override {
    ++counts[std::string(key)];
    store_.keep(key, bytes);
  }

  std::map<std::string, int> counts;

 private:
  MemoryStore store_;
};

}  // namespace

TEST_CASE("world: a store that holds a part of the finer levels holds what coarser tiles are still to be made from") {
  const test::TemporaryFolder folder;
  test::write_text(
      folder / "p.yaml",
      "weald: 1\ngrid: {size: [513, 513]}\nworld: {tile: 33, levels: 5}\nstages: {land: {kind: fbm, octaves: 1}}\n"
      "outputs: [{from: land, file: '{z}/{x}_{y}.r32'}]\n");
  Sources sources;
  Diagnostics diagnostics;
  const auto loaded = preset::load_preset({(folder / "p.yaml").string(), {}, std::nullopt}, sources, diagnostics);
  REQUIRE(loaded.preset);
  const auto layout = session::tile_layout(*loaded.preset, diagnostics);
  REQUIRE(layout);
  // Levels have 64, 16, 4 and 1 blocks of 32 x 32 samples; their neighbours over the border of the map have one more.
  CountingStore store(40 * 32 * 32 * sizeof(float));
  pipeline::EvalOptions options;
  options.cache = &store;
  for (std::int64_t number = 0; number < layout->count(); ++number) {
    const pipeline::Graph tile = session::tile_graph(loaded.preset->graph, *layout, layout->tile(number));
    CHECK(
        pipeline::evaluate(tile, options, diagnostics, [](const pipeline::GraphOutput&, const pipeline::Artifact&) {}));
  }
  CHECK(store.counts.size() >= 64 + 16 + 4 + 1);
  CHECK(std::ranges::all_of(store.counts, [](const auto& count) { return count.second == 1; }));
}
