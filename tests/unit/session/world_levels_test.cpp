// The tiles of coarser levels of a world.

#include "support/catch.h"

#include <algorithm>
#include <map>
#include <string>

#include "base/memory_store.h"
#include "engine/run/evaluate.h"
#include "session/world.h"
#include "support/files.h"

using namespace weald;

namespace {

/// Counts how often each result is stored and found.
class CountingStore final : public ResultStore {
 public:
  explicit CountingStore(std::size_t limit) : store_(limit) {}
  std::optional<std::vector<std::byte>> find(std::string_view key) override {
    auto bytes = store_.find(key);
    if (bytes) ++found[std::string(key)];
    return bytes;
  }
  bool contains(std::string_view key) override { return store_.contains(key); }
  void keep(std::string_view key, std::span<const std::byte> bytes) override {
    ++kept[std::string(key)];
    store_.keep(key, bytes);
  }

  std::map<std::string, int> kept, found;

 private:
  MemoryStore store_;
};

/// A world of 16 x 16 tiles of 65 x 65 samples, at five levels.
class SmallWorld {
 public:
  SmallWorld() {
    test::write_text(
        folder_ / "p.yaml",
        "weald: 1\ngrid: {size: [1025, 1025]}\nworld: {tile: 65, levels: 5}\nstages: {land: {kind: fbm, octaves: 1}}\n"
        "outputs: [{from: land, file: '{z}/{x}_{y}.r32'}]\n");
    loaded_ = preset::load_preset({(folder_ / "p.yaml").string(), {}, std::nullopt}, sources_, diagnostics_);
    REQUIRE(loaded_.preset);
    layout_ = session::tile_layout(*loaded_.preset, diagnostics_);
    REQUIRE(layout_);
  }

  std::int64_t count() const { return layout_->count(); }
  int level_of(std::int64_t number) const { return layout_->tile(number).level; }

  /// Builds the tiles with numbers from `first` to `last`, those of level `from` and coarser ones, with a store.
  void build(std::int64_t first, std::int64_t last, ResultStore& store, pipeline::LevelStore level = {}, int from = 0) {
    pipeline::EvalOptions options;
    options.cache = &store;
    options.level_store = level;
    for (std::int64_t number = first; number <= last; ++number) {
      if (level_of(number) < from) continue;
      const pipeline::Graph tile = session::tile_graph(loaded_.preset->graph, *layout_, layout_->tile(number));
      CHECK(pipeline::evaluate(tile, options, diagnostics_,
                               [](const pipeline::GraphOutput&, const pipeline::Artifact&) {}));
    }
  }

 private:
  test::TemporaryFolder folder_;
  Sources sources_;
  Diagnostics diagnostics_;
  preset::LoadedPreset loaded_;
  std::optional<session::TileLayout> layout_;
};

constexpr std::size_t kPlenty = std::size_t{1} << 24;
constexpr std::size_t kBlock = 32 * 32 * sizeof(float);  // the part of a coarser level that lies in a tile

}  // namespace

TEST_CASE("world: a tile leaves the part of the next coarser level that lies in it to the tile above") {
  SmallWorld world;
  CountingStore store(kPlenty);
  world.build(0, 3, store);  // the finest ones in the north-west
  CHECK(store.kept.size() == 4);
  CHECK(store.found.empty());
  world.build(4, 4, store);  // the one above
  CHECK(store.kept.size() == 5);
  CHECK(store.found.size() == 4);
}

TEST_CASE("world: a store that holds a part of the finer levels holds what coarser tiles are still to be made from") {
  SmallWorld world;
  // At most three tiles of each of four levels wait for a fourth one.
  CountingStore store(32 * kBlock);
  world.build(0, world.count() - 1, store);
  // Levels have 256, 64, 16 and 4 blocks; their neighbours over the border of the map have one more.
  CHECK(store.kept.size() >= 256 + 64 + 16 + 4);
  CHECK(std::ranges::all_of(store.kept, [](const auto& count) { return count.second == 1; }));
}

TEST_CASE("world: coarse tiles need nothing but the level that the runs of finer ones have kept for them") {
  SmallWorld world;
  CountingStore level(kPlenty);
  for (std::int64_t number = 0; number < world.count(); ++number) {
    if (world.level_of(number) != 1) continue;
    MemoryStore store(kPlenty);  // of a run for this tile and the four below it
    world.build(number - 4, number, store, {2, &level});
  }
  // Level 2 has 8 x 8 blocks; those along the border of the map have neighbours beyond it, one sample wide.
  CHECK(level.kept.size() == 9 * 9);
  CountingStore store(kPlenty);
  world.build(0, world.count() - 1, store, {2, &level}, 2);
  CHECK(level.kept.size() == 9 * 9);
  CHECK(level.found.size() == 9 * 9);
  CHECK(store.kept.size() == 5 * 5 + 3 * 3);  // of levels 3 and 4
}
